"""ZATRE's reasons are true of the position: each is computed again from the rules and from the views."""

from collections import Counter
from random import Random

import pytest

from tables import SETTINGS, Setting, blocking_move, busy_move, play_on
from tercet.bots.base import Budget
from tercet.bots.judgement import JudgedMove
from tercet.bots.registry import LEVELS, make
from tercet.bots.zatre.reasons import reasons_on_sheet, turn_of
from tercet.game import Game
from tercet.games.kind import ZatreLine, round_scores
from tercet.games.zatre import rules
from tercet.games.zatre.reasons import CompletesRow, KeepsTiles, LeavesBoard, MakesCross, MakesLine
from tercet.games.zatre.table import ZatreTable, look
from zatre.positions import KIND

SHORT = Budget(nodes=40)


def table_after(game: Game, seat: int, moves: tuple[str, ...]) -> ZatreTable:
    """Return the table when these tiles are laid and scored, but nothing is drawn, as its seat sees it."""
    states = game.view(seat).states.copy()
    for move in moves:
        rules.lay(states[0], seat, KIND.parse(move))
    rules.score_turn(states[0], seat)
    return look(states, seat)


def fields_of(line: ZatreLine) -> set[str]:
    """Return the fields of a line."""
    (x, y), (end_x, end_y) = ((ord(field[0]), int(field[1:])) for field in (line.first, line.last))
    return {f"{chr(column)}{row}" for column in range(x, end_x + 1) for row in range(y, end_y + 1)}


def check(game: Game, seat: int, judged: JudgedMove) -> Counter[str]:
    """Check every reason of a judged move; return which kinds there were."""
    side = int(rules.side_of(game.states[0], seat))
    assert judged.move is not None
    before = look(game.view(seat).states, seat)
    after = table_after(game, seat, (judged.move, *judged.then))
    rows_before, rows_after = before.sheets[side].rows, after.sheets[side].rows
    for reason in judged.reasons:
        assert reason.size != 0
        assert all(words.endswith(".") for words in reason.words())
        match reason:
            case MakesLine():
                fresh = {*before.fresh, *(move[1:] for move in (judged.move, *judged.then))}
                lines = [line for line in after.lines if line.sum == reason.total and fresh & fields_of(line)]
                part = slice(1, None) if reason.axis == "row" else slice(0, 1)
                assert any(line.first[part] == line.last[part] == reason.place for line in lines)
                assert reason.size == {10: 1, 11: 2, 12: 4}[reason.total] * (2 if reason.is_doubled else 1)
            case MakesCross():
                assert rows_after[reason.row - 1].cross
                assert len(rows_before) < reason.row or not rows_before[reason.row - 1].cross
                assert rows_after[reason.row - 1].total == 2 * reason.size
            case CompletesRow():
                assert len(rows_before) < reason.row or not rows_before[reason.row - 1].bonus
                assert reason.size in {rows_after[reason.row - 1].bonus, 2 * rows_after[reason.row - 1].bonus}
            case KeepsTiles():
                assert after.held[seat] == list(reason.tiles)
                assert reason.is_last == (after.bag == 0)
                assert reason.size == -sum(reason.tiles) if reason.is_last else -sum(reason.tiles) <= reason.size < 0
            case LeavesBoard():
                assert reason.size == pytest.approx(reason.otherwise - reason.expected)
                assert min(reason.expected, reason.otherwise) >= 0
    return Counter(type(reason).__name__ for reason in judged.reasons)


@pytest.mark.parametrize("setting", [s for s in SETTINGS if s.game == "zatre"], ids=str)
def test_every_reason_is_true_of_the_position(setting: Setting) -> None:
    found = Counter[str]()
    for seed, choose in ((1, busy_move), (2, blocking_move)):
        for n, game in enumerate(play_on(setting.new(seed), Random(seed), choose=choose)):
            if n % 5 or game.is_over:
                continue
            seat = game.to_act[0]
            level = LEVELS[n // 5 % len(LEVELS)]
            for judged in make(level, "zatre", 1).judge(game.view(seat), SHORT).moves:
                found += check(game, seat, judged)
    assert set(found) == {"MakesLine", "MakesCross", "CompletesRow", "KeepsTiles", "LeavesBoard"}


def test_the_reasons_on_the_sheet_add_up_to_the_points_of_the_turn() -> None:
    for game in play_on(SETTINGS[5].new(3), Random(3)):
        if game.is_over:
            break
        seat = game.to_act[0]
        view = game.view(seat)
        ranking = make("regular", "zatre", 1).rank(view, None)  # type: ignore[attr-defined]
        for ranked in ranking.moves:
            turn = turn_of(view, ranked)
            gained = sum(reason.size for reason in reasons_on_sheet(view, turn))
            totals = [look(states, seat).sheets[seat].total for states in (view.states, turn.scored)]
            assert totals[1] - totals[0] == gained
    assert round_scores(game.states)
