"""The tasks of the spotting trainer name the lines in which a card makes a triple."""

from tercet.coach.triple.spotting import KINDS, place_of, spot
from tercet.games.kind import CELL_NUMBERS
from tercet.games.triple.notation import CARD_NUMBERS
from triple.positions import position


def test_a_place_names_the_kinds_of_its_lines() -> None:
    grid = "yc0 bs0 ps2 / pc3 rc3 ys2 / rc0 ys1 yd0"
    state = position(grid, ["rs2", ""]).states[0]
    found = {cell: place_of(state, CARD_NUMBERS["rs2"], CELL_NUMBERS[cell]) for cell in ("b2", "c3")}
    assert (found["b2"].calls, found["b2"].lines) == (["star"], ["column"])
    assert (found["c3"].calls, found["c3"].lines) == (["star", "2"], ["column"])


def test_every_place_has_a_line_and_every_kind_occurs() -> None:
    places = [place for seed in range(30) for place in spot(seed).places]
    assert all(place.lines for place in places)
    assert {kind for place in places for kind in place.lines} == set(KINDS)
