"""How the tables of a duplicate compare: what counts is the difference on the same deals, as in bridge."""

from collections.abc import Sequence

from tercet.games.kind import Kind, Options, leads
from tercet.server import today_messages as msg
from tercet.server.problems import Declined

Scores = Sequence[Sequence[int]]
"""The scores of a table: by round, then by side."""


def sides_of(kind: Kind, players: int, options: Options) -> list[list[int]]:
    """Return the seats of each side of a table: one each, or pairs."""
    return kind.sides_of(kind.blank(players, options, 0)[0])


def check_teams(kind: Kind, players: int, options: Options, teams: int) -> None:
    """Raise Declined unless each team can have the same number of sides at each table."""
    sides = len(sides_of(kind, players, options))
    if sides % teams:
        raise Declined(
            "bad_request",
            en=f"{teams} teams cannot share the cards of {sides} sides: each needs as many at every table.",
            de=f"{teams} Teams können sich die Karten von {sides} Seiten nicht teilen: Jedes braucht an jedem Tisch"
            " gleich viele.",
        )


def team_at(side: int, table: int, teams: int) -> int:
    """Return which team has a side at a table. From table to table the teams move on by one side.

    >>> [[team_at(side, table, 2) for side in range(4)] for table in range(2)]
    [[0, 1, 0, 1], [1, 0, 1, 0]]
    """
    return (side + table) % teams


def compare(
    kind: Kind, mode: msg.DuplicateMode, tables: Sequence[Scores], rounds: int, own_side: int
) -> msg.Comparison:
    """Compare the finished rounds of all tables. `own_side` is the side of the person with mode `bots`."""
    compared = [compare_round(kind, mode, number, tables, own_side) for number in range(1, rounds + 1)]
    teams = range(len(tables))
    totals = [sum(each.differences[team] or 0.0 for each in compared) for team in teams]
    places = [1 + sum(other > own for other in totals) for own in totals]
    is_complete = all(point is not None for each in compared for point in each.points)
    return msg.Comparison(compared, totals, places, is_complete)


def compare_round(
    kind: Kind, mode: msg.DuplicateMode, number: int, tables: Sequence[Scores], own_side: int
) -> msg.ComparedRound:
    """Compare one round at all tables."""
    scores = [list(table[number - 1]) if number <= len(table) else None for table in tables]
    alone = [None if each is None else each[own_side] for each in scores]
    points = team_points(scores) if mode == "teams" else alone
    return msg.ComparedRound(number, scores, points, differences(kind, points))


def team_points(scores: Sequence[list[int] | None]) -> list[int | None]:
    """Return the points of each team at all tables together; None for all if a table has not finished.

    >>> team_points([[10, 4], [7, 9]]), team_points([[10, 4], None])
    ([19, 11], [None, None])
    """
    teams = len(scores)
    if any(each is None for each in scores):
        return [None] * teams
    points = [0] * teams
    for table, each in enumerate(scores):
        for side, score in enumerate(each or []):
            points[team_at(side, table, teams)] += score
    return list(points)


def differences(kind: Kind, points: Sequence[int | None]) -> list[float | None]:
    """Return how much better each is than the mean of the others who have finished; None for who has not.

    >>> from tercet.games.registry import find
    >>> differences(find("zatre"), [310, 300, None]), differences(find("z3bra"), [12, 20])
    ([10.0, -10.0, None], [8.0, -8.0])
    """
    finished = [point for point in points if point is not None]
    if len(finished) < 2:
        return [None] * len(points)
    ahead = iter(leads(kind, finished))
    return [None if point is None else next(ahead) for point in points]
