"""The live socket of a table: hello, then commands in and events out."""

import asyncio
from contextlib import suppress
from typing import Any

import msgspec
import structlog
from litestar import WebSocket, websocket
from litestar.di import NamedDependency
from litestar.enums import ScopeType
from litestar.exceptions import WebSocketDisconnect
from litestar.params import FromPath
from litestar.types import Scope
from msgspec import MsgspecError

from tercet.errors import TercetError
from tercet.server import ids
from tercet.server import messages as msg
from tercet.server.connection import (
    CRASH,
    NORMAL,
    NOT_YOURS,
    TOO_FAST,
    TOO_MANY_FRAMES,
    TOO_SLOW,
    TRY_LATER,
    UNREADABLE,
    Connection,
)
from tercet.server.events import Unreadable
from tercet.server.hub import Hub
from tercet.server.limits import visitor_of
from tercet.server.live import LiveTable
from tercet.server.metrics import CONNECTIONS, SLOW_READERS
from tercet.server.problems import Declined, problem_of
from tercet.server.store import StoreDown

log = structlog.get_logger()

AnySocket = WebSocket[Any, Any, Any]

FLUSH_TIMEOUT = 5
"""Seconds that a client has to read what was sent before its connection is aborted."""

HELLO_TIMEOUT = 10
"""Seconds that a client has to send hello."""

NO_TABLE, NO_HELLO = 4404, 4408
"""WebSocket close codes before hello."""


@websocket("/api/tables/{table_id:str}/live")
async def live(socket: AnySocket, hub: NamedDependency[Hub], table_id: FromPath[str]) -> None:
    """Serve one client's socket, from hello until it is closed."""
    try:
        await serve(socket, hub, table_id)
    finally:
        del socket.receive, socket.send  # functions that refer to the socket, which would not be freed at once


async def serve(socket: AnySocket, hub: Hub, table_id: str) -> None:
    """Receive hello, then let the client act at its table."""
    await socket.accept()
    try:
        table = await hub.find(table_id)
        hello = await asyncio.wait_for(receive_hello(socket), HELLO_TIMEOUT)
        hashed = await hashed_token_of(socket, hub, table_id, hello)
    except TercetError as error:
        await refuse(socket, error, close_code_for(error, NO_TABLE))
        return
    except (TimeoutError, MsgspecError, RecursionError, WebSocketDisconnect):
        with suppress(WebSocketDisconnect, RuntimeError, OSError):
            await socket.close(NO_HELLO, "hello first")
        return
    connection = Connection(hashed, socket.scope["state"]["transport"], visitor_of(socket))
    writer = asyncio.create_task(write_messages(socket, connection))
    with CONNECTIONS.track_inprogress():
        try:
            await table.connect(connection, hello.after)
            if hashed and connection.actor.is_participant:
                table.remember_visitor(hashed, visitor_of(socket))
            await read_messages(socket, table, connection)
        except TercetError as error:
            connection.send(msg.encode(msg.Refused(None, problem_of(error))))
            connection.close(close_code_for(error, TRY_LATER))
        except Exception as error:
            log.error("crash", table=table_id, exc_info=error)
            connection.close(CRASH)
        finally:
            table.disconnect(connection)
            connection.close()
            await flush_or_abort(writer, connection)


def close_code_for(error: TercetError, otherwise: int) -> int:
    """Return the code with which a socket is closed after an error; `otherwise` for errors without one of their own."""
    match error:
        case StoreDown():
            return TRY_LATER
        case Unreadable():
            return UNREADABLE
        case Declined(code="not_yours"):
            return NOT_YOURS
        case _:
            return otherwise


async def flush_or_abort(writer: asyncio.Task[None], connection: Connection) -> None:
    """Wait until everything is sent; abort the connection after `FLUSH_TIMEOUT`."""
    done, _ = await asyncio.wait([writer], timeout=FLUSH_TIMEOUT)
    if not done:
        connection.transport.abort()
        await asyncio.wait([writer])


async def log_crash(error: Exception, scope: Scope) -> None:
    """Log an unexpected error of a socket before hello; `live` logs later ones, `rest` those of requests."""
    if scope["type"] == ScopeType.WEBSOCKET:
        log.error("crash", exc_info=error)


async def receive_hello(socket: AnySocket) -> msg.Hello:
    """Return the first message. Raise MsgspecError if it is not a hello."""
    message = msg.decode_from_client(await socket.receive_data("text"))
    if not isinstance(message, msg.Hello):
        raise MsgspecError("hello first")
    return message


async def hashed_token_of(socket: AnySocket, hub: Hub, table_id: str, hello: msg.Hello) -> str | None:
    """Return the hash of the token with which a client takes part: that of its hello, or of its handshake."""
    if hello.token:
        return ids.token_hash(hello.token)
    return (await hub.profiles.seat_key(socket, table_id)).token_hash


async def refuse(socket: AnySocket, error: TercetError, code: int) -> None:
    """Send the reason, then close the socket."""
    with suppress(WebSocketDisconnect, RuntimeError, OSError):
        await socket.send_text(msg.encode(msg.Refused(None, problem_of(error))).decode())
        await socket.close(code, "refused")


async def write_messages(socket: AnySocket, connection: Connection) -> None:
    """Send queued messages until the connection is closed, then close the socket."""
    with suppress(WebSocketDisconnect, RuntimeError, OSError):
        await connection.write(socket.send_text)
        await socket.close(connection.close_code or NORMAL)
    if connection.close_code == TOO_SLOW:
        SLOW_READERS.inc()


async def read_messages(socket: AnySocket, table: LiveTable, connection: Connection) -> None:
    """Handle a client's messages in order, until it disconnects or sends too many."""
    receive, decode = socket.receive_data, msg.decode_from_client
    with suppress(WebSocketDisconnect):
        while True:
            data = await receive("text")
            if data is TOO_MANY_FRAMES:
                connection.send(msg.encode(msg.Refused(None, problem_of(too_fast()))))
                connection.close(TOO_FAST)
                return
            try:
                message = decode(data)
            except (MsgspecError, RecursionError) as error:
                connection.send(msg.encode(msg.Refused(command_id_in(data), bad_message(error))))
                continue
            match message:
                case msg.Pong(n=n):
                    connection.on_pong(n)
                case msg.Hello():
                    connection.send(msg.encode(msg.Refused(None, bad_message("hello comes once"))))
                case _:
                    await table.command(message, connection)


class HasId(msgspec.Struct):
    """The id of a message that is otherwise invalid."""

    id: msg.CommandId


def command_id_in(data: str | bytes) -> str | None:
    """Return the id of an invalid command, so that the refusal can name it; None without one.

    >>> command_id_in('{"type": "fly", "id": "a1"}'), command_id_in("[]")
    ('a1', None)
    """
    try:
        return msgspec.json.decode(data, type=HasId).id
    except (MsgspecError, RecursionError, UnicodeDecodeError):
        return None


def bad_message(error: object) -> msg.Problem:
    """Return the refusal of an invalid message."""
    return msg.Problem(
        "bad_message",
        msg.Words(f"This message is not understood: {error}.", f"Diese Nachricht ist unverständlich: {error}."),
    )


def too_fast() -> Declined:
    """Return the refusal of a client that sends too many messages."""
    return Declined(
        "too_fast",
        en="Too many messages at once. Come back in a moment.",
        de="Zu viele Nachrichten auf einmal. Komm gleich wieder.",
    )
