"""The golden playthroughs: every seat's view after every move is as in the reviewed files."""

import pytest

from playthroughs import FOLDER, file_of, playthrough
from tables import SETTINGS, Setting


@pytest.mark.parametrize("setting", SETTINGS, ids=str)
def test_the_playthrough_is_as_pinned(setting: Setting) -> None:
    pinned = file_of(setting).read_text("utf-8")
    moves = [line[2:] for line in pinned.splitlines() if line.startswith("> ")]
    assert playthrough(setting, moves) == pinned


def test_every_golden_file_is_used() -> None:
    assert {file.name for file in FOLDER.iterdir()} == {file_of(setting).name for setting in SETTINGS}
