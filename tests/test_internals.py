"""The undocumented parts of libraries that we use still exist. If not, the message says where we rely on them.

`pyproject.toml` bounds the versions of these libraries. Raise a bound when these tests pass with the newer version.
"""

import asyncio
from typing import Any

import numpy as np
import pytest
from numba import from_dtype
from numba.core import itanium_mangler, types
from uvicorn.server import ServerState
from websockets.exceptions import InvalidState
from websockets.protocol import State

from tercet.games import calls, kernel
from tercet.games.kernel import numba_config
from tercet.server import edge
from tercet.server.settings import Settings

UVICORN = "src/tercet/server/edge.py (DirectWebSocket) relies on uvicorn's WebSocketsSansIOProtocol"
WEBSOCKETS = (
    "src/tercet/server/edge.py (DirectWebSocket) relies on websockets' ServerProtocol, through uvicorn's `conn`"
)
H11 = "src/tercet/server/edge.py (HttpConnection) relies on uvicorn's H11Protocol"
NUMBA = "src/tercet/games/kernel.py (name_by_fields) relies on numba's Record.mangling_args"

COMPILE = "src/tercet/games/calls.py (machine_code) relies on numba's Dispatcher.compile"


class Transport(asyncio.Transport):
    """A transport that keeps everything written to it."""

    def __init__(self) -> None:
        super().__init__()
        self.written = b""
        self.is_aborted = False

    def write(self, data: Any) -> None:
        self.written += bytes(data)

    def is_closing(self) -> bool:
        return False

    def abort(self) -> None:
        self.is_aborted = True


async def answer(scope: Any, receive: Any, send: Any) -> None:
    """Do nothing: an application that gets no request."""


@pytest.fixture
def connection() -> edge.DirectWebSocket:
    """Return Uvicorn's protocol as our server uses it, with a client that has just connected."""

    async def connect() -> edge.DirectWebSocket:
        made = edge.DirectWebSocket(
            edge.EdgeConfig(answer, Settings(), log_config=None, ws=edge.DirectWebSocket), ServerState(), {"kept": 1}
        )
        made.connection_made(Transport())
        return made

    return asyncio.run(connect())


@pytest.mark.parametrize(
    ("name", "kind"),
    [("writable", asyncio.Event), ("disconnected", bool), ("close_sent", bool), ("transport", Transport)],
)
def test_uvicorn_says_whether_a_message_can_be_sent(connection: edge.DirectWebSocket, name: str, kind: type) -> None:
    assert isinstance(getattr(connection, name, None), kind), f"{UVICORN}: `{name}` must be {kind.__name__}"


def test_uvicorn_can_send_to_a_new_client(connection: edge.DirectWebSocket) -> None:
    assert connection.writable.is_set(), f"{UVICORN}: `writable` must be set while the client reads"
    assert not connection.disconnected, f"{UVICORN}: `disconnected` must be false at the start"
    assert not connection.close_sent, f"{UVICORN}: `close_sent` must be false at the start"


def test_uvicorn_hands_our_state_to_the_application(connection: edge.DirectWebSocket) -> None:
    assert connection.app_state == {"kept": 1, "transport": connection}, (
        f"{UVICORN}: `app_state` must become the scope's state"
    )


def test_websockets_lists_what_has_arrived(connection: edge.DirectWebSocket) -> None:
    assert connection.conn.events == [], f"{WEBSOCKETS}: `events` must be what has arrived and is not handled yet"
    frame = b"\x89\x80\x00\x00\x00\x00"
    connection.conn.state = State.OPEN
    connection.conn.parser = connection.conn.parse()
    next(connection.conn.parser)
    connection.conn.receive_data(frame * 3)
    assert len(connection.conn.events) == 3, f"{WEBSOCKETS}: `events` must have every frame"


def test_uvicorn_says_what_an_http_connection_is_doing() -> None:
    async def connect() -> edge.HttpConnection:
        config = edge.EdgeConfig(answer, Settings(), log_config=None, http=edge.HttpConnection)
        made = edge.HttpConnection(config, ServerState(), {})
        made.connection_made(Transport())
        assert made.phase() == ("head", None), f"{H11}: `cycle` must be None before the first request"
        made.data_received(b"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\n\r\n")
        assert made.phase() == ("body", made.cycle), f"{H11}: `conn` must be the connection of h11"
        made.pause_writing()
        assert made.phase()[0] == "unread", f"{H11}: `flow.write_paused` must say whether the client reads"
        return made

    asyncio.run(connect())


def test_websockets_makes_a_frame_at_once(connection: edge.DirectWebSocket) -> None:
    assert hasattr(connection, "conn"), f"{UVICORN}: `conn` must be the ServerProtocol of websockets"
    with pytest.raises(InvalidState):
        connection.conn.send_text(b"before the handshake")
    assert not connection.send_now(b"before the handshake"), (
        f"{WEBSOCKETS}: InvalidState must mean that nothing was sent"
    )
    connection.conn.state = State.OPEN
    assert connection.send_now(b"hello"), f"{WEBSOCKETS}: `send_text` must take bytes"
    assert isinstance(connection.transport, Transport)
    assert connection.transport.written == b"\x81\x05hello", f"{WEBSOCKETS}: `data_to_send` must return the frame"


def test_a_connection_can_be_aborted(connection: edge.DirectWebSocket) -> None:
    connection.abort()
    assert isinstance(connection.transport, Transport)
    assert connection.transport.is_aborted, f"{UVICORN}: `transport` must be that of the connection"


def test_numba_names_compiled_code_by_the_fields_of_a_record() -> None:
    """Two games must never get the same name, whatever process compiles them (Numba's issue 7654)."""
    one, two = (from_dtype(np.dtype([(name, np.int8)])) for name in ("a", "b"))
    assert isinstance(one, types.Record)
    assert isinstance(types.Type.mangling_args, property), f"{NUMBA}: all types must have it"
    for record in (one, two):
        assert record.mangling_args == kernel.name_by_fields(record), f"{NUMBA}: ours must be in its place"
        number = kernel.name_by_fields(record)[1][0]
        assert str(number) in itanium_mangler.mangle("f", [record]), f"{NUMBA}: names of code must be made of it"
    assert itanium_mangler.mangle("f", [one]) != itanium_mangler.mangle("f", [two])


@pytest.mark.skipif(bool(numba_config.DISABLE_JIT), reason="with the JIT off there is no machine code")
def test_numba_gives_the_machine_code_of_a_function() -> None:
    code = calls.machine_code(kernel.wide, types.int64)
    assert code is not kernel.wide, f"{COMPILE}: it must return what runs without looking at types"
    assert code(3) == 3, f"{COMPILE}: what it returns must be callable from Python"
