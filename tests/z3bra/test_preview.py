"""Which trios a legal move would complete, as tables with help show it (Z13, Z14)."""

from random import Random

import tercet
from tables import busy_move
from tercet.games.kind import cell_name
from tercet.games.z3bra.rules import LINES, is_trio
from z3bra.positions import Position, position

OTHER = "g1 ?g3 ?d9 / ?y7 ?o5 ?p6 / ?r8 ?d1 ?g12"


def trios(game: Position, move: str) -> list[list[str]]:
    """The trios of a legal move of seat 0."""
    return next(legal.trios for legal in game.view(0).described_moves() if legal.move == move)


def test_a_card_of_the_colour_completes_a_row() -> None:
    game = position(["b3 b5 ?r2 / ?o7 ?g9 ?p1 / ?y2 ?d4 ?o9", OTHER], discards="b9")
    game.play(0, "take")
    assert trios(game, "put c1") == [["a1", "b1", "c1"]]
    assert trios(game, "put c2") == []


def test_a_card_completes_two_lines_at_once() -> None:
    game = position(["b3 b5 ?r2 / ?o7 ?g9 g0 / ?y2 ?d4 y0", OTHER], discards="b0")
    game.play(0, "take")
    assert trios(game, "put c1") == [["a1", "b1", "c1"], ["c1", "c2", "c3"]]


def test_a_face_down_card_counts_for_nothing() -> None:
    game = position(["b3 ?b5 ?r2 / ?o7 ?g9 ?p1 / ?y2 ?d4 ?o9", OTHER], discards="b9")
    game.play(0, "take")
    assert trios(game, "put c1") == []


def test_previews_are_what_the_rules_make_of_the_moves() -> None:
    seen = 0
    for seed in range(40):
        game, random = tercet.new("z3bra", players=3, seed=seed), Random(seed)
        while not game.is_over and len(game.moves) < 60:
            seat = game.to_act[0]
            for legal in game.view(seat).described_moves():
                assert sorted(legal.trios) == completed_by(game, seat, legal.move)
                seen += bool(legal.trios)
            game.play(*busy_move(game, random))
    assert seen > 20


def completed_by(game: tercet.Game, seat: int, move: str) -> list[list[str]]:
    """The trios through the cell on which a move lays a card, as the rules have them after the move."""
    after = game.copy()
    after.play(seat, move)
    if not move.startswith(("put", "trade")) or after.to_act != (seat,):
        return []
    lines = [line for line in range(len(LINES)) if is_trio(after.states[0], seat, line)]
    named = [[cell_name(int(cell)) for cell in LINES[line]] for line in lines]
    return sorted(names for names in named if move.rsplit(maxsplit=1)[-1] in names)
