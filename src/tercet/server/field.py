"""The field of a deal that many have played: places, shares, columns, rows. Pure functions over scores."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from datetime import date, timedelta
from itertools import count, groupby
from typing import NamedTuple

MOST_BINS = 13
"""The most columns of a histogram."""

TAIL = 20
"""One in so many, the worst, share the last column: a few very bad scores must not squeeze all the others."""

BEST_ROWS = 4
ROWS_AROUND = 1
MOST_NAMES = 3


class Entry(NamedTuple):
    """Somebody's result."""

    score: int
    name: str
    """Empty for a player who is gone, or does not want to be named."""
    player: str = ""
    """Who it is; empty for a player who is gone."""
    table: str = ""

    @property
    def is_hidden(self) -> bool:
        """Whether the player does not want to be named.

        >>> Entry(13, "", "ada").is_hidden, Entry(13, "Ada", "ada").is_hidden, Entry(13, "").is_hidden
        (True, False, False)
        """
        return bool(self.player) and not self.name


class Standing(NamedTuple):
    """Where a score stands among all."""

    place: int
    """From 1; those who tie share one."""
    ties: int
    """How many others have the same score."""
    better_than: int | None
    """How many of the others did worse, in percent, rounded down; None without others."""


class Column(NamedTuple):
    """A column of a histogram."""

    first: int | None
    """The lowest score in it; None if everything below belongs to it too."""
    last: int | None
    """The highest one; None if everything above belongs to it too."""
    size: int
    """How many have such a score."""

    def has(self, score: int) -> bool:
        """Return whether a score belongs to it.

        >>> Column(10, 14, 3).has(14), Column(60, None, 1).has(99), Column(None, 9, 1).has(10)
        (True, True, False)
        """
        return (self.first is None or score >= self.first) and (self.last is None or score <= self.last)


class Row(NamedTuple):
    """Those who have the same score."""

    place: int
    score: int
    entries: Sequence[Entry]


class Field:
    """Everybody's results, the best first; those who tie in the order in which they finished."""

    def __init__(self, entries: Sequence[Entry], *, low_is_better: bool) -> None:
        """Take the results in the order in which they were finished."""
        self.low_is_better = low_is_better
        self.entries = sorted(entries, key=lambda entry: self._cost(entry.score))
        self._costs = [self._cost(entry.score) for entry in self.entries]

    def __len__(self) -> int:
        return len(self.entries)

    def _cost(self, score: int) -> int:
        """Return the score so that less is better."""
        return score if self.low_is_better else -score

    def standing(self, score: int) -> Standing:
        """Return where a score of the field stands.

        >>> field = Field([Entry(score, "") for score in (0, 5, 5, 9)], low_is_better=True)
        >>> field.standing(5), field.standing(9).better_than
        (Standing(place=2, ties=1, better_than=33), 0)
        """
        better = bisect_left(self._costs, self._cost(score))
        worse = len(self) - bisect_right(self._costs, self._cost(score))
        others = len(self) - 1
        return Standing(better + 1, others - better - worse, 100 * worse // others if others > 0 else None)

    def median(self) -> int | None:
        """Return the score that half of all have, or a better one; None if nobody has played.

        >>> Field([Entry(score, "") for score in (3, 1, 2, 9)], low_is_better=True).median()
        2
        """
        return self.entries[(len(self) - 1) // 2].score if self.entries else None

    def histogram(self) -> list[Column]:
        """Return the columns from the lowest score to the highest. The worst scores share the one at their end.

        >>> Field([Entry(score, "") for score in (0, 1, 1, 3)], low_is_better=True).histogram()[1]
        Column(first=1, last=1, size=2)
        """
        if not self.entries:
            return []
        worst_shown = self.entries[len(self) - 1 - len(self) // TAIL].score
        lowest, highest = sorted((self.entries[0].score, worst_shown))
        width = next(width for width in nice_widths() if highest // width - lowest // width < MOST_BINS)
        firsts = range(lowest // width * width, highest + 1, width)
        columns = [Column(first, first + width - 1, 0) for first in firsts]
        if not any(column.has(self.entries[-1].score) for column in columns):
            if self.low_is_better:
                columns[-1] = columns[-1]._replace(last=None)
            else:
                columns[0] = columns[0]._replace(first=None)
        scores = [entry.score for entry in self.entries]
        return [column._replace(size=sum(map(column.has, scores))) for column in columns]

    def rows(self) -> list[Row]:
        """Return all rows, the best first."""
        places = count(1)
        found = []
        for score, tied in groupby(self.entries, key=lambda entry: entry.score):
            entries = [(next(places), entry) for entry in tied]
            found.append(Row(entries[0][0], score, [entry for _, entry in entries]))
        return found

    def best_rows(self) -> list[Row]:
        """Return the first rows."""
        return self.rows()[:BEST_ROWS]

    def rows_around(self, score: int) -> list[Row]:
        """Return the row of a score and its neighbours, without those that are among the best."""
        rows = self.rows()
        at = next(number for number, row in enumerate(rows) if row.score == score)
        return rows[max(BEST_ROWS, at - ROWS_AROUND) : at + ROWS_AROUND + 1] if at >= BEST_ROWS else []


def nice_widths() -> Iterator[int]:
    """Yield the widths of columns that people can read: 1, 2, 5, 10, 20, 50 and so on."""
    for power in count():
        yield from (10**power, 2 * 10**power, 5 * 10**power)


def streak(days: Sequence[str], today: str) -> int:
    """Return how many days in a row there are up to today or, if today is missing, up to yesterday.

    >>> streak(["2026-02-27", "2026-02-28", "2026-03-01"], "2026-03-02")
    3
    """
    day, found = date.fromisoformat(today), set(days)
    if today not in found:
        day -= timedelta(days=1)
    length = 0
    while day.isoformat() in found:
        length, day = length + 1, day - timedelta(days=1)
    return length


def longest_streak(days: Sequence[str]) -> int:
    """Return the most days in a row.

    >>> longest_streak(["2026-02-27", "2026-02-28", "2026-03-01", "2026-03-05"])
    3
    """
    return max((streak(days, day) for day in days), default=0)
