"""Finished matches, for tests of the pages that show them."""

from random import Random
from typing import Any

from browser.seats import connect, never, play_on, send_ready
from server.playing import Message, Rest

QUICK_OPTIONS: dict[str, dict[str, Any]] = {
    "z3bra": {"rounds": 1},
    "zatre": {"rounds": 1},
    "triple": {"chips": 1, "patience": 800},
}
"""Options for short matches. In TRIPLE³ a round ends after a short standstill."""


def finished_table(rest: Rest, game: str, players: int = 2, **fields: Any) -> Message:
    """Create a table where Ada plays against bots, and play its match to the end without a page.

    `fields` are further fields of the request. Return the answer, with the table's id and Ada's token.
    """
    bots = ["random"] * (players - 1)
    fields = {"options": QUICK_OPTIONS[game], "help": True, **fields}
    made = rest.create(game, players=players, bots=bots, name="Ada", start=True, **fields)
    random = Random(7)
    while True:
        play_on(rest, made["table"], [made["token"]], random, never)
        if rest.get(f"/api/tables/{made['table']}")["table"]["status"] == "over":
            break
        send_ready(rest, made["table"], [made["token"]])
    return made


def finished_duplicate(rest: Rest, game: str = "z3bra") -> str:
    """Create a duplicate for two teams of two whose matches bots play to the end; return its id."""
    made = rest.post("/api/duplicates", game=game, players=2, mode="teams", tables=2)
    path = f"/api/duplicates/{made['duplicate']['id']}"
    for table in range(2):
        seats = [rest.post(f"{path}/join", name=name, table=table) for name in ("Ada", "Bob")]
        with connect(rest, seats[0]["table"], seats[0]["token"]) as client:
            client.do("start", "start")
        for seat in seats:
            with connect(rest, seat["table"], seat["token"]) as client:
                client.do("leave", "leave")
    while not rest.get(path)["open"]:
        pass
    duplicate_id: str = made["duplicate"]["id"]
    return duplicate_id


def fetch_record(rest: Rest, made: Message) -> Message:
    """Return the whole record of a finished match, with its seed."""
    record: Message = rest.get(f"/api/tables/{made['table']}/record")
    return record
