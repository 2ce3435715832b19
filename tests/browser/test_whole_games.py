"""Play a whole match of each game in the page, against bots. The page shows the server's result."""

from random import Random

import pytest
from playwright.sync_api import TimeoutError as PlaywrightTimeout
from playwright.sync_api import expect

from browser.conftest import Visit
from browser.seats import Seat, drive, legal, seated
from server.playing import Rest


@pytest.mark.parametrize(("game", "bots"), [("z3bra", ["novice", "novice"]), ("zatre", ["random"] * 5)])
def test_a_whole_game_by_turns(visit: Visit, rest: Rest, game: str, bots: list[str]) -> None:
    seat = seated(visit, rest, game, bots=bots)
    assert seat.play(Random(3)) > 0
    expect_result(seat)


def test_a_whole_game_in_real_time(visit: Visit, rest: Rest) -> None:
    """Lay any card that fits, else take one. If a bot was faster, the card comes back to the hand."""
    seat = seated(visit, rest, "triple", bots=["novice"] * 3, options={"chips": 1, "patience": 5000})
    made = 0
    while (snapshot := seat.follow())["table"]["status"] == "running":
        moves = legal(snapshot)
        plays = [move for move in moves if move.startswith("play ")]
        if plays or "take" in moves:
            made += lay_or_take(seat, plays[0] if plays else "take")
    assert made > 0
    expect_result(seat)


def lay_or_take(seat: Seat, move: str) -> bool:
    """Make a move; return False if a bot has ended the round before the page could."""
    place = f'[data-place="hand-{move.split()[1]}"]' if move.startswith("play ") else '[data-testid="take"]'
    seat.page.locator(f"{place}, .result").first.wait_for()
    if seat.page.locator(".result").count():
        return False
    try:
        drive("triple", seat.page, move)
    except PlaywrightTimeout:
        if seat.info["status"] == "running":
            raise
        return False
    return True


def expect_result(seat: Seat) -> None:
    """Assert that the panel has the server's winners, scores and totals."""
    info = seat.info
    assert info["status"] == "over"
    panel = seat.page.locator(".result")
    you_win = info["winners"] == [0]
    title = panel.get_by_role("heading")
    expect(title).to_be_visible()
    assert ("You" in title.inner_text()) == (0 in info["winners"])
    assert (title.inner_text() == "You win!") == you_win
    rows = panel.locator("tr").evaluate_all(
        "rows => rows.map(row => [...row.querySelectorAll('td')].map(cell => cell.textContent))"
    )
    shown = [[int(cell) for cell in row] for row in rows[1:]]
    assert shown == [*info["scores"], info["totals"]]
