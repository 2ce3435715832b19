"""Play with somebody: people who look for company meet at a table, which fills up and starts by itself."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest

from server.inside import ServerThread, Wire, live, serving
from server.playing import Message, Rest
from tercet import fair
from tercet.server import events as ev
from tercet.server import ids, lobby
from tercet.server import messages as msg
from tercet.server.events import Secret
from tercet.server.gathering import TIME_TO_ARRIVE, next_event, seconds_until_next
from tercet.server.problems import Declined
from tercet.server.store import Listed
from tercet.server.table import Actor, Moment, Table

NOON = 1_000_000
FILL_AFTER = 60_000


# --- What a table does by itself


def open_table(players: int = 3, fill_after: int | None = FILL_AFTER, listed: bool = True) -> Table:
    table = Table("desk")
    created = ev.Created(
        game="z3bra",
        players=players,
        options={},
        listed=listed,
        help=True,
        turn_limit=None,
        stand_in="regular",
        commitment=fair.commitment(fair.seed_from_number(7)),
        fill_after=fill_after,
    )
    table.apply_event(created, NOON, Secret(fair.seed_from_number(7), "b", "host"))
    return table


def sit(table: Table, seat: int, at: int = NOON, *, bots: bool | None = None) -> None:
    event = table.joined_event(seat, f"P{seat}", "", bots)
    table.apply_event(event, at, Secret(token_hash=f"hash {seat}"))


def test_it_waits_until_all_seats_are_taken_and_everybody_is_there() -> None:
    table = open_table(2)
    assert next_event(table, Moment(NOON)) is None
    sit(table, 0)
    assert next_event(table, Moment(NOON, [0])) is None
    sit(table, 1)
    assert next_event(table, Moment(NOON, [0])) is None, "the second page has not connected yet"
    assert next_event(table, Moment(NOON, [0, 1])) == ev.Started()


def test_bots_take_the_open_seats_after_a_while_if_everybody_agrees() -> None:
    table = open_table()
    sit(table, 1, bots=True)
    assert table.info().fills_at == NOON + FILL_AFTER
    assert next_event(table, Moment(NOON + FILL_AFTER - 1, [1])) is None
    assert seconds_until_next(table, NOON) == FILL_AFTER / 1000
    assert next_event(table, Moment(NOON + FILL_AFTER, [1])) == ev.BotSeated(0, "regular")
    sit(table, 0, NOON + 1, bots=False)
    assert table.info().fills_at is None
    assert next_event(table, Moment(NOON + 2 * FILL_AFTER, [0, 1])) is None
    assert seconds_until_next(table, NOON) is None
    table.act(msg.DoWelcomeBots(id="1"), Actor(0), Moment(NOON + 2))
    assert next_event(table, Moment(NOON + FILL_AFTER, [0, 1])) == ev.BotSeated(2, "regular")


def test_who_joins_from_the_list_agrees_to_what_the_others_have_agreed_to() -> None:
    for agreed in (True, False):
        table = open_table()
        sit(table, 0, bots=agreed)
        sit(table, 1)
        assert [seat.welcomes_bots for seat in table.info().seats] == [agreed, agreed, False]


def test_it_does_not_start_without_anybody_there() -> None:
    table = open_table()
    sit(table, 0, bots=True)
    assert next_event(table, Moment(NOON + FILL_AFTER)) is None


def test_who_does_not_come_back_loses_the_seat_when_the_others_could_start() -> None:
    table = open_table(2)
    sit(table, 0)
    sit(table, 1)
    late = NOON + TIME_TO_ARRIVE
    assert next_event(table, Moment(late - 1, [1])) is None, "a page may need some time to connect"
    assert next_event(table, Moment(late, [1], just_gone=[0])) is None
    assert next_event(table, Moment(late, [1])) == ev.SeatCleared(0)
    table.apply_event(ev.SeatCleared(0), late)
    assert table.recently_removed(late) == {}, "nobody has removed this person, who may come again"
    assert next_event(table, Moment(late, [1])) is None


def test_an_absent_person_keeps_the_seat_while_there_are_others_to_wait_for() -> None:
    table = open_table()
    sit(table, 0)
    sit(table, 1)
    assert next_event(table, Moment(NOON + TIME_TO_ARRIVE, [1])) is None


def test_at_other_tables_people_decide() -> None:
    table = open_table(2, fill_after=None)
    sit(table, 0)
    sit(table, 1)
    assert next_event(table, Moment(NOON, [0, 1])) is None
    with pytest.raises(Declined):
        table.act(msg.DoWelcomeBots(id="1"), Actor(0), Moment(NOON))


# --- The list


def test_the_list_tells_how_long_somebody_has_been_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    table = open_table()
    monkeypatch.setattr(ids, "now", lambda: NOON + 65_000)
    empty = lobby.listing_from(Listed("desk", "z3bra", NOON, lobby.stored_listing(table)))
    assert empty is not None
    assert empty.waiting == 0
    sit(table, 0, NOON + 5_000)
    sit(table, 1, NOON + 9_000)
    found = lobby.listing_from(Listed("desk", "z3bra", NOON, lobby.stored_listing(table)))
    assert found is not None
    assert found.waiting == 60


def test_a_listing_of_an_earlier_release_tells_since_when_the_table_is_there(monkeypatch: pytest.MonkeyPatch) -> None:
    seats: list[Message] = [
        {"kind": "human", "name": "Ann", "stand_in": None, "ready": False, "votes": []},
        {"kind": "open", "name": "", "stand_in": None, "ready": False, "votes": []},
    ]
    monkeypatch.setattr(ids, "now", lambda: NOON + 65_000)
    stored = msgspec.json.encode({"seats": seats, "version": 5})
    found = lobby.listing_from(Listed("desk", "z3bra", NOON, stored))
    assert found is not None
    assert found.waiting == 65


# --- Over the network


@contextmanager
def browser(server: ServerThread, number: int = 1) -> Iterator[httpx.Client]:
    """A browser with cookies of its own, at an address of its own."""
    transport = httpx.HTTPTransport(local_address=f"127.0.0.{number}")
    with httpx.Client(base_url=server.url, transport=transport, timeout=60) as http:
        yield http


def look_for_company(http: httpx.Client, name: str, **wish: Any) -> Message:
    """Ask for a seat; return it."""
    response = http.post("/api/tables/match", json={"game": "z3bra", "name": name, **wish})
    assert response.is_success, response.text
    found: Message = response.json()
    return found


def enter(server: ServerThread, seat: Message) -> Wire:
    wire = Wire(server.host, live(seat["table"]))
    wire.hello(seat["token"])
    return wire


def is_event(message: Message, kind: str) -> bool:
    return (message.get("event") or {}).get("kind") == kind


def test_two_strangers_meet_and_the_game_begins_by_itself(tmp_path: Path) -> None:
    with serving(tmp_path / "tables.db") as server, browser(server, 1) as one, browser(server, 2) as other:
        ann = look_for_company(one, "Ann")
        at_table = enter(server, ann)
        bob = look_for_company(other, "Bob")
        assert (ann["table"], ann["seat"], bob["table"], bob["seat"]) == (ann["table"], 0, ann["table"], 1)
        beside = enter(server, bob)
        for wire in (at_table, beside):
            wire.until(lambda message: is_event(message, "started"))
            wire.close()
        assert one.get("/api/tables").json() == []


def test_other_games_full_tables_and_unlisted_ones_do_not_fit(tmp_path: Path) -> None:
    with serving(tmp_path / "tables.db") as server, browser(server) as http:
        rest = Rest(server.url)
        others = [
            rest.create("zatre", name="Cleo", listed=True),
            rest.create("z3bra", name="Dora"),
            rest.create("z3bra", name="Emil", bots=["novice"], listed=True),
        ]
        assert look_for_company(http, "Ann")["table"] not in {other["table"] for other in others}


def test_the_one_who_has_waited_longest_gets_company_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with serving(tmp_path / "tables.db") as server, browser(server) as http:
        rest = Rest(server.url)
        start = ids.now()
        first = rest.create("z3bra", players=3, listed=True)["table"]
        second = rest.create("z3bra", players=3, name="Cleo", listed=True)["table"]
        monkeypatch.setattr(ids, "now", lambda: start + 30_000)
        rest.join(first, "Dora")
        assert look_for_company(http, "Ann")["table"] == second


def test_who_asks_twice_keeps_the_seat_and_who_has_left_sits_elsewhere(tmp_path: Path) -> None:
    with serving(tmp_path / "tables.db") as server, browser(server) as http:
        seat = look_for_company(http, "Ann")
        assert look_for_company(http, "Ann") == seat
        wire = enter(server, seat)
        assert wire.do("leave", "1")["event"]["kind"] == "seat_cleared"
        wire.close()
        assert look_for_company(http, "Ann")["table"] != seat["table"]


def test_who_was_removed_sits_elsewhere(tmp_path: Path) -> None:
    with serving(tmp_path / "tables.db") as server, browser(server, 1) as one, browser(server, 2) as other:
        made = one.post("/api/tables", json={"game": "z3bra", "players": 3, "name": "Cleo", "listed": True}).json()
        bob = look_for_company(other, "Bob")
        assert bob["table"] == made["table"]
        host = enter(server, made)
        host.do("clear_seat", "1", seat=bob["seat"])
        host.close()
        other.cookies.clear()
        assert look_for_company(other, "Bobby")["table"] != made["table"]


def test_bots_fill_in_for_who_agrees(tmp_path: Path) -> None:
    with serving(tmp_path / "tables.db", fill_seconds=0) as server, browser(server) as http:
        wire = enter(server, look_for_company(http, "Ann", bots=True))
        wire.until(lambda message: is_event(message, "bot_seated"))
        wire.until(lambda message: is_event(message, "started"))
        wire.close()


def test_who_changes_their_mind_gets_bots(tmp_path: Path) -> None:
    with serving(tmp_path / "tables.db", fill_seconds=0) as server, browser(server) as http:
        wire = enter(server, look_for_company(http, "Ann"))
        assert wire.do("welcome_bots", "1")["table"]["fills_at"] is not None
        wire.until(lambda message: is_event(message, "started"))
        wire.close()


def test_the_others_play_although_the_one_who_made_the_table_has_left(tmp_path: Path) -> None:
    with serving(tmp_path / "tables.db") as server, browser(server, 1) as one, browser(server, 2) as other:
        ann = look_for_company(one, "Ann")
        bob = look_for_company(other, "Bob")
        gone = enter(server, ann)
        gone.do("leave", "1")
        gone.close()
        with browser(server, 3) as third:
            cleo = look_for_company(third, "Cleo")
        assert cleo["table"] == bob["table"]
        wires = [enter(server, seat) for seat in (bob, cleo)]
        for wire in wires:
            wire.until(lambda message: is_event(message, "started"))
            wire.close()


def test_on_a_private_server_only_making_a_table_needs_the_pass_phrase(tmp_path: Path) -> None:
    server = serving(tmp_path / "tables.db", pass_phrase="open sesame")
    with server as private, browser(private, 1) as one, browser(private, 2) as other:
        refused = one.post("/api/tables/match", json={"game": "z3bra", "name": "Ann"})
        assert (refused.status_code, refused.json()["code"]) == (403, "pass_phrase")
        ann = look_for_company(one, "Ann", pass_phrase="open sesame")
        assert look_for_company(other, "Bob")["table"] == ann["table"]


def test_one_address_makes_only_a_few_listed_tables(tmp_path: Path) -> None:
    with serving(tmp_path / "tables.db", listed_tables=1) as server, browser(server) as http:
        wire = enter(server, look_for_company(http, "Ann"))
        refused = http.post("/api/tables/match", json={"game": "zatre", "name": "Ann"})
        assert (refused.status_code, refused.json()["code"]) == (429, "too_many")
        wire.close()


def test_an_unknown_game_and_a_name_that_nobody_can_see_are_refused(tmp_path: Path) -> None:
    with serving(tmp_path / "tables.db") as server, browser(server) as http:
        for wrong in ({"game": "chess", "name": "Ann"}, {"game": "z3bra", "name": "\u200b"}):
            assert http.post("/api/tables/match", json=wrong).status_code == 400
