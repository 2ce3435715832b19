"""People against people: removed ones who come straight back, votes against somebody with a bad line, listed tables."""

from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from server.inside import ServerThread, Wire, live, serving
from server.playing import Message, Rest
from tercet.server import ids
from tercet.server.live import LiveTable, Newcomer
from tercet.server.notices import Notice
from tercet.server.table import REMOVED_FOR

GONE_FOR = 10_000


@pytest.fixture(scope="module")
def inside(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerThread]:
    with serving(tmp_path_factory.mktemp("people") / "tables.db", vote_after=GONE_FOR / 1000) as server:
        yield server


@pytest.fixture
def rest(inside: ServerThread) -> Iterator[Rest]:
    requests = Rest(inside.url)
    yield requests
    requests.close()


def sit(server: ServerThread, made: Message) -> Wire:
    """A socket in a seat."""
    wire = Wire(server.host, live(made["table"]))
    wire.hello(made["token"])
    return wire


def code_of(answer: Message) -> str | None:
    """Why a command is refused; None if it is not."""
    found: str | None = answer.get("problem", {}).get("code")
    return found


def from_address(server: ServerThread, address: str) -> httpx.Client:
    """Requests of a visitor with another address; all of 127.0.0.0/8 is this machine."""
    return httpx.Client(base_url=server.url, transport=httpx.HTTPTransport(local_address=address))


# --- Removed


def removed(server: ServerThread, rest: Rest, *, listed: bool = False, address: str = "127.0.0.1") -> Message:
    """A table from which its host has removed Bob."""
    made = rest.create("zatre", players=3, name="Ada", listed=listed)
    with from_address(server, address) as http:
        bob = http.post(f"/api/tables/{made['table']}/join", json={"name": "Bob"}).json()
    ada = sit(server, made)
    assert ada.do("clear_seat", "1", seat=bob["seat"])["type"] == "update"
    ada.close()
    return {**made, "bob": bob["token"]}


def join(server: ServerThread, table: Message, name: str, address: str = "127.0.0.1", **how: str) -> tuple[int, str]:
    """The status and the code of the answer to somebody who wants a seat, with a cookie or a token in the body."""
    body = {"name": name} | ({"token": how["token"]} if "token" in how else {})
    headers = {"cookie": f"tercet-{table['table']}={how['cookie']}"} if "cookie" in how else {}
    with from_address(server, address) as http:
        answer = http.post(f"/api/tables/{table['table']}/join", json=body, headers=headers)
    return answer.status_code, answer.json().get("code", "")


@pytest.mark.parametrize("how", ["cookie", "token"])
def test_a_removed_person_cannot_come_back_with_the_old_token(inside: ServerThread, rest: Rest, how: str) -> None:
    table = removed(inside, rest)
    assert join(inside, table, "Rob", "127.0.0.9", **{how: table["bob"]}) == (409, "not_now")


@pytest.mark.parametrize("listed", [False, True])
def test_nor_as_somebody_new_from_the_same_address(inside: ServerThread, rest: Rest, listed: bool) -> None:
    table = removed(inside, rest, listed=listed, address="127.0.0.2")
    assert join(inside, table, "Rob", "127.0.0.2") == (409, "not_now")
    assert join(inside, table, "Cy", "127.0.0.3") == (200, "")


def test_nor_under_the_same_name_from_an_address_that_is_shared(inside: ServerThread, rest: Rest) -> None:
    """A family behind one router: the others can still come."""
    table = removed(inside, rest)
    assert join(inside, table, "bob") == (409, "not_now")
    assert join(inside, table, "Cy") == (200, "")


def test_at_a_listed_table_a_shared_address_is_no_excuse(inside: ServerThread, rest: Rest) -> None:
    table = removed(inside, rest, listed=True)
    assert join(inside, table, "Cy") == (409, "not_now")
    assert join(inside, table, "Ada", cookie=table["token"]) == (200, ""), "who has a seat keeps it"


def test_after_five_minutes_everybody_is_welcome(
    inside: ServerThread, rest: Rest, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = removed(inside, rest)
    now = ids.now
    monkeypatch.setattr(ids, "now", lambda: now() + REMOVED_FOR)
    assert join(inside, table, "Bob", cookie=table["bob"]) == (200, "")


def test_who_leaves_or_changes_seats_is_not_removed(inside: ServerThread, rest: Rest) -> None:
    made = rest.create("zatre", players=3, name="Ada")
    bob = rest.join(made["table"], "Bob")
    for command in ({"kind": "leave"}, {"kind": "clear_seat", "seat": 1}):
        wire = sit(inside, bob)
        assert wire.do(id="1", **command)["type"] == "update"
        wire.close()
        bob = rest.join(made["table"], "Bob")


def test_a_removal_outlives_a_restart(tmp_path: Path) -> None:
    with serving(tmp_path / "tables.db") as server:
        rest = Rest(server.url)
        table = removed(server, rest)
        rest.close()
    with serving(tmp_path / "tables.db") as server:
        assert join(server, table, "Rob", cookie=table["bob"]) == (409, "not_now")


def test_addresses_of_one_network_are_one_visitor(inside: ServerThread, rest: Rest) -> None:
    table = removed(inside, rest, address="127.0.0.2")
    found: LiveTable = inside.do(inside.hub.find(table["table"]))
    found.remember_visitor(ids.token_hash(table["bob"]), "2001:db8::/64")
    with pytest.raises(Exception, match="removed"):
        inside.do(found.check_not_removed(Newcomer("2001:db8::/64", frozenset(), "Rob")))


# --- Votes


def test_a_vote_needs_ten_seconds_of_absence(inside: ServerThread, rest: Rest, monkeypatch: pytest.MonkeyPatch) -> None:
    made = rest.create("zatre", players=2, name="Ada")
    joined = rest.join(made["table"], "Bob")
    ada, bob = sit(inside, made), sit(inside, joined)
    ada.do("start", "start")
    shift = 0
    now = ids.now
    monkeypatch.setattr(ids, "now", lambda: now() + shift)
    shift += 2 * GONE_FOR  # the server has had the table for long
    assert code_of(ada.do("vote", "1", seat=1)) == "not_now"
    bob.close()
    ada.until(lambda message: message["type"] == "presence" and message["here"] == [0])
    refused = ada.do("vote", "2", seat=1)
    assert code_of(refused) == "not_now"
    assert "ten seconds" in refused["problem"]["text"]["en"]
    shift += GONE_FOR
    assert ada.do("vote", "3", seat=1)["table"]["seats"][1]["stand_in"] == "regular"
    ada.close()


def test_after_a_restart_everybody_has_ten_seconds_to_come_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with serving(tmp_path / "tables.db", vote_after=10) as server:
        rest = Rest(server.url)
        made = rest.create("zatre", players=2, name="Ada")
        rest.join(made["table"], "Bob")
        ada = sit(server, made)
        ada.do("start", "start")
        ada.close()
        rest.close()
    with serving(tmp_path / "tables.db", vote_after=10) as server:
        ada = sit(server, made)
        assert code_of(ada.do("vote", "1", seat=1)) == "not_now"
        now = ids.now
        monkeypatch.setattr(ids, "now", lambda: now() + GONE_FOR)
        assert ada.do("vote", "2", seat=1)["type"] == "update"
        ada.close()


def test_who_is_connected_to_another_node_is_here(
    inside: ServerThread, rest: Rest, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = rest.create("zatre", players=2, name="Ada")
    table: LiveTable = inside.do(inside.hub.find(made["table"]))
    shift = 0
    now = ids.now
    monkeypatch.setattr(ids, "now", lambda: now() + shift)

    async def tell(*seats: int) -> tuple[list[int], list[int]]:
        table.on_presence(Notice("another node", table.id, here=list(seats)))
        return table.connected_seats(), table.just_gone_seats()

    assert inside.do(tell(1)) == ([1], [0])
    shift += GONE_FOR
    assert inside.do(tell(1)) == ([1], [])
    assert inside.do(tell()) == ([], [1])
    shift += GONE_FOR
    assert inside.do(tell()) == ([], [])


# --- Listed tables


def test_at_a_listed_table_only_the_host_starts_and_fills_seats(inside: ServerThread, rest: Rest) -> None:
    made = rest.create("zatre", players=3, name="Ada", listed=True)
    ada, guest = sit(inside, made), sit(inside, rest.join(made["table"], "Eve"))
    assert code_of(guest.do("seat_bot", "1", seat=2, bot="random")) == "not_yours"
    assert ada.do("seat_bot", "1", seat=2, bot="random")["type"] == "update"
    assert code_of(guest.do("clear_seat", "2", seat=2)) == "not_yours"
    assert code_of(guest.do("start", "3")) == "not_yours"
    assert ada.do("start", "2")["table"]["status"] == "running"
    for wire in (ada, guest):
        wire.close()


def test_guests_of_a_listed_table_may_leave(inside: ServerThread, rest: Rest) -> None:
    made = rest.create("zatre", players=3, name="Ada", listed=True)
    guest = sit(inside, rest.join(made["table"], "Eve"))
    assert guest.do("clear_seat", "1", seat=1)["type"] == "update"
    guest.close()


def test_at_an_unlisted_table_everybody_with_a_seat_does(inside: ServerThread, rest: Rest) -> None:
    made = rest.create("zatre", players=3, name="Ada")
    guest = sit(inside, rest.join(made["table"], "Bob"))
    assert guest.do("seat_bot", "1", seat=2, bot="random")["type"] == "update"
    assert guest.do("clear_seat", "2", seat=2)["type"] == "update"
    assert guest.do("seat_bot", "3", seat=2, bot="random")["type"] == "update"
    assert guest.do("start", "4")["table"]["status"] == "running"
    guest.close()


# --- Personal links


def test_a_personal_link_does_not_replace_another_seat_unasked(inside: ServerThread, rest: Rest) -> None:
    ada = rest.create("zatre", players=3, name="Ada")
    bob = rest.join(ada["table"], "Bob")
    path, cookie = f"/api/tables/{ada['table']}/enter", {"cookie": f"tercet-{ada['table']}={ada['token']}"}
    asked = rest.http.post(path, json={"token": bob["token"]}, headers=cookie)
    assert (asked.status_code, asked.json()["code"]) == (409, "other_seat")
    assert "Ada" in asked.json()["text"]["en"]
    assert "Bob" in asked.json()["text"]["en"]
    assert "set-cookie" not in asked.headers
    taken = rest.http.post(path, json={"token": bob["token"], "replace": True}, headers=cookie)
    assert taken.json()["replaced"] == {"name": "Ada", "token": ada["token"]}
    assert bob["token"] in taken.headers["set-cookie"]
    rest.http.cookies.clear()
    back = rest.http.post(
        path, json={"token": ada["token"], "replace": True}, headers={"cookie": f"tercet-{ada['table']}={bob['token']}"}
    )
    assert back.json()["seat"] == ada["seat"], "the old token is still good"


def test_a_personal_link_asks_nothing_without_another_seat(inside: ServerThread, rest: Rest) -> None:
    ada = rest.create("zatre", players=3)
    bob = rest.join(ada["table"], "Bob")
    path = f"/api/tables/{ada['table']}/enter"
    for own in (bob["token"], "x" * 43):
        cookie = {"cookie": f"tercet-{ada['table']}={own}"}
        entered = rest.http.post(path, json={"token": bob["token"]}, headers=cookie)
        assert (entered.status_code, entered.json()["replaced"]) == (200, None)
        rest.http.cookies.clear()
    hosted = rest.http.post(
        path, json={"token": bob["token"]}, headers={"cookie": f"tercet-{ada['table']}={ada['token']}"}
    )
    assert hosted.json()["text"]["en"] == "You made this table. Take Bob’s seat in this browser instead?"
    hosted = rest.http.post(
        path, json={"token": ada["token"]}, headers={"cookie": f"tercet-{ada['table']}={bob['token']}"}
    )
    assert hosted.json()["text"]["en"] == "You already sit here as Bob. Be its host in this browser instead?"
