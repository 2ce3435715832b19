"""Run a Litestar server with bare WebSockets and the settings of `tercet serve`: the ceiling for the real one.

`/echo` sends every message back. `/relay/PAIR` has the traffic of a move: for each message that comes in, one of the
size of an update goes out to both clients of a pair.
"""

import socket as sockets
import sys
from contextlib import suppress
from typing import Any

import uvicorn
from litestar import Litestar, WebSocket, websocket
from litestar.exceptions import WebSocketDisconnect

AnySocket = WebSocket[Any, Any, Any]


@websocket("/echo")
async def echo(socket: AnySocket) -> None:
    """Send every message back."""
    await socket.accept()
    with suppress(WebSocketDisconnect):
        while True:
            await socket.send_text(await socket.receive_data("text"))


def relay_of(size: int) -> Any:
    """Return a route that answers with messages of this size."""
    pairs: dict[str, list[AnySocket]] = {}
    update = "x" * size

    @websocket("/relay/{pair:str}")
    async def relay(socket: AnySocket, pair: str) -> None:
        await socket.accept()
        both = pairs.setdefault(pair, [])
        both.append(socket)
        with suppress(WebSocketDisconnect):
            while True:
                await socket.receive_data("text")
                for each in both:
                    await each.send_text(update)
        both.remove(socket)

    return relay


def main(size: int) -> None:
    """Serve until SIGTERM."""
    listening = sockets.socket()
    listening.bind(("127.0.0.1", 0))
    listening.listen()
    print(f"127.0.0.1:{listening.getsockname()[1]}", flush=True)
    config = uvicorn.Config(
        Litestar([echo, relay_of(size)], openapi_config=None),
        log_config=None,
        access_log=False,
        ws="websockets-sansio",
        ws_per_message_deflate=False,
        server_header=False,
        timeout_graceful_shutdown=1,
    )
    uvicorn.Server(config).run(sockets=[listening])


if __name__ == "__main__":
    main(int(sys.argv[1]))
