"""Every screen there is, for tests that look at all of them."""

from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page, expect

from browser.conftest import Visit
from browser.matches import finished
from browser.seats import GAMES, SHORT, open_invitation, seated
from server.playing import Rest

Show = Callable[[Visit, Rest, dict[str, Any]], Page]
"""Brings a page to a screen; the last argument is how it is looked at."""

MOST_PLAYERS = {"z3bra": 5, "zatre": 6, "triple": 4}


def home(visit: Visit, _: Rest, how: dict[str, Any]) -> Page:
    page = visit("/", **how)
    expect(page.locator("article.game")).to_have_count(3)
    return page


def invitation(visit: Visit, rest: Rest, how: dict[str, Any]) -> Page:
    """With everything that is under the fold."""
    page = home(visit, rest, how)
    open_invitation(page, "triple")
    page.locator("dialog summary").click()
    return page


def lobby(visit: Visit, rest: Rest, how: dict[str, Any]) -> Page:
    made = rest.create("zatre", players=6, name="Ada", bots=["expert"], options={"pairs": True})
    page = visit(f"/t/{made['table']}#{made['token']}", **how)
    expect(page.locator("main [role=img] svg").first).to_be_visible()
    return page


def table(game: str, *, is_mine: bool) -> Show:
    """With most players, on turn or not."""

    def show(visit: Visit, rest: Rest, how: dict[str, Any]) -> Page:
        bots = ["random"] * (MOST_PLAYERS[game] - 1)
        if is_mine:
            seat = seated(visit, rest, game, bots=bots, **how)
            seat.wait_for_turn()
            if game == "triple":
                expect(seat.page.locator(".countdown")).to_have_count(0)
            page = seat.page
        else:  # whoever watches is never on turn
            made = rest.create(game, players=len(bots) + 1, bots=bots, name="Ada", options=SHORT[game], start=True)
            page = visit(f"/t/{made['table']}", **how)
        expect(page.get_by_test_id("prompt")).to_be_visible()
        return page

    return show


def people(visit: Visit, rest: Rest, how: dict[str, Any]) -> Page:
    page = table("z3bra", is_mine=True)(visit, rest, how)
    menu = page.locator("[data-menu]")
    if menu.is_visible():
        menu.click()
    page.get_by_role("banner").locator(".items button").first.click()
    expect(page.get_by_role("dialog")).to_be_visible()
    return page


def result(visit: Visit, rest: Rest, how: dict[str, Any]) -> Page:
    made = finished(rest, "zatre", players=6)
    page = visit(f"/t/{made['table']}#{made['token']}", **how)
    expect(page.locator(".result")).to_be_visible()
    return page


def rules(visit: Visit, _: Rest, how: dict[str, Any]) -> Page:
    page = visit("/rules/zatre", **how)
    expect(page.locator("article").first).to_be_visible()
    return page


def all_rules(visit: Visit, _: Rest, how: dict[str, Any]) -> Page:
    page = visit("/rules", **how)
    expect(page.locator("a.game")).to_have_count(3)
    return page


def lesson(game: str) -> Show:
    """Its first step."""

    def show(visit: Visit, _: Rest, how: dict[str, Any]) -> Page:
        page = visit(f"/learn/{game}", **how)
        expect(page.get_by_test_id("coach")).to_be_visible()
        return page

    return show


def replay(visit: Visit, rest: Rest, how: dict[str, Any]) -> Page:
    made = finished(rest, "z3bra", players=5)
    page = visit(f"/replay/{made['table']}", **how)
    page.get_by_role("slider").fill("40")
    return page


def choose_file(visit: Visit, _: Rest, how: dict[str, Any]) -> Page:
    page = visit("/replay", **how)
    expect(page.locator("input[type=file]")).to_be_attached()
    return page


def pass_and_play(visit: Visit, _: Rest, how: dict[str, Any]) -> Page:
    page = visit("/pass", **how)
    expect(page.locator("form button.primary")).to_be_enabled()
    return page


def hand_over(visit: Visit, rest: Rest, how: dict[str, Any]) -> Page:
    page = pass_and_play(visit, rest, how)
    page.locator("form button.primary").click()
    expect(page.locator("main.over .card")).to_be_visible()
    return page


SCREENS: dict[str, Show] = {
    "home": home,
    "invitation": invitation,
    "lobby": lobby,
    **{f"{game}, my turn": table(game, is_mine=True) for game in GAMES},
    **{f"{game}, watching": table(game, is_mine=False) for game in GAMES},
    "people": people,
    "result": result,
    "rules": rules,
    "all rules": all_rules,
    **{f"{game}, lesson": lesson(game) for game in GAMES},
    "replay": replay,
    "choose a file": choose_file,
    "pass and play": pass_and_play,
    "hand over": hand_over,
}
