"""The live socket of a table: hello, then commands in and events out."""

import asyncio
from contextlib import suppress
from time import monotonic
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
from tercet.server.connection import BYE, CRASH, TOO_FAST, TOO_SLOW, TRY_LATER, Connection
from tercet.server.guard import hashed_token_of
from tercet.server.hub import Hub
from tercet.server.live import LiveTable
from tercet.server.metrics import CONNECTIONS, SLOW_READERS
from tercet.server.problems import Declined, problem_of
from tercet.server.store import StoreDown

log = structlog.get_logger()

AnySocket = WebSocket[Any, Any, Any]

LAST_WORDS = 5
"""Seconds in which a client must have read what was sent to it before its connection was closed."""

HELLO_WITHIN = 10
"""Seconds in which a client must say hello."""

BURST = 5
"""Seconds' worth of messages that may come at once."""

NO_TABLE, NO_HELLO = 4404, 4408
"""Why a socket is closed before hello."""


class Allowance:
    """How many messages a client may still send: it fills up with time.

    >>> allowance = Allowance(2)
    >>> [allowance.take() for _ in range(11)].count(True)
    10
    """

    def __init__(self, per_second: int) -> None:
        self.per_second = per_second
        self.left = float(per_second * BURST)
        self.at = monotonic()

    def take(self) -> bool:
        """Use one, if there is one; no limit if it is 0 a second."""
        now = monotonic()
        self.left = min(self.per_second * BURST, self.left + (now - self.at) * self.per_second)
        self.at = now
        self.left -= 1
        return self.left >= 0 or not self.per_second


@websocket("/api/tables/{table_id:str}/live")
async def live(socket: AnySocket, hub: NamedDependency[Hub], table_id: FromPath[str]) -> None:
    """One client's socket, from hello to the end."""
    await socket.accept()
    try:
        table = await hub.find(table_id)
        hello = await asyncio.wait_for(first_message(socket), HELLO_WITHIN)
    except TercetError as error:
        await refuse(socket, error, TRY_LATER if isinstance(error, StoreDown) else NO_TABLE)
        return
    except (TimeoutError, MsgspecError, RecursionError, WebSocketDisconnect):
        with suppress(WebSocketDisconnect, RuntimeError, OSError):
            await socket.close(NO_HELLO, "hello first")
        return
    hashed = ids.token_hash(hello.token) if hello.token else hashed_token_of(socket, table_id)
    connection = Connection(hashed, socket.scope["state"]["wire"])
    writer = asyncio.create_task(write(socket, connection))
    with CONNECTIONS.track_inprogress():
        try:
            await table.enter(connection, hello.after)
            await read(socket, hub, table, connection)
        except TercetError as error:
            connection.put(msg.encode(msg.Refused(None, problem_of(error))))
            connection.close(TRY_LATER)
        except Exception as error:
            log.error("crash", table=table_id, exc_info=error)
            connection.close(CRASH)
        finally:
            table.leave(connection)
            connection.close()
            await last_words(writer, connection)


async def last_words(writer: asyncio.Task[None], connection: Connection) -> None:
    """Let the client read what was sent to it, but not for ever."""
    done, _ = await asyncio.wait([writer], timeout=LAST_WORDS)
    if not done:
        connection.wire.hang_up()
        await asyncio.wait([writer])


async def log_crash(error: Exception, scope: Scope) -> None:
    """A mistake of ours before hello; later ones are logged with their table, and those of requests by `rest`."""
    if scope["type"] == ScopeType.WEBSOCKET:
        log.error("crash", exc_info=error)


async def first_message(socket: AnySocket) -> msg.Hello:
    """Hello."""
    message = msg.decode_from_client(await socket.receive_data("text"))
    if not isinstance(message, msg.Hello):
        raise MsgspecError("hello first")
    return message


async def refuse(socket: AnySocket, error: TercetError, code: int) -> None:
    """Say why, then close."""
    with suppress(WebSocketDisconnect, RuntimeError, OSError):
        await socket.send_text(msg.encode(msg.Refused(None, problem_of(error))).decode())
        await socket.close(code, "refused")


async def write(socket: AnySocket, connection: Connection) -> None:
    """Send what the table has to say, then close."""
    with suppress(WebSocketDisconnect, RuntimeError, OSError):
        await connection.write(socket.send_text)
        await socket.close(connection.closed or BYE)
    if connection.closed == TOO_SLOW:
        SLOW_READERS.inc()


async def read(socket: AnySocket, hub: Hub, table: LiveTable, connection: Connection) -> None:
    """Carry out what the client sends, one after the other."""
    allowance = Allowance(hub.settings.moves_per_second)
    receive, decode = socket.receive_data, msg.decode_from_client
    with suppress(WebSocketDisconnect):
        while True:
            data = await receive("text")
            if not allowance.take():
                connection.put(msg.encode(msg.Refused(None, problem_of(too_fast()))))
                connection.close(TOO_FAST)
                return
            try:
                message = decode(data)
            except (MsgspecError, RecursionError) as error:
                connection.put(msg.encode(msg.Refused(id_in(data), bad_message(error))))
                continue
            match message:
                case msg.Pong(n=n):
                    connection.pong(n)
                case msg.Hello():
                    connection.put(msg.encode(msg.Refused(None, bad_message("hello comes once"))))
                case _:
                    await table.command(message, connection)


class HasId(msgspec.Struct):
    """What can be made out of a message that is none."""

    id: msg.CommandId


def id_in(data: str | bytes) -> str | None:
    """The id of a command that is not understood, so that its sender knows which was refused.

    >>> id_in('{"type": "fly", "id": "a1"}'), id_in("[]")
    ('a1', None)
    """
    try:
        return msgspec.json.decode(data, type=HasId).id
    except (MsgspecError, RecursionError, UnicodeDecodeError):
        return None


def bad_message(error: object) -> msg.Problem:
    """What to say to something that is no message."""
    return msg.Problem(
        "bad_message",
        msg.Words(f"This message is not understood: {error}.", f"Diese Nachricht ist unverständlich: {error}."),
    )


def too_fast() -> Declined:
    """What to say to a flood."""
    return Declined("too_fast", en="Too many messages: come back.", de="Zu viele Nachrichten: komm wieder.")
