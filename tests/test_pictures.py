"""Pictures: each is self-contained, shows exactly what its viewer may know, and nothing in it overlaps."""

import random
import re
import xml.etree.ElementTree as ET
from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import combinations
from typing import Any, NamedTuple

import msgspec
import pytest

import tercet
from tercet.game import View
from tercet.games.kind import TableView
from tercet.games.registry import find
from tercet.games.triple.table import TripleTable
from tercet.games.z3bra.table import Z3braSeat, Z3braTable
from tercet.games.zatre.notation import FIELD_NAMES
from tercet.games.zatre.rules import PLACES
from tercet.games.zatre.table import ZatreTable
from tercet.pictures import svg
from tercet.pictures.symbols import TOKENS
from tercet.pictures.zatre import COLUMNS, FIELD

SVG = "{http://www.w3.org/2000/svg}"
SIZES = {"z3bra": (2, 3, 4, 5), "zatre": (2, 3, 4, 5, 6), "triple": (2, 3, 4)}


class Picture(NamedTuple):
    """A picture and the view that it was drawn from."""

    table: TableView
    text: str
    root: ET.Element

    def uses(self) -> Counter[str]:
        return Counter(use.attrib["href"].removeprefix("#") for use in self.root.iter(f"{SVG}use"))

    def words(self) -> list[str]:
        return [text.text or "" for text in self.root.iter(f"{SVG}text")]

    def cards(self) -> list[str]:
        """Return the open cards: each group of one has a title."""
        return [title.text or "" for group in self.root.iter(f"{SVG}g") for title in group.findall(f"{SVG}title")]

    def rects(self, **attributes: str) -> list[ET.Element]:
        wanted = attributes.items()
        return [rect for rect in self.root.iter(f"{SVG}rect") if wanted <= rect.attrib.items()]


def show(table: TableView) -> Picture:
    text = svg.draw(table)
    return Picture(table, text, ET.fromstring(text))


@cache
def played(name: str, players: int, pairs: bool = False) -> list[tercet.Game]:
    """Return a random round: at its start, at four points on the way, and at its end."""
    rng = random.Random(players)
    options: dict[str, Any] = {"pairs": True} if pairs else {}
    game = tercet.new(name, players=players, seed=players, **options)
    states = [game.copy()]
    while not game.is_over:
        seat = rng.choice(game.to_act)
        moves = [move for move in game.legal_moves(seat) if move != "stop"]
        if not moves:
            continue
        eager = [move for move in moves if move.startswith(("play", "trade"))]
        game.play(seat, rng.choice(eager or moves))
        states.append(game.copy())
    return [states[len(states) * part // 5] for part in range(5)] + [game]


@cache
def all_shown(name: str, players: int, pairs: bool = False) -> list[Picture]:
    return [show(game.view(seat).table) for game in played(name, players, pairs) for seat in (None, 0, players - 1)]


TABLES = [(name, players, False) for name, sizes in SIZES.items() for players in sizes]
TABLES += [("zatre", 4, True), ("zatre", 6, True)]


# --- Every picture


@pytest.mark.parametrize(("name", "players", "pairs"), TABLES)
def test_a_picture_needs_no_other_file(name: str, players: int, pairs: bool) -> None:
    for shown in all_shown(name, players, pairs):
        used = set(re.findall(r'(?:href="|url\()#([\w-]+)', shown.text))
        defs = shown.root.find(f"{SVG}defs")
        assert defs is not None
        assert sorted(each.attrib["id"] for each in defs) == sorted(used)
        assert "var(" not in shown.text
        assert shown.text.count("http") == 1, "only the name of the namespace"
        assert {"viewBox", "width", "height"} <= shown.root.attrib.keys()


@pytest.mark.parametrize(("name", "players", "pairs"), TABLES)
def test_title_says_what_it_shows(name: str, players: int, pairs: bool) -> None:
    for shown in all_shown(name, players, pairs):
        title = shown.root.findtext(f"{SVG}title", "")
        viewer = "a spectator" if shown.table.seat is None else f"seat {shown.table.seat}"
        assert title.startswith(f"{find(name).title} with {players} players, as {viewer} sees it.")


@pytest.mark.parametrize(("name", "players", "pairs"), TABLES)
def test_unknown_cards_do_not_change_the_picture(name: str, players: int, pairs: bool) -> None:
    for game in played(name, players, pairs):
        for seat in (None, 0, players - 1):
            view = game.view(seat)
            assert View(game.kind, view.redealt(5), view.seat)._repr_svg_() == view._repr_svg_()


@pytest.mark.parametrize(("name", "players", "pairs"), TABLES)
def test_turn_is_marked_in_ink_and_never_in_lamp_yellow(name: str, players: int, pairs: bool) -> None:
    for shown in all_shown(name, players, pairs):
        names = {text.text: text.get("fill") for text in shown.root.iter(f"{SVG}text") if is_name(text.text)}
        assert set(names) == {f"Seat {seat}" for seat in range(players)}
        on_turn = [] if name == "triple" else shown.table.to_act
        assert [each for each, fill in names.items() if fill == TOKENS["page"]] == names_of(names, on_turn)
        assert TOKENS["lamp"] not in shown.text


def is_name(words: str | None) -> bool:
    return bool(re.fullmatch(r"Seat \d", words or ""))


def names_of(names: dict[str | None, str | None], seats: list[int]) -> list[str | None]:
    """Return the names of these seats, in the order in which the picture has them."""
    return [each for each in names if each in {f"Seat {seat}" for seat in seats}]


def placed(element: ET.Element, x: float = 0, y: float = 0) -> Iterator[tuple[ET.Element, float, float]]:
    """Yield every element with the position of its origin, except those that are rotated or scaled."""
    for part in element:
        moved = re.fullmatch(r"translate\((\S+) (\S+)\)", part.get("transform", "translate(0 0)"))
        if moved:
            left, top = x + float(moved[1]), y + float(moved[2])
            yield part, left, top
            yield from placed(part, left, top)


def panels(shown: Picture) -> list[tuple[float, float, float, float]]:
    """Return left, top, right and bottom of seats, sheets, status and board: the rects with a panel's shadow."""
    shadows = ("url(#sh-panel)", "url(#sh-lift)")
    found = []
    for group, x, y in placed(shown.root):
        rect = group.find(f"{SVG}rect")
        if group.get("filter") in shadows and rect is not None:
            found.append((x, y, x + float(rect.attrib["width"]), y + float(rect.attrib["height"])))
    return found


@pytest.mark.parametrize(("name", "players", "pairs"), TABLES)
def test_nothing_overlaps_or_sticks_out(name: str, players: int, pairs: bool) -> None:
    for shown in all_shown(name, players, pairs):
        seats = players // 2 if pairs else players - (name == "triple" and shown.table.seat is not None)
        assert len(panels(shown)) == seats + (2 if name == "zatre" else 1), "the board, and what is going on"
        check_places(shown)


def check_places(shown: Picture) -> None:
    width, height = (float(shown.root.attrib[side]) for side in ("width", "height"))
    for left, top, right, bottom in panels(shown):
        assert 0 < left < right < width
        assert 0 < top < bottom < height
    for one, two in combinations(panels(shown), 2):
        assert one[2] <= two[0] or two[2] <= one[0] or one[3] <= two[1] or two[3] <= one[1], (one, two)


def test_a_view_without_a_picture_is_an_error() -> None:
    with pytest.raises(TypeError, match="no picture for a TableView"):
        svg.draw(TableView(seat=None, to_act=[], scores=None))


# --- Z3BRA


def z3bra_shown(players: int) -> Iterator[tuple[Z3braTable, Picture]]:
    for shown in all_shown("z3bra", players):
        assert isinstance(shown.table, Z3braTable)
        yield shown.table, shown


@pytest.mark.parametrize("players", SIZES["z3bra"])
def test_z3bra_shows_open_cards_and_backs(players: int) -> None:
    for table, shown in z3bra_shown(players):
        areas = [card for seat in table.seats for row in seat.area for card in row if card]
        reserves = [card for seat in table.seats for card in seat.reserve_cards or []]
        cards = Counter([*areas, *reserves, *table.discards[-1:], *filter(None, [table.held])])
        backs = cards.pop("?", 0) + (table.draw_pile > 0)
        assert Counter(shown.cards()) == cards
        assert shown.uses()["z-back"] == backs


COLOURS = {"r": "red", "o": "orange", "y": "yellow", "g": "green", "b": "pale", "d": "dark", "p": "purple"}


@pytest.mark.parametrize("players", SIZES["z3bra"])
def test_z3bra_cards_have_numeral_animal_and_stripes(players: int) -> None:
    for _, shown in z3bra_shown(players):
        for group in shown.root.iter(f"{SVG}g"):
            card = group.findtext(f"{SVG}title")
            if card:
                colour = COLOURS[card[0]]
                parts = {use.attrib["href"] for use in group.findall(f"{SVG}use")}
                assert {f"#n-{card[1:]}", f"#z-{colour}", f"#z-stripes-{colour}-in-{colour}"} <= parts


@pytest.mark.parametrize("players", SIZES["z3bra"])
def test_z3bra_counts_and_points(players: int) -> None:
    for table, shown in z3bra_shown(players):
        words = shown.words()
        assert f"{table.draw_pile} to draw" in words
        assert f"{len(table.discards)} discarded" in words
        assert [each for each in words if each.endswith(" pts")].count("0 pts") == (table.scores or []).count(0)
        assert {f"{score} pts" for score in table.scores or []} == {each for each in words if each.endswith(" pts")}
        assert shown.uses()["i-reserve"] == players


def z3bra_like(seats: list[Z3braSeat], own: int | None = None, **changes: Any) -> TableView:
    table = played("z3bra", len(seats))[2].view(own).table
    return msgspec.structs.replace(table, seats=seats, held=None, **changes)


def seat_with(*rows: str) -> Z3braSeat:
    return Z3braSeat(area=[list(row.split()) for row in rows], reserve=0, reserve_cards=None)


SMALLER = [
    seat_with("r1 ? b12", "o4 ? g3"),
    seat_with("y5 ?", "d3 p7", "? ?"),
    seat_with("g0 b1 ?"),
    seat_with("p12", "?", "d11"),
    seat_with(),
]


@pytest.mark.parametrize("own", [None, *range(5)])
def test_z3bra_smaller_areas(own: int | None) -> None:
    shown = show(z3bra_like(SMALLER, own, discards=["r0"]))
    assert sorted(shown.cards()) == ["b1", "b12", "d11", "d3", "g0", "g3", "o4", "p12", "p7", "r0", "r1", "y5"]
    assert shown.uses()["z-back"] == 7 + 1, "and the draw pile"
    assert shown.words().count("no cards left") == 1
    check_places(shown)


@pytest.mark.parametrize(("own", "cards", "columns"), [(0, 6, 3), (1, 6, 2), (2, 3, 3), (3, 3, 1), (4, 0, 0)])
def test_z3bra_own_area_is_as_large_as_the_piles_and_has_coordinates(own: int, cards: int, columns: int) -> None:
    shown = show(z3bra_like(SMALLER, own))
    assert shown.text.count("scale(0.88)") == cards + 2
    assert [each for each in shown.words() if each in "abc"] == list("abc")[:columns]


def test_z3bra_held_card_is_a_back_to_the_others() -> None:
    game = tercet.new("z3bra", players=3, seed=1)
    for seat in range(3):
        game.play(seat, "flip a1")
        game.play(seat, "flip b2")
    holder = game.to_act[0]
    game.play(holder, "draw")
    mine, theirs = (show(game.view(seat).table) for seat in (holder, (holder + 1) % 3))
    assert theirs.uses()["z-back"] == mine.uses()["z-back"] + 1
    assert len(mine.cards()) == len(theirs.cards()) + 1
    assert f"Seat {holder} holds" in theirs.words()


def test_z3bra_last_round_and_taken_card() -> None:
    seats = [seat_with("r1 r2 r3")] * 2
    shown = show(z3bra_like(seats, to_act=[1], decision="discard", taken="b1", last_round_by=0))
    assert "Last round, begun by seat 0" in shown.words()
    rings = shown.rects(fill="none", stroke=TOKENS["ink"])
    assert [ring.attrib["stroke-width"] for ring in rings] == ["2.5", "3"], "the panel on turn, and the card"


# --- ZATRE


def zatre_shown(players: int, pairs: bool) -> Iterator[tuple[ZatreTable, Picture]]:
    for shown in all_shown("zatre", players, pairs):
        assert isinstance(shown.table, ZatreTable)
        yield shown.table, shown


ZATRE = [(players, pairs) for name, players, pairs in TABLES if name == "zatre"]


def board_in(shown: Picture) -> dict[str, int]:
    """Return the board, read back from the places of its tiles."""
    names = {place: FIELD_NAMES[number] for number, place in enumerate(PLACES)}
    board = {}
    for use in shown.root.iter(f"{SVG}use"):
        if use.get("width") == str(FIELD - 2):
            column, row = (int(use.attrib[axis]) // FIELD for axis in "xy")
            board[names[column, row]] = int(use.attrib["href"].removeprefix("#tile-"))
    return board


@pytest.mark.parametrize(("players", "pairs"), ZATRE)
def test_zatre_board(players: int, pairs: bool) -> None:
    for table, shown in zatre_shown(players, pairs):
        colours = {colour: len(shown.rects(fill=TOKENS[f"f-{colour}"])) for colour in ("dark", "light", "red")}
        assert colours == {"dark": 160, "light": 32, "red": 1}
        assert board_in(shown) == table.board
        assert len(shown.rects(width="27", stroke=TOKENS["ink"])) == len(table.fresh)
        assert set("abcdefghijklmno") <= set(shown.words())


@pytest.mark.parametrize(("players", "pairs"), ZATRE)
def test_zatre_racks_and_bag(players: int, pairs: bool) -> None:
    for table, shown in zatre_shown(players, pairs):
        hidden = sum(count for held, count in zip(table.held, table.held_count, strict=True) if held is None)
        assert shown.uses()["tile-back"] == hidden + 1, "and the sign for the bag"
        own = [] if table.seat is None else table.held[table.seat] or []
        known = Counter(pips for held in [*table.held, own] for pips in held or [])
        laid = Counter(table.board.values())
        assert {pips: shown.uses()[f"tile-{pips}"] for pips in range(1, 7)} == {
            pips: known[pips] + laid[pips] for pips in range(1, 7)
        }
        assert f"{table.bag} in the bag" in shown.words()


@pytest.mark.parametrize(("players", "pairs"), ZATRE)
def test_zatre_sheets(players: int, pairs: bool) -> None:
    for table, shown in zatre_shown(players, pairs):
        rows = [row for sheet in table.sheets for row in sheet.rows]
        words = Counter(shown.words())
        assert words["×"] == sum(row.cross for row in rows)
        assert words["bonus"] == len(table.sheets)
        assert words["so far"] == (0 if table.scores else len(table.sheets))
        assert len(shown.rects(fill="#F6E7C1")) == sum(row.bonus > 0 for row in rows)
        columns = zip(*(msgspec.structs.astuple(row)[1:] for row in rows), strict=True)
        for heading, numbers in zip(("10", "11", "12", "bonus", "total"), columns, strict=False):
            assert written_under(shown, heading) == [str(number) for number in numbers if number]
        totals = [text.text for text in shown.root.iter(f"{SVG}text") if text.get("font-size") == "19"]
        assert totals == [str(sheet.total) for sheet in table.sheets]


def written_under(shown: Picture, heading: str) -> list[str]:
    """Return the numbers in a column of the sheets, one sheet after the other."""
    texts = [text for text in shown.root.iter(f"{SVG}text") if text.get("x") == str(COLUMNS[heading])]
    in_boxes = [text for text in texts if text.get("font-size") == "13" and text.get("font-weight")]
    return [text.text or "" for text in in_boxes]


# --- TRIPLE³


def triple_shown(players: int) -> Iterator[tuple[TripleTable, Picture]]:
    for shown in all_shown("triple", players):
        assert isinstance(shown.table, TripleTable)
        yield shown.table, shown


@pytest.mark.parametrize("players", SIZES["triple"])
def test_triple_shows_grid_hands_and_stacks(players: int) -> None:
    for table, shown in triple_shown(players):
        known = [card for seat in table.seats for card in seat.hand or []]
        assert Counter(shown.cards()) == Counter([*known, *(card for row in table.grid for card in row)])
        own_stack = table.seat is not None and table.seats[table.seat].stack > 0
        hidden = sum(seat.hand_count for seat in table.seats if seat.hand is None)
        assert shown.uses()["t-back"] == hidden + own_stack
        high = [height for row in table.heights for height in row if height > 1]
        assert len(shown.rects(width="30", height="18")) == len(high)
        assert shown.words().count("left") == players


@pytest.mark.parametrize("players", SIZES["triple"])
def test_triple_cards_have_shape_waves_and_corner_marks(players: int) -> None:
    colours = {"r": "red", "b": "blue", "p": "purple", "y": "yellow"}
    shapes = {"c": "circle", "d": "diamond", "x": "plus", "s": "star"}
    for _, shown in triple_shown(players):
        expected = Counter(f"t-{shapes[card[1]]}-{card[2]}-in-{colours[card[0]]}" for card in shown.cards())
        assert expected <= shown.uses()
        for letter, colour in colours.items():
            assert shown.uses()[f"t-mark-{colour}"] == 2 * sum(card[0] == letter for card in shown.cards())


def test_triple_stop() -> None:
    game = tercet.new("triple", players=3, seed=7)
    game.play(0, "stop")
    game.play(1, "go")
    for seat in (None, 0, 1):
        words = show(game.view(seat).table).words()
        assert "Stop" in words
        assert words.count("go") == 1
        assert "Seats 0 and 2 to say go" in words


def test_triple_large_hand_shows_every_card() -> None:
    game = tercet.new("triple", players=2, seed=3)
    game.play(0, "take 27")
    shown = show(game.view(0).table)
    assert len(shown.cards()) == 27 + 9
    assert not any("rotate" in group.get("transform", "") for group in shown.root.iter(f"{SVG}g") if is_hand(group))


def is_hand(group: ET.Element) -> bool:
    """Return whether a group is a card of a fan: it is rotated as a whole and contains a title."""
    return any(True for _ in group.iter(f"{SVG}title"))
