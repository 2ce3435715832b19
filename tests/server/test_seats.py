"""Seats and names that change during a match: offered seats of bots, new names, coming back by ready, rematches."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import httpx
import pytest

from server.inside import ServerThread, Wire, live, serving
from server.playing import Message, Rest
from server.test_table import HOST, Desk, refusal
from tercet.server import events as ev
from tercet.server import ids
from tercet.server import messages as msg
from tercet.server.events import Secret
from tercet.server.problems import Declined
from tercet.server.table import COUNTDOWN, MOST_RENAMES, VOTE_AFTER, Moment


@pytest.fixture(scope="module")
def inside(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerThread]:
    with serving(tmp_path_factory.mktemp("seats") / "tables.db") as server:
        yield server


@pytest.fixture
def rest(inside: ServerThread) -> Iterator[Rest]:
    with closing(Rest(inside.url)) as requests:
        yield requests


def enter(server: ServerThread, made: Message, token: str | None = None) -> tuple[Wire, Message]:
    """A socket at a table, and its welcome."""
    wire = Wire(server.host, live(made["table"]))
    return wire, wire.hello(token or made.get("token"))


def code_of(answer: Message) -> str | None:
    found: str | None = answer.get("problem", {}).get("code")
    return found


def events(rest: Rest, made: Message, kind: str) -> list[Message]:
    found = [each["event"] for each in rest.get(f"/api/tables/{made['table']}/events")]
    return [event for event in found if event["kind"] == kind]


def again(desk: Desk) -> bool:
    """Whether the log gives the same table."""
    return desk.again().info() == desk.table.info() and desk.again().players() == desk.table.players()


# --- Offers


def test_the_host_offers_a_seat_and_withdraws_the_offer() -> None:
    desk = Desk("zatre", 3).seat(0, 1)
    desk.do(HOST, msg.DoOfferSeat, seat=2)
    assert [seat.offered for seat in desk.table.seat_infos()] == [False, False, True]
    desk.do(HOST, msg.DoOfferSeat, seat=2, open=False)
    assert not desk.table.chairs[2].is_offered
    assert again(desk)


def test_only_the_host_offers_and_only_bots_seats() -> None:
    desk = Desk("zatre", 3)
    assert refusal(desk, HOST, msg.DoOfferSeat, seat=2).code == "not_now", "before the start the host clears the seat"
    desk.seat(0, 1)
    assert refusal(desk, 1, msg.DoOfferSeat, seat=2).code == "not_yours"
    assert refusal(desk, HOST, msg.DoOfferSeat, seat=1).code == "not_now"
    assert refusal(desk, HOST, msg.DoOfferSeat, seat=2, open=False).code == "not_now"
    assert refusal(desk, HOST, msg.DoOfferSeat, seat=5).code == "not_found"


def test_a_person_takes_an_offered_seat_over() -> None:
    desk = Desk("zatre", 3).seat(0, 1, bots="novice")
    with pytest.raises(Declined, match="has begun"):
        desk.table.joined_event(None, "Cy", "")
    desk.do(HOST, msg.DoOfferSeat, seat=2)
    with pytest.raises(Declined, match="taken"):
        desk.table.joined_event(1, "Cy", "")
    desk.happen(desk.table.joined_event(None, "Cy", ""), Secret(token_hash="hash 2"))
    chair = desk.table.chairs[2]
    assert (chair.kind, chair.name, chair.is_offered) == ("human", "Cy", False)
    assert desk.table.actor_for("hash 2").seat == 2
    assert desk.table.acting_bots() == []
    player = desk.table.players()[2]
    assert (player.name, player.kind, player.bot) == ("Cy", "human", "novice"), "the record tells that a bot began"
    assert again(desk)


def test_the_record_names_who_took_over() -> None:
    desk = Desk("z3bra", 2, rounds=1).seat(0, bots="novice")
    desk.do(HOST, msg.DoOfferSeat, seat=1)
    desk.happen(desk.table.joined_event(1, "Cy", ""), Secret(token_hash="hash 1"))
    desk.play_round()
    record = desk.table.record(None)
    assert [(player.name, player.kind, player.bot) for player in record.players] == [
        ("P0", "human", None),
        ("Cy", "human", "novice"),
    ]


def test_an_offered_seat_is_taken_over_sockets(inside: ServerThread, rest: Rest) -> None:
    made = rest.create("zatre", players=2, name="Ada", bots=["random"], start=True, help=True)
    ada, _ = enter(inside, made)
    other, _ = enter(inside, made, "x" * 43)
    path = f"/api/tables/{made['table']}/join"
    assert httpx.post(inside.url + path, json={"name": "Cy"}).status_code == 409
    offered = ada.do("offer_seat", "1", seat=1)
    assert offered["table"]["seats"][1]["offered"]
    assert ada.do("offer_seat", "1", seat=1) == {"type": "done", "id": "1", "number": offered["number"]}
    cy = rest.join(made["table"], "Cy", token="y" * 43)
    assert cy["seat"] == 1
    assert rest.join(made["table"], "Cy", token="y" * 43)["seat"] == 1, "a resend is harmless"
    assert len(events(rest, made, "taken_over")) == 1
    assert httpx.post(inside.url + path, json={"name": "Eve"}).status_code == 409
    assert code_of(other.do("rename", "1", name="Eve")) == "not_yours"
    playing, welcome = enter(inside, cy)
    view = welcome["situation"]["view"]
    assert (welcome["seat"], view["seat"], view["held"][0]) == (1, 1, None), "what the seat may know, and no more"
    assert view["held"][1] is not None
    for wire in (ada, other, playing):
        wire.close()


def test_who_took_over_keeps_the_seat_after_a_restart(tmp_path: Path) -> None:
    with serving(tmp_path / "tables.db") as server, closing(Rest(server.url)) as rest:
        made = rest.create("zatre", players=2, name="Ada", bots=["random"], start=True)
        ada, _ = enter(server, made)
        ada.do("offer_seat", "1", seat=1)
        ada.close()
        cy = rest.join(made["table"], "Cy")
    with serving(tmp_path / "tables.db") as server:
        wire, welcome = enter(server, cy)
        assert (welcome["seat"], welcome["table"]["seats"][1]["name"]) == (1, "Cy")
        wire.close()


# --- Names


def test_people_change_their_names_and_everybody_sees_it(inside: ServerThread, rest: Rest) -> None:
    made = rest.create("zatre", players=2, name="Ada")
    bob = rest.join(made["table"], "Bob")
    ada, _ = enter(inside, made)
    other, _ = enter(inside, bob)
    renamed = ada.do("rename", "1", name="  Ada   L. ")
    assert renamed["event"] == {"kind": "renamed", "seat": 0, "name": "Ada L."}
    seen = other.until(lambda message: message.get("event", {}).get("kind") == "renamed")
    assert seen["table"]["seats"][0]["name"] == "Ada L."
    assert ada.do("rename", "1", name="Eve")["type"] == "done"
    assert code_of(ada.do("rename", "2", name="A\u200bda")) == "bad_request"
    assert code_of(ada.do("rename", "3", name="Ada L.")) == "not_now"
    for wire in (ada, other):
        wire.close()


def test_a_new_name_is_in_the_log_and_in_the_record() -> None:
    desk = Desk("z3bra", 2, rounds=1).seat(0, 1)
    desk.do(1, msg.DoRename, name="Bob")
    assert again(desk)
    desk.play_round()
    assert [player.name for player in desk.table.record(None).players] == ["P0", "Bob"]
    assert refusal(desk, 1, msg.DoRename, name="Rob").code == "not_now"


def test_a_name_changes_only_so_often() -> None:
    desk = Desk("zatre", 2).seat(0, 1)
    for number in range(MOST_RENAMES):
        desk.do(0, msg.DoRename, name=f"Ada {number}")
    assert refusal(desk, 0, msg.DoRename, name="Ada").code == "not_now"
    desk.do(1, msg.DoRename, name="Bob")


# --- Ready


def test_ready_takes_the_seat_back_from_a_stand_in() -> None:
    desk = Desk("z3bra", 2, rounds=2).seat(0, 1)
    desk.happen(ev.HandedOver(1, "left"))
    while desk.table.status == "running":
        seat = desk.table.game.to_act[0]
        desk.write(desk.table.bot_moves(seat, desk.table.game.legal_moves(seat)[-1], Moment(desk.now)))
    assert desk.table.status == "between"
    desk.do(1, msg.DoReady)
    assert (desk.table.chairs[1].stand_in, desk.table.chairs[1].ready) == (None, True)
    assert refusal(desk, 1, msg.DoReady).code == "not_now"
    desk.do(0, msg.DoReady)
    assert desk.table.info().round == 2
    assert again(desk)


# --- Votes


def test_votes_are_offered_exactly_when_they_would_be_accepted() -> None:
    desk = Desk("zatre", 3).seat(0, 1)
    acting = desk.table.acting_people()

    def replaceable(at: int, here: tuple[int, ...], just_gone: tuple[int, ...] = ()) -> list[int]:
        return desk.table.replaceable_seats(Moment(at, here, just_gone=just_gone))

    assert replaceable(desk.now, (0, 1)) == []
    assert replaceable(desk.now, (0,)) == [1]
    assert replaceable(desk.now, (0,), (1,)) == []
    slow = desk.now + VOTE_AFTER + 1
    assert replaceable(slow, (0, 1)) == acting
    desk.happen(ev.Paused(0))
    assert replaceable(slow, (0, 1)) == []


def test_clients_hear_for_whom_they_may_vote(inside: ServerThread, rest: Rest) -> None:
    made = rest.create("zatre", players=2, name="Ada")
    bob = rest.join(made["table"], "Bob")
    ada, _ = enter(inside, made)
    other, welcome = enter(inside, bob)
    assert welcome.get("replaceable", []) == []
    ada.do("start", "1")
    other.close()
    heard = ada.until(lambda message: message["type"] == "presence" and message["here"] == [0])
    assert heard["replaceable"] == [1]
    again, welcome = enter(inside, made)
    assert welcome["replaceable"] == [1]
    assert ada.do("vote", "2", seat=1)["table"]["seats"][1]["stand_in"] == "regular"
    for wire in (ada, again):
        wire.close()


def test_clients_hear_when_a_vote_becomes_possible(tmp_path: Path) -> None:
    with serving(tmp_path / "tables.db", vote_after=0.2) as server, closing(Rest(server.url)) as rest:
        made = rest.create("zatre", players=2, name="Ada")
        bob = rest.join(made["table"], "Bob")
        ada, _ = enter(server, made)
        other, _ = enter(server, bob)
        ada.do("start", "1")
        other.close()
        ada.until(lambda message: message["type"] == "presence" and message["replaceable"] == [1])
        ada.close()


# --- Coming back


def test_a_countdown_follows_the_time_away_and_the_log_gives_the_same() -> None:
    desk = Desk("triple", patience=60_000).seat(0)
    desk.now += 5000
    desk.happen(ev.WentAway(0, desk.now - 1000))
    table = desk.table
    assert (table.away_since, table.patience_ends(), table.acting_bots()) == (desk.now - 1000, None, [])
    desk.now += 3_600_000
    desk.do(0, msg.DoResume)
    assert table.starts_at == desk.now + COUNTDOWN
    assert table.starts_at - table.round_start == 4000, "the round is as old as when the person left"
    assert table.patience_ends() == table.round_start + 60_000
    assert again(desk)
    assert (desk.again().round_start, desk.again().starts_at) == (table.round_start, table.starts_at)


# --- Rematches


def finished(rest: Rest, server: ServerThread, people: int) -> list[Message]:
    """The seats of people at a finished table with a bot. It is over, as far as the server can tell."""
    made = rest.create("triple", players=people + 1, name="P0", bots=["random"], options={"chips": 1, "patience": 1})
    seats = [made, *(rest.join(made["table"], f"P{number}") for number in range(1, people))]
    wire, _ = enter(server, made)
    wire.do("start", "1")
    wire.until(lambda message: (message.get("table") or {}).get("status") == "over")
    wire.close()
    return seats


def test_a_rematch_against_bots_starts_at_once(inside: ServerThread, rest: Rest) -> None:
    made = finished(rest, inside, 1)[0]
    again = rest.post(f"/api/tables/{made['table']}/rematch", made["token"], start=True)
    table = rest.get(f"/api/tables/{again['table']}", made["token"])["table"]
    assert table["status"] == "running"
    assert [seat["name"] for seat in table["seats"]] == ["P0", "random"]
    assert table["options"] == rest.get(f"/api/tables/{made['table']}")["table"]["options"]
    resent = rest.post(f"/api/tables/{made['table']}/rematch", made["token"], start=True)
    assert resent["table"] == again["table"]


def test_a_rematch_with_people_waits_for_them(inside: ServerThread, rest: Rest) -> None:
    one, other = finished(rest, inside, 2)
    path, promise = f"/api/tables/{one['table']}/rematch", "a" * 64
    made = rest.post(path, one["token"], start=True, entropy_commitment=promise)
    assert rest.get(f"/api/tables/{made['table']}")["table"]["status"] == "open"
    rest.post(path, other["token"], start=True, entropy_commitment=promise)
    assert rest.get(f"/api/tables/{made['table']}")["table"]["status"] == "dealing", "both have asked for it"


def test_the_outcome_has_places_and_what_decided(inside: ServerThread, rest: Rest) -> None:
    made = finished(rest, inside, 1)[0]
    table = rest.get(f"/api/tables/{made['table']}")["table"]
    places = [1 if seat in table["winners"] else 2 for seat in range(2)]
    assert table["outcome"]["places"] == places
    assert table["outcome"]["margin"] == (1 if 2 in places else None)
    assert table["outcome"]["feats_are"] == "cards"


# --- Forgetting


def test_a_browser_forgets_a_finished_table_and_nothing_else(inside: ServerThread, rest: Rest) -> None:
    over = finished(rest, inside, 1)[0]
    bots = rest.create("zatre", players=2, name="P0", bots=["random"], start=True)
    people = rest.create("zatre", players=2, name="P0")
    tables = [over, bots, people]
    with httpx.Client(base_url=inside.url) as browser:
        for each in tables:
            browser.cookies.set(f"tercet-{each['table']}", each["token"])
        mine = {each["id"]: each for each in browser.get("/api/mine").json()}
        assert [mine[each["table"]]["removable"] for each in tables] == [True, True, False]
        assert mine[over["table"]]["winners"]
        assert mine[over["table"]]["totals"]
        assert abs(ids.now() - mine[over["table"]]["at"]) < 3_600_000
        answer = browser.post("/api/mine/forget", json={"tables": [each["table"] for each in tables]})
        assert answer.json() == [{"table": each["table"], "token": each["token"]} for each in (over, bots)]
        cleared = [cookie for cookie in answer.headers.get_list("set-cookie") if "Max-Age=0" in cookie]
        assert len(cleared) == 2
    assert rest.get(f"/api/tables/{over['table']}", over["token"])["seat"] == 0, "the seat is still theirs"


def test_only_ones_own_tables_are_forgotten(inside: ServerThread, rest: Rest) -> None:
    over = finished(rest, inside, 1)[0]
    answer = rest.http.post("/api/mine/forget", json={"tables": [over["table"], "nowhere"]})
    assert answer.json() == []
