"""Days of today's deal: from midnight to midnight UTC, written as 2026-11-18."""

from datetime import UTC, date, datetime, timedelta

DAY = 24 * 3600 * 1000

GRACE = 3600 * 1000
"""Milliseconds after the end of a day in which its games can still be finished and count. Then its deals are opened."""


def day_of(time: int) -> str:
    """Return the day of a time in milliseconds since 1970.

    >>> day_of(0), day_of(DAY - 1), day_of(DAY)
    ('1970-01-01', '1970-01-01', '1970-01-02')
    """
    return datetime.fromtimestamp(time / 1000, UTC).date().isoformat()


def later(day: str, days: int) -> str:
    """Return the day so many days later.

    >>> later("2026-02-28", 1), later("2026-03-01", -7)
    ('2026-03-01', '2026-02-22')
    """
    return (date.fromisoformat(day) + timedelta(days=days)).isoformat()


def is_day(text: str) -> bool:
    """Return whether a text is a day.

    >>> is_day("2026-11-18"), is_day("2026-02-30"), is_day("20261118")
    (True, False, False)
    """
    try:
        return date.fromisoformat(text).isoformat() == text
    except ValueError:
        return False


def start_of(day: str) -> int:
    """Return when a day begins, in milliseconds since 1970.

    >>> start_of("1970-01-02") == DAY
    True
    """
    return round(datetime.combine(date.fromisoformat(day), datetime.min.time(), UTC).timestamp() * 1000)


def end_of(day: str) -> int:
    """Return when a day ends, and the next one begins."""
    return start_of(day) + DAY


def close_of(day: str) -> int:
    """Return when the results of a day close and its deals are opened."""
    return end_of(day) + GRACE
