"""Puzzles are solved on the real board, and the spotting trainer counts what is found."""

import re

from playwright.sync_api import Page, expect

from browser import drive_z3bra
from browser.conftest import Visit
from browser.seats import drive
from browser.test_keyboard import KEYPAD
from tercet.coach.puzzles.shipped import load
from tercet.server.puzzle_messages import CARDS_OF_RUN


def try_tiles(page: Page, moves: tuple[str, ...]) -> None:
    """Lay the tiles of a turn and confirm the last one, whatever comes of it."""
    *first, last = moves
    for move in first:
        drive("zatre", page, move)
    page.locator(f'.rack button[aria-pressed][aria-label^="{last[0]}"]').first.click()
    page.locator(f'button[data-place="{last[1:]}"]').click()
    page.locator(".confirm:enabled").click()


def test_a_zatre_puzzle_is_solved_by_mouse_with_the_second_try(visit: Visit) -> None:
    puzzle = load("zatre")[0]
    page = visit(f"/puzzle/zatre/{puzzle.number}")
    expect(page.get_by_test_id("task")).to_contain_text(str(puzzle.turns))
    try_tiles(page, puzzle.rivals[0].moves)
    expect(page.get_by_test_id("tries").locator("li")).to_have_count(1)
    expect(page.get_by_role("status").filter(has_text="less than the best turn")).to_be_visible()
    expect(page.get_by_test_id("solved")).to_have_count(0)
    try_tiles(page, puzzle.solution.moves)
    solved = page.get_by_test_id("solved")
    expect(solved).to_contain_text("Solved with the second try")
    for move in puzzle.solution.moves:
        expect(page.locator(f'button[data-place="{move[1:]}"]')).to_have_attribute(
            "aria-label", re.compile(f", {move[0]}")
        )
    expect(page.get_by_test_id("spread").locator("li.own")).to_contain_text("yours")
    page.get_by_role("button", name="Share").click()
    expect(page.get_by_label("The result as text")).to_have_value(re.compile("▢▣ Solved with the second try"))


def test_a_z3bra_puzzle_is_solved_by_keyboard(visit: Visit) -> None:
    puzzle = next(each for each in load("z3bra") if re.fullmatch("take put ..", " ".join(each.solution.moves)))
    page = visit(f"/puzzle/z3bra/{puzzle.number}")
    expect(page.locator('.z3bra[data-due="choose"]')).to_be_visible()
    page.keyboard.press("t")
    expect(page.locator('.z3bra[data-due="place"]')).to_be_visible()
    drive_z3bra.own_card(page, puzzle.solution.moves[1].removeprefix("put ")).focus()
    page.keyboard.press("Enter")
    expect(page.get_by_test_id("solved")).to_contain_text("Solved with the first try")
    expect(page.get_by_role("heading", name="The best turn")).to_be_focused()


def test_giving_up_on_a_phone_shows_the_solution_in_german(visit: Visit) -> None:
    puzzle = load("zatre")[0]
    page = visit(f"/puzzle/zatre/{puzzle.number}", phone=True, german=True)
    page.get_by_role("button", name="Aufgeben und zeigen").click()
    solved = page.get_by_test_id("solved")
    expect(solved).to_contain_text("Diesmal nicht gefunden")
    expect(solved.locator("ul li").first).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.get_by_role("button", name="Nächstes Rätsel").click()
    expect(page).to_have_url(re.compile(r"/puzzle/zatre/\d+$"))
    expect(page.get_by_test_id("task")).to_be_visible()
    expect(page).not_to_have_url(re.compile(f"/{puzzle.number}$"))


def test_ten_cards_are_spotted_by_keyboard_and_the_best_time_stays(visit: Visit) -> None:
    page = visit("/spot")
    with page.expect_response("**/api/puzzles/spotting") as answer:
        page.reload()
    tasks = answer.value.json()["tasks"]
    start = page.get_by_role("button", name="Start")
    expect(start).to_be_focused()
    page.keyboard.press("Enter")
    for number, task in enumerate(tasks, 1):
        expect(page.locator(".thecard")).to_contain_text(f"card {number} of {CARDS_OF_RUN}")
        cells = [place["cell"] for place in task["places"]]
        for cell in cells:
            page.keyboard.press(KEYPAD[cell])
        expect(page.locator(".place.found")).to_have_count(len(cells))
        page.keyboard.press("a")
    expect(page.locator("main[data-phase=over]")).to_be_visible()
    expect(page.get_by_test_id("bots")).to_contain_text("You")
    time = page.locator(".best").inner_text()
    page.reload()
    expect(page.locator(".best")).to_have_text(time)


def test_a_wrong_place_and_a_missed_one_cost_time(visit: Visit) -> None:
    page = visit("/spot", phone=True)
    with page.expect_response("**/api/puzzles/spotting") as answer:
        page.reload()
    task = answer.value.json()["tasks"][0]
    page.get_by_role("button", name="Start").click()
    fits = {place["cell"] for place in task["places"]}
    wrong = next(cell for cell in KEYPAD if cell not in fits)
    page.locator(f"[data-cell={wrong}]").click()
    expect(page.get_by_role("timer")).to_contain_text(f"2 of them for {wrong}")
    page.get_by_role("button", name="That is all").click()
    expect(page.locator(".place.missed")).to_have_count(len(fits))
    page.get_by_role("button", name="Next card").click()
    expect(page.locator(".place.missed, .place.wrong")).to_have_count(0)


def test_a_puzzle_that_does_not_exist_leads_to_todays(visit: Visit) -> None:
    page = visit("/puzzle/zatre/99999")
    page.get_by_role("link", name="Today’s puzzle").click()
    expect(page.get_by_test_id("task")).to_be_visible()
