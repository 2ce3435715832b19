"""An illegal move: the page shows the refusal with its rule and shakes the cells, and the table does not change."""

import json

import pytest
from playwright.sync_api import Page, WebSocket, expect

from browser.conftest import Visit
from browser.seats import GAMES, Seat, drive, sit
from server.playing import Message, Rest

RECORD_SHAKES = """() => {
    window.shaken = [];
    const animate = Element.prototype.animate;
    Element.prototype.animate = function (...options) {
        window.shaken.push(this.dataset.place ?? this.dataset.cell ?? "");
        return animate.apply(this, options);
    };
    document.addEventListener("animationstart", (event) => window.shaken.push(event.target.dataset.cell ?? ""));
}"""
"""Add every place that is animated from now on to `window.shaken`."""


def start_without_help(visit: Visit, rest: Rest, game: str, german: bool) -> Seat:
    """Start a table without help for Ada and Bob; return the seat that may act, which is drawn by lot.

    Without bots nobody else moves during the test.
    """
    made = rest.create(game, players=2, name="Ada", help=False)
    friend = rest.join(made["table"], "Bob")
    ada = sit(visit, rest, made, german=german, motion=True)
    ada.page.locator("main .btn.primary").click()
    expect(ada.page.locator("main [data-place]").first).to_be_visible()
    if 0 in ada.view["to_act"]:
        return ada
    return sit(visit, rest, friend, german=german, motion=True)


def break_a_rule(seat: Seat, game: str) -> Message:
    """Try an illegal move; return the snapshot from before."""
    page = seat.page
    if game == "z3bra":
        seat.make("flip a1")
        before = seat.follow()
        drive(game, page, "flip a1")
    elif game == "zatre":
        before = seat.follow()
        page.locator(".rack button").first.click()
        page.locator("button[data-place=f6]").click()
    else:
        expect(page.locator(".countdown")).to_have_count(0)
        seat.make("take")
        before = seat.follow()
        view = before["situation"]["view"]
        card = view["seats"][view["seat"]]["hand"][0]
        drive(game, page, f"play {card} {find_illegal_cell(card, view['grid'])}")
    return before


LINES = (
    *([f"{column}{row}" for column in "abc"] for row in "123"),
    *([f"{column}{row}" for row in "123"] for column in "abc"),
    ["a1", "b2", "c3"],
    ["c1", "b2", "a3"],
)


def find_illegal_cell(card: str, grid: list[list[str]]) -> str:
    """Return a cell at which a card makes no new triple (P8). There always is one."""
    cells = {f"{column}{row + 1}": grid[row]["abc".index(column)] for row in range(3) for column in "abc"}

    def fits(cell: str) -> bool:
        others = [[cells[other] for other in line if other != cell] for line in LINES if cell in line]
        return any(card[i] == one[i] == two[i] != cells[cell][i] for one, two in others for i in range(3))

    return next(cell for cell in cells if not fits(cell))


@pytest.mark.parametrize("german", [False, True], ids=["english", "german"])
@pytest.mark.parametrize("game", GAMES)
def test_a_refused_move(visit: Visit, rest: Rest, game: str, german: bool) -> None:
    seat = start_without_help(visit, rest, game, german)
    page = seat.page
    refusals = collect_refusals(page)
    before = break_a_rule(seat, game)

    alert = page.get_by_role("alert")
    expect(alert).to_be_visible()
    [problem] = refusals
    expect(alert).to_contain_text(problem["text"]["de" if german else "en"])
    shaken = page.evaluate("window.shaken")
    assert any(place.endswith(cell) for cell in problem["cells"] for place in shaken), (problem["cells"], shaken)
    after = seat.snapshot
    assert (after["number"], after["situation"]["view"]) == (before["number"], before["situation"]["view"])

    rule = problem["rule"]
    alert.get_by_role("button", name=f"{'Regel' if german else 'Rule'} {rule}").click()
    window = page.get_by_role("dialog")
    expect(window.locator(f"article#{rule}")).to_be_in_viewport()
    expect(window.locator(f"article#{rule}")).to_be_focused()
    texts = {each["id"]: each["text"] for part in rest.get(f"/api/rules/{game}")["sections"] for each in part["rules"]}
    expect(window.locator(f"article#{rule}")).to_contain_text(texts[rule]["de" if german else "en"].split("*")[0][:30])
    page.keyboard.press("Escape")
    expect(window).to_have_count(0)


def collect_refusals(page: Page) -> list[Message]:
    """Reload the page, so that its socket opens anew; return a list that gets the problem of every refusal.

    Places that shake from now on are recorded in the page.
    """
    problems: list[Message] = []

    def listen(socket: WebSocket) -> None:
        socket.on("framereceived", lambda frame: problems.extend(problem_in(frame)))

    page.on("websocket", listen)
    page.reload()
    page.evaluate(RECORD_SHAKES)
    return problems


def problem_in(frame: str | bytes) -> list[Message]:
    """Return the problem, if the message is a refusal, in a list."""
    message = json.loads(frame)
    return [message["problem"]] if message["type"] == "refused" else []
