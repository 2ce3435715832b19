"""After a reload, a lost network or a killed server, the page returns by itself to the table's current state."""

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from playwright.sync_api import Locator, Page, expect

from browser.conftest import Visit
from browser.proxy import Proxy
from browser.seats import Seat, button, legal, pick_move, play_on, seated, sit, to_act
from server.playing import Message, Rest, ServerProcess

LOST = "The connection is lost."


@pytest.fixture
def proxy(server: ServerProcess) -> Iterator[Proxy]:
    """Return a proxy before the shared server."""
    with Proxy(server.url) as running:
        yield running


def prompt(page: Page) -> Locator:
    """Return the line that says what the player is asked to do."""
    return page.get_by_test_id("prompt")


def draw_card(seat: Seat) -> str:
    """Play until a drawn card is in hand; return its label."""
    while "drop" not in (moves := legal(seat.wait_for_turn())):
        seat.make("draw" if "draw" in moves else pick_move(moves, Random(1)))
    held = seat.page.locator("[data-place=held]")
    return held.get_attribute("aria-label") or ""


def test_a_reload_with_a_drawn_card_in_hand(visit: Visit, rest: Rest) -> None:
    seat = seated(visit, rest, "z3bra")
    label, asked = draw_card(seat), prompt(seat.page).inner_text()
    seat.page.reload()
    expect(seat.page.locator("[data-place=held]")).to_have_attribute("aria-label", label)
    expect(prompt(seat.page)).to_have_text(asked, use_inner_text=True)
    seat.make("drop")


def test_a_reload_with_one_tile_of_two_laid(visit: Visit, rest: Rest) -> None:
    seat = seated(visit, rest, "zatre")
    play_half_a_turn(seat)
    fresh, held = seat.view["fresh"], seat.view["held"][0]
    seat.page.reload()
    expect(seat.page.locator(f"[data-place={fresh[0]}] .fresh")).to_be_visible()
    expect(seat.page.locator(".rack button")).to_have_count(len(held))
    button(seat.page, "Take back").click()
    expect(seat.page.locator(".rack button")).to_have_count(len(held) + 1)
    assert seat.view["fresh"] == []


def play_half_a_turn(seat: Seat) -> None:
    """Lay tiles until exactly one tile of the current turn is on the board."""
    random = Random(2)
    while True:
        view = seat.wait_for_turn()["situation"]["view"]
        if len(view["fresh"]) == 1:
            return
        seat.make(random.choice(seat.moves))


def test_a_lost_network_in_the_middle_of_a_decision(visit: Visit, rest: Rest, proxy: Proxy) -> None:
    """A banner shows that the connection is lost. Moves made meanwhile appear when it is back."""
    made = rest.create("zatre", players=2, name="Ada", help=True)
    friend = rest.join(made["table"], "Bob")
    ada = sit(visit, rest, made, url=proxy.url)
    button(ada.page, "Start").click()
    expect(ada.page.get_by_test_id("prompt")).to_be_visible()
    tokens = [made["token"], friend["token"]]
    play_on(rest, made["table"], tokens, Random(1), lambda snapshot: to_act(snapshot) == [1])
    ada.follow()

    ada.page.context.set_offline(True)
    proxy.disconnect()
    expect(ada.page.get_by_text(LOST)).to_be_visible()
    play_on(rest, made["table"], tokens, Random(1), lambda snapshot: to_act(snapshot) == [0])
    proxy.reconnect()
    ada.page.context.set_offline(False)

    expect(ada.page.get_by_text(LOST)).to_have_count(0)
    ada.follow()
    for field in ada.view["board"]:
        expect(ada.page.locator(f"[data-place=tile-{field}]")).to_be_visible()
    ada.make(ada.moves[0])


def test_a_move_whose_answer_is_lost_is_made_once(visit: Visit, rest: Rest, proxy: Proxy) -> None:
    """The page sends the move again with the same id, and the server, which has it, does not make it twice."""
    seat = seated(visit, rest, "z3bra", url=proxy.url)
    before = seat.wait_for_turn()
    move = legal(before)[0]
    cell = seat.page.locator(f".area button[data-place$={move[-2:]}]")
    expect(cell).to_be_visible()
    proxy.is_dropping_answers = True
    cell.click()
    while seat.snapshot["number"] == before["number"]:
        pass  # the server does not have the move yet
    proxy.reconnect()
    expect(seat.page.locator("[data-connection=live]")).to_be_visible()
    seat.follow()
    assert [made[1] for made in moves_of_first_seat(rest, seat)] == [move]
    expect(seat.page.get_by_role("alert")).to_have_count(0)


def moves_of_first_seat(rest: Rest, seat: Seat) -> list[list[int | str]]:
    """Return the moves of the first seat in the running round."""
    record: Message = rest.get(f"/api/tables/{seat.table}/record", seat.token)
    return [move for move in record["rounds"][-1]["moves"] if move[0] == 0]


def test_a_killed_server(visit: Visit, tmp_path: Path) -> None:
    """After the restart the page shows the same position. A command sent meanwhile is carried out once."""
    server = ServerProcess(tmp_path / "tables.db")
    with server:
        rest = Rest(server.url)
        seat = seated(visit, rest, "z3bra", url=server.url)
        label, asked, before = draw_card(seat), prompt(seat.page).inner_text(), seat.snapshot
        server.kill()
        expect(seat.page.get_by_text(LOST)).to_be_visible()
        seat.page.get_by_role("button", name="Players").click()
        button(seat.page, "Pause").click()
    with server:
        expect(seat.page.get_by_text("The game is paused.")).to_be_visible()
        expect(seat.page.get_by_text(LOST)).to_have_count(0)
        after = seat.follow()
        assert after["number"] == before["number"] + 1
        assert after["situation"]["view"] == before["situation"]["view"]
        button(seat.page, "Go on").click()
        expect(seat.page.locator("[data-place=held]")).to_have_attribute("aria-label", label)
        expect(prompt(seat.page)).to_have_text(asked, use_inner_text=True)
        seat.make("drop")
        rest.close()


def test_two_tabs_in_one_seat(visit: Visit, rest: Rest) -> None:
    """Both tabs show every move, and either can make one."""
    seat = seated(visit, rest, "zatre")
    page = seat.page.context.new_page()
    page.goto(f"/t/{seat.table}")
    other = Seat(page, rest, seat.table, seat.token)
    random = Random(4)
    for one, two in ((seat, other), (other, seat), (seat, other)):
        one.wait_for_turn()
        one.make(random.choice(one.moves))
        two.follow()
        laid = two.view["board"]
        expect(two.page.locator("main [data-place^=tile-]")).to_have_count(len(laid))
