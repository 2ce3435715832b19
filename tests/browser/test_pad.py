"""The score pad for a real table: through the real page, online and offline, on a phone, by keyboard, printed."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from browser.conftest import Visit
from browser.pads import NAMES, choose_starter, enter_turn, open_pad, question, start_pad, totals
from browser.seats import button
from browser.test_keyboard import tab_to
from pad_cases import FILE
from server.playing import ServerProcess

IS_KEPT = "navigator.serviceWorker.ready.then(async () => (await caches.keys()).length)"
"""Waits until the service worker is active, which it is when it has the files; then the number of its caches."""


def engine_case(players: int, *, pairs: bool) -> dict[str, Any]:
    """Return a round that the engine has played and counted."""
    rounds = json.loads(FILE.read_text("utf-8"))["zatre"]
    found: dict[str, Any] = next(case for case in rounds if case["players"] == players and case["pairs"] == pairs)
    return found


def enter_left_over(page: Page, tiles: list[int]) -> None:
    for pips, count in enumerate(tiles, 1):
        for _ in range(count):
            page.get_by_role("button", name=f"a tile of {pips}").click()
    enter = page.locator(".acts .primary") if any(tiles) else button(page, "None")
    enter.click()


def sheet_text(page: Page, side: int) -> str:
    """Return the rows of a sheet that have something on them: cross, 10, 11, 12, total."""
    rows = page.locator(".sheets .paper").nth(side).locator("tbody tr").all()
    cells = [[box.inner_text().strip() for box in row.locator("td").all()] for row in rows]
    read = [["X" if row[0] else "", *row[1:4], row[5]] for row in cells]
    return " / ".join(" ".join(box or "-" for box in row) for row in read if any(row))


def without_bonus(rows: str) -> str:
    """Return rows of the engine as `sheet_text` has them: the paper shows the bonus in any case."""
    return " / ".join(
        " ".join(part for number, part in enumerate(row.split()) if number != 4) for row in rows.split(" / ")
    )


def test_a_round_in_pairs_is_counted_as_the_engine_does(visit: Visit) -> None:
    """T16 to T25: every turn of a whole round, then the tiles left over."""
    case = engine_case(4, pairs=True)
    page = open_pad(visit, "zatre", 4, pairs=True)
    choose_starter(page, case["starter"])
    turns = case["turns"].split()
    lines, cross = turns[0][:3], int(turns[0][3])
    enter_turn(page, lines + str(cross - 1 if int(lines) else 0))  # the cross of the red field is entered by itself
    for turn in turns[1:]:
        enter_turn(page, turn)
    button(page, "End: tiles left over").click()
    for tiles in case["left"]:
        enter_left_over(page, tiles)
    expect(page.get_by_test_id("finish")).to_be_visible()
    assert totals(page) == [total for _, _, total in case["sheets"]]
    assert [sheet_text(page, side) for side in range(2)] == [without_bonus(rows) for rows, _, _ in case["sheets"]]
    names = ["Mira and Lena", "Oskar and Theo"]
    expect(page.get_by_test_id("finish").get_by_role("heading")).to_have_text(f"{names[case['winners'][0]]} win")


def test_what_a_turn_brings_is_shown_in_pencil_first(visit: Visit) -> None:
    """E1 of the rules: an 11, a 10, and crosses for the red and for a light field."""
    page = open_pad(visit, "zatre", 2, phone=True)
    choose_starter(page, 0)
    page.get_by_role("button", name="a line of 10").tap()
    page.get_by_role("button", name="a line of 11").tap()
    page.get_by_role("button", name="a cross").tap()
    expect(question(page)).to_contain_text("1 for 10, 2 for 11, 2 crosses: 0 becomes 6.")
    expect(page.locator(".paper.shown em")).to_have_count(6)  # four boxes, the row, the total
    button(page, "Enter, then Lena").tap()
    expect(question(page)).to_contain_text("Lena, what did the turn make?")
    expect(page.get_by_role("group", name="Sheets").get_by_role("button", name="Mira 6")).to_be_visible()
    expect(page.locator(".paper.shown")).to_have_attribute("aria-label", "Score sheet: Lena")


def test_a_cross_needs_a_line(visit: Visit) -> None:
    """T18."""
    page = open_pad(visit, "zatre", 2)
    choose_starter(page, 0)
    page.get_by_role("button", name="a cross").click()
    expect(question(page)).to_contain_text("A cross needs a line of 10, 11 or 12 (T18).")
    button(page, "Enter, then Lena").click(force=True)
    expect(question(page)).to_contain_text("Mira, what did")
    page.get_by_role("button", name="a line of 12").click()
    expect(question(page)).to_contain_text("4 for 12, 2 crosses: 0 becomes 8.")


def test_everything_can_be_undone(visit: Visit) -> None:
    page = open_pad(visit, "zatre", 3)
    choose_starter(page, 1)
    for turn in ("0010", "1100", "0000", "0201"):
        enter_turn(page, turn)
    expect(question(page)).to_contain_text("Oskar, what did")
    button(page, "End: tiles left over").click()
    expect(question(page)).to_contain_text("Mira, which tiles")
    enter_left_over(page, [0, 0, 1, 0, 1, 0])
    assert totals(page) == [-8, 16, 3]
    for shown in ([0, 16, 3], [0, 16, 3], [0, 8, 3], [0, 8, 3], [0, 8, 0], [0, 0, 0]):
        button(page, "Undo").click()
        expect(page.locator(".sheets tfoot .sum td:last-child")).to_have_text([str(total) for total in shown])
    button(page, "Undo").click()
    expect(question(page)).to_contain_text("Who starts?")
    expect(page.locator(".sheets")).to_have_count(0)


def test_a_second_round_has_its_own_starter_and_adds_up(visit: Visit) -> None:
    """T5: who draws the highest tile starts each round. T24: rounds add up."""
    page = open_pad(visit, "zatre", 2)
    for starter, turns, score in ((1, ("0010", "0101"), [4, 8]), (0, ("0000", "1000"), [0, 1])):
        choose_starter(page, starter)
        expect(question(page)).to_contain_text(f"{NAMES[starter]}, what did")
        for turn in turns:
            enter_turn(page, turn)
        button(page, "End: tiles left over").click()
        for _ in range(2):
            button(page, "None").click()
        assert totals(page) == score
    rounds = page.get_by_role("region", name="Rounds")
    expect(rounds.locator("tfoot td")).to_have_text(["4", "9"])
    expect(rounds.locator("tbody tr").nth(0).locator("td").nth(1)).to_contain_text("started the round.")
    expect(rounds.locator("tbody tr").nth(1).locator("td").nth(0)).to_contain_text("started the round.")
    expect(page.get_by_test_id("finish").get_by_role("heading")).to_have_text("Lena wins")
    expect(page.locator(".sides")).to_contain_text("Mira")


def test_it_opens_without_network_with_all_that_was_entered(visit: Visit, tmp_path: Path) -> None:
    """The server is stopped: nothing but what the browser has kept can answer."""
    with ServerProcess(tmp_path / "tables.db") as server:
        page = open_pad(visit, "zatre", 2, url=server.url)
        choose_starter(page, 0)
        enter_turn(page, "0020")
        assert page.evaluate(IS_KEPT) == 1
    page.reload()
    expect(question(page)).to_contain_text("Lena, what did the turn make?")
    assert totals(page) == [16, 0]
    enter_turn(page, "0100")
    assert totals(page) == [16, 2]
    page.goto("/pad/print")
    expect(page.get_by_role("img", name="A page with 4 empty score sheets")).to_be_visible()


def test_offline_in_the_middle_of_a_round(visit: Visit) -> None:
    page = open_pad(visit, "z3bra", 2)
    page.evaluate(IS_KEPT)
    page.context.set_offline(True)
    choose_starter(page, 0)
    page.keyboard.type("17")
    page.keyboard.press("Enter")
    page.reload()
    expect(page.get_by_role("region", name="Rounds").locator("tfoot td")).to_have_text(["17", "0"])


def test_tables_and_home_are_never_served_from_the_cache(visit: Visit) -> None:
    page = open_pad(visit, "triple", 2)
    page.evaluate(IS_KEPT)
    scope = page.evaluate("navigator.serviceWorker.ready.then(({ scope }) => new URL(scope).pathname)")
    assert scope == "/pad"
    page.goto("/")
    assert page.evaluate("navigator.serviceWorker.controller") is None


def type_points(page: Page, *points: int) -> None:
    for each in points:
        for figure in str(each):
            page.get_by_role("button", name=figure, exact=True).click()
        page.locator(".k.enter").click()


def test_z3bra_adds_the_rounds_up_and_moves_the_start_on(visit: Visit) -> None:
    """Z5, Z25, Z26: as many rounds as there are players; the lowest sum wins."""
    page = open_pad(visit, "z3bra", 3)
    expect(question(page)).to_contain_text("Who was the last to see a zebra?")
    choose_starter(page, 2)
    expect(question(page)).to_contain_text("Round 1 of 3: Oskar starts.")
    type_points(page, 18, 31, 9)
    expect(question(page)).to_contain_text("Round 2 of 3: Mira starts.")
    type_points(page, 0, 102, 33)
    type_points(page, 6, 22, 19)
    expect(page.get_by_role("region", name="Rounds").locator("tfoot td")).to_have_text(["24", "155", "61"])
    finish = page.get_by_test_id("finish")
    expect(finish.get_by_role("heading")).to_have_text("Mira wins")
    expect(finish).to_contain_text("Oskar would start it.")
    button(page, "Another round").click()
    expect(question(page)).to_contain_text("Round 4 of 4: Oskar starts.")


def test_z3bra_refuses_points_that_the_cards_do_not_have(visit: Visit) -> None:
    """Fifteen cards have 179 points at most, thirty have 342."""
    page = open_pad(visit, "z3bra", 2)
    choose_starter(page, 0)
    refused = "There are not that many points in the cards"
    for name, too_much, possible in (("Mira", "180", "179"), ("Lena", "164", "163")):
        page.keyboard.type(too_much)
        expect(question(page)).to_contain_text(refused)
        page.keyboard.press("Enter")
        expect(question(page)).to_contain_text(f"{name}, points")
        for _ in too_much:
            page.keyboard.press("Backspace")
        page.keyboard.type(possible)
        expect(question(page)).not_to_contain_text(refused)
        page.keyboard.press("Enter")
    expect(page.get_by_role("region", name="Rounds").locator("tfoot td")).to_have_text(["179", "163"])


def test_triple_gives_chips_until_the_match_is_won(visit: Visit) -> None:
    """P15, P16: winners of a round share it, and four chips win."""
    page = open_pad(visit, "triple", 3)
    player = {name: page.get_by_role("button", name=f"{name} wins the round") for name in NAMES[:3]}
    for name in ("Lena", "Mira", "Lena"):
        player[name].click()
    button(page, "Several share it").click()
    player["Mira"].click()
    player["Oskar"].click()
    button(page, "A chip each: Mira and Oskar").click()
    expect(player["Mira"]).to_have_accessible_name("Mira wins the round; 2 of 4 chips")
    player["Oskar"].click()
    button(page, "Undo: Oskar, round 5").click()
    player["Lena"].click()
    expect(page.locator(".foot")).to_have_text("With the next chip Lena can win the match.")
    player["Lena"].click()
    expect(page.get_by_test_id("finish").get_by_role("heading")).to_have_text("Lena wins")
    expect(player["Lena"]).to_be_disabled()
    button(page, "Undo").click()
    expect(page.get_by_role("heading", name="Round 6: who was rid of all cards?")).to_be_visible()


def test_the_result_can_be_shared_as_text(visit: Visit) -> None:
    page = open_pad(visit, "z3bra", 2, permissions=["clipboard-read", "clipboard-write"])
    choose_starter(page, 0)
    type_points(page, 20, 4, 3, 30)
    page.get_by_role("banner").get_by_role("button", name="Share result").click()
    text = "Z3BRA: Mira wins\n1. Mira 23 (20 + 3)\n2. Lena 34 (4 + 30)"
    expect(page.get_by_label("The result as text")).to_have_value(text)
    button(page, "Copy").click()
    expect(button(page, "Copied")).to_be_visible()
    assert page.evaluate("navigator.clipboard.readText()") == text


def test_the_system_shares_it_where_it_can(visit: Visit) -> None:
    page = open_pad(visit, "triple", 2, german=True)
    page.evaluate("navigator.share = async (data) => { window.shared = data; }")
    page.locator(".players button").first.click()
    page.get_by_role("banner").get_by_role("button", name="Ergebnis teilen").click()
    button(page, "Teilen …").click()
    assert page.evaluate("window.shared") == {"text": "TRIPLE³, nach einer Runde\n1. Mira 1\n2. Lena 0"}


def test_a_new_pad_asks_first_and_keeps_the_names(visit: Visit) -> None:
    page = open_pad(visit, "triple", 3)
    page.get_by_role("button", name="Lena wins").click()
    page.get_by_role("banner").get_by_role("button", name="New pad").click()
    page.get_by_role("dialog").get_by_role("button", name="Keep this one").click()
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(page.get_by_role("button", name="Lena wins the round; 1 of 4 chips")).to_be_visible()
    page.get_by_role("banner").get_by_role("button", name="New pad").click()
    page.get_by_role("dialog").get_by_role("button", name="New pad").click()
    expect(page.get_by_role("dialog")).to_have_count(0)
    page.reload()
    fields = page.locator("main form ol input")
    assert [field.input_value() for field in fields.all()] == list(NAMES[:3])
    start_pad(page, "zatre", NAMES[:3])
    expect(question(page)).to_contain_text("Who starts?")


def test_names_can_be_changed_in_the_middle(visit: Visit) -> None:
    page = open_pad(visit, "z3bra", 2)
    choose_starter(page, 0)
    page.get_by_role("banner").get_by_role("button", name="Names").click()
    page.get_by_role("dialog").get_by_label("Player 1").fill("Ada")
    button(page, "Keep").click()
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(question(page)).to_contain_text("Ada, points of all cards left")
    page.reload()
    expect(question(page)).to_contain_text("Ada, points of all cards left")


def test_what_is_no_pad_is_put_away(visit: Visit) -> None:
    page = visit("/pad")
    page.evaluate("""localStorage.setItem("tercet.pad", '{"version": 99}')""")
    page.reload()
    expect(page.locator("main form")).to_be_visible()


def test_by_keyboard_alone_from_home(visit: Visit) -> None:
    page = visit()
    tab_to(page, page.get_by_role("link", name="Score pad"))
    page.keyboard.press("Enter")
    tab_to(page, page.get_by_role("textbox", name="Player 1"))
    page.keyboard.type("Ada")
    tab_to(page, button(page, "Start"))
    page.keyboard.press("Enter")
    tab_to(page, page.locator(".sides button").first)
    page.keyboard.press("Enter")
    tab_to(page, page.get_by_role("button", name="a line of 11"))
    page.keyboard.press("Space")
    tab_to(page, button(page, "Enter, then Player 2"))
    page.keyboard.press("Enter")
    expect(question(page)).to_contain_text("Player 2, what did the turn make?")
    assert totals(page) == [4, 0]


@pytest.mark.parametrize("sheets", [2, 6])
def test_empty_sheets_are_printed_on_one_page_of_a4(visit: Visit, sheets: int) -> None:
    page = open_pad(visit, "zatre", 2, dark=True)
    page.get_by_role("banner").get_by_role("link", name="Print empty sheets").click()
    page.get_by_role("radio", name=str(sheets)).check(force=True)
    drawing = page.get_by_role("img", name=f"A page with {sheets} empty score sheets")
    expect(drawing.get_by_text("grand total")).to_have_count(sheets)
    printed = page.pdf(prefer_css_page_size=True, print_background=True)
    assert len(re.findall(rb"/Type\s*/Page\b", printed)) == 1
    box = re.search(rb"/MediaBox\s*\[0 0 ([\d.]+) ([\d.]+)\]", printed)
    assert box
    assert [round(float(size)) for size in box.groups()] == [595, 842]


def test_no_english_is_left_in_a_german_round(visit: Visit) -> None:
    page = open_pad(visit, "zatre", 4, pairs=True, german=True, phone=True)
    choose_starter(page, 1)
    expect(question(page)).to_contain_text("Oskar und Theo, was hat der erste Zug gebracht?")
    enter_turn(page, "0100")
    expect(question(page)).to_contain_text("Oskar und Theo, was hat der zweite Zug gebracht?")
    enter_turn(page, "0000")
    expect(question(page)).to_contain_text("Mira und Lena")
    button(page, "Ende: Steine übrig").tap()
    for _ in range(2):
        button(page, "Keine").tap()
    expect(page.get_by_test_id("finish").get_by_role("heading")).to_have_text("Oskar und Theo gewinnen")
