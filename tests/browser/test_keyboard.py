"""The keyboard alone is enough to get from the home page to a few moves of each game."""

from playwright.sync_api import Locator, Page, expect

from browser.conftest import Visit
from browser.seats import Seat, legal, token_of
from server.playing import Rest
from tercet.lab.warm_up import warm

MOST_TAB_STOPS = 80
"""An upper bound of the tab stops on a page."""


def tab_to(page: Page, target: Locator) -> None:
    """Press Tab until an element has the focus."""
    expect(target).to_be_visible()
    for _ in range(MOST_TAB_STOPS):
        if target.evaluate("element => element === document.activeElement"):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"Tab does not lead to {target}")


def play_now_by_keyboard(visit: Visit, rest: Rest, game: str) -> Seat:
    """Start a match against bots from the home page, with Tab and Enter."""
    warm(game, ["regular"])  # compile the bots now: later the page would wait for it until its timeout
    page = visit()
    tab_to(page, page.locator(f"#{game} .do button").first)
    page.keyboard.press("Enter")
    expect(page.get_by_test_id("prompt")).to_be_visible()
    table = page.url[-16:]
    return Seat(page, rest, table, token_of(page, table))


def moves_of_first_seat(seat: Seat) -> list[str]:
    """Return the first seat's moves so far."""
    moves = seat.rest.get(f"/api/tables/{seat.table}/record", seat.token)["rounds"][-1]["moves"]
    return [move[1] for move in moves if move[0] == 0]


def wait_for_decision(page: Page, decision: str) -> None:
    """Wait until the Z3BRA board asks for this decision."""
    expect(page.locator(f".z3bra[data-due={decision}]")).to_be_visible()


def press_and_wait(seat: Seat, *keys: str) -> None:
    """Press keys that make a move, and wait until the page shows it. Only then does the server surely have it."""
    before = seat.follow()["number"]
    for key in keys:
        seat.page.keyboard.press(key)
    expect(seat.page.locator("[data-event]")).not_to_have_attribute("data-event", str(before))


def test_z3bra(visit: Visit, rest: Rest) -> None:
    """Turn two cards up, draw, and exchange the drawn card for the middle one."""
    seat = play_now_by_keyboard(visit, rest, "z3bra")
    page, keys = seat.page, seat.page.keyboard
    wait_for_decision(page, "prepare")
    tab_to(page, page.locator("[data-place=draw]"))
    keys.press("ArrowDown")
    keys.press("Enter")
    expect(page.get_by_text("Turn up one more of your cards.")).to_be_visible()
    keys.press("ArrowRight")
    keys.press("Space")
    wait_for_decision(page, "choose")
    keys.press("d")
    wait_for_decision(page, "place")
    press_and_wait(seat, "ArrowDown", "Enter")
    assert moves_of_first_seat(seat)[:4] == ["flip a1", "flip b1", "draw", "put b2"]


def test_z3bra_swap_by_letter(visit: Visit, rest: Rest) -> None:
    seat = play_now_by_keyboard(visit, rest, "z3bra")
    page, keys = seat.page, seat.page.keyboard
    wait_for_decision(page, "prepare")
    tab_to(page, page.locator("[data-place=draw]"))
    for key in ("ArrowDown", "Enter"):
        keys.press(key)
    expect(page.get_by_text("Turn up one more of your cards.")).to_be_visible()
    for key in ("ArrowDown", "Enter"):
        keys.press(key)
    wait_for_decision(page, "choose")
    keys.press("s")
    expect(page.get_by_text("Which two of your cards should change places?")).to_be_visible()
    press_and_wait(seat, "Enter", "ArrowUp", "Enter")
    assert moves_of_first_seat(seat)[2] == "swap a1 a2"


def test_zatre(visit: Visit, rest: Rest) -> None:
    """Play a whole turn: number keys select the tile, arrow keys the field, and C confirms the last one."""
    seat = play_now_by_keyboard(visit, rest, "zatre")
    page, keys = seat.page, seat.page.keyboard
    at, laid = "h8", list[str]()
    left = 1
    while left:
        snapshot = seat.wait_for_turn()
        move = legal(snapshot)[0]
        left = len(snapshot["situation"]["view"]["held"][0]) - 1
        tab_to(page, page.locator(".board button[tabindex='0']"))
        keys.press(move[0])
        at = walk(page, at, move[1:])
        keys.press("Enter")
        if left == 0:
            keys.press("c")
        expect(page.locator("[data-event]")).not_to_have_attribute("data-event", str(snapshot["number"]))
        laid.append(move)
    assert moves_of_first_seat(seat)[: len(laid)] == laid
    assert len(laid) > 1


def walk(page: Page, at: str, to: str) -> str:
    """Move the focus over the board with the arrow keys, first across, then down; return the new field."""
    across, down = ord(to[0]) - ord(at[0]), int(to[1:]) - int(at[1:])
    for steps, forwards, backwards in ((across, "ArrowRight", "ArrowLeft"), (down, "ArrowDown", "ArrowUp")):
        for _ in range(abs(steps)):
            page.keyboard.press(forwards if steps > 0 else backwards)
    expect(page.locator(f"button[data-place={to}]")).to_be_focused()
    return to


def test_triple(visit: Visit, rest: Rest) -> None:
    """Join by a pasted link. Space takes a card, number keys select one, the numeric keypad selects the cell."""
    made = rest.create("triple", players=2, bots=["novice"], name="Ada", help=True, start=True, options={"chips": 1})
    page = visit()
    tab_to(page, page.get_by_role("textbox", name="Join by code or link"))
    page.keyboard.insert_text(f"{page.url}t/{made['table']}#{made['token']}")
    page.keyboard.press("Enter")
    expect(page.get_by_test_id("prompt")).to_be_visible()
    expect(page.locator(".countdown")).to_have_count(0)
    seat = Seat(page, rest, made["table"], made["token"])
    while not any(move.startswith("play ") for move in moves_of_first_seat(seat)):
        snapshot = seat.follow()
        plays = [move.split() for move in legal(snapshot) if move.startswith("play ")]
        if plays:
            lay_by_keyboard(page, plays[0][1], plays[0][2])
        else:
            page.keyboard.press("Space")
            expect(page.locator("[data-event]")).not_to_have_attribute("data-event", str(snapshot["number"]))
    assert "take" in moves_of_first_seat(seat)


KEYPAD = {f"{column}{row}": f"Numpad{7 - 3 * (row - 1) + i}" for i, column in enumerate("abc") for row in (1, 2, 3)}
"""The key for each cell: the keypad has the shape of the grid, with 7 as a1."""


def lay_by_keyboard(page: Page, card: str, cell: str) -> None:
    """Press the keys that lay a card. The move may be refused, if another player was faster."""
    hand = page.locator("[data-place^=hand-]").evaluate_all("cards => cards.map(card => card.dataset.place)")
    page.keyboard.press(f"Digit{hand.index(f'hand-{card}') + 1}")
    page.keyboard.press(KEYPAD[cell])
