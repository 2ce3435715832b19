"""Who may do what, and how much of it: other sites, other people's seats, floods, laggards; what browsers are told."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, get_args

import httpx
import msgspec
import pytest
from structlog.testing import capture_logs
from websockets.frames import Frame, Opcode

from server.inside import ServerThread, Wire, live, serving
from server.playing import Message, Rest, bearer
from tercet.games.registry import NAMES
from tercet.server import connection, guard, ids, sockets
from tercet.server import messages as msg
from tercet.server.app import LARGEST_BODY
from tercet.server.edge import LARGEST_FRAME
from tercet.server.hub import DAY, Hub
from tercet.server.limits import RateLimiter
from tercet.server.metrics import CONNECTIONS
from tercet.server.table import Table

COMMANDS = [kind.__struct_config__.tag for kind in get_args(msg.AnyCommand)]
FIELDS: dict[str, Message] = {
    "move": {"move": "flip b2"},
    "seat_bot": {"seat": 1, "bot": "random"},
    "clear_seat": {"seat": 0},
    "vote": {"seat": 0},
    "commit": {"entropy_commitment": "ab" * 32},
    "reveal": {"entropy": "ab"},
    "pace": {"pace": "calm"},
    "react": {"sign": "thanks"},
    "rename": {"name": "Eve"},
    "offer_seat": {"seat": 1, "open": True},
}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerThread]:
    """One server for all tests that need no settings of their own."""
    with serving(tmp_path_factory.mktemp("security") / "tables.db") as inside:
        yield inside


@contextmanager
def wire(server: ServerThread, table: str, **options: Any) -> Iterator[Wire]:
    """A socket that is closed whatever happens."""
    opened = Wire(server.host, live(table), **options)
    try:
        yield opened
    finally:
        opened.close()


@contextmanager
def at_table(server: ServerThread, table: str, token: str | None = None, after: int | None = None) -> Iterator[Wire]:
    """A client that has been welcomed."""
    with wire(server, table) as entered:
        entered.hello(token, after)
        yield entered


def code(answer: Message) -> str:
    """Why something was refused."""
    assert answer["type"] == "refused", answer
    found: str = answer["problem"]["code"]
    return found


def is_problem(response: httpx.Response, wanted: str) -> bool:
    """Whether a response says in both languages what is wrong."""
    body = response.json()
    return bool(body["code"] == wanted and body["text"]["en"] and body["text"]["de"])


# --- Other sites

FOREIGN = [
    "https://evil.example",
    "null",
    "http://127.0.0.1:1",
    "http://{host}.evil.example",
    "http://evil.example/{host}",
    "http://{host}@evil.example",
    "http://[",
    "{host}",
]


@pytest.mark.parametrize("origin", FOREIGN)
def test_pages_of_other_sites_cannot_act_even_with_the_cookie(server: ServerThread, rest: Rest, origin: str) -> None:
    made = rest.create("z3bra", name="Ann")
    table = made["table"]
    theirs = {"origin": origin.format(host=server.host), "cookie": f"tercet-{table}={made['token']}"}
    before = rest.get(f"/api/tables/{table}")
    for path, body in [
        ("/api/tables", {"game": "z3bra"}),
        (f"/api/tables/{table}/join", {"name": "Eve"}),
        (f"/api/tables/{table}/enter", {"token": made["token"]}),
        (f"/api/tables/{table}/rematch", None),
    ]:
        response = rest.http.post(path, json=body, headers=theirs)
        assert response.status_code == 403, path
        assert is_problem(response, "wrong_site")
        assert "set-cookie" not in response.headers
    with wire(server, table, **theirs) as refused:
        assert refused.status == 403
    assert rest.get(f"/api/tables/{table}") == before


def test_our_own_pages_can_act(server: ServerThread, rest: Rest) -> None:
    made = rest.create("z3bra", name="Ann")
    table = made["table"]
    ours = {"origin": server.url, "cookie": f"tercet-{table}={made['token']}"}
    again = rest.http.post(f"/api/tables/{table}/join", json={"name": "Ann"}, headers=ours)
    assert (again.status_code, again.json()["seat"]) == (200, 0)
    with wire(server, table, **ours) as ann:
        assert ann.hello()["seat"] == 0
        assert ann.do("seat_bot", "1", seat=1, bot="random")["type"] == "update"


def test_a_host_can_let_another_site_act(tmp_path: Path) -> None:
    with serving(tmp_path / "tables.db", origins=("https://play.example",)) as server:
        made = httpx.post(
            f"{server.url}/api/tables", json={"game": "z3bra"}, headers={"origin": "https://play.example"}
        )
        assert made.status_code == 201
        with wire(server, made.json()["table"], origin="https://play.example") as guest:
            assert guest.hello()["seat"] is None


# --- What browsers are told


def test_every_response_has_security_headers(server: ServerThread, rest: Rest, monkeypatch: pytest.MonkeyPatch) -> None:
    made = rest.create("z3bra", name="Ann")
    table = f"/api/tables/{made['table']}"

    async def crash(hub: Hub, table_id: str) -> None:
        raise RuntimeError("a mistake of ours")

    requests: list[tuple[int, str, str, dict[str, Any]]] = [
        (200, "GET", "/api/games", {}),
        (200, "GET", table, {}),
        (200, "GET", "/api/openapi.json", {}),
        (200, "GET", "/health", {}),
        (200, "GET", "/metrics", {}),
        (201, "POST", "/api/tables", {"json": {"game": "z3bra"}}),
        (204, "OPTIONS", "/api/tables", {}),
        (400, "POST", "/api/tables", {"json": {"game": "chess"}}),
        (400, "POST", "/api/tables", {"content": b"{"}),
        (403, "POST", "/api/tables", {"json": {"game": "z3bra"}, "headers": {"origin": "null"}}),
        (403, "POST", f"{table}/rematch", {}),
        (404, "GET", "/nowhere.txt", {}),
        (404, "GET", "/api/nowhere", {}),
        (404, "GET", "/api/tables/nowhere", {}),
        (404, "GET", f"{table}/nowhere", {}),
        (405, "DELETE", "/api/tables", {}),
        (409, "GET", f"{table}/record", {}),
        (413, "POST", "/api/tables", {"content": b" " * (LARGEST_BODY + 1)}),
    ]
    for status, method, path, request in requests:
        check_headers(rest.http.request(method, path, **request), status, path)
    monkeypatch.setattr(Hub, "find", crash)
    check_headers(rest.http.get(table), 500, table)


def check_headers(response: httpx.Response, status: int, path: str) -> None:
    """The status, what every response has, and a Problem in JSON where there is one."""
    where = (response.request.method, path)
    assert response.status_code == status, where
    assert {name: response.headers.get(name) for name in guard.SECURITY_HEADERS} == guard.SECURITY_HEADERS, where
    if path.startswith("/api/"):
        assert response.headers["cache-control"] == "no-store", where
    if status >= 400:
        assert response.headers["content-type"] == "application/json", where
        assert set(response.json()["text"]) == {"en", "de"}, where


def test_the_content_policy_allows_only_our_scripts() -> None:
    policy = dict(part.strip().split(" ", 1) for part in guard.SECURITY_HEADERS["content-security-policy"].split(";"))
    assert policy["default-src"] == "'self'"
    assert policy.get("script-src", "'self'") == "'self'"
    assert (policy["object-src"], policy["base-uri"], policy["frame-ancestors"]) == ("'none'", "'none'", "'none'")


# --- Too much


def test_a_body_that_is_too_large_is_refused(rest: Rest) -> None:
    for content in (b"x" * (LARGEST_BODY + 1), iter([b"x" * 1024] * (LARGEST_BODY // 1024 + 1))):
        response = rest.http.post("/api/tables", content=content, headers={"content-type": "application/json"})
        assert response.status_code == 413
        assert is_problem(response, "too_large")


def test_a_body_that_is_too_deep_is_refused(rest: Rest) -> None:
    depth = LARGEST_BODY // 2 - 100
    body = b'{"game": "z3bra", "options": {"starter": ' + b"[" * depth + b"]" * depth + b"}}"
    response = rest.http.post("/api/tables", content=body, headers={"content-type": "application/json"})
    assert response.status_code == 400
    assert is_problem(response, "bad_request")


@pytest.mark.parametrize(
    "wish",
    [
        {"entropy_commitment": "ab" * 32 + "\n"},  # no record with it could be verified
        {"entropy_commitment": "AB" * 32},
        {"entropy_commitment": "ab"},
        {"entropy": "ab"},  # it is not to be told before the start
        {"options": {"patience": 10**320}},  # no clock goes so far
        {"options": {"patience": 10**4000}},
        {"options": {"chips": 2**63}},
        {"turn_limit": 10**10},
    ],
    ids=["a new line", "capitals", "too short", "entropy itself", "patience", "more patience", "chips", "turn limit"],
)
def test_extreme_entropy_options_and_limits_are_refused(rest: Rest, wish: Message) -> None:
    table = {"game": "triple", "players": 2, "name": "Ann", "bots": ["random"], "start": True}
    response = rest.http.post("/api/tables", json=table | wish)
    assert response.status_code == 400
    assert is_problem(response, "bad_request")


def test_a_client_made_token_must_be_well_formed(rest: Rest) -> None:
    table = rest.create("z3bra", players=5)["table"]
    for token in ("x" * 42, "x" * 65, "x" * 43 + "\n", "x" * 42 + ";", "ü" * 43):
        response = rest.http.post(f"/api/tables/{table}/join", json={"name": "Ann", "token": token})
        assert response.status_code == 400
        assert "set-cookie" not in response.headers


@pytest.mark.parametrize("parts", [1, 3])
def test_a_frame_that_is_too_large_ends_the_connection(server: ServerThread, rest: Rest, parts: int) -> None:
    made = rest.create("z3bra", name="Ann")
    with at_table(server, made["table"], made["token"]) as ann:
        for part in range(parts):
            opcode = Opcode.TEXT if part == 0 else Opcode.CONT
            send_frame(ann, Frame(opcode, b" " * (LARGEST_FRAME // parts + 1), fin=part == parts - 1))
        ann.rest()
        assert ann.closed is not None
        assert ann.closed[0] == 1009
    with at_table(server, made["table"], made["token"]) as again:
        assert again.messages[0]["seat"] == 0


def send_frame(to: Wire, frame: Frame) -> None:
    """A single frame, whatever the client's protocol would say to it."""
    to.socket.sendall(frame.serialize(mask=True))


def test_too_many_requests_are_refused(tmp_path: Path) -> None:
    limits = {"creates_per_minute": 2, "joins_per_minute": 2}
    with serving(tmp_path / "tables.db", **limits) as server, httpx.Client(base_url=server.url) as http:
        made = [http.post("/api/tables", json={"game": "z3bra", "players": 5}) for _ in range(3)]
        assert [response.status_code for response in made] == [201, 201, 429]
        assert is_problem(made[2], "too_fast")
        path = f"/api/tables/{made[0].json()['table']}"
        http.cookies.clear()
        assert http.post(f"{path}/rematch").status_code == 429, "a rematch is a table, too"
        joined = [http.post(f"{path}/join", json={"name": "Ann"}), http.post(f"{path}/enter", json={"token": "x"})]
        joined.append(http.post(f"{path}/enter", json={"token": "y"}))
        assert [response.status_code for response in joined] == [200, 403, 429]
        assert is_problem(joined[2], "too_fast")
        assert http.get(path).status_code == 200, "looking is free"


def test_too_many_messages_end_the_connection_and_the_sender_can_reconnect(tmp_path: Path) -> None:
    with serving(tmp_path / "tables.db", moves_per_second=4) as server:
        made = httpx.post(f"{server.url}/api/tables", json={"game": "z3bra", "name": "Ann"}).json()
        with at_table(server, made["table"], made["token"]) as ann:
            for number in range(4 * RateLimiter.BURST + 10):
                ann.say(type="start", id=str(number))
            answers = ann.rest()
            assert ann.closed is not None
            assert ann.closed[0] == connection.TOO_FAST == 4429
            assert code(answers[-1]) == "too_fast"
        with at_table(server, made["table"], made["token"]) as again:
            assert again.messages[0]["seat"] == 0
            assert again.do("seat_bot", "b", seat=1, bot="random")["type"] == "update"


def test_a_slow_reader_is_disconnected_and_can_reconnect(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The others go on meanwhile, and hear that somebody has gone."""
    monkeypatch.setattr(connection, "MAX_QUEUED_MESSAGES", 10)
    with serving(tmp_path / "tables.db", send_buffer=4096) as server, httpx.Client(base_url=server.url) as http:
        ann = http.post("/api/tables", json={"game": "zatre", "name": "Ann"}).json()
        http.cookies.clear()
        table = ann["table"]
        bo = http.post(f"/api/tables/{table}/join", json={"name": "Bo"}).json()
        with at_table(server, table, ann["token"]) as playing, wire(server, table, receive_buffer=4096) as slow:
            assert slow.hello(bo["token"])["seat"] == 1
            playing.do("start", "start")
            assert sees_leave(playing, seat=1, most=400)
            playing.do("resume", "r")
            assert playing.do("pause", "p")["type"] == "update"
            with at_table(server, table, bo["token"], after=0) as again:
                assert again.messages[0]["number"] == len(again.messages[0]["missed"])
                assert again.do("resume", "s")["type"] == "update"


def sees_leave(playing: Wire, seat: int, most: int) -> bool:
    """Make things happen until somebody is seen to be gone."""
    for number in range(most):
        playing.say(type="pause" if number % 2 == 0 else "resume", id=str(number))
        while True:
            heard = playing.hear()
            assert heard is not None
            if heard["type"] == "presence" and seat not in heard["here"]:
                return True
            if heard.get("id") == str(number):
                break
    heard = playing.until(lambda message: message["type"] == "presence")
    return seat not in heard["here"]


def test_a_client_must_say_hello_soon(server: ServerThread, rest: Rest, monkeypatch: pytest.MonkeyPatch) -> None:
    table = rest.create("z3bra")["table"]
    monkeypatch.setattr(sockets, "HELLO_TIMEOUT", 0.05)
    with wire(server, table) as silent:
        assert silent.rest() == []
        assert silent.closed == (sockets.NO_HELLO, "hello first")


@pytest.mark.parametrize(
    "first",
    [
        b"",
        b"{}",
        b"[]",
        b'{"type": "start", "id": "1"}',
        b'{"type": "hello", "after": -1}',
        b'{"type": "hello", "x": 1}',
    ],
)
def test_an_invalid_hello_ends_the_connection(server: ServerThread, rest: Rest, first: bytes) -> None:
    with wire(server, rest.create("z3bra")["table"]) as rude:
        rude.send(first)
        assert rude.rest() == []
        assert rude.closed is not None
        assert rude.closed[0] == sockets.NO_HELLO


@pytest.mark.parametrize("after", [10, 2**31, 2**63, 10**30])
def test_a_hello_after_a_future_event_breaks_nothing(server: ServerThread, rest: Rest, after: int) -> None:
    """A number that no log can have is no hello, or one like any other; nothing breaks."""
    with wire(server, rest.create("z3bra")["table"]) as strange:
        strange.say(type="hello", after=after)
        heard = strange.hear()
        assert heard is None or (heard["type"], heard["missed"]) == ("welcome", [])
        assert strange.closed in (None, (sockets.NO_HELLO, "hello first"))


def test_there_is_no_socket_without_a_table(server: ServerThread) -> None:
    with wire(server, "nowhere") as lost:
        assert code(lost.rest()[0]) == "not_found"
        assert lost.closed is not None
        assert lost.closed[0] == sockets.NO_TABLE


def test_broken_connections_are_no_longer_counted(server: ServerThread, rest: Rest) -> None:
    """However a client goes, in the middle of what it is sent as well."""
    made = rest.create("z3bra", name="Ann", bots=["random"], start=True)
    open_before = CONNECTIONS._value.get()
    for _ in range(10):
        broken = Wire(server.host, live(made["table"]))
        broken.hello(made["token"], after=0)
        for number in range(20):
            broken.say(type="resume", id=str(number))
        broken.drop()
    server.wait_for(lambda: CONNECTIONS._value.get() == open_before)


# --- Whose seat it is


def test_a_seat_belongs_to_its_token_alone(server: ServerThread, rest: Rest) -> None:
    made, other = rest.create("z3bra", name="Ann"), rest.create("z3bra", name="Eve")
    table = made["table"]
    for token in (None, other["token"], "x", ids.token_hash(made["token"]), made["token"][:-1]):
        assert rest.get(f"/api/tables/{table}", token)["seat"] is None
        assert rest.http.post(f"/api/tables/{table}/rematch", headers=bearer(token)).status_code == 403
        with at_table(server, table, token) as stranger:
            assert (stranger.messages[0]["seat"], stranger.messages[0]["host"]) == (None, False)
            assert code(stranger.do("seat_bot", "1", seat=1, bot="random")) == "not_yours"
        entered = rest.http.post(f"/api/tables/{table}/enter", json={"token": token or "?"})
        assert entered.status_code == 403
        assert is_problem(entered, "not_yours")
    assert rest.get(f"/api/tables/{table}", made["token"])["seat"] == 0


@pytest.mark.parametrize("status", ["open", "running", "over"])
def test_spectators_cannot_do_anything(server: ServerThread, rest: Rest, status: str) -> None:
    if status == "over":
        made = rest.create("triple", players=2, name="Ann", bots=["random"], start=True, options={"patience": 1})
    else:
        made = rest.create("z3bra", name="Ann", bots=["random"], start=status == "running")
    with at_table(server, made["table"]) as guest:
        if status == "over" and guest.messages[0]["table"]["status"] != "over":
            guest.until(lambda message: (message.get("table") or {}).get("status") == "over")
        for command in COMMANDS:
            assert code(guest.do(command, command, **FIELDS.get(command, {}))) == "not_yours"


def test_who_is_removed_is_a_spectator_from_then_on(server: ServerThread, rest: Rest) -> None:
    ann = rest.create("z3bra", players=3, name="Ann")
    table = ann["table"]
    bo = rest.join(table, "Bo")
    with at_table(server, table, ann["token"]) as host, at_table(server, table, bo["token"]) as guest:
        assert code(guest.do("clear_seat", "1", seat=0)) == "not_yours"
        assert host.do("clear_seat", "1", seat=1)["event"] == {"kind": "seat_cleared", "seat": 1}
        guest.until(lambda message: message.get("event") == {"kind": "seat_cleared", "seat": 1})
        for command in COMMANDS:
            assert code(guest.do(command, f"then {command}", **FIELDS.get(command, {}))) == "not_yours"
        for seat in (1, 2):
            host.do("seat_bot", f"bot {seat}", seat=seat, bot="random")
        host.do("start", "start")
        started = guest.until(lambda message: message.get("event") == {"kind": "started"})
        assert started["situation"]["view"]["seat"] is None
    assert rest.get(f"/api/tables/{table}", bo["token"])["seat"] is None
    assert rest.http.post(f"/api/tables/{table}/enter", json={"token": bo["token"]}).status_code == 403
    assert [each["seat"] for each in mine(rest, table, bo["token"])] in ([], [None])


def mine(rest: Rest, table: str, token: str) -> list[Message]:
    """What a browser with this cookie finds under its tables."""
    found: list[Message] = rest.http.get("/api/mine", headers={"cookie": f"tercet-{table}={token}"}).json()
    rest.http.cookies.clear()
    return found


def test_command_ids_belong_to_the_holder_and_not_to_the_seat(server: ServerThread, rest: Rest) -> None:
    """A command counts as a resend only if the same person has sent it before."""
    host = rest.create("z3bra", players=3)
    table = host["table"]
    bo = rest.join(table, "Bo")
    with at_table(server, table, bo["token"]) as first:
        assert first.do("seat_bot", "1", seat=2, bot="random")["type"] == "update"
        assert first.do("leave", "2")["type"] == "update"
    cy = rest.join(table, "Cy")
    assert cy["seat"] == bo["seat"]
    with at_table(server, table, cy["token"]) as second:
        assert second.do("clear_seat", "1", seat=2)["type"] == "update"
    with at_table(server, table, host["token"]) as seatless, at_table(server, table) as guest:
        assert seatless.do("seat_bot", "h", seat=2, bot="random")["type"] == "update"
        assert code(guest.do("seat_bot", "h", seat=2, bot="random")) == "not_yours"


def test_foreign_cookies_are_ignored(rest: Rest) -> None:
    """Cookies of other applications on the same host, or of somebody who plays with us."""
    names = ["tercet-", "tercet-a(b", 'tercet-"', "tercet-a,b", "tercet-a b", "tercet-[]", "tercet-%0d%0a"]
    strange = "; ".join(f"{name}=1" for name in [*names, *(f"tercet-({n}" for n in range(guard.MOST_COOKIES + 5))])
    assert rest.http.get("/api/mine", headers={"cookie": strange}).json() == []
    made = rest.http.post("/api/tables", json={"game": "z3bra", "name": "Ann"}, headers={"cookie": strange})
    assert made.status_code == 201
    rest.http.cookies.clear()


# --- What helps


@pytest.mark.parametrize("game", NAMES)
def test_without_help_nobody_is_told_what_is_legal(server: ServerThread, rest: Rest, game: str) -> None:
    made = rest.create(game, players=2, name="Ann", help=False)
    table, bo = made["table"], rest.join(made["table"], "Bo")
    with at_table(server, table, made["token"]) as ann, at_table(server, table, bo["token"]) as other:
        ann.do("start", "start")
        for number in range(3):
            for each in (ann, other):
                for move in ("flip b2", "6h8", "take", "play bc2 a1 blue"):
                    each.do("move", f"{number} {move}", move=move)
        with at_table(server, table, made["token"], after=0) as again:
            heard = ann.messages + other.messages + again.messages
    assert any("situation" in message for message in heard)
    assert all("moves" not in (message.get("situation") or {}) for message in heard)
    for token in (made["token"], bo["token"], None):
        assert "moves" not in rest.get(f"/api/tables/{table}", token)["situation"]


def test_in_triple_there_is_no_help_unless_the_table_wants_it(rest: Rest) -> None:
    tables = {game: rest.get(f"/api/tables/{rest.create(game)['table']}")["table"] for game in NAMES}
    assert {game: table["help"] for game, table in tables.items()} == {"z3bra": True, "zatre": True, "triple": False}


# --- What is kept, and what is not


def test_tables_that_nobody_uses_are_deleted_listed_or_not(
    server: ServerThread, rest: Rest, monkeypatch: pytest.MonkeyPatch
) -> None:
    tables = [rest.create("z3bra", listed=listed, name="Ann")["table"] for listed in (False, True)]
    days = server.hub.settings.idle_days
    now = ids.now()
    monkeypatch.setattr(ids, "now", lambda: now + round((days + 1) * DAY))
    fresh = rest.create("z3bra", name="Bo")["table"]
    monkeypatch.undo()
    server.do(server.hub.store.delete_idle(now + DAY))
    log = [len(server.do(server.hub.store.events(table))) for table in (*tables, fresh)]
    assert log == [0, 0, 2]


def test_a_server_deletes_what_its_setting_says(tmp_path: Path) -> None:
    with serving(tmp_path / "tables.db") as server, httpx.Client(base_url=server.url) as http:
        made = [http.post("/api/tables", json={"game": "z3bra", "listed": listed}).json() for listed in (False, True)]
    with capture_logs() as logs, serving(tmp_path / "tables.db", idle_days=0) as server:
        server.wait_for(lambda: any(entry["event"] == "deleted idle tables" for entry in logs))
        found = [httpx.get(f"{server.url}/api/tables/{each['table']}").status_code for each in made]
    assert found == [404, 404]


def test_who_is_still_at_a_deleted_table_breaks_nothing(tmp_path: Path) -> None:
    with serving(tmp_path / "tables.db") as server:
        made = httpx.post(f"{server.url}/api/tables", json={"game": "z3bra", "name": "Ann"}).json()
        with at_table(server, made["table"], made["token"]) as ann:
            server.do(server.hub.store.delete_idle(ids.now() + DAY))
            ann.say(type="seat_bot", id="1", seat=1, bot="random")
            while (heard := ann.hear()) is not None and heard.get("id") != "1":
                pass
    with serving(tmp_path / "tables.db") as server:
        found = httpx.get(f"{server.url}/api/tables/{made['table']}")
    assert found.status_code in (200, 404)


def test_a_database_that_is_down_is_no_crash(tmp_path: Path) -> None:
    with serving(tmp_path / "tables.db") as server, httpx.Client(base_url=server.url) as http:
        made = http.post("/api/tables", json={"game": "z3bra", "name": "Ann"}).json()
        with at_table(server, made["table"], made["token"]) as ann:
            with broken(tmp_path / "tables.db"):
                down = http.post("/api/tables", json={"game": "z3bra"})
                assert down.status_code == 503
                assert is_problem(down, "store_down")
                assert http.get("/health").json()["status"] == "down"
                assert code(ann.do("seat_bot", "1", seat=1, bot="random")) == "store_down"
            answer = ann.do("seat_bot", "1", seat=1, bot="random")
            assert answer["type"] == "update", "the same command again, when it is up again"


@contextmanager
def broken(database: Path) -> Iterator[None]:
    """Take the log away for a while."""
    with sqlite3.connect(database) as other:
        other.execute("ALTER TABLE events RENAME TO remote_presence")
        other.execute("ALTER TABLE tables RENAME TO elsewhere_too")
    try:
        yield
    finally:
        other.execute("ALTER TABLE remote_presence RENAME TO events")
        other.execute("ALTER TABLE elsewhere_too RENAME TO tables")
        other.close()


def test_an_unexpected_error_leaves_the_table_as_in_the_log(
    server: ServerThread, rest: Rest, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever happens half-way through a command: nobody sees what is not written."""
    made = rest.create("z3bra", name="Ann", bots=["random"])
    with at_table(server, made["table"], made["token"]) as ann:
        ann.do("start", "1")
        before = rest.get(f"/api/tables/{made['table']}", made["token"])
        real = Table._deal_next_rounds

        def crash(table: Table, at: int) -> None:
            monkeypatch.setattr(Table, "_deal_next_rounds", real)
            raise RuntimeError("a mistake of ours")

        monkeypatch.setattr(Table, "_deal_next_rounds", crash)
        ann.say(type="pause", id="2")
        answers = []
        while (heard := ann.hear()) is not None and heard.get("id") != "2":
            answers.append(heard)
    after = rest.get(f"/api/tables/{made['table']}", made["token"])
    assert after["table"]["paused"] is False
    assert msgspec.json.encode(after["table"]) == msgspec.json.encode(before["table"])
