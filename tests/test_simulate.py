"""Simulation: what is counted, and that rounds that are cut off are reported."""

from collections.abc import Sequence
from pathlib import Path

import pytest

import tercet
from tercet.bots.base import Bot, Budget
from tercet.bots.random import RandomBot
from tercet.errors import UsageError
from tercet.game import View
from tercet.games.z3bra.table import Z3braTable
from tercet.lab import simulate as lab
from tercet.lab.simulate import simulate
from tercet.lab.tables import play_match
from tercet.lab.workers import processes
from tercet.replay import verify


class EndlessBot(RandomBot):
    """A bot that exchanges an open card for the top discard for ever. It turns nothing up, so no Z3BRA round ends."""

    def choose(self, view: View, budget: Budget | None = None) -> str | None:
        moves = view.legal_moves()
        table = view.table
        assert isinstance(table, Z3braTable)
        area = table.seats[view.seat].area
        opened = [f"put {'abc'[x]}{y + 1}" for y, row in enumerate(area) for x, card in enumerate(row) if card != "?"]
        return next((move for move in ("take", *opened) if move in moves), moves[0])


def test_an_endless_round_is_cut_off_and_marked_as_unfinished() -> None:
    match = tercet.Match("z3bra", players=2, seed=3, rounds=2)
    play_match(match, [EndlessBot(seat) for seat in range(2)], limit=400)
    record = match.record()
    assert record.unfinished is True
    assert len(record.rounds) == 1
    assert len(record.rounds[0].moves) == 400
    verify(record)


@pytest.mark.parametrize("records", [False, True])
def test_nobody_wins_a_game_that_is_cut_off(records: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lab, "LONGEST_ROUND", 12)
    monkeypatch.setattr(lab, "play_match", lambda match, bots: play_match(match, bots, 12))
    summary = simulate("z3bra", 3, ["random"], 7, 1, {}, records=tmp_path if records else None).to_dict()
    assert summary["games"] == summary["unfinished"] == 7
    assert summary["wins"] == [0, 0, 0]
    assert summary["totals"] == []
    assert summary["moves"]["max"] == 12


def test_a_match_ends_when_it_is_decided() -> None:
    rounds = simulate("triple", 3, ["random"], 200, 1, {"chips": 3}).to_dict()["rounds"]
    assert rounds["min"] >= 3
    assert rounds["max"] <= 7
    four = simulate("z3bra", 2, ["random"], 50, 1, {"rounds": 4}).to_dict()["rounds"]
    assert four == {"mean": 4.0, "sd": 0.0, "min": 4, "max": 4}


def test_shared_wins_count_in_parts() -> None:
    summary = simulate("zatre", 4, ["random"], 300, 2, {"pairs": True})
    assert sum(summary.wins) == pytest.approx(300)
    assert summary.wins[0] == summary.wins[1]
    assert summary.wins[2] == summary.wins[3]


def test_a_given_starter_changes_the_totals() -> None:
    by_lot = simulate("z3bra", 3, ["random"], 100, 1, {}).to_dict()
    named = simulate("z3bra", 3, ["random"], 100, 1, {"starter": 0}).to_dict()
    assert by_lot["totals"] != named["totals"]


def test_a_folder_that_cannot_be_written_is_a_clear_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", fail)
    with pytest.raises(UsageError, match="No space left on device"):
        simulate("zatre", 2, ["random"], 2, 1, {}, records=tmp_path)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(("bots", "options"), [("random", {}), ("novice", {"rounds": 2})])
def test_workers_change_nothing(bots: str, options: dict[str, int], tmp_path: Path) -> None:
    alone = simulate("z3bra", 3, [bots], 20, 4, options)
    with processes(2) as workers:
        together = simulate("z3bra", 3, [bots], 20, 4, options, workers=workers)
        recorded = simulate("z3bra", 3, [bots], 20, 4, options, workers=workers, records=tmp_path)
    assert together == alone
    assert (recorded == alone) == (bots != "random"), "random bots alone are dealt in another way, and say so"
    assert recorded.deals == "fair"
    assert (alone.deals == "fair") == (bots != "random")


def test_a_simulation_with_records_goes_on_where_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A record of another match, or a damaged one, is replaced."""
    whole = simulate("zatre", 2, ["random"], 6, 1, {}, records=tmp_path)
    files = sorted(tmp_path.iterdir())
    kept = [file.read_bytes() for file in files]
    files[1].unlink()
    files[2].write_bytes(files[2].read_bytes()[:500])
    files[3].write_bytes(kept[0])
    played: list[str] = []

    def note(match: tercet.Match, bots: Sequence[Bot]) -> None:
        played.append(match.game.dealer.seed)
        play_match(match, bots)

    monkeypatch.setattr(lab, "play_match", note)
    assert simulate("zatre", 2, ["random"], 6, 1, {}, records=tmp_path) == whole
    assert played == [lab.match_seed(1, index) for index in (1, 2, 3)]
    assert [file.read_bytes() for file in files] == kept
