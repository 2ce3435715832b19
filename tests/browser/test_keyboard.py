"""With the keyboard alone: from the home page to a few moves of each game."""

from playwright.sync_api import Locator, Page, expect

from browser.conftest import Visit
from browser.seats import Seat, legal, token_of
from server.playing import Rest
from tercet.lab.warm_up import warm

FARTHEST = 80
"""So many stops there are at most on a page."""


def tab_to(page: Page, target: Locator) -> None:
    """Press Tab until it has the focus."""
    expect(target).to_be_visible()
    for _ in range(FARTHEST):
        if target.evaluate("element => element === document.activeElement"):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"Tab does not lead to {target}")


def play_now(visit: Visit, rest: Rest, game: str) -> Seat:
    """From the home page to a table, with Tab and Enter."""
    warm(game, ["regular"])  # or the bots are compiled while the page waits for them
    page = visit()
    tab_to(page, page.locator(f"#{game} .do button").first)
    page.keyboard.press("Enter")
    expect(page.get_by_test_id("prompt")).to_be_visible()
    table = page.url[-16:]
    return Seat(page, rest, table, token_of(page, table))


def mine(seat: Seat) -> list[str]:
    """The own moves so far."""
    moves = seat.rest.get(f"/api/tables/{seat.table}/record", seat.token)["rounds"][-1]["moves"]
    return [move[1] for move in moves if move[0] == 0]


def due(page: Page, decision: str) -> None:
    """Wait until the page asks for it."""
    expect(page.locator(f".z3bra[data-due={decision}]")).to_be_visible()


def test_z3bra(visit: Visit, rest: Rest) -> None:
    """Turn two cards up, draw, put the card in the place of the middle one."""
    seat = play_now(visit, rest, "z3bra")
    page, keys = seat.page, seat.page.keyboard
    due(page, "prepare")
    tab_to(page, page.locator("[data-place=draw]"))
    keys.press("ArrowDown")
    keys.press("Enter")
    expect(page.get_by_text("Turn up one more of your cards.")).to_be_visible()
    keys.press("ArrowRight")
    keys.press("Space")
    due(page, "choose")
    keys.press("d")
    due(page, "place")
    keys.press("ArrowDown")
    keys.press("Enter")
    expect(page.locator(".z3bra[data-due=place]")).to_have_count(0)
    assert mine(seat)[:4] == ["flip a1", "flip b1", "draw", "put b2"]


def test_z3bra_swap_by_letter(visit: Visit, rest: Rest) -> None:
    seat = play_now(visit, rest, "z3bra")
    page, keys = seat.page, seat.page.keyboard
    due(page, "prepare")
    tab_to(page, page.locator("[data-place=draw]"))
    for key in ("ArrowDown", "Enter"):
        keys.press(key)
    expect(page.get_by_text("Turn up one more of your cards.")).to_be_visible()
    for key in ("ArrowDown", "Enter"):
        keys.press(key)
    due(page, "choose")
    keys.press("s")
    expect(page.get_by_text("Which two of your cards shall change places?")).to_be_visible()
    for key in ("Enter", "ArrowUp", "Enter"):
        keys.press(key)
    expect(page.locator(".z3bra[data-due=choose]")).to_have_count(0)
    assert mine(seat)[2] == "swap a1 a2"


def test_zatre(visit: Visit, rest: Rest) -> None:
    """A whole turn: number keys choose the tile, arrows the field, C confirms the last one."""
    seat = play_now(visit, rest, "zatre")
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
    assert mine(seat)[: len(laid)] == laid
    assert len(laid) > 1


def walk(page: Page, at: str, to: str) -> str:
    """With the arrow keys over the board, first across."""
    across, down = ord(to[0]) - ord(at[0]), int(to[1:]) - int(at[1:])
    for steps, forwards, backwards in ((across, "ArrowRight", "ArrowLeft"), (down, "ArrowDown", "ArrowUp")):
        for _ in range(abs(steps)):
            page.keyboard.press(forwards if steps > 0 else backwards)
    expect(page.locator(f"button[data-place={to}]")).to_be_focused()
    return to


def test_triple(visit: Visit, rest: Rest) -> None:
    """By a pasted link to the table; Space takes a card, numbers choose one, the keypad is the grid."""
    made = rest.create("triple", players=2, bots=["novice"], name="Ada", help=True, start=True, options={"chips": 1})
    page = visit()
    tab_to(page, page.get_by_role("textbox", name="Join by code or link"))
    page.keyboard.insert_text(f"{page.url}t/{made['table']}#{made['token']}")
    page.keyboard.press("Enter")
    expect(page.get_by_test_id("prompt")).to_be_visible()
    expect(page.locator(".countdown")).to_have_count(0)
    seat = Seat(page, rest, made["table"], made["token"])
    while not any(move.startswith("play ") for move in mine(seat)):
        snapshot = seat.follow()
        plays = [move.split() for move in legal(snapshot) if move.startswith("play ")]
        if plays:
            lay(page, plays[0][1], plays[0][2])
        else:
            page.keyboard.press("Space")
            expect(page.locator("[data-event]")).not_to_have_attribute("data-event", str(snapshot["number"]))
    assert "take" in mine(seat)


KEYPAD = {f"{column}{row}": f"Numpad{7 - 3 * (row - 1) + i}" for i, column in enumerate("abc") for row in (1, 2, 3)}
"""The keypad lies as the grid does: 7 is a1."""


def lay(page: Page, card: str, cell: str) -> None:
    """Choose a card by its number, then its place. Somebody may be faster."""
    hand = page.locator("[data-place^=hand-]").evaluate_all("cards => cards.map(card => card.dataset.place)")
    page.keyboard.press(f"Digit{hand.index(f'hand-{card}') + 1}")
    page.keyboard.press(KEYPAD[cell])
