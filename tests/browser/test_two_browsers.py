"""Two people and a spectator at one table, each with a browser of their own."""

from random import Random
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from browser.conftest import Visit
from browser.seats import (
    GAMES,
    SHORT,
    Seat,
    button,
    collect_messages,
    legal,
    never,
    open_invitation,
    play_on,
    sit_down,
    to_act,
    token_of,
)
from server.playing import Message, Rest


def test_from_the_invitation_to_the_next_table(visit: Visit, rest: Rest) -> None:
    """Invite, join by the link, watch, play two rounds, and play again at a new table."""
    host = visit()
    invite(host, "z3bra", "Ada")
    table = host.url[-16:]
    ada = Seat(host, rest, table, token_of(host, table))

    friend = visit(f"/t/{table}")
    friend.get_by_label("Your name").fill("Bob")
    sit_down(friend, 1)
    expect(host.get_by_text("Everybody is here. You may start.")).to_be_visible()
    bob = Seat(friend, rest, table, token_of(friend, table))

    third = visit(f"/t/{table}")
    expect(third.get_by_text("All seats are taken.")).to_be_visible()
    expect(host.get_by_text("One person is watching.")).to_be_visible()
    button(host, "Start").click()
    expect(host.locator("[data-place]").first).to_be_visible()

    expect_moves_to_be_seen(ada, bob, third)
    play_on(rest, table, [ada.token or "", bob.token or ""], Random(1), never)
    for page in (host, friend, third):
        expect(page.get_by_role("heading", name="Round 1 is over")).to_be_visible()
    expect(button(third, "Ready")).to_have_count(0)
    button(host, "Ready").click()
    expect(host.get_by_text("Waiting for Bob.")).to_be_visible()
    button(friend, "Ready").click()
    expect(host.get_by_text("round 2 of 2")).to_be_visible()

    play_on(rest, table, [ada.token or "", bob.token or ""], Random(2), never)
    expect(button(third, "Play again")).to_have_count(0)
    button(host, "Play again").click()
    expect(host.get_by_text("Everybody is here. You may start.")).to_be_visible()
    button(friend, "Somebody is playing again: join in").click()
    expect(friend).to_have_url(host.url)
    assert host.url[-16:] != table
    button(friend, "Start").click()
    for page in (host, friend):
        expect(page.get_by_text("round 1 of 2")).to_be_visible()


def invite(page: Page, game: str, name: str) -> None:
    """Create a table for two players and two rounds with the dialog."""
    open_invitation(page, game)
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Your name").fill(name)
    dialog.get_by_role("group", name="Players, with you").get_by_label("2").check()
    button(page, "Rounds: more").click()
    button(page, "Make the table").click()
    expect(button(page, "Leave the table")).to_be_visible()


def expect_moves_to_be_seen(ada: Seat, bob: Seat, third: Page) -> None:
    """Make some moves of both seats; assert that the other seat and the spectator see each of them."""
    random = Random(0)
    movers: set[str] = set()
    while len(movers) < 2 or random.random() < 0.5:
        seat, other, name = (ada, bob, "Ada") if 0 in to_act(ada.follow()) else (bob, ada, "Bob")
        seat.make(random.choice(seat.moves))
        other.follow()
        last = other.page.locator(".fold .last")
        expect(last).to_contain_text(name)
        expect(third.locator(".fold .last")).to_have_text(last.inner_text())
        movers.add(name)


def secrets(situation: Message) -> list[Any]:
    """Return the pieces that only their player may see: a drawn card, tiles, a hand of cards."""
    view = situation["view"]
    match view["game"]:
        case "z3bra":
            return [view["held"]] if view["held"] not in (None, "?") else []
        case "zatre":
            return [tiles for tiles in view["held"] if tiles]
        case _:
            return [seat["hand"] for seat in view["seats"] if seat["hand"]]


def has_secret(snapshot: Message) -> bool:
    """Return whether the seat holds a piece that others must not see.

    In Z3BRA that is a drawn card, which the seat may drop. A card from the discards is known to everybody.
    """
    return bool(secrets(snapshot["situation"])) and (snapshot["table"]["game"] != "z3bra" or "drop" in legal(snapshot))


@pytest.mark.parametrize("game", GAMES)
def test_a_spectator_has_no_controls_and_sees_nothing_hidden(visit: Visit, rest: Rest, game: str) -> None:
    made = rest.create(game, players=2, bots=["random"], name="Ada", options=SHORT[game], help=True, start=True)
    play_on(rest, made["table"], [made["token"]], Random(5), has_secret)
    page = visit(f"/t/{made['table']}")
    messages = collect_messages(page)
    expect(page.get_by_text("you are watching")).to_be_visible()
    expect(page.get_by_test_id("prompt")).to_be_visible()
    expect(page.locator("main button[data-place]:not([aria-disabled])")).to_have_count(0)
    expect(page.locator("main .btn:enabled:visible")).to_have_count(0)
    assert has_secret(rest.get(f"/api/tables/{made['table']}", made["token"]))
    situations = [message["situation"] for message in messages if message.get("situation")]
    assert situations
    for situation in situations:
        assert "moves" not in situation
        assert secrets(situation) == []
