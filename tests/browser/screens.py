"""Open every screen of the client, for tests that check all of them."""

from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page, expect

from browser import example_day
from browser.conftest import Visit
from browser.matches import finished_duplicate, finished_table
from browser.pads import choose_starter, enter_turn, open_pad
from browser.profiles import answer_with_a_rich_profile
from browser.seats import GAMES, SHORT, open_invitation, seated
from server.playing import Rest

Show = Callable[[Visit, Rest, dict[str, Any]], Page]
"""Opens a page and brings it to a screen. The last argument has the page's settings, as for `visit`."""

MOST_PLAYERS = {"z3bra": 5, "zatre": 6, "triple": 4}


def show_home(visit: Visit, _: Rest, settings: dict[str, Any]) -> Page:
    page = visit("/", **settings)
    expect(page.locator("article.game")).to_have_count(3)
    return page


def show_invitation(visit: Visit, rest: Rest, settings: dict[str, Any]) -> Page:
    """Show the invitation dialog with its details open."""
    page = show_home(visit, rest, settings)
    open_invitation(page, "triple")
    page.locator("dialog summary").click()
    return page


def show_opponents(visit: Visit, rest: Rest, settings: dict[str, Any]) -> Page:
    """Show the choice of the opponents of Play now."""
    page = show_home(visit, rest, settings)
    for game in GAMES:
        page.locator(f"#{game} .against button").click()
    return page


def show_somebody(visit: Visit, rest: Rest, settings: dict[str, Any]) -> Page:
    """Show the dialog of who wants to play with somebody, above a list of open tables."""
    rest.create("zatre", players=6, name="Ada", listed=True)
    page = show_home(visit, rest, settings)
    expect(page.get_by_test_id("open-tables").get_by_role("listitem").first).to_be_visible()
    page.locator(".somebody").click()
    expect(page.get_by_role("dialog")).to_be_visible()
    return page


def show_open_table(visit: Visit, rest: Rest, settings: dict[str, Any]) -> Page:
    """Show the dialog that makes a table for others."""
    page = show_somebody(visit, rest, settings)
    page.get_by_role("dialog").get_by_role("button").last.click()
    expect(page.get_by_role("dialog").locator("summary")).to_be_visible()
    return page


def show_waiting(visit: Visit, rest: Rest, settings: dict[str, Any]) -> Page:
    """Show a table for whoever comes, at which we wait."""
    page = show_somebody(visit, rest, settings)
    page.get_by_role("dialog").get_by_role("radio").last.check()
    page.get_by_role("dialog").get_by_role("switch").click()
    page.get_by_role("dialog").locator(".primary").click()
    expect(page.locator("main .form [role=switch]")).to_be_visible()
    return page


def show_you(visit: Visit, _: Rest, settings: dict[str, Any]) -> Page:
    """Show the page of somebody who has played a lot."""
    page = visit("/pad", **settings)
    answer_with_a_rich_profile(page)
    page.goto("/you")
    expect(page.get_by_test_id("game-z3bra")).to_be_visible()
    return page


def person_screen(profile: str) -> Show:
    """Return a function that shows the page of somebody else, to somebody who has played with them."""

    def show(visit: Visit, _: Rest, settings: dict[str, Any]) -> Page:
        page = visit("/pad", **settings)
        answer_with_a_rich_profile(page)
        page.goto(f"/people/{profile}")
        expect(page.locator("main .me h2")).to_be_visible()
        return page

    return show


def show_deletion(visit: Visit, rest: Rest, settings: dict[str, Any]) -> Page:
    """Show the question whether to delete one's page."""
    page = show_you(visit, rest, settings)
    page.locator("button.danger").click()
    expect(page.get_by_role("dialog")).to_be_visible()
    return page


def show_nobody(visit: Visit, _: Rest, settings: dict[str, Any]) -> Page:
    """Show the page of somebody who has no profile."""
    page = visit("/you", **settings)
    expect(page.locator("main form")).to_be_visible()
    return page


def show_take_over(visit: Visit, _: Rest, settings: dict[str, Any]) -> Page:
    """Show the question whether to take over the page of another device."""
    page = visit("/pad", **settings)
    answer_with_a_rich_profile(page)
    page.goto("/you/abcdefgh")
    expect(page.locator("main .primary")).to_be_visible()
    return page


def show_lobby(visit: Visit, rest: Rest, settings: dict[str, Any]) -> Page:
    made = rest.create("zatre", players=6, name="Ada", bots=["expert"], options={"pairs": True})
    page = visit(f"/t/{made['table']}#{made['token']}", **settings)
    expect(page.locator("main [role=img] svg").first).to_be_visible()
    return page


def show_seat_question(visit: Visit, rest: Rest, how: dict[str, Any]) -> Page:
    """Show the question whether to give up one's own seat."""
    made = rest.create("zatre", players=2, name="Ada")
    other = rest.join(made["table"], "Bob")
    page = visit(f"/t/{made['table']}#{made['token']}", **how)
    expect(page.locator("[data-connection=live]")).to_be_visible()
    page.goto("about:blank")
    page.goto(f"/t/{made['table']}#{other['token']}")
    expect(page.get_by_role("dialog")).to_be_visible()
    return page


def table_screen(game: str, *, is_my_turn: bool) -> Show:
    """Return a function that shows a table with the most players: at our turn, or as a spectator."""

    def show(visit: Visit, rest: Rest, settings: dict[str, Any]) -> Page:
        bots = ["random"] * (MOST_PLAYERS[game] - 1)
        if is_my_turn:
            seat = seated(visit, rest, game, bots=bots, **settings)
            seat.wait_for_turn()
            if game == "triple":
                expect(seat.page.locator(".countdown")).to_have_count(0)
            page = seat.page
        else:
            made = rest.create(game, players=len(bots) + 1, bots=bots, name="Ada", options=SHORT[game], start=True)
            page = visit(f"/t/{made['table']}", **settings)
        expect(page.get_by_test_id("prompt")).to_be_visible()
        return page

    return show


def coach_screen(game: str) -> Show:
    """Return a function that shows a table whose coach compares the best moves, with the odds."""

    def show(visit: Visit, rest: Rest, settings: dict[str, Any]) -> Page:
        page = table_screen(game, is_my_turn=True)(visit, rest, settings)
        for _ in range(3):
            page.keyboard.press("h")
        expect(page.get_by_test_id("compared")).to_be_visible()
        page.get_by_role("complementary").get_by_role("switch").click()
        expect(page.get_by_role("complementary").locator("[aria-checked=true]")).to_be_visible()
        return page

    return show


def show_practice(visit: Visit, rest: Rest, settings: dict[str, Any]) -> Page:
    """Show a practice table that begins where Ada had to act."""
    seat = seated(visit, rest, "z3bra", **settings)
    move = len(seat.rest.get(f"/api/tables/{seat.table}/record", seat.token)["rounds"][-1]["moves"])
    made = rest.post(f"/api/tables/{seat.table}/practice", seat.token, move=move)
    page = visit(f"/t/{made['table']}#{made['token']}", **settings)
    expect(page.get_by_test_id("practice")).to_be_visible()
    expect(page.get_by_test_id("prompt")).to_be_visible()
    return page


def show_people(visit: Visit, rest: Rest, settings: dict[str, Any]) -> Page:
    page = table_screen("z3bra", is_my_turn=True)(visit, rest, settings)
    menu = page.locator("[data-menu]")
    if menu.is_visible():
        menu.click()
    page.get_by_role("banner").locator(".items button").first.click()
    expect(page.get_by_role("dialog")).to_be_visible()
    return page


def show_result(visit: Visit, rest: Rest, settings: dict[str, Any]) -> Page:
    made = finished_table(rest, "zatre", players=6)
    page = visit(f"/t/{made['table']}#{made['token']}", **settings)
    expect(page.locator(".result")).to_be_visible()
    return page


def show_rules(visit: Visit, _: Rest, settings: dict[str, Any]) -> Page:
    page = visit("/rules/zatre", **settings)
    expect(page.locator("article").first).to_be_visible()
    return page


def show_all_rules(visit: Visit, _: Rest, settings: dict[str, Any]) -> Page:
    page = visit("/rules", **settings)
    expect(page.locator("a.game")).to_have_count(3)
    return page


def lesson_screen(game: str) -> Show:
    """Return a function that shows the first step of a lesson."""

    def show(visit: Visit, _: Rest, settings: dict[str, Any]) -> Page:
        page = visit(f"/learn/{game}", **settings)
        expect(page.get_by_test_id("coach")).to_be_visible()
        return page

    return show


def show_replay(visit: Visit, rest: Rest, settings: dict[str, Any]) -> Page:
    made = finished_table(rest, "z3bra", players=5)
    page = visit(f"/replay/{made['table']}", **settings)
    page.get_by_role("slider").fill("40")
    return page


def show_file_chooser(visit: Visit, _: Rest, settings: dict[str, Any]) -> Page:
    page = visit("/replay", **settings)
    expect(page.locator("input[type=file]")).to_be_attached()
    return page


def show_pass_and_play(visit: Visit, _: Rest, settings: dict[str, Any]) -> Page:
    page = visit("/pass", **settings)
    expect(page.locator("form button.primary")).to_be_enabled()
    return page


def show_hand_over(visit: Visit, rest: Rest, settings: dict[str, Any]) -> Page:
    page = show_pass_and_play(visit, rest, settings)
    page.locator("form button.primary").click()
    expect(page.locator("main.over .card")).to_be_visible()
    return page


def show_new_pad(visit: Visit, _: Rest, settings: dict[str, Any]) -> Page:
    """Show the form for a score pad."""
    page = visit("/pad", **settings)
    expect(page.locator("main form")).to_be_visible()
    return page


def pad_screen(game: str) -> Show:
    """Return a function that shows a score pad with the most players, in the middle of a round."""

    def show(visit: Visit, _: Rest, settings: dict[str, Any]) -> Page:
        page = open_pad(visit, game, MOST_PLAYERS[game], **settings)
        if game == "triple":
            page.locator(".players button").first.click()
            return page
        choose_starter(page, 1)
        if game == "zatre":
            enter_turn(page, "0110")
        page.keyboard.press("1")
        return page

    return show


def show_finished_pad(visit: Visit, _: Rest, settings: dict[str, Any]) -> Page:
    """Show a score pad after a round of ZATRE in pairs, which asks who starts the next one."""
    page = open_pad(visit, "zatre", 6, pairs=True, **settings)
    choose_starter(page, 0)
    for turn in ("0011", "0201"):
        enter_turn(page, turn)
    page.locator(".foot button").click()
    for _side in range(3):
        page.locator(".k").last.click()
        page.locator(".acts .primary").click()
    expect(page.get_by_test_id("finish")).to_be_visible()
    return page


def show_printed_sheets(visit: Visit, _: Rest, settings: dict[str, Any]) -> Page:
    page = visit("/pad/print", **settings)
    expect(page.locator("svg.page")).to_be_visible()
    return page


def puzzle_screen(game: str) -> Show:
    """Return a function that shows a puzzle."""

    def show(visit: Visit, _: Rest, settings: dict[str, Any]) -> Page:
        page = visit(f"/puzzle/{game}/1", **settings)
        expect(page.get_by_test_id("task")).to_be_visible()
        return page

    return show


def show_solution(visit: Visit, rest: Rest, settings: dict[str, Any]) -> Page:
    """Show the solution of a puzzle that was given up."""
    page = puzzle_screen("zatre")(visit, rest, settings)
    page.get_by_role("complementary").get_by_role("button").click()
    expect(page.get_by_test_id("spread")).to_be_visible()
    return page


def show_spotting(visit: Visit, _: Rest, settings: dict[str, Any]) -> Page:
    """Show a card of the spotting trainer, with a place pressed."""
    page = visit("/spot", **settings)
    page.locator(".prompt .btn").click()
    page.locator("[data-cell=b2]").click()
    return page


def show_today(visit: Visit, _: Rest, settings: dict[str, Any]) -> Page:
    """Show today's deal in each game, to somebody who has not played."""
    page = visit("/today", **settings)
    expect(page.locator("article")).to_have_count(3)
    return page


def show_day(visit: Visit, _: Rest, settings: dict[str, Any]) -> Page:
    """Show a day's deals to somebody who has played, with the last week."""
    page = visit("/rules", **settings)
    example_day.answer(page)
    page.goto("/today")
    expect(page.locator("main ol li")).to_have_count(7)
    return page


def show_day_result(visit: Visit, _: Rest, settings: dict[str, Any]) -> Page:
    """Show a place among many players."""
    page = visit("/rules", **settings)
    example_day.answer(page)
    page.goto("/today/z3bra")
    expect(page.locator("main textarea")).to_be_visible()
    return page


def show_sealed_deals(visit: Visit, rest: Rest, settings: dict[str, Any]) -> Page:
    """Show the dialog that checks a day's deals."""
    page = show_day_result(visit, rest, settings)
    page.locator("main .wide").click()
    expect(page.get_by_test_id("sealed").locator("dl")).to_be_visible()
    return page


def show_duplicate_form(visit: Visit, rest: Rest, settings: dict[str, Any]) -> Page:
    """Show the dialog that makes a duplicate, with its details open."""
    page = show_home(visit, rest, settings)
    open_invitation(page, "zatre")
    page.locator("dialog input[value=bots]").check()
    page.locator("dialog summary").click()
    return page


def show_duplicate(visit: Visit, rest: Rest, settings: dict[str, Any]) -> Page:
    """Show the tables of a duplicate that waits for people."""
    made = rest.post("/api/duplicates", game="zatre", players=6, mode="teams", tables=3, name="Ada")
    page = visit(f"/duplicate/{made['duplicate']['id']}", **settings)
    expect(page.locator("main [role=img] svg").first).to_be_visible()
    return page


def show_comparison(visit: Visit, rest: Rest, settings: dict[str, Any]) -> Page:
    """Show the comparison of a finished duplicate."""
    page = visit(f"/duplicate/{finished_duplicate(rest)}", **settings)
    expect(page.get_by_test_id("comparison")).to_be_visible()
    return page


def show_side_by_side(visit: Visit, rest: Rest, settings: dict[str, Any]) -> Page:
    """Show two replays of the same deal."""
    page = visit(f"/duplicate/{finished_duplicate(rest)}/replay", **settings)
    page.get_by_role("slider").fill("20")
    return page


SCREENS: dict[str, Show] = {
    "home": show_home,
    "opponents": show_opponents,
    "play with somebody": show_somebody,
    "open table": show_open_table,
    "waiting": show_waiting,
    "you": show_you,
    "person": person_screen("a"),
    "person who shows only the name": person_screen("c"),
    "deletion": show_deletion,
    "nobody": show_nobody,
    "take over": show_take_over,
    "invitation": show_invitation,
    "lobby": show_lobby,
    "another seat": show_seat_question,
    **{f"{game}, my turn": table_screen(game, is_my_turn=True) for game in GAMES},
    **{f"{game}, watching": table_screen(game, is_my_turn=False) for game in GAMES},
    **{f"{game}, coach": coach_screen(game) for game in ("z3bra", "zatre")},
    "practice": show_practice,
    "people": show_people,
    "result": show_result,
    "rules": show_rules,
    "all rules": show_all_rules,
    **{f"{game}, lesson": lesson_screen(game) for game in GAMES},
    "replay": show_replay,
    "today": show_today,
    "day": show_day,
    "result of a day": show_day_result,
    "sealed deals": show_sealed_deals,
    "duplicate form": show_duplicate_form,
    "duplicate": show_duplicate,
    "comparison": show_comparison,
    "side by side": show_side_by_side,
    "choose a file": show_file_chooser,
    "pass and play": show_pass_and_play,
    "hand over": show_hand_over,
    "new pad": show_new_pad,
    **{f"{game}, pad": pad_screen(game) for game in GAMES},
    "finished pad": show_finished_pad,
    "printed sheets": show_printed_sheets,
    **{f"{game}, puzzle": puzzle_screen(game) for game in ("z3bra", "zatre")},
    "solution": show_solution,
    "spotting": show_spotting,
}
