"""Who counts as one visitor, and that counts are forgotten."""

import pytest

from tercet.server.limits import UseCounter, visitor_at


class Clock:
    """A clock that tests set."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("2001:db8::1", "2001:db8::ffff:ffff:ffff:ffff"),
        ("192.0.2.7", "::ffff:192.0.2.7"),
        ("fe80::1%eth0", "fe80::2"),
    ],
)
def test_addresses_of_one_visitor(one: str, other: str) -> None:
    assert visitor_at(one) == visitor_at(other)


@pytest.mark.parametrize(("one", "other"), [("2001:db8::1", "2001:db8:0:1::1"), ("192.0.2.7", "192.0.2.8")])
def test_addresses_of_two_visitors(one: str, other: str) -> None:
    assert visitor_at(one) != visitor_at(other)


def test_a_visitor_may_go_on_after_a_minute() -> None:
    clock = Clock()
    counter = UseCounter(2, clock)
    assert [counter.count("a") for _ in range(3)] == [True, True, False]
    clock.now = 59.9
    assert not counter.count("a")
    assert counter.headers("a")["RateLimit-Reset"] == "0"
    clock.now = 60
    assert counter.count("a")
    assert counter.headers("a") == {"RateLimit-Limit": "2", "RateLimit-Remaining": "1", "RateLimit-Reset": "60"}


def test_visitors_are_forgotten_after_a_minute() -> None:
    """A million addresses that come once would otherwise stay for ever."""
    clock = Clock()
    counter = UseCounter(2, clock)
    for number in range(1000):
        clock.now = number / 10
        counter.count(f"visitor {number}")
    assert len(counter) == 600
    clock.now += 60
    counter.count("the next one")
    assert len(counter) == 1
