"""Tables without help: every legal move can be made, but the page neither receives nor shows which moves are legal.

The server runs in this process, so that tests can ask its game for the legal moves.
"""

import json
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Page, Response, WebSocket, expect

from browser.conftest import Visit
from browser.seats import GAMES, Seat, pick_move, sit, without_stop
from server.inside import ServerThread, serving
from server.playing import Rest
from tercet.game import Game

MOVES = {"z3bra": 40, "zatre": 30, "triple": 24}
OPTIONS = {"triple": {"call": "self"}}
"""Players call the property themselves, so that the page has to send it with the move."""

HINT_KEYS = {"moves", "sums", "across", "down", "property"}
"""Keys of messages that only tables with help have."""

HIGHLIGHTS = ".lit, .can, .score, .badge, .chooser .primary, main .primary[data-testid=take]"
"""Everything that is highlighted because a move is legal."""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerThread]:
    """Run a server in this process, instead of the shared one in a process of its own."""
    with serving(tmp_path_factory.mktemp("inside") / "tables.db") as inside:
        yield inside


def server_game(server: ServerThread, table: str) -> Game:
    """Return the server's own game, with all hidden pieces."""
    return server.do(server.hub.find(table)).table.game


class HintDetector:
    """Searches everything that a page receives from the server for the keys that describe legal moves."""

    def __init__(self, page: Page) -> None:
        self.found: set[str] = set()
        self.messages = 0
        page.on("websocket", self._on_socket)
        page.on("response", self._on_response)

    def _on_socket(self, socket: WebSocket) -> None:
        socket.on("framereceived", lambda frame: self._inspect(json.loads(frame)))

    def _on_response(self, response: Response) -> None:
        is_review = response.url.endswith("/review")  # only after the match, in lines
        if "/api/tables" in response.url and not is_review and response.ok and response.request.method == "GET":
            self._inspect(response.json())

    def _inspect(self, message: Any) -> None:
        self.messages += 1
        self.found |= HINT_KEYS & set(all_keys(message))


def all_keys(message: Any) -> Iterator[str]:
    """Yield the keys of a message at every depth."""
    if isinstance(message, dict):
        yield from message
        for part in message.values():
            yield from all_keys(part)
    elif isinstance(message, list):
        for part in message:
            yield from all_keys(part)


def start_table_for_two(visit: Visit, rest: Rest, game: str) -> tuple[list[Seat], list[HintDetector]]:
    """Start a table without help for Ada and Bob, each with a page. Return their seats and detectors."""
    made = rest.create(game, players=2, name="Ada", help=False, options=OPTIONS.get(game, {}))
    people = [made, rest.join(made["table"], "Bob")]
    seats, detectors = [], []
    for person in people:
        seat = sit(visit, rest, person)
        detectors.append(HintDetector(seat.page))
        seat.page.reload()
        seats.append(seat)
    seats[0].page.locator("main .btn.primary").click()
    for seat in seats:
        expect(seat.page.locator("main.table [data-place]").first).to_be_visible()
    return seats, detectors


@pytest.mark.parametrize("seed", [1, *(pytest.param(seed, marks=pytest.mark.soak) for seed in range(2, 8))])
@pytest.mark.parametrize("game", GAMES)
def test_legal_moves_can_be_made_and_are_not_hinted_at(
    visit: Visit, rest: Rest, server: ServerThread, game: str, seed: int
) -> None:
    """In TRIPLE³ only Ada plays, so that nobody can be faster."""
    seats, detectors = start_table_for_two(visit, rest, game)
    random = Random(seed)
    for _ in range(MOVES[game]):
        truth = server_game(server, seats[0].table)
        if truth.is_over:
            break
        acting = 0 if game == "triple" else truth.to_act[0]
        seat = seats[acting]
        seat.follow()
        expect(seat.page.locator(HIGHLIGHTS)).to_have_count(0)
        moves = without_stop(truth.legal_moves(acting))
        if not moves:
            break
        move = pick_move(moves, random)
        expected = truth.copy()
        expected.play(acting, move)
        seat.make(move)
        now = server_game(server, seats[0].table)
        assert now.last_move[:2] == expected.last_move[:2]
        assert now.open_table == expected.open_table
    assert [detector.found for detector in detectors] == [set(), set()]
    assert all(detector.messages > MOVES[game] / 2 for detector in detectors)


PLACES = {
    "z3bra": ".area button[data-place]",
    "zatre": ".board button[data-place]:not(:has(.tile))",
    "triple": "button[data-cell]",
}
"""Selectors of the places where a piece could go."""

APPEARANCE = """places => places.map(place => [place.dataset.place ?? place.dataset.cell, [
    place.ariaDisabled, place.disabled, place.ariaLabel.split(": ").slice(1).join(": "),
    ...["cursor", "backgroundColor", "boxShadow", "outlineStyle", "opacity"].map(of => getComputedStyle(place)[of]),
].join(" | ")])"""
"""Each place's style and the part of its label that says what a click does, without its name and its piece."""


@pytest.mark.parametrize("game", GAMES)
def test_a_place_that_fits_looks_like_one_that_does_not(
    visit: Visit, rest: Rest, server: ServerThread, game: str
) -> None:
    """Compare them in three positions. In Z3BRA every card of one's own can be exchanged, so all must look alike."""
    seats, _ = start_table_for_two(visit, rest, game)
    random, compared = Random(3), 0
    while compared < 3:
        truth = server_game(server, seats[0].table)
        acting = 0 if game == "triple" else truth.to_act[0]
        seat, moves = seats[acting], without_stop(truth.legal_moves(acting))
        seat.follow()
        fitting = fitting_places(seat.page, game, moves)
        if fitting:
            looks = dict(seat.page.locator(PLACES[game]).evaluate_all(APPEARANCE))
            plain = {look for place, look in looks.items() if place not in fitting or game == "z3bra"}
            assert fitting <= set(looks)
            assert {looks[place] for place in fitting} <= plain
            assert game != "z3bra" or len(plain) == 1
            compared += 1
        seat.make(pick_drawing_move(moves, random))


def fitting_places(page: Page, game: str, moves: list[str]) -> set[str]:
    """Select a piece; return the places where it may go. Return none if there is nothing to compare them with.

    That is so before a Z3BRA card is drawn, with an empty hand in TRIPLE³, and for the first tile of ZATRE, which
    must go to the middle.
    """
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


def pick_drawing_move(moves: list[str], random: Random) -> str:
    """Return a draw or take if it is legal, so that the seat has a piece in hand; else any move."""
    return next((move for move in ("draw", "take") if move in moves), None) or pick_move(moves, random)
