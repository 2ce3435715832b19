"""Attacks on the connections themselves: endless heads, silence, floods, clients that do not read, other names."""

import gc
import json
import socket
import ssl
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from pathlib import Path
from time import monotonic, sleep
from typing import Any
from weakref import WeakSet

import httpx
import psutil
import pytest
import trustme
from websockets.frames import Frame, Opcode
from websockets.sync.client import connect
from websockets.typing import Origin

from server.inside import ServerThread, Wire, live, serving, starting
from server.playing import Message, Rest, ServerProcess
from tercet.errors import UsageError
from tercet.server import edge, guard, log_reader, run
from tercet.server import live as live_module
from tercet.server import table as table_module
from tercet.server.addresses import own_addresses
from tercet.server.connection import TOO_FAST, TRY_LATER
from tercet.server.limits import RateLimiter
from tercet.server.settings import Settings
from waiting import LONGEST_WAIT

LARGEST_HEAD = 2 * edge.LARGEST_INCOMPLETE_HEAD
PING = Frame(Opcode.PING, b"x" * 125).serialize(mask=True)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerThread]:
    """One server for all tests that need no settings of their own."""
    with serving(tmp_path_factory.mktemp("edge") / "tables.db") as inside:
        yield inside


@contextmanager
def connected(server: ServerThread | ServerProcess, source: str = "127.0.0.1") -> Iterator[socket.socket]:
    """A connection that says nothing by itself."""
    with socket.create_connection(("127.0.0.1", server.port), LONGEST_WAIT, (source, 0)) as opened:
        yield opened


def is_closed(opened: socket.socket) -> bool:
    """Read until the server closes; return True, or fail after a while."""
    with suppress(ConnectionError):
        while opened.recv(65536):
            pass
    return True


def wait_until(is_done: Callable[[], bool], what: str) -> None:
    """Wait for something that happens inside the server."""
    deadline = monotonic() + LONGEST_WAIT
    while not is_done():
        assert monotonic() < deadline, what
        sleep(0.01)


# --- Request heads

ENDLESS = {
    "URL": (b"GET /", b"x" * 1024),
    "header": (b"GET / HTTP/1.1\r\nHost: localhost\r\nX: ", b"x" * 1024),
    "headers": (b"GET / HTTP/1.1\r\nHost: localhost\r\n", b"X-Name: " + b"x" * 1014 + b"\r\n"),
    "headers of a socket": (
        b"GET /api/tables/x/live HTTP/1.1\r\nConnection: upgrade\r\n",
        b"X-Name: " + b"x" * 1014 + b"\r\n",
    ),
}


@pytest.mark.parametrize("what", ENDLESS)
def test_an_endless_head_ends_the_connection(server: ServerThread, what: str) -> None:
    start, more = ENDLESS[what]
    with connected(server) as endless:
        sent = 0
        with suppress(ConnectionError):
            endless.sendall(start)
            while sent < 100 * LARGEST_HEAD:
                endless.sendall(more)
                sent += len(more)
        assert sent < 100 * LARGEST_HEAD, "the server reads on and on"
        assert is_closed(endless)


def test_a_large_head_that_comes_at_once_is_refused(server: ServerThread) -> None:
    """However the network cuts it into pieces."""
    head = b"GET /health HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nX: %b\r\n\r\n"
    with connected(server) as modest:
        modest.sendall(head % (b"x" * (edge.LARGEST_INCOMPLETE_HEAD - 200)))
        assert modest.recv(12) == b"HTTP/1.1 200"
    with connected(server) as large:
        large.sendall(head % (b"x" * LARGEST_HEAD))
        with suppress(ConnectionError):
            assert large.recv(12) in (b"HTTP/1.1 400", b"")


# --- Silence


@pytest.mark.parametrize("said", [b"", b"GET / HTTP/1.1\r\n"], ids=["nothing", "half"])
def test_a_connection_without_a_whole_request_is_closed(
    server: ServerThread, monkeypatch: pytest.MonkeyPatch, said: bytes
) -> None:
    monkeypatch.setitem(edge.TIMEOUTS, "head", 0)
    with connected(server) as silent:
        silent.sendall(said)
        assert is_closed(silent)


@pytest.mark.parametrize("before", [b"", b"GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n"], ids=["first", "second"])
def test_dripping_does_not_keep_a_connection_open(
    server: ServerThread, monkeypatch: pytest.MonkeyPatch, before: bytes
) -> None:
    """Neither in the first request nor in a later one."""
    monkeypatch.setitem(edge.TIMEOUTS, "head", 0.5)
    with connected(server) as slow:
        slow.sendall(before + b"GET / HTTP/1.1\r\nX: ")
        with pytest.raises(ConnectionError):
            send_again_and_again(slow, b"x", pause=0.05)


def send_again_and_again(to: socket.socket, data: bytes, pause: float = 0) -> None:
    """Send without reading, until the server closes; stop some time."""
    deadline = monotonic() + LONGEST_WAIT
    while monotonic() < deadline:
        to.sendall(data)
        sleep(pause)


def test_a_body_that_does_not_come_is_not_awaited_for_ever(
    server: ServerThread, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(edge.TIMEOUTS, "body", 0)
    with connected(server) as slow:
        slow.sendall(b"POST /api/tables HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n{")
        assert is_closed(slow)


def test_an_answer_that_is_not_read_is_dropped(server: ServerThread, monkeypatch: pytest.MonkeyPatch) -> None:
    """More of it than the system keeps by itself: the same request again and again, and nothing is read."""
    monkeypatch.setitem(edge.TIMEOUTS, "unread", 0)
    with connected(server) as deaf, pytest.raises(ConnectionError):
        send_again_and_again(deaf, b"GET /api/openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n" * 10)


@contextmanager
def with_files(database: Path, limit: str) -> Iterator[ServerProcess]:
    """A server that has been started with a limit of open files, as `ulimit` takes it."""
    server = ServerProcess(database, prefix=("sh", "-c", f'ulimit {limit} && exec "$@"', "sh"))
    server.launch()
    try:
        yield server
    finally:
        server.__exit__()


def test_silent_connections_do_not_lock_others_out(tmp_path: Path) -> None:
    """More of them than the server may open files."""
    with with_files(tmp_path / "tables.db", "-n 300") as server, ExitStack() as stack:
        for _ in range(400):
            stack.enter_context(connected(server))
        assert httpx.get(f"{server.url}/api/tables", timeout=LONGEST_WAIT).json() == []


def test_the_limit_of_open_files_is_raised(tmp_path: Path) -> None:
    with with_files(tmp_path / "tables.db", "-S -n 300") as server:
        soft, hard = psutil.Process(server.process.pid).rlimit(psutil.RLIMIT_NOFILE)
        assert soft == (edge.ENOUGH_FILES if hard < 0 else min(hard, edge.ENOUGH_FILES))


# --- How many


def test_one_address_cannot_have_too_many_connections(tmp_path: Path) -> None:
    """A silent one makes room for the next; one that is in use does not."""
    with serving(tmp_path / "tables.db", connections_per_address=4) as server, ExitStack() as stack:
        made = httpx.post(f"{server.url}/api/tables", json={"game": "z3bra", "players": 5, "name": "Ann"}).json()
        wires = [Wire(server.host, live(made["table"])) for _ in range(3)]
        for wire in wires:
            stack.callback(wire.drop)
            wire.hello()
        silent = stack.enter_context(connected(server))
        assert httpx.get(f"{server.url}/health").status_code == 200
        assert is_closed(silent)
        fourth = Wire(server.host, live(made["table"]))
        stack.callback(fourth.drop)
        fourth.hello(made["token"])
        assert is_closed(stack.enter_context(connected(server)))
        assert fourth.do("seat_bot", "1", seat=4, bot="random")["type"] == "update"
        elsewhere = stack.enter_context(connected(server, "127.0.0.2"))
        elsewhere.sendall(b"GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n")
        assert elsewhere.recv(12) == b"HTTP/1.1 200"


def test_connections_are_limited_in_all(tmp_path: Path) -> None:
    with serving(tmp_path / "tables.db", connections=3) as server, ExitStack() as stack:
        silent = [stack.enter_context(connected(server, f"127.0.0.{number}")) for number in range(2, 9)]
        assert all(is_closed(each) for each in silent[:4])
        assert httpx.get(f"{server.url}/health").status_code == 200


def test_visitors_behind_a_proxy_are_counted_by_their_own_address(tmp_path: Path) -> None:
    with serving(tmp_path / "tables.db", connections_per_address=2) as server, ExitStack() as stack:
        table = httpx.post(f"{server.url}/api/tables", json={"game": "z3bra"}).json()["table"]

        def visit(address: str) -> int:
            wire = Wire(server.host, live(table), x_forwarded_for=address)
            stack.callback(wire.drop)
            return wire.status

        assert [visit("192.0.2.1"), visit("192.0.2.1"), visit("192.0.2.2"), visit("2001:db8::1")] == [101] * 4
        assert [visit("192.0.2.1"), visit("2001:db8::2"), visit("2001:db8::3")] == [403, 101, 403]


def test_headers_of_a_proxy_that_is_not_trusted_are_ignored(tmp_path: Path) -> None:
    with serving(tmp_path / "tables.db", requests_per_minute=2, trusted_proxies=("192.0.2.1",)) as server:
        answers = [
            httpx.get(f"{server.url}/health", headers={"x-forwarded-for": f"192.0.2.{n}"}).status_code for n in range(3)
        ]
        assert answers == [200, 200, 429]


def test_spectators_of_a_table_are_limited_but_players_get_in(tmp_path: Path) -> None:
    with serving(tmp_path / "tables.db", spectators_per_table=2) as server, ExitStack() as stack:
        made = httpx.post(f"{server.url}/api/tables", json={"game": "z3bra", "name": "Ann"}).json()

        def enter(token: str | None = None) -> Wire:
            wire = Wire(server.host, live(made["table"]))
            stack.callback(wire.drop)
            wire.say(type="hello", token=token)
            return wire

        for _ in range(2):
            assert welcome(enter())["seat"] is None
        refused = enter()
        answers = refused.rest()
        assert [answer["problem"]["code"] for answer in answers] == ["crowded"]
        assert refused.closed is not None
        assert refused.closed[0] == TRY_LATER
        for _ in range(live_module.SOCKETS_PER_SEAT):
            assert welcome(enter(made["token"]))["seat"] == 0
        assert enter(made["token"]).rest()[0]["problem"]["code"] == "crowded"


def welcome(wire: Wire) -> Message:
    return wire.until(lambda message: message["type"] == "welcome")


# --- How often


def test_one_address_cannot_send_too_many_requests(tmp_path: Path) -> None:
    with serving(tmp_path / "tables.db", requests_per_minute=3) as server, httpx.Client(base_url=server.url) as http:
        table = http.post("/api/tables", json={"game": "z3bra"}).json()["table"]
        answers = [http.get(path) for path in ("/", f"/api/tables/{table}", "/api/tables")]
        assert [answer.status_code for answer in answers] == [200, 200, 429]
        assert answers[2].json()["code"] == "too_fast"
        assert int(answers[2].headers["ratelimit-reset"]) > 0
        wire = Wire(server.host, live(table))
        wire.drop()
        assert wire.status == 403, "a socket is a request, too"
        with connected(server, "127.0.0.2") as elsewhere:
            elsewhere.sendall(b"GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n")
            assert elsewhere.recv(12) == b"HTTP/1.1 200"


def test_limits_count_a_whole_ipv6_network(tmp_path: Path) -> None:
    with serving(tmp_path / "tables.db", creates_per_minute=2) as server:

        def create(address: str) -> int:
            return httpx.post(
                f"{server.url}/api/tables", json={"game": "z3bra"}, headers={"x-forwarded-for": address}
            ).status_code

        assert [create(f"2001:db8:0:1::{number}") for number in (1, 2, 3)] == [201, 201, 429]
        assert create("2001:db8:0:2::1") == 201


# --- Floods over a socket


@contextmanager
def at_table(server: ServerThread, table: str, token: str | None = None, **options: Any) -> Iterator[Wire]:
    """A client that has been welcomed."""
    wire = Wire(server.host, live(table), **options)
    try:
        wire.hello(token)
        yield wire
    finally:
        wire.close()


FLOODS = {
    "pings": PING,
    "pongs": Frame(Opcode.PONG, b"").serialize(mask=True),
    "fragments": Frame(Opcode.CONT, b"", fin=False).serialize(mask=True),
}


@pytest.mark.parametrize("what", FLOODS)
def test_every_frame_counts(tmp_path: Path, what: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(edge, "MAX_FRAGMENTS", 10_000)
    with serving(tmp_path / "tables.db", moves_per_second=4) as server:
        table = httpx.post(f"{server.url}/api/tables", json={"game": "z3bra"}).json()["table"]
        with at_table(server, table) as flooding:
            flooding.socket.sendall(Frame(Opcode.TEXT, b"", fin=False).serialize(mask=True))
            for _ in range(4 * RateLimiter.BURST + 10):
                flooding.socket.sendall(FLOODS[what])
            answers = flooding.rest()
            assert answers[-1]["problem"]["code"] == "too_fast"
            assert flooding.closed is not None
            assert flooding.closed[0] == TOO_FAST


def test_pings_without_reading_the_pongs_end_the_connection(server: ServerThread, rest: Rest) -> None:
    """However many pings are allowed: the answers must not pile up."""
    table = rest.create("z3bra")["table"]
    with at_table(server, table) as deaf:
        sent = 0
        with suppress(ConnectionError):
            while sent < 64 * edge.MAX_UNREAD_BYTES:
                deaf.socket.sendall(PING * 1000)
                sent += len(PING) * 1000
        assert sent < 64 * edge.MAX_UNREAD_BYTES, "all pongs are kept"
    wait_until(lambda: server.hub.counts()[1] == 0, "the client is still there")


def test_a_message_in_endless_parts_ends_the_connection(server: ServerThread, rest: Rest) -> None:
    with at_table(server, rest.create("z3bra")["table"]) as endless:
        endless.socket.sendall(Frame(Opcode.TEXT, b"", fin=False).serialize(mask=True))
        endless.socket.sendall(FLOODS["fragments"] * (edge.MAX_FRAGMENTS + 1))
        endless.rest()
        assert endless.closed is not None
        assert endless.closed[0] == 1009


def test_a_flood_is_parsed_in_small_pieces(server: ServerThread, rest: Rest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Others are served between two pieces, and only the first piece of a flood is parsed at all."""
    parsed, handle = list[int](), edge.DirectWebSocket.handle_events

    def note_and_handle(self: edge.DirectWebSocket) -> None:
        parsed.append(len(self.conn.events))
        handle(self)

    with at_table(server, rest.create("z3bra")["table"]) as flooding:
        monkeypatch.setattr(edge.DirectWebSocket, "handle_events", note_and_handle)
        flooding.socket.sendall(Frame(Opcode.TEXT, b"", fin=False).serialize(mask=True))
        flooding.socket.sendall(Frame(Opcode.CONT, b"", fin=False).serialize(mask=True) * 2000)
        flooding.rest()
    assert sum(parsed) <= edge.MAX_FRAGMENTS + 100


# --- What a connection leaves behind


def test_a_closed_connection_is_freed_with_what_it_sent(
    server: ServerThread, rest: Rest, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It does not have to be found by the garbage collector, which looks for what is older more and more rarely."""
    left, table = WeakSet[Any](), rest.create("z3bra")["table"]
    for kind in (edge.HttpConnection, edge.DirectWebSocket):

        def note(self: Any, transport: Any, begin: Any = kind.connection_made) -> None:
            left.add(self)
            begin(self, transport)

        monkeypatch.setattr(kind, "connection_made", note)
    gc.disable()
    try:
        for after in (None, 0):
            with closing(Wire(server.host, live(table))) as wire:
                wire.hello(None, after)
            with closing(Wire(server.host, live("nowhere"))) as lost:
                lost.rest()
            assert httpx.get(f"{server.url}/api/tables").is_success
            assert httpx.post(f"{server.url}/api/replay", json={}).status_code == 400
            with connected(server) as endless:
                endless.sendall(b"GET / HTTP/1.1\r\nx: " + b"a" * LARGEST_HEAD)
                assert is_closed(endless)
        wait_until(lambda: not len(left), "connections are left")
    finally:
        gc.enable()


# --- Sockets that do not read


async def send_much(server: ServerThread) -> None:
    """Send more to every client than the system keeps, but few messages."""
    for table in server.hub._tables.values():
        for connection in table.connections():
            for _ in range(20):
                connection.send(b" " * 20_000)


def test_a_client_that_answers_no_ping_is_dropped_with_what_it_has_not_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It has read nothing, so a polite end would wait for ever."""
    monkeypatch.setattr(run, "PING_INTERVAL", 0.2)
    monkeypatch.setattr(run, "PONG_TIMEOUT", 0.2)
    monkeypatch.setitem(edge.TIMEOUTS, "unread", LONGEST_WAIT * 2)
    monkeypatch.setitem(edge.TIMEOUTS, "closing", LONGEST_WAIT * 2)
    with serving(tmp_path / "tables.db", send_buffer=4096) as server:
        table = httpx.post(f"{server.url}/api/tables", json={"game": "zatre"}).json()["table"]
        with at_table(server, table, receive_buffer=4096):
            server.do(send_much(server))
            wait_until(lambda: server.hub.counts()[1] == 0, "the client is still there")


def test_a_client_that_reads_nothing_for_long_is_dropped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(edge.TIMEOUTS, "unread", 0.1)
    with serving(tmp_path / "tables.db", send_buffer=4096) as server:
        table = httpx.post(f"{server.url}/api/tables", json={"game": "zatre"}).json()["table"]
        with at_table(server, table, receive_buffer=4096):
            server.do(send_much(server))
            wait_until(lambda: server.hub.counts()[1] == 0, "the client is still there")


def test_many_missed_events_come_in_pages(server: ServerThread, rest: Rest, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(log_reader, "MOST_MISSED", 10)
    made = rest.create("zatre", name="Ann", bots=["random"], start=True)
    path = f"/api/tables/{made['table']}/events"
    with at_table(server, made["table"], made["token"]) as ann:
        for number in range(30):
            ann.do("pause" if number % 2 == 0 else "resume", str(number))
    for after in (0, 3):
        with at_table(server, made["table"]) as back:
            back.close()
        wire = Wire(server.host, live(made["table"]))
        newest = wire.hello(None, after)
        wire.close()
        events = newest["missed"]
        assert len(events) == 10
        left_out: list[Message] = []
        while (number := left_out[-1]["number"] if left_out else after) < events[0]["number"] - 1:
            left_out += rest.get(f"{path}?after={number}")
        numbers = sorted({each["number"] for each in (*left_out, *events)})
        assert numbers[: newest["number"] - after] == list(range(after + 1, newest["number"] + 1))
    assert rest.get(f"{path}?after=100000") == []
    assert rest.http.get(f"{path}?after=-1").status_code == 400
    assert rest.http.get(f"{path}?after={10**30}").status_code == 400


def test_people_and_bots_cannot_come_and_go_for_ever(
    server: ServerThread, rest: Rest, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(table_module, "MOST_EVENTS_BEFORE_START", 10)
    made = rest.create("z3bra", name="Ann")
    with at_table(server, made["table"], made["token"]) as ann:
        answers = []
        for number in range(10):
            if number % 2:
                answers.append(ann.do("clear_seat", str(number), seat=1))
            else:
                answers.append(ann.do("seat_bot", str(number), seat=1, bot="random"))
        assert answers[-1]["problem"]["code"] == "not_now"
        assert ann.do("leave", "leave")["problem"]["code"] == "not_now"
        assert rest.get(f"/api/tables/{made['table']}")["number"] == 10
        joined = rest.http.post(f"/api/tables/{made['table']}/join", json={"name": "Bo"})
        assert joined.json()["code"] == "not_now"


# --- Names of the server

OTHER_NAMES = [
    "evil.example",
    "evil.example:{port}",
    "192.0.2.1:{port}",
    "0.0.0.0:{port}",
    "localhost.evil.example",
    "a@b",
    "[",
    "",
]


@pytest.mark.parametrize("name", OTHER_NAMES)
def test_other_names_are_refused(server: ServerThread, rest: Rest, name: str) -> None:
    """A page whose name was made to point here (DNS rebinding) reads nothing, not even the list of tables."""
    made = rest.create("z3bra", name="Ann", listed=True)
    host = name.format(port=server.port)
    for path in ("/", "/api/tables", f"/api/tables/{made['table']}", "/metrics"):
        answer = rest.http.get(path, headers={"host": host, "origin": f"http://{host}"})
        assert (answer.status_code, answer.json()["code"]) == (421, "wrong_host")
    answer = rest.http.post("/api/tables", json={"game": "z3bra"}, headers={"host": host, "origin": f"http://{host}"})
    assert answer.status_code == 421
    wire = Wire(server.host, live(made["table"]), host=host)
    wire.drop()
    assert wire.status in (400, 403)
    assert rest.http.get("/health", headers={"host": host}).status_code == 200, "for load balancers"


@pytest.mark.parametrize(
    "name", ["localhost", "localhost:1", "LocalHost:{port}", "127.0.0.1", "[::1]:{port}", "127.0.0.2:80"]
)
def test_own_names_are_accepted(server: ServerThread, rest: Rest, name: str) -> None:
    host = name.format(port=server.port)
    assert rest.http.get("/api/games", headers={"host": host}).status_code == 200
    made = rest.http.post("/api/tables", json={"game": "z3bra"}, headers={"host": host, "origin": f"http://{host}"})
    assert made.status_code == 201


def test_the_host_can_give_the_server_a_name(tmp_path: Path) -> None:
    named = {"host": "tercet.example", "origin": "https://tercet.example"}
    with serving(tmp_path / "tables.db", origins=("https://tercet.example/",)) as server:
        made = httpx.post(f"{server.url}/api/tables", json={"game": "z3bra"}, headers=named)
        assert made.status_code == 201
        for origin in ("http://tercet.example:8080", "https://tercet.example:444", "https://other.tercet.example"):
            refused = httpx.post(
                f"{server.url}/api/tables", json={"game": "z3bra"}, headers={**named, "origin": origin}
            )
            assert (refused.status_code, refused.json()["code"]) == (403, "wrong_site")


@pytest.mark.parametrize(
    "change", [("http", "https"), (":{port}", ":1"), (":{port}", "")], ids=["scheme", "port", "no port"]
)
def test_scheme_and_port_of_a_page_count(server: ServerThread, rest: Rest, change: tuple[str, str]) -> None:
    old, new = (part.format(port=server.port) for part in change)
    origin = server.url.replace(old, new)
    made = rest.http.post("/api/tables", json={"game": "z3bra"}, headers={"origin": origin})
    assert (made.status_code, made.json()["code"]) == (403, "wrong_site")


# --- TLS

Certificate = tuple[ssl.SSLContext, dict[str, Any]]
"""What clients trust, and the settings of a server."""


@pytest.fixture(scope="module")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> Certificate:
    """A certificate for 127.0.0.1."""
    folder, authority = tmp_path_factory.mktemp("tls"), trustme.CA()
    issued = authority.issue_cert("127.0.0.1", "localhost")
    files = {"tls_cert": str(folder / "cert.pem"), "tls_key": str(folder / "key.pem")}
    issued.private_key_pem.write_to_path(files["tls_key"])
    for pem in issued.cert_chain_pems:
        pem.write_to_path(files["tls_cert"], append=True)
    trusting = ssl.create_default_context()
    authority.configure_trust(trusting)
    return trusting, files


def test_https_with_a_certificate(tmp_path: Path, certificate: Certificate) -> None:
    trusting, files = certificate
    with serving(tmp_path / "tables.db", **files) as server:
        url = f"https://127.0.0.1:{server.port}"
        with httpx.Client(base_url=url, verify=trusting) as http:
            made = http.post("/api/tables", json={"game": "z3bra", "name": "Ann"}, headers={"origin": url})
            assert made.status_code == 201
            assert "secure" in made.headers["set-cookie"].lower()
            plain = http.post("/api/tables", json={"game": "z3bra"}, headers={"origin": server.url})
            assert plain.json()["code"] == "wrong_site", "a page that came without TLS is another site"
        address = f"wss://127.0.0.1:{server.port}{live(made.json()['table'])}"
        with connect(address, ssl=trusting, origin=Origin(url)) as socket:
            socket.send(json.dumps({"type": "hello", "token": made.json()["token"]}))
            assert json.loads(socket.recv())["seat"] == 0


def test_addresses_are_https_with_a_certificate(certificate: Certificate) -> None:
    settings = Settings(host="0.0.0.0", port=0, **certificate[1])
    with run.listen(settings) as listening:
        port = listening.getsockname()[1]
        assert run.browser_url(settings, listening) == f"https://localhost:{port}"
    assert own_addresses("192.0.2.1", port, settings.scheme) == [f"https://192.0.2.1:{port}"]


def test_a_handshake_is_not_awaited_for_ever(
    tmp_path: Path, certificate: Certificate, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(run, "HANDSHAKE_TIMEOUT", 0.1)
    with starting(tmp_path / "tables.db", **certificate[1]) as server, connected(server) as silent:
        assert is_closed(silent)


@pytest.mark.parametrize("part", ["tls_cert", "tls_key"])
def test_unusable_certificates_are_refused(tmp_path: Path, certificate: Certificate, part: str) -> None:
    files, garbage = certificate[1], tmp_path / "garbage.pem"
    garbage.write_text("garbage")
    another = tmp_path / "another.pem"
    trustme.CA().issue_cert("localhost").private_key_pem.write_to_path(str(another))
    wrong: dict[str, dict[str, Any]] = {
        "no file": {part: str(tmp_path / "none.pem")},
        "cannot be used": {part: str(garbage)},
    }
    for words, change in {**wrong, "both": {part: None}, "the key": {"tls_key": str(another)}}.items():
        with pytest.raises(UsageError, match=words):
            run.check_tls(Settings(**{**files, **change}))
    run.check_tls(Settings(**files))
    run.check_tls(Settings())


@pytest.mark.parametrize("name", ["tercet.example", "https://tercet.example/table", "ftp://tercet.example", ""])
def test_a_name_that_is_no_address_is_refused(name: str) -> None:
    with pytest.raises(UsageError, match="Not the address of a site"):
        guard.parse_origins([name])
