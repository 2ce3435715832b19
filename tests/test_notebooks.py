"""The notebooks run from top to bottom in a real kernel and show what they have stored."""

from pathlib import Path

import pytest

from notebooks import FOLDER, NOTEBOOKS, VARIES, run, shown, stored


def test_there_are_three_notebooks() -> None:
    assert [path.stem for path in NOTEBOOKS] == ["a-league", "first-steps", "training-an-agent"]


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_shows_what_it_has_stored(path: Path) -> None:
    before, after = stored(path), run(path)
    assert shown(after) == shown(before)
    for old, new in zip(before.cells, after.cells, strict=True):
        if VARIES in new.metadata.get("tags", ()):
            assert [output.output_type for output in old.outputs] == [output.output_type for output in new.outputs]


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_names_no_machine(path: Path) -> None:
    text = path.read_text("utf-8")
    assert str(FOLDER.parents[1]) not in text
    assert " at 0x" not in text
    assert "/tmp" not in text
