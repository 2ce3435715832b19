"""Planted secrets: nothing that the server prints, logs, counts or tells others has a token or a seed in it.

A real process with all its logs plays with people and bots, is asked wrongly, loses its database, crashes; then
everything that came out of it is searched for everything that it must keep.
"""

import base64
import json
import math
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from http.cookies import SimpleCookie
from pathlib import Path
from typing import Any

import httpx
import pytest

from server.inside import Wire, live, serving
from server.playing import Message, ServerProcess, bearer
from tercet.fair import entropy_commitment
from tercet.server import ids
from tercet.server.guard import COOKIE
from waiting import LONGEST_WAIT


class Person:
    """Somebody at their own machine, who keeps every byte they get."""

    def __init__(self, name: str, url: str) -> None:
        self.name = name
        self.host = url.removeprefix("http://")
        self.http = httpx.Client(base_url=url, timeout=LONGEST_WAIT)
        self.got: list[bytes] = []
        self.tokens: set[str] = set()
        self.entropy = name.encode().hex() * 4
        self.wire: Wire | None = None

    def ask(self, method: str, path: str, token: str | None = None, **request: Any) -> Any:
        """A request; what is understood of the answer."""
        response = self.http.request(method, path, headers=bearer(token), **request)
        self.http.cookies.clear()
        headers = b"\n".join(name + b": " + value for name, value in response.headers.raw)
        self.got.append(headers + b"\n\n" + response.content)
        return response.json() if "json" in response.headers.get("content-type", "") else response.text

    def sit_down(self, table: str | None = None, **wish: Any) -> Message:
        """Make a table, or join one, with a commitment to entropy."""
        path = "/api/tables" if table is None else f"/api/tables/{table}/join"
        person = {"name": self.name, "entropy_commitment": entropy_commitment(self.entropy)}
        answer: Message = self.ask("POST", path, json={**person, **wish})
        self.tokens.add(answer["token"])
        return answer

    def enter(self, table: str, token: str | None = None) -> Wire:
        """Come to a table, from another one if need be."""
        self.leave()
        self.wire = Wire(self.host, live(table))
        self.wire.hello(token, after=0)
        return self.wire

    def leave(self) -> None:
        if self.wire is not None:
            self.wire.close()
            self.got += self.wire.heard
            self.wire = None

    def close(self) -> None:
        self.leave()
        self.http.close()


class Scene:
    """A server that hides things, and people around it."""

    def __init__(self, folder: Path) -> None:
        self.database = folder / "tables.db"
        self.log = folder / "log"
        self.server = ServerProcess(self.database, "--log-level", "debug", log=self.log)
        self.out = ""
        self.over = ""
        """The table whose match is over."""
        self.server.start()
        self.ann, self.bo, self.eve = (Person(name, self.server.url) for name in ("Ann", "Bo", "Eve"))

    def stop(self) -> None:
        """Everybody goes; what the server has said is kept."""
        for person in self.people:
            person.leave()
        self.server.stop()
        assert self.server.process.stdout is not None
        self.out += self.server.process.stdout.read()
        self.server.process.stdout.close()

    @property
    def people(self) -> list[Person]:
        return [self.ann, self.bo, self.eve]

    def close(self) -> None:
        """The end."""
        self.stop()
        for person in self.people:
            person.close()

    # --- What is to be kept

    def secrets(self) -> dict[str, list[dict[str, str]]]:
        """The secret part of every event, by table."""
        found: dict[str, list[dict[str, str]]] = {}
        with closing(sqlite3.connect(self.database)) as database:
            for table, body in database.execute("SELECT table_id, body FROM events ORDER BY number"):
                found.setdefault(table, []).append(json.loads(body).get("secret", {}))
        return found

    @contextmanager
    def log_taken_away(self) -> Iterator[None]:
        """A database that is down."""
        with closing(sqlite3.connect(self.database)) as database:
            database.execute("ALTER TABLE events RENAME TO remote_presence")
            yield
            database.execute("ALTER TABLE remote_presence RENAME TO events")


@pytest.fixture(scope="module")
def scene(tmp_path_factory: pytest.TempPathFactory) -> Scene:
    """A scene that has been played."""
    scene = Scene(tmp_path_factory.mktemp("secrets"))
    try:
        play(scene)
    finally:
        scene.close()
    return scene


def play(scene: Scene) -> None:
    """Everything that could make a server talk."""
    running = play_with_people(scene)
    scene.over = play_with_bots(scene)
    look_everywhere(scene.eve, [running, scene.over])
    ask_wrongly(scene, running)
    lose_the_database(scene, running)
    crash(scene, running)
    look_everywhere(scene.eve, [running, scene.over])


def play_with_people(scene: Scene) -> str:
    """A table that goes on: its seed stays secret."""
    ann, bo = scene.ann, scene.bo
    made = ann.sit_down(game="z3bra", players=2, listed=True)
    table: str = made["table"]
    joined = bo.sit_down(table)
    watching = scene.eve.enter(table)
    hers, his = ann.enter(table, made["token"]), bo.enter(table, joined["token"])
    hers.do("start", "start")
    hers.do("reveal", "reveal", entropy=ann.entropy)
    his.do("reveal", "reveal", entropy=bo.entropy)
    hers.until(lambda message: message.get("event", {}).get("kind") == "revealed")
    for number, cell in enumerate(("a1", "b2")):
        hers.do("move", f"a{number}", move=f"flip {cell}")
        his.do("move", f"b{number}", move=f"flip {cell}")
    watching.until(lambda message: message.get("event", {}).get("move") == "flip b2" and message["event"]["seat"] == 1)
    for person, token in ((ann, made["token"]), (bo, joined["token"])):
        person.ask("GET", f"/api/tables/{table}", token)
        person.ask("GET", f"/api/tables/{table}/record", token)
    return table


def play_with_bots(scene: Scene) -> str:
    """A table that is over: its seed is known to all then."""
    made = scene.ann.sit_down(game="zatre", players=3, bots=["random", "novice"], start=True)
    table: str = made["table"]
    wire = scene.ann.enter(table, made["token"])
    watching = scene.eve.enter(table)
    message, number = wire.do("reveal", "reveal", entropy=scene.ann.entropy), 0
    while (message.get("table") or {}).get("status") != "over":
        moves = (message.get("situation") or {}).get("moves")
        if moves:
            number += 1
            wire.do("move", str(number), move="nonsense")
            message = wire.do("move", f"m{number}", move=moves[number % len(moves)]["move"])
        else:
            message = wire.until(lambda heard: heard["type"] == "update")
    watching.until(lambda heard: (heard.get("table") or {}).get("status") == "over")
    scene.bo.ask("GET", f"/api/tables/{table}/record")
    return table


def look_everywhere(eve: Person, tables: list[str]) -> None:
    """All that anybody can ask for."""
    for path in ("/api/games", "/api/tables", "/api/mine", "/health", "/metrics", "/api/openapi.json", "/nowhere"):
        eve.ask("GET", path)
    for table in tables:
        eve.ask("GET", f"/api/tables/{table}")
        eve.ask("GET", f"/api/tables/{table}/record")
        eve.enter(table)


def ask_wrongly(scene: Scene, table: str) -> None:
    """Requests that are refused; those of the people themselves have their secrets in them."""
    path, token = f"/api/tables/{table}", next(iter(scene.bo.tokens))
    for wrong in ("x", "x" * 64, ids.token_hash(token)):
        scene.eve.ask("POST", f"{path}/enter", json={"token": wrong})
        scene.eve.ask("POST", f"{path}/join", wrong, json={"name": "Eve"})
        scene.eve.ask("POST", f"{path}/rematch", wrong)
    for body in ({"token": token, "x": 1}, {"token": token * 2}, {token: 1}, [token], {"name": token}):
        for there in ("/api/tables", f"{path}/join", f"{path}/enter"):
            scene.bo.ask("POST", there, token, json=body)
    scene.bo.ask("GET", f"/api/tables/{token}")
    scene.bo.ask("GET", f"/{token}?token={token}", token)
    wire = scene.bo.enter(table, token)
    for strange in ({"type": "hello", "token": token}, {"type": token}, {"type": "move", "id": token, "move": token}):
        wire.say(**strange)
        wire.until(lambda message: message["type"] == "refused")


def lose_the_database(scene: Scene, table: str) -> None:
    token = next(iter(scene.bo.tokens))
    wire = scene.bo.enter(table, token)
    with scene.log_taken_away():
        assert wire.do("pause", "while down")["problem"]["code"] == "store_down"
        scene.eve.ask("POST", "/api/tables", json={"game": "z3bra", "entropy_commitment": "ee" * 32})
        scene.bo.ask("GET", f"/api/tables/{table}", token)
        scene.eve.ask("GET", "/health")
    assert wire.do("pause", "when up")["type"] == "update"


def crash(scene: Scene, table: str) -> None:
    """Hashes that are none: the table can be replayed, but no code of ours is right for them."""
    token = next(iter(scene.bo.tokens))
    scene.stop()
    scene.server.start()
    with closing(sqlite3.connect(scene.database)) as database, database:
        change = "UPDATE events SET body = CAST(replace(CAST(body AS TEXT), ?, ?) AS BLOB) WHERE table_id = ?"
        impossible = ('"token_hash":"', '"token_hash":"é')
        database.execute(change, (*impossible, table))
    assert scene.eve.ask("GET", f"/api/tables/{table}", "x")["code"] == "crash"
    assert scene.bo.ask("POST", f"/api/tables/{table}/enter", token, json={"token": token})["code"] == "crash"
    lost = Wire(scene.bo.host, live(table))
    lost.say(type="hello", token=token)
    lost.rest()
    scene.bo.got += lost.heard
    lost.close()
    with closing(sqlite3.connect(scene.database)) as database, database:
        database.execute(change, (*impossible[::-1], table))


def test_control_the_search_would_find_secrets(scene: Scene) -> None:
    """The control: there was something to be found, and the search would find it."""
    log = scene.log.read_text()
    assert '"kind": "moved"' in log
    assert '"event": "crash"' in log
    assert "nothing can be written" in log
    heard = b"".join(scene.eve.got)
    seeds = [secret["seed"] for table in scene.secrets().values() for secret in table if "seed" in secret]
    assert sum(seed.encode() in heard for seed in seeds) == 1, "the seed of the game that is over, and no other"
    assert any(token.encode() in b"".join(scene.bo.got) for token in scene.bo.tokens)


def test_only_its_owner_gets_a_token(scene: Scene) -> None:
    for person in scene.people:
        for token in person.tokens:
            secrets = [token, ids.token_hash(token)]
            assert not found(secrets, scene.log.read_bytes() + scene.out.encode())
            for other in scene.people:
                if other is not person:
                    assert not found(secrets, *other.got), (person.name, other.name)
            assert not found([ids.token_hash(token)], *person.got)


def test_seeds_are_secret_until_the_match_is_over(scene: Scene) -> None:
    said = [scene.log.read_bytes(), scene.out.encode()]
    everything = [*said, *(got for person in scene.people for got in person.got)]
    for table, secrets in scene.secrets().items():
        for secret in secrets:
            assert not found([secret.get("bot_seed", "")], *everything)
            places = said if table == scene.over else everything
            assert not found([secret.get("seed", "")], *places), table


def test_entropy_is_not_logged(scene: Scene) -> None:
    """It is public from when it is revealed; test_entropy.py has what is not told before."""
    said = [scene.log.read_bytes(), scene.out.encode()]
    heard = [got for person in scene.people for got in person.got]
    for entropy in (scene.ann.entropy, scene.bo.entropy):
        assert not found([entropy], *said)
        assert found([entropy], *heard), "there was something to be found"


def found(secrets: list[str], *places: bytes) -> bool:
    """Whether one of these is in there, as it is or in other capitals."""
    return any(secret and secret.lower().encode() in place.lower() for secret in secrets for place in places)


def test_the_database_has_hashes_only(scene: Scene) -> None:
    stored = b"".join(path.read_bytes() for path in scene.database.parent.glob("tables.db*"))
    tokens = [token for person in scene.people for token in person.tokens]
    assert not found(tokens, stored)
    assert all(ids.token_hash(token).encode() in stored for token in tokens)


def test_tokens_and_seeds_have_256_random_bits(scene: Scene) -> None:
    tokens = [token for person in scene.people for token in person.tokens]
    assert all(len(base64.urlsafe_b64decode(token + "=")) * 8 == 256 for token in tokens)
    assert all(
        len(secret["seed"]) * 4 == 256 for table in scene.secrets().values() for secret in table if "seed" in secret
    )
    assert all(len(table) * math.log2(len(ids.ALPHABET)) >= 64 for table in scene.secrets())
    assert len({ids.new_table_id() for _ in range(1000)} | {ids.new_token() for _ in range(1000)}) == 2000


@pytest.mark.parametrize("scheme", ["http", "https"])
def test_the_cookie_is_for_this_site_and_no_script(tmp_path: Path, scheme: str) -> None:
    with serving(tmp_path / "tables.db") as server:
        made = httpx.post(f"{server.url}/api/tables", json={"game": "z3bra"}, headers={"x-forwarded-proto": scheme})
    cookies = SimpleCookie(made.headers["set-cookie"])
    cookie = cookies[COOKIE + made.json()["table"]]
    assert cookie.value == made.json()["token"]
    assert (cookie["httponly"], cookie["samesite"].lower(), cookie["path"]) == (True, "strict", "/")
    assert cookie["domain"] == ""
    assert bool(cookie["secure"]) == (scheme == "https")
