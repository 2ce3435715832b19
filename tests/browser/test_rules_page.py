"""The rules, on their page and over a table: aim and course of a round first, and every mark is explained."""

import pytest
from playwright.sync_api import Locator, expect

from browser.conftest import Visit
from browser.seats import GAMES, seated
from server.playing import Rest

READING = {
    False: ("Aim", "In thirty seconds", "All rules, one by one", "Our ruling", "From other sources"),
    True: ("Ziel", "In dreißig Sekunden", "Alle Regeln im Einzelnen", "Unsere Festlegung", "Aus anderen Quellen"),
}


def expect_opening(rules: Locator, german: bool) -> None:
    """Assert that aim and course of a round come before the first numbered rule."""
    aim, course, numbered, *_ = READING[german]
    headings = rules.get_by_role("heading", level=3)
    expect(headings.filter(has_text=aim).first).to_be_visible()
    texts = [text.strip() for text in headings.all_inner_texts()]
    first = texts.index(aim)
    assert texts[first : first + 3] == [aim, course, numbered]
    expect(rules.get_by_test_id("opening").locator("li")).not_to_have_count(0)
    opening, rule = rules.get_by_test_id("opening").bounding_box(), rules.locator("article").first.bounding_box()
    assert opening
    assert rule
    assert opening["y"] + opening["height"] <= rule["y"]


@pytest.mark.parametrize("german", [False, True], ids=["English", "German"])
@pytest.mark.parametrize("phone", [False, True], ids=["desktop", "phone"])
@pytest.mark.parametrize("game", GAMES)
def test_the_page_opens_with_the_aim_and_thirty_seconds(visit: Visit, game: str, phone: bool, german: bool) -> None:
    page = visit(f"/rules/{game}", phone=phone, german=german)
    expect_opening(page.locator("main"), german)
    expect(page.get_by_test_id("opening").get_by_role("heading").first).to_be_in_viewport()


def test_the_rules_over_a_table_open_the_same_way(visit: Visit, rest: Rest) -> None:
    seat = seated(visit, rest, "zatre")
    seat.page.get_by_role("banner").get_by_role("button", name="Rules").click()
    expect_opening(seat.page.get_by_role("dialog"), german=False)


@pytest.mark.parametrize("german", [False, True], ids=["English", "German"])
def test_every_mark_is_explained_before_the_first_rule(visit: Visit, german: bool) -> None:
    *_, ruling, source = READING[german]
    legend = visit("/rules/zatre", german=german).get_by_test_id("legend")
    expect(legend.get_by_text(ruling)).to_be_visible()
    expect(legend.get_by_text(source)).to_be_visible()
    legend = visit("/rules/z3bra", german=german).get_by_test_id("legend")
    expect(legend.get_by_text(ruling)).to_be_visible()
    expect(legend.get_by_text(source)).to_have_count(0)
