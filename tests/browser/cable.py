"""The cable between a browser and the server: it can be pulled out, and it can swallow what the server says."""

import socket
import threading
from contextlib import suppress
from typing import Self
from urllib.parse import urlsplit

CHUNK = 65536


class Cable:
    """Passes everything on, from a port of its own, until it is pulled."""

    def __init__(self, url: str) -> None:
        self.server = (urlsplit(url).hostname or "", urlsplit(url).port or 0)
        self.is_deaf = False
        """Whether the server's words are lost on the way, though the connection seems to stand."""
        self._is_out = False
        self._ends: list[socket.socket] = []
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self._listening.getsockname()[1]}"

    def __enter__(self) -> Self:
        threading.Thread(target=self._accept, daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        self._listening.shutdown(socket.SHUT_RDWR)
        self._listening.close()
        self.pull()

    def pull(self) -> None:
        """Every connection breaks, and new ones fail."""
        self._is_out = True
        for end in self._ends:
            break_off(end)
        self._ends.clear()

    def plug_in(self) -> None:
        """It works again; what was swallowed stays lost, with the connections that it was sent over."""
        self.pull()
        self._is_out = self.is_deaf = False

    def _accept(self) -> None:
        while True:
            try:
                browser, _ = self._listening.accept()
            except OSError:
                return
            if self._is_out:
                break_off(browser)
                continue
            server = socket.create_connection(self.server)
            self._ends += [browser, server]
            for source, target, is_answer in ((browser, server, False), (server, browser, True)):
                threading.Thread(target=self._pass_on, args=(source, target, is_answer), daemon=True).start()

    def _pass_on(self, source: socket.socket, target: socket.socket, is_answer: bool) -> None:
        with suppress(OSError):
            while data := source.recv(CHUNK):
                if not (is_answer and self.is_deaf):
                    target.sendall(data)
        break_off(target)


def break_off(end: socket.socket) -> None:
    """Close it, whatever state it is in."""
    with suppress(OSError):
        end.shutdown(socket.SHUT_RDWR)
    end.close()
