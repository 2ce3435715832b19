"""Finished matches, played by programs, for pages that look back."""

from random import Random
from typing import Any

from browser.seats import get_ready, never, play_on
from server.playing import Message, Rest

QUICK: dict[str, dict[str, Any]] = {
    "z3bra": {"rounds": 1},
    "zatre": {"rounds": 1},
    "triple": {"chips": 1, "patience": 800},
}
"""Matches that are soon over: in TRIPLE³ nobody waits long for a card that fits."""


def finished(rest: Rest, game: str, players: int = 2, **wish: Any) -> Message:
    """A table where Ada has played against bots to the end."""
    bots = ["random"] * (players - 1)
    wish = {"options": QUICK[game], "help": True, **wish}
    made = rest.create(game, players=players, bots=bots, name="Ada", start=True, **wish)
    random = Random(7)
    while True:
        play_on(rest, made["table"], [made["token"]], random, never)
        if rest.get(f"/api/tables/{made['table']}")["table"]["status"] == "over":
            break
        get_ready(rest, made["table"], [made["token"]])
    return made


def record_of(rest: Rest, made: Message) -> Message:
    """The whole record, with its seed."""
    found: Message = rest.get(f"/api/tables/{made['table']}/record")
    return found
