"""ZATRE: the sums of the lines that a tile would make or lengthen (T8)."""

from tercet.games.kind import legal_moves, masked
from zatre.positions import KIND, Position, position, start


def sums(at: Position, seat: int = 0) -> dict[str, list[int]]:
    states = masked(at.states, seat)
    return {legal.move: legal.sums for legal in KIND.describe(states, seat, legal_moves(KIND, states, seat))}


def test_t8_one_line_across_or_down() -> None:
    assert sums(position("6h8", ["4 4", ""])) == {"4h7": [10], "4g8": [10], "4i8": [10], "4h9": [10]}


def test_t8_two_lines_across_first() -> None:
    """On h9: row 9 has a five on i9, column h a six on h8."""
    assert sums(position("6h8 5i8 5i9", ["5 5", ""]))["5h9"] == [10, 11]


def test_t8_a_tile_in_a_gap_joins_both_runs() -> None:
    """Row 8 has a five and a four with i8 free between them, and i7 lies above it."""
    assert sums(position("5h8 1h7 1i7 1j7 4j8", ["2 2", ""]))["2i8"] == [11, 3]


def test_t6_the_very_first_tile_makes_no_line() -> None:
    assert sums(start("6 1", players=2, bag="2 2")) == {"2h8": [], "6h8": []}


def test_without_moves_there_are_no_hints() -> None:
    assert KIND.describe(position("6h8", ["4 4", ""]).states, 0, []) == []
