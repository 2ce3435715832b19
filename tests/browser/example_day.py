"""An example of a day's results: for tests of how their page looks, which need a field of many players."""

import json
from typing import Any

from playwright.sync_api import Page, Route

DAY = "2026-11-16"
HOUR = 3600 * 1000
NOW = 1_794_830_400_000
COUNTS = [7, 14, 21, 26, 34, 31, 13, 13, 13, 9, 12, 5, 16]
"""How many players had 0 to 4 points, 5 to 9 and so on; the last column has no end."""

DEAL: dict[str, Any] = {
    "day": DAY,
    "game": "z3bra",
    "players": 3,
    "options": {"rounds": 1},
    "bots": ["regular", "regular"],
    "commitment": "66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925",
    "published": NOW - 48 * HOUR,
    "late": False,
    "seed": "00" * 32,
}
OWN = {
    "table": "",
    "began": NOW - 4 * HOUR,
    "score": 13,
    "progress": None,
    "place": 35,
    "ties": 4,
    "better_than": 82,
    "counts": True,
    "practised": 0,
}


def row(place: int, score: int, *names: str, count: int, you: bool = False) -> dict[str, Any]:
    """Return a line of the names."""
    players = [{"profile": name[0] * 16, "name": name} for name in names]
    return {"place": place, "score": score, "players": players, "count": count, "you": you}


FIELD: dict[str, Any] = {
    "deal": DEAL,
    "status": "open",
    "closes": NOW,
    "low_is_better": True,
    "scores_are": "points",
    "played": sum(COUNTS),
    "you": OWN,
    "shown": True,
    "histogram": [
        {"first": 5 * i, "last": 5 * i + 4 if i < len(COUNTS) - 1 else None, "count": count, "you": i == 2}
        for i, count in enumerate(COUNTS)
    ],
    "median": 25,
    "best": [row(1, 0, "Aylin", "Theo", "Noor", count=6), row(7, 3, "Jonas", count=1), row(8, 4, count=2)],
    "around": [
        row(32, 12, "Hannes", count=3),
        row(35, 13, count=5, you=True),
        row(40, 14, "Ein-sehr-langer-Name-ohne", count=3),
    ],
    "tables": [{"table": "a" * 16, "name": "Aylin", "score": 0}, {"table": "b" * 16, "name": "", "score": 0}],
}
WEEK = [
    {"day": f"2026-11-{10 + i}", "game": "z3bra", "score": percent, "better_than": percent}
    for i, percent in enumerate([64, 71, None, 88, 55, 79, 82])
]
TODAY: dict[str, Any] = {
    "day": DAY,
    "ends": NOW + 9 * HOUR,
    "left": 9 * HOUR,
    "closes": NOW + 10 * HOUR,
    "games": [{"deal": {**DEAL, "seed": None}, "played": sum(COUNTS), "you": OWN}],
    "since": "2026-11-01",
    "coming": [],
    "week": WEEK,
    "streak": 4,
}


def answer(page: Page) -> None:
    """Let a page get the example from now on."""

    def fulfil(route: Route) -> None:
        content = TODAY if route.request.url.endswith("/api/today") else FIELD
        route.fulfill(content_type="application/json", body=json.dumps(content))

    page.route("**/api/today**", fulfil)
    page.route("**/api/today/**", fulfil)
