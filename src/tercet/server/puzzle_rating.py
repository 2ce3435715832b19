"""How well somebody solves puzzles: a rating with its uncertainty, as if each puzzle were an opponent.

A puzzle that is found with the first try is won, one that is found later is a draw, one that is given up is lost. How
strong a puzzle is follows from its grade and never changes: on a small server few people try each of them, and whoever
made profiles to get them wrong could raise the ratings of all others. So ratings mean the same at every server.
"""

from functools import cache
from typing import Literal, NamedTuple

from openskill.models import PlackettLuce

Result = Literal["first", "later", "shown"]
"""Found with the first try, found later, given up."""

MEAN, STEP = 25.0, 4.0
"""A puzzle of the grade that newcomers get is as strong as they are taken to be; each grade is as much stronger."""
NEWCOMERS_GRADE = 2
SURE = 2.0
"""The uncertainty of a puzzle: its grade is rough."""
CENTRE, SCALE = 1500, 40
"""What people see: the scale that players know from chess."""
RANKS = {"first": [0.0, 1.0], "later": [0.0, 0.0], "shown": [1.0, 0.0]}


class Skill(NamedTuple):
    """An estimate and its standard deviation."""

    mu: float = MEAN
    sigma: float = MEAN / 3

    @property
    def rating(self) -> int:
        """The estimate as people see it."""
        return round(CENTRE + SCALE * (self.mu - MEAN))

    @property
    def deviation(self) -> int:
        """Its uncertainty on the same scale."""
        return round(SCALE * self.sigma)


@cache
def model() -> PlackettLuce:
    """Return the model with its default parameters."""
    return PlackettLuce(mu=MEAN, sigma=MEAN / 3)


def skill_of_grade(grade: int) -> Skill:
    """Return how strong a puzzle is.

    >>> [skill_of_grade(grade).rating for grade in (1, 2, 3, 4, 5)]
    [1340, 1500, 1660, 1820, 1980]
    """
    return Skill(MEAN + STEP * (grade - NEWCOMERS_GRADE), SURE)


def rated(skill: Skill, grade: int, result: Result) -> Skill:
    """Return the skill of a solver after a puzzle.

    >>> [rated(Skill(), 2, result).rating for result in ("first", "later", "shown")]
    [1634, 1500, 1366]
    >>> rated(Skill(), 2, "first").deviation < Skill().deviation
    True
    """
    teams = [[model().rating(mu=each.mu, sigma=each.sigma)] for each in (skill, skill_of_grade(grade))]
    [[solver], _] = model().rate(teams, ranks=RANKS[result])
    return Skill(solver.mu, solver.sigma)


def grades_by_fit(skill: Skill) -> list[int]:
    """Return the grades, those that suit a solver best first.

    >>> grades_by_fit(Skill())
    [2, 1, 3, 4, 5]
    """
    return sorted(range(1, 6), key=lambda grade: abs(skill_of_grade(grade).mu - skill.mu))
