"""A TCP proxy between a browser and the server, for tests of lost connections and lost answers."""

import socket
import threading
from contextlib import suppress
from typing import Self
from urllib.parse import urlsplit

CHUNK = 65536


class Proxy:
    """Forwards everything between its own port and the server until `disconnect` is called."""

    def __init__(self, url: str) -> None:
        self.server = (urlsplit(url).hostname or "", urlsplit(url).port or 0)
        self.is_dropping_answers = False
        """Whether data from the server is discarded while the connections stay open."""
        self._is_disconnected = False
        self._sockets: list[socket.socket] = []
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self._listening.getsockname()[1]}"

    def __enter__(self) -> Self:
        threading.Thread(target=self._accept, daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        self._listening.shutdown(socket.SHUT_RDWR)
        self._listening.close()
        self.disconnect()

    def disconnect(self) -> None:
        """Close every connection and refuse new ones."""
        self._is_disconnected = True
        for each in self._sockets:
            close_socket(each)
        self._sockets.clear()

    def reconnect(self) -> None:
        """Accept new connections again. Close the old ones, so that dropped answers never arrive."""
        self.disconnect()
        self._is_disconnected = self.is_dropping_answers = False

    def _accept(self) -> None:
        while True:
            try:
                browser, _ = self._listening.accept()
            except OSError:
                return
            if self._is_disconnected:
                close_socket(browser)
                continue
            server = socket.create_connection(self.server)
            self._sockets += [browser, server]
            for source, target, is_answer in ((browser, server, False), (server, browser, True)):
                threading.Thread(target=self._forward, args=(source, target, is_answer), daemon=True).start()

    def _forward(self, source: socket.socket, target: socket.socket, is_answer: bool) -> None:
        with suppress(OSError):
            while data := source.recv(CHUNK):
                if not (is_answer and self.is_dropping_answers):
                    target.sendall(data)
        close_socket(target)


def close_socket(connection: socket.socket) -> None:
    """Close a socket, even if the other side has closed it already."""
    with suppress(OSError):
        connection.shutdown(socket.SHUT_RDWR)
    connection.close()
