"""Tables without help: the page knows no rule. What an engine beside it calls legal can be done, and nothing tells it.

The server runs in this process, so that its own game can be asked, before and after each move.
"""

import json
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Page, Response, WebSocket, expect

from browser.conftest import Visit
from browser.seats import GAMES, Seat, pick, sit, without_stop
from server.inside import Inside, serving
from server.playing import Rest
from tercet.game import Game

MOVES = {"z3bra": 40, "zatre": 30, "triple": 24}
OPTIONS = {"triple": {"call": "self"}}
"""Players name the property themselves, so that the page has to say exactly what is meant."""

HINTS = {"moves", "sums", "property"}
LIT = ".lit, .can, .score, .badge, .chooser .primary, main .primary[data-testid=take]"
"""Everything that lights up because a move is legal."""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Inside]:
    """In the place of the process that other modules have."""
    with serving(tmp_path_factory.mktemp("inside") / "tables.db") as inside:
        yield inside


def engine(server: Inside, table: str) -> Game:
    """The server's own game, with everything that is hidden."""
    return server.do(server.hub.find(table)).table.game


class Ear:
    """Hears everything that a page is told, and keeps the keys of what would be a hint."""

    def __init__(self, page: Page) -> None:
        self.hints: set[str] = set()
        self.heard = 0
        page.on("websocket", self._open)
        page.on("response", self._answer)

    def _open(self, socket: WebSocket) -> None:
        socket.on("framereceived", lambda frame: self._listen(json.loads(frame)))

    def _answer(self, response: Response) -> None:
        if "/api/tables" in response.url and response.ok and response.request.method == "GET":
            self._listen(response.json())

    def _listen(self, message: Any) -> None:
        self.heard += 1
        self.hints |= HINTS & set(keys(message))


def keys(message: Any) -> Iterator[str]:
    """Every key, however deep."""
    if isinstance(message, dict):
        yield from message
        for part in message.values():
            yield from keys(part)
    elif isinstance(message, list):
        for part in message:
            yield from keys(part)


def table_for_two(visit: Visit, rest: Rest, game: str) -> tuple[list[Seat], list[Ear]]:
    """Two people without help, both with a page; in TRIPLE³ the other one only looks on."""
    made = rest.create(game, players=2, name="Ada", help=False, options=OPTIONS.get(game, {}))
    people = [made, rest.join(made["table"], "Bob")]
    seats, ears = [], []
    for person in people:
        seat = sit(visit, rest, person)
        ears.append(Ear(seat.page))
        seat.page.reload()
        seats.append(seat)
    seats[0].page.locator("main .btn.primary").click()
    for seat in seats:
        expect(seat.page.locator("main.table [data-place]").first).to_be_visible()
    return seats, ears


@pytest.mark.parametrize("seed", [1, *(pytest.param(seed, marks=pytest.mark.soak) for seed in range(2, 8))])
@pytest.mark.parametrize("game", GAMES)
def test_legal_moves_can_be_made_and_nothing_tells_them(
    visit: Visit, rest: Rest, server: Inside, game: str, seed: int
) -> None:
    seats, ears = table_for_two(visit, rest, game)
    random = Random(seed)
    for _ in range(MOVES[game]):
        truth = engine(server, seats[0].table)
        if truth.is_over:
            break
        acting = 0 if game == "triple" else truth.to_act[0]
        seat = seats[acting]
        seat.follow()
        expect(seat.page.locator(LIT)).to_have_count(0)
        moves = without_stop(truth.legal_moves(acting))
        if not moves:
            break
        move = pick(moves, random)
        expected = truth.copy()
        expected.play(acting, move, truth_time(game, truth))
        seat.make(move)
        now = engine(server, seats[0].table)
        assert now.last_move[:2] == expected.last_move[:2]
        assert now.open_table == expected.open_table
    assert [ear.hints for ear in ears] == [set(), set()]
    assert all(ear.heard > MOVES[game] / 2 for ear in ears)


def truth_time(game: str, truth: Game) -> int | None:
    """In a race every move has its time; any time after the last will do here."""
    return 10_000_000 if game == "triple" else None


PLACES = {
    "z3bra": ".area button[data-place]",
    "zatre": ".board button[data-place]:not(:has(.tile))",
    "triple": "button[data-cell]",
}
"""Where a piece could go."""

LOOKS = """places => places.map(place => [place.dataset.place ?? place.dataset.cell, [
    place.ariaDisabled, place.disabled, place.ariaLabel.split(": ").slice(1).join(": "),
    ...["cursor", "backgroundColor", "boxShadow", "outlineStyle", "opacity"].map(of => getComputedStyle(place)[of]),
].join(" | ")])"""
"""How each place looks and what it says that pressing does, without where it is and what lies there."""


@pytest.mark.parametrize("game", GAMES)
def test_a_place_that_fits_looks_like_one_that_does_not(visit: Visit, rest: Rest, server: Inside, game: str) -> None:
    """In three positions with different pieces in hand. In Z3BRA every own card can be exchanged: all look alike."""
    seats, _ = table_for_two(visit, rest, game)
    random, seen = Random(3), 0
    while seen < 3:
        truth = engine(server, seats[0].table)
        acting = 0 if game == "triple" else truth.to_act[0]
        seat, moves = seats[acting], without_stop(truth.legal_moves(acting))
        seat.follow()
        fitting = fitting_places(seat.page, game, moves)
        if fitting:
            looks = dict(seat.page.locator(PLACES[game]).evaluate_all(LOOKS))
            plain = {look for place, look in looks.items() if place not in fitting or game == "z3bra"}
            assert fitting <= set(looks)
            assert {looks[place] for place in fitting} <= plain
            assert game != "z3bra" or len(plain) == 1
            seen += 1
        seat.make(moves_towards_a_choice(moves, random))


def fitting_places(page: Page, game: str, moves: list[str]) -> set[str]:
    """Take something in hand; where it may go, if that is not everywhere or in one place of its own."""
    if game == "z3bra":
        seat = (page.locator(".area button").first.get_attribute("data-place") or "")[0]
        return {seat + move.removeprefix("put ") for move in moves if move.startswith("put ")}
    if game == "zatre":
        tile = page.locator(".rack button").last
        tile.click()
        pips = (tile.get_attribute("aria-label") or "")[0]
        fields = {move[1:] for move in moves if move[0] == pips}
        return fields if fields != {"h8"} else set()
    card = page.locator("[data-place^=hand-]").first
    if not card.is_visible():
        return set()
    if card.get_attribute("aria-pressed") != "true":
        card.click(position={"x": 26, "y": 30})
    name = (card.get_attribute("data-place") or "").removeprefix("hand-")
    return {move.split()[2] for move in moves if move.startswith(f"play {name} ")}


def moves_towards_a_choice(moves: list[str], random: Random) -> str:
    """Draw or take if possible, so that there is something in hand."""
    return next((move for move in ("draw", "take") if move in moves), None) or pick(moves, random)
