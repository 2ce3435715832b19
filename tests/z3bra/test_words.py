"""Moves as text, and the words with which moves are refused."""

from collections.abc import Callable
from itertools import permutations

import msgspec
import pytest

import tercet
from tercet.games.z3bra import rules

from .positions import CELLS, KIND, LINES, PLAIN, Position, dealt, position, swaps, trios

ONE_OF_EACH = ["flip b2", "draw", "take", "put b2", "drop", "trade 2b3 a1", "swap a1 b2", "trio a1 b2 c3", "fold 2x3"]


# --- Notation


@pytest.mark.parametrize("move", [*ONE_OF_EACH, "fold 3x2", "trio c3 a1 b2", "trio a3 b2 c1"])
def test_z6_to_z20_moves_are_written_as_the_design_says(move: str) -> None:
    assert KIND.text(KIND.parse(move)) == move


def test_z6_to_z20_every_move_has_one_text() -> None:
    texts = [KIND.text(move) for move in range(rules.MOVES)]
    assert len(set(texts)) == rules.MOVES
    assert [KIND.parse(text) for text in texts] == list(range(rules.MOVES))


def test_z6_to_z20_these_are_all_moves() -> None:
    expected = {f"{verb} {cell}" for verb in ("flip", "put") for cell in CELLS} | {"draw", "take", "drop"}
    expected |= {f"trade {seat}{their} {own}" for seat in range(5) for their in CELLS for own in CELLS}
    expected |= swaps(" ".join(CELLS)) | {"fold 2x3", "fold 3x2"}
    expected |= {move for line in LINES for move in trios(line)}
    assert {KIND.text(move) for move in range(rules.MOVES)} == expected


def test_z9_a_swap_is_written_with_the_first_cell_first() -> None:
    assert KIND.text(KIND.parse("swap c3 a1")) == "swap a1 c3"


def test_z16_the_order_of_a_trio_is_part_of_its_text() -> None:
    assert len({KIND.parse(f"trio {' '.join(order)}") for order in permutations(["a1", "b1", "c1"])}) == 6


@pytest.mark.parametrize(
    "move",
    [
        "", " ", "fly", "flip", "flip d1", "flip a4", "flip a1 b1", "flip A1", "Draw", "draw a1", "put", "put 1a1",
        "take 3", "swap a1", "swap a1 a1", "swap a1 b1 c1", "trade", "trade a1 b1", "trade 5a1 b1", "trade 1a1",
        "trade 1d1 a1", "trade a1 1b1", "trio a1 b1", "trio a1 b1 c9", "fold", "fold 1x3", "fold 3x3", "drop it",
    ],
)  # fmt: skip
def test_z6_what_is_no_move_is_refused_as_such(move: str) -> None:
    table = position(PLAIN[:2])
    before = table.states.tobytes()
    with pytest.raises(tercet.NotationError):
        table.play(0, move)
    assert table.states.tobytes() == before


# --- Refusals


def after(areas: list[str] | tuple[str, ...], *moves: str, reserve: str | None = None) -> Callable[[], Position]:
    """Return a function that builds the position after these moves of seat 0.

    The green 12 is on top of the draw pile, the red 3 is the only discard, and seat 0 has this reserve.
    """

    def build() -> Position:
        reserves = None if reserve is None else [reserve, "? ? ?"]
        table = position(areas, reserves=reserves, draw="g12 ...", discards="r3")
        table.play(0, *moves)
        return table

    return build


def preparing() -> Position:
    table = dealt(2)
    table.play(0, "flip b2")
    return table


TENS = ["y10 ? o3 / r10 ? p3 / ?o9 ? d3", "? g10 ? / ?g9 ? b3 / ? ? ?"]
SMALL = ["r0 o1 ?y2 / g3 b4 d5", PLAIN[1]]
GREENS = ["g1 g2 ? / ? ? ? / ? ? ?", PLAIN[1]]
DIAGONAL = ["g1 ? ? / ? g2 ? / ? ? ?", PLAIN[1]]

WITH_CELLS = [
    pytest.param(preparing, "flip b2", "Z3", "b2", id="Z3 open already"),
    pytest.param(after(SMALL, "draw"), "put b3", "Z7", "b3", id="Z7 no card there"),
    pytest.param(after(PLAIN[:2], "draw", "drop"), "flip a1", "Z8", "a1", id="Z8 open already"),
    pytest.param(after(SMALL, "draw", "drop"), "flip a3", "Z8", "a3", id="Z8 no card there"),
    pytest.param(after(PLAIN[:2], "swap a1 c3"), "flip c3", "Z9", "c3", id="Z9 open already"),
    pytest.param(after(SMALL), "swap a1 a3", "Z9", "a3", id="Z9 no card there"),
    pytest.param(after(SMALL), "swap b3 c3", "Z9", "b3 c3", id="Z9 no cards there"),
    pytest.param(after(TENS, "draw"), "trade 0a1 a3", "Z12", "0a1", id="Z12 an own card"),
    pytest.param(after(TENS, "draw"), "trade 4b1 a3", "Z12", "4b1", id="Z12 nobody there"),
    pytest.param(after(TENS, "draw"), "trade 1a2 a3", "Z12", "1a2", id="Z12 a face-down card"),
    pytest.param(after(TENS, "draw"), "trade 1c2 a3", "Z12", "1c2", id="Z12 neither value nor colour"),
    pytest.param(after(SMALL, "draw"), "trade 1a1 a3", "Z12", "a3", id="Z12 no own card there"),
    pytest.param(after(TENS, "draw"), "trade 1b1 b2", "Z13", "1b1 b2", id="Z13 no trio"),
    pytest.param(after(TENS, "draw", "trade 1b1 a3"), "trio c1 c2 c3", "Z13", "c1 c2 c3", id="Z13 another trio"),
    pytest.param(after(GREENS, "draw", "put c1"), "trio a2 b2 c2", "Z14", "a2 b2 c2", id="Z14 no trio"),
    pytest.param(after(GREENS, "draw", "put c1"), "trio a1 b1 c2", "Z14", "a1 b1 c2", id="Z14 no line"),
]

WITHOUT_CELLS = [
    pytest.param(preparing, "draw", "Z3", id="Z3 two cards first"),
    pytest.param(after(PLAIN[:2]), "put a1", "Z6", id="Z6 no card drawn"),
    pytest.param(after(PLAIN[:2], "draw"), "take", "Z6", id="Z6 a card drawn"),
    pytest.param(after(PLAIN[:2], "take"), "drop", "Z8", id="Z8 from the discards"),
    pytest.param(after(PLAIN[:2], "draw", "drop"), "take", "Z8", id="Z8 turn one up"),
    pytest.param(after(PLAIN[:2], "swap a1 c3"), "take", "Z9", id="Z9 turn one up"),
    pytest.param(after(PLAIN[:2], "draw", "put a1"), "draw", "Z11", id="Z11 not on turn"),
    pytest.param(after(PLAIN[:2]), "trio a1 b1 c1", "Z15", id="Z15 too early"),
    pytest.param(after(GREENS, "draw", "put c1"), "draw", "Z15", id="Z15 a trio must go"),
    pytest.param(after(GREENS, "draw", "put c1", "trio a1 b1 c1"), "draw", "Z18", id="Z18 turn one up"),
    pytest.param(after(DIAGONAL, "draw", "put c3", "trio a1 b2 c3", reserve=""), "draw", "Z20", id="Z20 close up"),
]


@pytest.mark.parametrize(("build", "move", "rule", "cells"), WITH_CELLS)
def test_refusals_name_the_rule_and_the_cells_in_both_languages(
    build: Callable[[], Position], move: str, rule: str, cells: str
) -> None:
    error = build().refused(0, move)
    assert (error.rule, error.cells) == (rule, tuple(cells.split()))
    for language in ("en", "de"):
        assert error.text(language).startswith(f"{rule}: ")
        assert ", ".join(cells.split()) not in error.text(language)


@pytest.mark.parametrize(("build", "move", "rule"), WITHOUT_CELLS)
def test_refusals_that_are_about_no_cell_name_the_rule(build: Callable[[], Position], move: str, rule: str) -> None:
    error = build().refused(0, move)
    assert (error.rule, error.cells) == (rule, ())
    assert str(error) == error.text("en") == f"{rule}: {error.words['en']}"
    assert error.text("de") == f"{rule}: {error.words['de']}"


def test_z11_the_refusal_says_that_it_is_not_your_turn() -> None:
    error = position(PLAIN[:3], turn=2).refused(0, "draw")
    assert error.text("en") == "Z11: It is another player's turn."
    assert error.text("de") == "Z11: Jemand anders ist am Zug."


@pytest.mark.parametrize("seat", [0, 1])
def test_z24_after_the_end_every_move_is_refused(seat: int) -> None:
    table = position(["", "r0 ?o2 y3"], turn=1, ender=0, draw="g1 ...")
    table.play(1, "draw", "put c1")
    for move in ONE_OF_EACH:
        assert table.refused(seat, move).rule == "Z24"


@pytest.mark.parametrize("build", [case.values[0] for case in [*WITH_CELLS, *WITHOUT_CELLS]])
def test_every_move_is_either_legal_or_refused_with_a_rule(build: Callable[[], Position]) -> None:
    table = build()
    rule_ids = {f"Z{number}" for number in range(1, 27)}
    for seat in (0, 1):
        legal = table.legal(seat)
        for move in {KIND.text(move) for move in range(rules.MOVES)} - legal:
            assert table.refused(seat, move).rule in rule_ids


def test_z3_a_refused_move_changes_neither_the_game_nor_its_record() -> None:
    game = tercet.new("z3bra", players=2, seed=5)
    game.play(0, "flip a1")
    before = msgspec.json.encode(game.record()), game.view(0).states.tobytes()
    for move in ("flip a1", "draw", "trio a1 b1 c2", "swap a1 b1"):
        with pytest.raises(tercet.IllegalMove):
            game.play(0, move)
    assert (msgspec.json.encode(game.record()), game.view(0).states.tobytes()) == before


@pytest.mark.parametrize("seat", [-1, 2])
def test_z11_a_seat_that_is_not_there_cannot_move(seat: int) -> None:
    with pytest.raises(tercet.UsageError, match="0 to 1"):
        tercet.new("z3bra", players=2, seed=5).play(seat, "flip a1")
