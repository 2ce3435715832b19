"""Play a whole match of each game in the page, against bots. The page shows the server's result."""

from contextlib import suppress
from random import Random

import pytest
from playwright.sync_api import TimeoutError as PlaywrightTimeout
from playwright.sync_api import expect

from browser.conftest import Visit
from browser.seats import Seat, drive, legal, seated
from server.playing import Rest
from waiting import LONGEST_WAIT

QUICK_MOVE_MS = 3000
"""How long a move may take among fast bots before another one is looked for."""


@pytest.mark.parametrize(("game", "bots"), [("z3bra", ["novice", "novice"]), ("zatre", ["random"] * 5)])
def test_a_whole_game_by_turns(visit: Visit, rest: Rest, game: str, bots: list[str]) -> None:
    seat = seated(visit, rest, game, bots=bots)
    assert seat.play(Random(3)) > 0
    expect_result(seat)


def test_a_whole_game_in_real_time(visit: Visit, rest: Rest) -> None:
    """Lay any card that fits, else take one. If a bot was faster, the card comes back to the hand."""
    seat = seated(visit, rest, "triple", bots=["novice"] * 3, options={"chips": 1, "patience": 12_000})
    seat.page.set_default_timeout(QUICK_MOVE_MS)
    while (snapshot := seat.follow())["table"]["status"] == "running":
        moves = legal(snapshot)
        plays = [move for move in moves if move.startswith("play ")]
        if plays or "take" in moves:
            with suppress(PlaywrightTimeout):  # a bot was so much faster that the page offers this move no more
                drive("triple", seat.page, plays[0] if plays else "take")
    seat.page.set_default_timeout(LONGEST_WAIT * 1000)
    expect_result(seat)
    record = rest.get(f"/api/tables/{seat.table}/record", seat.token)
    assert any(mover == 0 for round_ in record["rounds"] for mover, *_ in round_["moves"])


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
