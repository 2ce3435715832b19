"""A page of somebody who has played a lot: what the server would answer after many matches."""

from collections.abc import Callable
from typing import Any

from msgspec import to_builtins
from msgspec.structs import replace
from playwright.sync_api import Page, Route

from tercet.server.profile_messages import (
    Friend,
    GameStatistics,
    LevelStatistics,
    MatchResult,
    MonthStatistics,
    ProfileInfo,
    ProfileStatistics,
    PublicProfile,
    Rating,
    ResultsPage,
    SeatResult,
    Streak,
    Yourself,
)

MARCH = 1_772_500_000_000
YESTERDAY = 1_794_900_000_000
YOURSELF = Yourself(ProfileInfo("p7k2m9", "Mira", MARCH, public=False, named=True, browsers=2), opted_out=False)

SCALES = {"gentle": 610, "novice": 820, "regular": 1000, "expert": 1299, "master": 1347}


def levels(*won_of: tuple[int, int]) -> list[LevelStatistics]:
    return [
        LevelStatistics(bot, scale, matches, won, 0, Rating(1100, 150, matches) if matches else None)
        for (bot, scale), (won, matches) in zip(SCALES.items(), won_of, strict=True)
    ]


def game(name: str, rating: Rating | None, feats: Any, *won_of: tuple[int, int]) -> GameStatistics:
    return GameStatistics(
        game=name,
        matches=sum(matches for _, matches in won_of),
        won=sum(won for won, _ in won_of),
        shared=2,
        best=13,
        mean=17.36,
        feats_are=feats,
        feats_mean=4.25,
        feats_best=9,
        people=Rating(1044, 140, 21) if name == "z3bra" else None,
        bots=rating,
        levels=levels(*won_of),
        form=["won", "lost", "won", "won", "lost", "won", "shared", "won", "lost", "won"],
        months=[MonthStatistics(f"2026-{month:02}", 10, 3 + month % 5, 17.5, 1050 + month) for month in range(3, 12)],
    )


GAMES = [
    game("z3bra", Rating(1171, 85, 86), "trios", (0, 0), (12, 13), (31, 45), (9, 22), (1, 6)),
    game("zatre", Rating(1097, 95, 64), "rows", (0, 0), (8, 8), (21, 32), (7, 21), (0, 3)),
    game("triple", Rating(896, 124, 6), "cards", (1, 2), (2, 4), (0, 0), (0, 0), (0, 0)),
]
FRIENDS = [
    Friend("a", "Lena", 33, 14, 17, 2, 0),
    Friend("b", "Oskar", 19, 11, 8, 0, 3),
    Friend("c", "Maximiliane Augustine", 9, 3, 5, 1, 0),
]
STREAKS = {"today": Streak(4, 31), "puzzles": Streak(7, 19), "matches": Streak(1, 8)}
STATISTICS = ProfileStatistics(212, 113, MARCH, GAMES, STREAKS, FRIENDS)
LENA = PublicProfile("a", "Lena", replace(STATISTICS, friends=[]))
MAXIMILIANE = PublicProfile("c", "Maximiliane Augustine", None)
"""She shows only her name."""


def match(number: int, name: str, ending: Any, *others: tuple[str, str]) -> MatchResult:
    seats = [SeatResult("you", "Mira", None, 0, 1, 13)]
    for side, (kind, who) in enumerate(others, 1):
        seats.append(SeatResult(kind, who, "a" if who == "Lena" else None, side, 2, 20))  # type: ignore[arg-type]
    return MatchResult(
        table=f"{number:016}",
        kept=number != 2,
        game=name,
        ended=YESTERDAY - number * 40_000_000,
        ending=ending,
        place=1,
        score=13,
        feats=3,
        feats_are="trios",
        coached=number == 1,
        rated=number != 1,
        seat=0,
        seats=seats,
    )


RESULTS = ResultsPage(
    212,
    [
        match(0, "z3bra", "won", ("bot", "regular"), ("bot", "regular")),
        match(1, "zatre", "lost", ("profile", "Lena"), ("guest", ""), ("bot", "expert")),
        match(2, "triple", "shared", ("profile", "Maximiliane Augustine")),
        match(3, "z3bra", "lost", ("profile", "Lena")),
    ],
)


def answer_with_a_rich_profile(page: Page) -> None:
    """Let the server's answers about a profile be those above."""
    own = {"": YOURSELF, "/statistics*": STATISTICS, "/results*": RESULTS}
    others = {f"s/{person.id}": person for person in (LENA, MAXIMILIANE)}
    for path, content in {**own, **others}.items():
        page.route(f"**/api/profile{path}", answer_with(content))


def answer_with(content: Any) -> Callable[[Route], None]:
    return lambda route: route.fulfill(json=to_builtins(content))
