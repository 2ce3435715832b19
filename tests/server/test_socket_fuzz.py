"""Sockets that say anything at all: the server answers every message once, and nobody else notices.

A player and a spectator of one table send what Hypothesis comes up with; a friend of theirs sits at the same table, and
plays at another.
"""

import json
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, given, note, settings
from hypothesis import strategies as st

from server.inside import Wire, live
from server.playing import Message, Rest, ServerProcess
from tercet.fair import entropy_commitment
from tercet.server.edge import LARGEST_FRAME

few = settings(
    max_examples=40,
    derandomize=True,
    database=None,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.large_base_example],
)

UNAVOIDABLE = "Invalid UTF-8 sequence received from client."
"""Uvicorn calls this an error; it is the client's."""


# --- What is sent

CONTINUED, TEXT, BINARY, RESERVED, CLOSE, PING = 0, 1, 2, 3, 8, 9
RSV1 = 0x40


def frame(opcode: int, data: bytes, *, fin: int = 0x80, masked: int = 0x80) -> bytes:
    """One frame as it goes over the wire, also such as no client should send. The mask changes nothing."""
    size = len(data)
    length = bytes([masked | size]) if size < 126 else bytes([masked | 126]) + size.to_bytes(2)
    return bytes([fin | opcode]) + length + (bytes(4) if masked else b"") + data


def frames(data: bytes, cuts: list[int], opcode: int) -> bytes:
    """A message in one frame, or cut into several."""
    places = sorted({cut % (len(data) + 1) for cut in cuts})
    parts = [data[start:end] for start, end in zip([0, *places], [*places, len(data)], strict=True)]
    last = len(parts) - 1
    return b"".join(
        frame(opcode if number == 0 else CONTINUED, part, fin=0x80 if number == last else 0)
        for number, part in enumerate(parts)
    )


COMMANDS: list[Message] = [
    {"type": "move", "move": "flip b2"},
    {"type": "move", "move": "draw"},
    {"type": "take_back"},
    {"type": "after_you"},
    {"type": "seat_bot", "seat": 1, "bot": "random"},
    {"type": "clear_seat", "seat": 0},
    {"type": "commit", "entropy_commitment": entropy_commitment("ab")},
    {"type": "start"},
    {"type": "reveal", "entropy": "ab"},
    {"type": "ready"},
    {"type": "pause"},
    {"type": "resume"},
    {"type": "vote", "seat": 0},
    {"type": "return"},
    {"type": "leave"},
    {"type": "hello", "token": None, "after": 0},
    {"type": "pong", "n": 1},
]

NUMBERS = st.one_of(
    st.integers(-10, 10),
    st.sampled_from([2**31, 2**63, 2**64, -(2**63), 10**40]),
    st.floats(allow_nan=False, allow_infinity=False),
)
TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=80)
VALUES = st.recursive(
    st.none() | st.booleans() | NUMBERS | TEXTS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXTS, inner, max_size=3),
    max_leaves=6,
)
IDS = st.sampled_from(["1", "2", "3", "x" * 64, "\u0000", "ü"])


@st.composite
def nearly_right(draw: st.DrawFn) -> bytes:
    """A command with something left out, something added or something else in it; or quite right."""
    message: Message = {**draw(st.sampled_from(COMMANDS)), "id": draw(IDS)}
    if message["type"] in ("hello", "pong"):
        del message["id"]
    for _ in range(draw(st.integers(0, 2))):
        name = draw(st.sampled_from([*message, "id", "extra"]) if message else st.just("type"))
        if draw(st.booleans()):
            message.pop(name, None)
        else:
            message[name] = draw(VALUES)
    return json.dumps(message, ensure_ascii=draw(st.booleans())).encode()


def deep(depth: int) -> bytes:
    """A command with a field that is all brackets, before anybody knows what it is."""
    return b'{"x":' + b"[" * depth + b"]" * depth + b',"type":"start"}'


TALK = st.one_of(
    nearly_right(),
    VALUES.map(lambda value: json.dumps(value).encode()),
    TEXTS.map(str.encode),
    st.sampled_from([10, 500, 1500, (LARGEST_FRAME - 30) // 2]).map(deep),
    st.sampled_from([10, 500, 1500, LARGEST_FRAME]).map(lambda depth: b"[" * depth),
    st.sampled_from([b'{"type":"move","id":"1","move":"\\ud800"}', b'{"type":"pong","n":1e999}', b"\xef\xbb\xbf{}"]),
)

Said = tuple[str, bytes, list[int]]
"""What kind of message, what is in it, and where it is cut into frames."""

SAID = st.one_of(
    st.tuples(st.just("text"), TALK, st.lists(st.integers(0, LARGEST_FRAME), max_size=3)),
    st.tuples(st.just("binary"), st.binary(max_size=60) | TALK, st.just([])),
    st.tuples(st.just("ping"), st.binary(max_size=125), st.just([])),
    st.tuples(st.just("broken"), st.binary(max_size=40), st.just([])),
)

OPCODES = {"text": TEXT, "binary": BINARY, "ping": PING}

BROKEN: list[Callable[[bytes], bytes]] = [
    lambda data: frame(TEXT, b"\xff\xfe" + data),
    lambda data: frame(TEXT, data, masked=0),
    lambda data: frame(CONTINUED, data),
    lambda data: frame(TEXT | RSV1, data),
    lambda data: frame(CLOSE, b"\x00\x05" + data),
    lambda data: frame(TEXT, b" " * (LARGEST_FRAME + 1)),
    lambda data: frame(RESERVED, data),
    lambda data: frame(PING, data * 10 + b" " * 126),
    lambda data: frame(TEXT, data, fin=0) + frame(TEXT, data),
]
"""Frames after which there is nothing more to say."""


def expected_id(data: bytes) -> str | None:
    """The id with which a message must be answered, if one can be made out."""
    try:
        value = msgspec.json.decode(data)
    except (msgspec.MsgspecError, RecursionError, UnicodeDecodeError):
        return None
    found = value.get("id") if isinstance(value, dict) else None
    return found if isinstance(found, str) and 1 <= len(found) <= 64 else None


def is_pong(data: bytes) -> bool:
    """Whether this is one, which is the only thing that is not answered."""
    try:
        value = msgspec.json.decode(data)
    except (msgspec.MsgspecError, RecursionError, UnicodeDecodeError):
        return False
    is_right = isinstance(value, dict) and set(value) == {"type", "n"} and value["type"] == "pong"
    return is_right and type(value["n"]) is int


# --- Who sends it


class Babbler:
    """A client that says anything, and counts what it is answered."""

    def __init__(self, server: ServerProcess, table: str, token: str | None) -> None:
        self.host = server.url.removeprefix("http://")
        self.table, self.token = table, token
        self.wire: Wire
        self._barriers = 0
        self._enter()

    def _enter(self) -> None:
        self.wire = Wire(self.host, live(self.table))
        self.wire.hello(self.token)
        self._owed: Counter[str | None] = Counter()
        self._start = len(self.wire.messages)

    def say(self, said: Said) -> None:
        kind, data, cuts = said
        if kind == "broken":
            self._break(data)
            return
        self.wire.socket.sendall(frames(data, cuts, OPCODES[kind]))
        if kind == "text" and not is_pong(data):
            self._owed[expected_id(data)] += 1
        elif kind == "binary":
            self._owed[None] += 1

    def _break(self, data: bytes) -> None:
        """Get everything answered, then break the connection, then come back."""
        self.check()
        self.wire.socket.sendall(BROKEN[len(data) % len(BROKEN)](data))
        self.wire.rest()
        self.wire.drop()
        self._enter()

    def check(self) -> None:
        """Everything said so far has been answered once, and not with a crash."""
        self._barriers += 1
        barrier = f"barrier {self._barriers}"
        self.wire.do("return", barrier)  # never possible: no bot stands in here, or nobody sits here
        answers = [message for message in self.wire.messages[self._start :] if is_answer(message)]
        given = Counter(answer.get("id") for answer in answers)
        assert given == self._owed + Counter([barrier])
        assert not [answer for answer in answers if answer.get("problem", {}).get("code") == "crash"]
        self._owed, self._start = Counter(), len(self.wire.messages)

    def close(self) -> None:
        self.wire.close()


def is_answer(message: Message) -> bool:
    """Whether this answers somebody, rather than tells everybody."""
    return message["type"] in ("done", "refused") or (message["type"] == "update" and "id" in message)


class Scene:
    """The server, and a friend whose games go on."""

    def __init__(self, folder: Path) -> None:
        self.log = folder / "log"
        self.server = ServerProcess(folder / "tables.db", log=self.log).start()
        self.host = self.server.url.removeprefix("http://")
        self.rest = Rest(self.server.url)
        self.game: Wire
        self.moves: list[Any] = []
        self.played = 0
        self._seen = 0
        self.begin()

    def begin(self) -> None:
        """A game of its own for the friend."""
        made = self.rest.create("z3bra", players=2, name="Ann", bots=["random"], start=True)
        self.game = Wire(self.host, live(made["table"]))
        self.moves = self.game.hello(made["token"])["situation"].get("moves") or []

    def play_on(self) -> None:
        """One move of the friend's, which must be carried out; when the game is over, another begins."""
        message: Message = {}
        while not self.moves:
            message = self.game.until(lambda heard: heard["type"] == "update")
            if (message.get("table") or {}).get("status") == "over":
                self.game.close()
                self.begin()
            else:
                self.moves = message["situation"].get("moves") or []
        self.played += 1
        answer = self.game.do("move", f"n{self.played}", move=self.moves[self.played % len(self.moves)]["move"])
        assert answer["type"] == "update", answer
        self.moves = answer["situation"].get("moves") or []
        if (answer.get("table") or {}).get("status") == "over":
            self.game.close()
            self.begin()

    def check_log(self) -> None:
        """Nothing has gone wrong since the last look."""
        lines = self.log.read_text().splitlines()
        news, self._seen = lines[self._seen :], len(lines)
        wrong = [line for line in news if '"level": "error"' in line or "Traceback" in line]
        assert [line for line in wrong if UNAVOIDABLE not in line] == []
        assert self.server.process.poll() is None

    def close(self) -> None:
        self.game.close()
        self.rest.close()
        self.server.stop()
        self.server.__exit__()
        assert "task failed" not in self.log.read_text()


@pytest.fixture(scope="module")
def scene(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Scene]:
    scene = Scene(tmp_path_factory.mktemp("fuzz"))
    yield scene
    scene.close()


def send_nonsense(scene: Scene, said: list[tuple[bool, Said]]) -> None:
    """A player and a spectator send_nonsense, a friend beside them pauses and resumes, and plays elsewhere."""
    note(repr(said))
    made = scene.rest.create("z3bra", players=2, name="Ann")
    table = made["table"]
    joined = scene.rest.join(table, "Bo")
    with ExitStack() as stack:
        friend = stack.enter_context(closing(Wire(scene.host, live(table))))
        friend.hello(made["token"])
        friend.do("start", "start")
        tokens = (joined["token"], None)
        babblers = [stack.enter_context(closing(Babbler(scene.server, table, token))) for token in tokens]
        for number, (is_player, what) in enumerate(said):
            babblers[0 if is_player else 1].say(what)
            assert is_answer(friend.do("pause" if number % 2 == 0 else "resume", str(number)))
            scene.play_on()
        for babbler in babblers:
            babbler.check()
        numbers = [message["number"] for message in friend.messages if message["type"] == "update"]
        assert numbers == list(range(numbers[0], numbers[0] + len(numbers))), "nothing is missed, nothing told twice"
    scene.check_log()


@given(st.lists(st.tuples(st.booleans(), SAID), min_size=1, max_size=15))
@few
def test_any_message_is_answered_once_and_disturbs_nobody(scene: Scene, said: list[tuple[bool, Said]]) -> None:
    send_nonsense(scene, said)


@pytest.mark.soak
@given(st.lists(st.tuples(st.booleans(), SAID), min_size=1, max_size=40))
@settings(few, max_examples=1500, derandomize=False)
def test_long_nonsense_is_answered_once_and_disturbs_nobody(scene: Scene, said: list[tuple[bool, Said]]) -> None:
    send_nonsense(scene, said)


@given(st.lists(SAID, min_size=1, max_size=6))
@few
def test_any_first_message_but_hello_closes_the_socket(scene: Scene, said: list[Said]) -> None:
    table = scene.rest.create("z3bra", players=2, name="Ann")["table"]
    for kind, data, cuts in said:
        first = BROKEN[len(data) % len(BROKEN)](data) if kind == "broken" else frames(data, cuts, OPCODES[kind])
        with closing(Wire(scene.host, live(table))) as wire:
            wire.socket.sendall(first)
            if kind != "ping":
                heard = wire.hear()
                assert heard is None or heard["type"] == "welcome"
        scene.play_on()
    scene.check_log()
