"""The cases that the browser client's score pad is tested with: the engine gives exactly these sheets and results."""

import json

from pad_cases import FILE, ZATRE_SETTINGS, cases, text_of


def test_the_engine_gives_what_the_file_has() -> None:
    assert text_of(cases()) == FILE.read_text("utf-8")


def test_the_cases_have_what_is_hard() -> None:
    """They have hundreds of sheets for every number of sides, rows without a bonus, shared wins, lost tiles."""
    found = json.loads(FILE.read_text("utf-8"))
    sheets = [sheet for case in found["zatre"] for sheet in case["sheets"]]
    assert len(sheets) > 400
    assert {(case["players"], case["pairs"]) for case in found["zatre"]} == {
        (setting.players, bool(setting.options)) for setting in ZATRE_SETTINGS
    }
    assert any(len(rows.split(" / ")) > 16 for rows, *_ in sheets), "T4: rows from 17 on have no bonus"
    assert any(minus > 0 for _, minus, _ in sheets)
    assert any(turn[3] > turn[0] + turn[1] + turn[2] for turn in all_turns(found)), "T18: more crosses than lines"
    assert any(len(winners) > 1 for case in found["triple"] for winners in case["rounds"])
    assert any(len(case["winners"]) > 1 for case in found["triple"])


def all_turns(found: dict[str, list[dict[str, str]]]) -> list[list[int]]:
    return [[int(number) for number in turn] for case in found["zatre"] for turn in case["turns"].split()]
