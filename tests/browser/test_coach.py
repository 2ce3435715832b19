"""The coach at the table: hints in three steps, odds, what was better, practice, and who has agreed to it.

The server runs in this process, so that tests can lay out a position by hand. Its answers depend on the position alone:
what a page shows is compared with what the server says to the same seat.
"""

import re
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from browser.axe import violations
from browser.conftest import Visit
from browser.drive_z3bra import own_card, place_button
from browser.german import english_lines
from browser.seats import Seat, button, connect, drive, never, open_invitation, play_now, play_on, sit, token_of
from browser.test_keyboard import tab_to
from browser.test_phone import OVERFLOW, SMALL_TARGETS
from browser.test_triple_table import wait_for_start
from server.inside import ServerThread, serving
from server.playing import Message, Rest
from tercet.lab.warm_up import warm
from triple import positions as triple
from z3bra.positions import PLAIN, position
from zatre import positions as zatre

TENS = "y10 r10 p0 / o3 ? g11 / ? g2 d12"
"""One more ten in c1 makes a trio."""
LOOK_AT_A_ROW = re.compile("^Look at your (top|middle|bottom) row.$")


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerThread]:
    """Run a server in this process, instead of the shared one in a process of its own."""
    with serving(tmp_path_factory.mktemp("inside") / "tables.db") as inside:
        yield inside


Open = Callable[..., Seat]


@pytest.fixture
def open_table(visit: Visit, rest: Rest, server: ServerThread) -> Open:
    """Return a function that makes a table of two people with a coach, lays out a position and opens Ada's page."""

    def make(game: str, states: Any, *moves: str, options: Message | None = None, **page: Any) -> Seat:
        made = rest.create(game, players=2, name="Ada", help=True, coach=True, options=options or {})
        rest.join(made["table"], "Bob")
        with connect(rest, made["table"], made["token"]) as ada:
            ada.do("start", "start")
        laid_out = server.do(server.hub.find(made["table"])).table.game
        laid_out.states[:] = states
        for move in moves:
            laid_out.play(0, move)
        seat = sit(visit, rest, made, **page)
        expect(seat.page.get_by_test_id("prompt")).to_be_visible()
        return seat

    return make


@pytest.fixture
def holding_a_ten(open_table: Open) -> Open:
    """Return a function that opens a Z3BRA table where Ada holds the ten that completes a trio."""

    def make(**page: Any) -> Seat:
        at = position([TENS, PLAIN[1]], draw="g10 ...", discards="b5")
        seat = open_table("z3bra", at.states, "draw", options={"starter": 0}, **page)
        expect(seat.page.locator(".z3bra[data-due=place]")).to_be_visible()
        return seat

    return make


@pytest.fixture
def zatre_turn(open_table: Open) -> Open:
    """Return a function that opens a ZATRE table where Ada has two tiles to lay."""

    def make(**page: Any) -> Seat:
        at = zatre.position("6h8 4h7 5g7", ["1 5", ""])
        return open_table("zatre", at.states, **page)

    return make


def ask(seat: Seat, *, full: bool) -> Message:
    """Return the coach's answer to this seat."""
    return seat.rest.post(f"/api/tables/{seat.table}/coach/hint", seat.token, full=full)


def cell_of(judged: Message) -> str:
    """Return the cell of a move that puts a card."""
    verb, cell = judged["move"].split()
    assert verb == "put"
    return str(cell)


def panel(page: Page) -> Locator:
    return page.locator("aside.coach-panel")


def marks(page: Page) -> set[str]:
    """Return the places that the board marks as suggested."""
    found: list[str] = page.locator("[data-hinted]").evaluate_all("all => all.map(each => each.dataset.place)")
    return set(found)


def compare(page: Page) -> Locator:
    """Ask for all three steps; return the rows of the comparison."""
    page.keyboard.press("h")
    expect(page.get_by_test_id("nudge")).to_be_visible()
    page.keyboard.press("h")
    expect(page.get_by_test_id("move")).to_be_visible()
    page.keyboard.press("h")
    rows = page.get_by_test_id("compared").get_by_role("button")
    expect(rows.first).to_be_visible()
    return rows


# --- Hints


def test_a_hint_comes_in_three_steps(holding_a_ten: Open) -> None:
    """By mouse: where to look, then the move on the board with its reasons, then the comparison."""
    seat = holding_a_ten()
    page, answer = seat.page, ask(seat, full=True)
    best = answer["moves"][0]
    cell = cell_of(best)
    button(page, "Hint").click()
    expect(page.get_by_test_id("nudge")).to_have_text(answer["nudge"]["en"])
    assert marks(page) == set()
    panel(page).get_by_role("button", name=re.compile("Show me the move")).click()
    expect(page.get_by_test_id("move")).to_contain_text(f"Put the green 10 on {cell}.")
    expect(panel(page).locator(".why li")).to_have_text([reason["en"] for reason in best["reasons"][:2]])
    assert marks(page) == {f"0{cell}"}
    expect(own_card(page, cell).locator(".ghost.suggested")).to_be_visible()
    expect(own_card(page, cell)).to_have_attribute("aria-label", re.compile("suggested: put the green 10 here"))
    panel(page).get_by_role("button", name=re.compile("Compare with others")).click()
    rows = page.get_by_test_id("compared").get_by_role("button")
    expect(rows).to_have_count(len(answer["moves"]))
    expect(rows.first).to_contain_text(f"{round(best['win'] * 100)} %")
    expect(page.get_by_test_id("coach-says")).to_contain_text(f"Put the green 10 on {cell}.")


def test_choosing_a_row_shows_its_move_on_the_board(holding_a_ten: Open) -> None:
    seat = holding_a_ten()
    page, answer = seat.page, ask(seat, full=True)
    rows = compare(page)
    expect(rows.first).to_have_attribute("aria-pressed", "true")
    for index, judged in enumerate(answer["moves"]):
        rows.nth(index).click()
        expect(rows.nth(index)).to_have_attribute("aria-pressed", "true")
        verb, *cells = judged["move"].split()
        assert marks(page) == ({f"0{cells[0]}"} if verb == "put" else {"discards"})


def test_the_rest_of_a_turn_is_suggested_next(holding_a_ten: Open) -> None:
    """After the card that completes a trio comes the trio, in its order."""
    seat = holding_a_ten()
    moves = ask(seat, full=True)["moves"]
    number = [judged["move"] for judged in moves].index("put c1")
    (trio,) = moves[number]["then"]
    compare(seat.page).nth(number).click()
    seat.make("put c1")
    for number, cell in enumerate(trio.split()[1:], 1):
        expect(own_card(seat.page, cell).get_by_test_id("hint-mark")).to_have_attribute("data-order", str(number))


def test_another_move_ends_the_hint(holding_a_ten: Open) -> None:
    """The panel stays, and a new position has to be asked about anew."""
    seat = holding_a_ten()
    compare(seat.page)
    seat.make("drop")
    expect(panel(seat.page).get_by_role("button", name=re.compile("Where should I look"))).to_be_visible()
    assert marks(seat.page) == set()
    answer = ask(seat, full=False)
    seat.page.keyboard.press("h")
    expect(seat.page.get_by_test_id("nudge")).to_have_text(answer["nudge"]["en"])


def test_the_keyboard_is_enough(holding_a_ten: Open) -> None:
    """H goes on from step to step, Tab leads into the panel, Escape closes it and returns to the button."""
    page = holding_a_ten().page
    rows = compare(page)
    tab_to(page, rows.nth(1))
    page.keyboard.press("Enter")
    expect(rows.nth(1)).to_have_attribute("aria-pressed", "true")
    page.keyboard.press("Escape")
    expect(panel(page)).to_have_count(0)
    assert marks(page) == set()
    expect(button(page, "Hint")).to_be_focused()
    expect(button(page, "Hint")).to_have_attribute("aria-pressed", "false")


def test_a_whole_turn_of_zatre_is_numbered(zatre_turn: Open) -> None:
    """Tile by tile; after the first one the rest is still shown."""
    seat = zatre_turn()
    page = seat.page
    best = ask(seat, full=True)["moves"][0]
    turn = [best["move"], *best["then"]]
    assert len(turn) == 2
    compare(page)
    expect(page.get_by_test_id("move")).to_contain_text(", then ".join(f"{move[0]} on {move[1:]}" for move in turn))
    for number, move in enumerate(turn, 1):
        field = page.locator(f'button[data-place="{move[1:]}"]')
        expect(field).to_have_attribute("data-hinted", move[0])
        expect(field.get_by_test_id("hint-mark")).to_have_attribute("data-order", str(number))
    seat.make(turn[0])
    expect(page.locator("[data-hinted]")).to_have_count(1)
    expect(page.locator("[data-hinted]").get_by_test_id("hint-mark")).to_have_attribute("data-order", "2")


def test_in_a_race_a_fitting_card_is_lifted(open_table: Open) -> None:
    """No panel covers the race; the hint ends when a card is laid."""
    at = triple.position("rc0 bc1 ps2 yd3 rx1 bd2 ps0 yx1 rd0", ["pc3 bs3 yc0", "rs1 rs2"], ["rc1 rc2", "yc3"])
    seat = open_table("triple", at.states)
    page = seat.page
    wait_for_start(page)
    move = ask(seat, full=False)["moves"][0]["move"]
    assert move.startswith("play ")
    card = page.locator(f'[data-drag="{move.split()[1]}"]')
    resting = card.bounding_box()
    page.keyboard.press("h")
    expect(page.locator(".hand [data-hinted]")).to_have_count(1)
    expect(card).to_have_attribute("data-hinted", "")
    expect(card).to_have_attribute("aria-label", re.compile("suggested"))
    assert resting
    page.wait_for_function(
        "([card, y]) => card.getBoundingClientRect().y < y", arg=[card.element_handle(), resting["y"]]
    )
    expect(panel(page)).to_have_count(0)
    drive("triple", page, move)
    expect(page.locator(".hand [data-hinted]")).to_have_count(0)


def test_in_a_race_taking_cards_may_be_better(open_table: Open) -> None:
    at = triple.position("rc0 bc1 ps2 yd3 rx1 bd2 ps0 yx1 rd0", ["", "rs1 rs2"], ["rc1 rc2", "yc3"])
    seat = open_table("triple", at.states)
    wait_for_start(seat.page)
    assert ask(seat, full=False)["moves"][0]["move"].startswith("take")
    button(seat.page, "Hint").click()
    expect(seat.page.locator(".pile").get_by_test_id("hint-mark")).to_be_visible()


def test_a_refusal_is_shown_in_the_panel(holding_a_ten: Open) -> None:
    page = holding_a_ten().page
    problem = {"code": "busy", "text": {"en": "The coach is busy.", "de": "Der Coach hat zu tun."}}
    page.route(re.compile("/coach/hint$"), lambda route: route.fulfill(status=409, json=problem))
    page.keyboard.press("h")
    expect(panel(page).get_by_role("alert")).to_contain_text("The coach is busy.")
    page.unroute(re.compile("/coach/hint$"))
    panel(page).get_by_role("button", name="Ask again").click()
    expect(page.get_by_test_id("nudge")).to_have_text(LOOK_AT_A_ROW)


def test_a_coach_that_takes_longer_says_so(holding_a_ten: Open) -> None:
    """The page's clock is stopped, so that a second passes when the test says so."""
    page = holding_a_ten().page
    page.clock.install()
    held: list[Route] = []
    page.route(re.compile("/coach/hint$"), lambda route: held.append(route))
    page.keyboard.press("h")
    expect(page.get_by_test_id("waiting")).to_have_text("Thinking …")
    page.clock.run_for(1000)
    expect(page.get_by_test_id("waiting")).to_contain_text("still thinking")
    for route in held:
        route.continue_()
    expect(page.get_by_test_id("nudge")).to_have_text(LOOK_AT_A_ROW)


def test_questions_are_aborted_when_nobody_waits(holding_a_ten: Open) -> None:
    page = holding_a_ten().page
    page.route(re.compile("/coach/hint$"), lambda route: None)  # no answer comes
    page.keyboard.press("h")
    expect(page.get_by_test_id("waiting")).to_be_visible()
    aborted: list[str] = []
    page.on("requestfailed", lambda request: aborted.append(str(request.failure)))
    with page.expect_event("requestfailed"):
        panel(page).get_by_role("button", name="Close the coach").click()
    assert set(aborted) == {"net::ERR_ABORTED"}


# --- Odds


def test_odds_are_shown_at_their_places(holding_a_ten: Open) -> None:
    """The key O and the switch in the panel turn them on and off."""
    seat = holding_a_ten()
    page = seat.page
    odds = seat.rest.get(f"/api/tables/{seat.table}/coach/odds", seat.token)
    cells = {odd["fact"]["cell"] for odd in odds if "cell" in odd["fact"]}
    assert "c1" in cells
    page.keyboard.press("o")
    for cell in cells:
        expect(own_card(page, cell).get_by_test_id("odds")).to_be_visible()
    likeliest = next(odd for odd in odds if odd["fact"].get("cell") == "c1")
    chip = own_card(page, "c1").locator("[data-odd]").first
    expect(chip).to_have_attribute("data-odd", re.compile(f"{round(likeliest['chance'] * 100)} %$"))
    page.keyboard.press("h")
    panel(page).get_by_role("switch", name="Show the odds on the table").click()
    expect(page.get_by_test_id("odds")).to_have_count(0)


def test_odds_of_zatre_are_on_the_fields(zatre_turn: Open) -> None:
    seat = zatre_turn()
    odds = seat.rest.get(f"/api/tables/{seat.table}/coach/odds", seat.token)
    fields = {odd["fact"]["field"] for odd in odds}
    assert fields
    seat.page.keyboard.press("o")
    expect(seat.page.get_by_test_id("odds")).to_have_count(len(fields))


# --- What was better


def test_a_costly_move_can_be_taken_back(open_table: Open) -> None:
    """Whoever has taken the top discard has seen nothing new, and may put it back."""
    at = position([TENS, PLAIN[1]], discards="b5 b12")
    seat = open_table("z3bra", at.states, options={"starter": 0})
    page = seat.page
    seat.make("take")
    answer = seat.rest.post(f"/api/tables/{seat.table}/coach/last", seat.token, full=True)
    assert answer["cost"] >= 1
    page.get_by_test_id("slip-mark").click()
    slip = page.get_by_test_id("slip")
    expect(slip).to_contain_text("Take the pale blue 12 from the discards.")
    verb, *cells = answer["best"]["move"].split()
    expect(slip).to_contain_text({"draw": "Draw a card.", "swap": f"Swap {' and '.join(cells)}."}[verb])
    expect(slip).to_contain_text(f"{answer['cost']:.1f} points")
    slip.get_by_role("button", name="Take back").click()
    expect(page.locator(".z3bra[data-due=choose]")).to_be_visible()
    expect(page.get_by_test_id("slip-mark")).to_have_count(0)
    expect(panel(page)).to_have_count(0)


def test_a_good_move_is_not_mentioned(holding_a_ten: Open) -> None:
    seat = holding_a_ten()
    with seat.page.expect_response(re.compile("/coach/last$")) as answer:
        seat.make("put c1")
    assert answer.value.json()["cost"] < 1
    expect(seat.page.get_by_test_id("slip-mark")).to_have_count(0)


def test_a_costly_move_can_be_tried_again(holding_a_ten: Open, rest: Rest) -> None:
    """At a practice table, which begins before the move, knows where it comes from, and ends without a rematch."""
    seat = holding_a_ten()
    page = seat.page
    seat.make("put a1")
    page.get_by_test_id("slip-mark").click()
    page.get_by_test_id("slip").get_by_role("button", name="Try it again").click()
    expect(page.get_by_test_id("practice")).to_contain_text("Practice: the real game is untouched.")
    expect(page.locator(".z3bra[data-due=place]")).to_be_visible()
    expect(place_button(page, "held")).to_have_attribute("aria-label", re.compile("green 10"))
    practice = page.url.rsplit("/", 1)[-1]
    assert practice != seat.table
    token = page.evaluate("id => sessionStorage.getItem('tercet.practice.' + id)", practice)
    assert practice not in {listed["id"] for listed in page.request.get("/api/mine").json()}
    page.reload()
    expect(page.locator(".z3bra[data-due=place]")).to_be_visible()
    assert rest.get(f"/api/tables/{practice}", token)["table"]["practice_of"] == seat.table

    play_on(rest, practice, [token], Random(1), never)
    expect(page.locator(".result")).to_be_visible()
    for name in ("Play again", "Check the deal"):
        expect(button(page, name)).to_have_count(0)
    expect(page.get_by_role("link", name="Download record")).to_have_count(0)
    page.get_by_role("link", name="Back to the game").click()
    expect(page.locator(f'[data-event="{seat.snapshot["number"]}"]')).to_be_visible()
    assert page.url.endswith(seat.table)


# --- Who may have a coach


def test_play_now_has_a_coach(visit: Visit, rest: Rest) -> None:
    warm("z3bra", ["regular"])
    page = visit()
    play_now(page, "z3bra")
    expect(button(page, "Hint")).to_be_visible()
    table = page.url[-16:]
    assert Seat(page, rest, table, token_of(page, table)).info["coach"]


def two_people(visit: Visit, rest: Rest, **wish: Any) -> tuple[Seat, Seat]:
    """Return the seats of Ada and Bob at a table that has begun, with a page each."""
    made = rest.create("z3bra", players=2, name="Ada", help=True, options={"starter": 0}, **wish)
    joined = rest.join(made["table"], "Bob")
    with connect(rest, made["table"], made["token"]) as ada:
        ada.do("start", "start")
    return sit(visit, rest, made), sit(visit, rest, joined)


def open_people(page: Page) -> Locator:
    page.get_by_role("button", name=re.compile("^Players")).click()
    return page.get_by_role("dialog")


def test_both_have_to_want_a_coach(visit: Visit, rest: Rest) -> None:
    """Ada says so in the dialog about the people, Bob is told and agrees, and later changes his mind."""
    ada, bob = two_people(visit, rest)
    dialog = open_people(ada.page)
    dialog.get_by_role("switch", name="I want a coach").click()
    expect(dialog.get_by_role("listitem").first).to_contain_text("wants a coach")
    expect(button(ada.page, "Hint")).to_have_count(0)
    bob.page.locator(".news").get_by_role("button", name="I want it, too").click()
    for seat in (ada, bob):
        expect(button(seat.page, "Hint")).to_be_visible()
    dialog = open_people(bob.page)
    dialog.get_by_role("switch", name="I want a coach").click()
    expect(button(ada.page, "Hint")).to_have_count(0)


def test_a_new_table_may_have_a_coach(visit: Visit) -> None:
    """The form offers it, except for listed tables, and the lobby shows it to all."""
    page = visit()
    open_invitation(page, "zatre")
    page.locator("dialog summary").click()
    coach = page.get_by_role("switch", name=re.compile("^Coach"))
    listed = page.get_by_role("switch", name=re.compile("^Listed"))
    listed.click()
    expect(coach).to_have_count(0)
    listed.click()
    coach.click()
    page.locator("dialog button.primary").click()
    expect(page.get_by_test_id("options")).to_contain_text("Coach: yes")


def test_a_listed_table_has_no_coach(visit: Visit, rest: Rest) -> None:
    ada, _ = two_people(visit, rest, listed=True)
    expect(button(ada.page, "Hint")).to_have_count(0)
    expect(open_people(ada.page).get_by_role("switch", name="I want a coach")).to_have_count(0)
    ada.page.keyboard.press("Escape")
    ada.page.keyboard.press("h")
    expect(panel(ada.page)).to_have_count(0)


# --- Trios


def test_a_place_previews_the_trio_that_it_would_complete(holding_a_ten: Open) -> None:
    """By pointing at it, by focus, and nowhere else."""
    page = holding_a_ten().page
    stripe = page.locator(".area [data-trio]")
    own_card(page, "b2").hover()
    expect(stripe).to_have_count(0)
    own_card(page, "c1").hover()
    expect(stripe).to_have_attribute("data-trio", "a1 b1 c1")
    page.mouse.move(0, 0)
    expect(stripe).to_have_count(0)
    tab_to(page, page.locator(".centre [data-place][tabindex='0']").first)
    for key in ("ArrowDown", "ArrowRight", "ArrowRight"):
        page.keyboard.press(key)
    expect(own_card(page, "c1")).to_be_focused()
    expect(stripe).to_have_attribute("data-trio", "a1 b1 c1")


# --- Everywhere


@pytest.mark.parametrize("is_dark", [False, True])
def test_the_panel_is_accessible(holding_a_ten: Open, is_dark: bool) -> None:
    page = holding_a_ten(dark=is_dark).page
    compare(page)
    page.keyboard.press("o")
    expect(page.get_by_test_id("odds").first).to_be_visible()
    assert violations(page) == []


def test_no_english_word_is_left(holding_a_ten: Open) -> None:
    seat = holding_a_ten(german=True)
    page = seat.page
    answer = ask(seat, full=True)
    compare(page)
    expect(page.get_by_test_id("nudge")).to_have_text(answer["nudge"]["de"])
    expect(page.get_by_test_id("move")).to_contain_text(f"Lege die grüne 10 auf {cell_of(answer['moves'][0])}.")
    assert english_lines(page) == []
    seat.make("put a1")
    page.get_by_test_id("slip-mark").click()
    expect(page.get_by_test_id("slip").get_by_role("button", name="Noch einmal versuchen")).to_be_visible()
    assert english_lines(page) == []


@pytest.mark.parametrize("game", ["z3bra", "zatre"])
def test_on_a_phone_the_steps_are_tabs(holding_a_ten: Open, zatre_turn: Open, game: str) -> None:
    """A sheet below the table shows one step at a time; the own cards or the board stay in sight above it."""
    seat = (holding_a_ten if game == "z3bra" else zatre_turn)(phone=True)
    page = seat.page
    button(page, "Hint").tap()
    expect(page.get_by_test_id("nudge")).to_be_visible()
    page.get_by_role("tab", name="Move").tap()
    expect(page.get_by_test_id("move")).to_be_visible()
    expect(page.get_by_test_id("nudge")).to_be_hidden()
    expect(page.locator("[data-hinted]").first).to_be_in_viewport(ratio=0.9)
    page.get_by_role("tab", name="Compare").tap()
    expect(page.get_by_test_id("compared").get_by_role("button").first).to_be_in_viewport(ratio=0.9)
    expect(page.get_by_role("tab", name="Compare")).to_have_attribute("aria-selected", "true")
    page.get_by_role("tab", name="Nudge").tap()
    expect(page.get_by_test_id("nudge")).to_be_visible()
    assert page.evaluate(OVERFLOW) == [0]
    assert page.evaluate(SMALL_TARGETS) == []
