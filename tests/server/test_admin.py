"""`tercet admin` beside a running server: nothing secret is shown, and the server notices what is done."""

import json
import sqlite3
import stat
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import msgspec
import pytest
from click.testing import CliRunner, Result

from server.inside import ServerThread, Wire, live, serving
from server.parts import Postgres
from server.playing import Rest
from server.sealed import Browser
from server.test_upgrades import do, rows
from tercet.cli import tercet
from tercet.errors import UsageError
from tercet.server import events as ev
from tercet.server import ids
from tercet.server.admin import copy_sqlite
from tercet.server.store import DELETE_BATCH, METADATA


def run_admin(command: str, *arguments: str | Path, database: str | Path) -> Result:
    """Run a command in this process, as `tercet` would."""
    words = ["admin", command, *map(str, arguments), "--database", str(database)]
    return CliRunner().invoke(tercet, words, standalone_mode=False)


def admin(command: str, *arguments: str | Path, database: str | Path) -> Any:
    """Return the answer of a command, from its JSON."""
    done = run_admin(command, *arguments, "--json", database=database)
    assert done.exception is None or isinstance(done.exception, SystemExit), done.exception
    printed = done.stdout.splitlines()
    first = next(n for n, line in enumerate(printed) if line[:1] in ("{", "["))  # the server in this process logs too
    return json.loads("\n".join(printed[first:]))


def refused(command: str, *arguments: str | Path, database: str | Path) -> str:
    """Return the sentence with which a command is refused."""
    done = run_admin(command, *arguments, database=database)
    assert isinstance(done.exception, UsageError), done.output
    return str(done.exception)


@pytest.fixture
def server(store_url: str) -> Iterator[ServerThread]:
    """A running server on a database of either kind."""
    with serving(store_url) as inside:
        yield inside


@pytest.fixture
def rest(server: ServerThread) -> Iterator[Rest]:
    """Requests to it."""
    requests = Rest(server.url)
    yield requests
    requests.close()


@pytest.fixture
def other_database(store_url: str, tmp_path: Path, request: pytest.FixtureRequest) -> str:
    """Another empty database of the same kind."""
    if "://" not in store_url:
        return str(tmp_path / "other.db")
    postgres: Postgres = request.getfixturevalue("postgres")
    return postgres.new_database()


def running_table(rest: Rest, **wish: Any) -> Any:
    """A table at which a person and a bot play."""
    return rest.create("zatre", name="Ada", bots=["random"], start=True, **wish)


def sit_down(server: ServerThread, table: str, token: str | None = None) -> Wire:
    wire = Wire(server.host, live(table))
    wire.hello(token)
    return wire


def secrets_in(server: ServerThread, table: str) -> list[str]:
    """The secrets of a table, from its log."""
    entries = [ev.decode(logged.body) for logged in server.do(server.hub.store.events(table))]
    return [text for entry in entries if entry.secret for text in msgspec.structs.astuple(entry.secret) if text]


def test_tables_are_listed_shown_and_counted_without_secrets(server: ServerThread, rest: Rest, store_url: str) -> None:
    running = running_table(rest)["table"]
    waiting = rest.create("triple", name="Bo", listed=True)["table"]
    listed = admin("list", database=store_url)
    assert {row["id"]: (row["game"], row["status"], row["listed"]) for row in listed} == {
        running: ("zatre", "running", False),
        waiting: ("triple", "open", True),
    }
    assert [row["id"] for row in admin("list", "--status", "open", database=store_url)] == [waiting]
    assert waiting in run_admin("list", database=store_url).stdout

    shown = admin("show", running, "--events", database=store_url)
    assert [seat["name"] for seat in shown["info"]["seats"]] == ["Ada", "random"]
    assert [each["event"]["kind"] for each in shown["log"][:3]] == ["created", "joined", "bot_seated"]
    for_people = run_admin("show", running, "--events", database=store_url).stdout
    assert "seat 0: Ada (human)" in for_people
    secrets = secrets_in(server, running)
    assert len(secrets) > 2
    assert not [secret for secret in secrets if secret in json.dumps(shown) + for_people]

    found = admin("stats", database=store_url)
    assert (found["tables"], found["listed"], found["created_last_day"]) == (2, 1, 2)
    assert found["by_game"] == {"triple": {"open": 1}, "zatre": {"running": 1}}
    assert found["bytes"] > 0
    assert (found["profiles"], found["profiles_last_week"]) == (0, 0)
    assert "2" in run_admin("stats", database=store_url).stdout


def test_a_profile_is_deleted_as_its_owner_would_delete_it(store_url: str) -> None:
    with serving(store_url) as server:
        ann = Browser(server.url, "Wilhelmine")
        listed = ann.post("/api/tables", game="triple", players=3, listed=True, name=ann.name)["table"]
        seated = ann.play_today()
        own = ann.get("/api/profile")["profile"]["id"]
        assert admin("stats", database=store_url)["profiles_last_week"] == 1
        assert "There is no profile" in refused("delete-profile", "nobody", "--yes", database=store_url)
        wire = ann.enter(seated["table"], seated["token"])
        assert admin("delete-profile", own, "--yes", database=store_url) == {"deleted": own, "tables": 2}
        heard = wire.until(lambda message: message.get("event", {}).get("kind") == "renamed")
        assert heard["table"]["seats"][0]["name"] == "–"
        wire.close()
        assert ann.get("/api/profile")["profile"] is None
        assert ann.refused("GET", f"/api/profiles/{own}") == "not_found"
    for table in METADATA.sorted_tables:
        found = str(do(rows(store_url, f"SELECT * FROM {table.name}")))
        assert own not in found
        assert ann.name not in found
    with serving(store_url) as server:
        ann.http.base_url = server.url
        assert ann.get(f"/api/tables/{listed}")["table"]["seats"][0]["name"] == "–"


def test_players_hear_that_their_table_is_closed(server: ServerThread, rest: Rest, store_url: str) -> None:
    made = running_table(rest)
    table = made["table"]
    ada = sit_down(server, table, made["token"])
    assert admin("close", table, "--yes", database=store_url) == {"closed": [table]}
    heard = ada.until(lambda message: message.get("event", {}).get("kind") == "closed")
    assert (heard["table"]["status"], heard["table"]["seed"]) == ("closed", None)
    refusal = ada.do("ready", "after the end")["problem"]
    assert refusal["code"] == "not_now"
    assert "closed" in refusal["text"]["en"]
    ada.close()
    assert "not be closed" in refused("close", table, "--yes", database=store_url)


def test_nobody_joins_a_closed_table(rest: Rest, store_url: str) -> None:
    table = rest.create("zatre", name="Ada", listed=True)["table"]
    admin("close", table, "--yes", database=store_url)
    assert rest.get("/api/tables") == []
    answer = rest.http.post(f"/api/tables/{table}/join", json={"name": "Bo"})
    assert (answer.status_code, answer.json()["code"]) == (409, "not_now")


def test_a_deleted_table_is_gone_for_its_players_too(server: ServerThread, rest: Rest, store_url: str) -> None:
    kept, made = running_table(rest)["table"], running_table(rest)
    table = made["table"]
    ada = sit_down(server, table, made["token"])
    assert admin("delete", table, "--yes", database=store_url) == {"deleted": [table]}
    ada.rest()
    assert ada.closed is not None, "the server has noticed"
    ada.close()
    assert rest.http.get(f"/api/tables/{table}").status_code == 404
    assert [row["id"] for row in admin("list", database=store_url)] == [kept]
    assert f"no table {table}" in refused("delete", table, "--yes", database=store_url)


def test_an_exported_table_goes_on_elsewhere(
    server: ServerThread, rest: Rest, store_url: str, other_database: str, tmp_path: Path
) -> None:
    made = running_table(rest)
    table, file = made["table"], tmp_path / "table.json"
    before = rest.get(f"/api/tables/{table}", made["token"])
    said = run_admin("export", table, file, database=store_url).stdout
    assert "secrets" in said
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert "exists" in refused("export", table, file, database=store_url)
    assert "already" in refused("import", file, database=store_url)

    assert admin("import", file, database=other_database)["imported"] == table
    with serving(other_database) as elsewhere:
        there = Rest(elsewhere.url)
        after = there.get(f"/api/tables/{table}", made["token"])
        there.close()
        assert after["table"]["seats"] == before["table"]["seats"]
        assert after["seat"] == 0, "the player's token is good there too"
        wire = sit_down(elsewhere, table, made["token"])
        moves = (
            wire.messages[-1]["situation"].get("moves")
            or wire.until(lambda message: bool((message.get("situation") or {}).get("moves")))["situation"]["moves"]
        )
        assert wire.do("move", "here", move=moves[0]["move"])["type"] == "update"
        wire.close()
    assert admin("check", database=other_database)["problems"] == []


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"format": "tercet-table/9"}, "newer Tercet"),
        ({"format": "something"}, "not an exported table"),
        ({"events": []}, "no table"),
        ({"id": "nope"}, "no table"),
    ],
)
def test_other_files_are_not_imported(tmp_path: Path, change: dict[str, Any], said: str) -> None:
    file, database = tmp_path / "table.json", tmp_path / "tables.db"
    event = {"number": 1, "at": 1, "entry": json.loads(ev.encode(ev.Entry(ev.Ready(0))))}
    file.write_text(json.dumps({"format": "tercet-table/1", "id": "2" * 16, "created": 1, "events": [event], **change}))
    assert said in refused("import", file, database=database)


@pytest.mark.parametrize(
    ("entry", "said"),
    [
        ({"event": {"kind": "ready", "seat": 0}, "version": ev.VERSION + 1}, "newer Tercet wrote it"),
        ({"event": {"kind": "unheard_of"}, "version": ev.VERSION}, "cannot be decoded"),
        ({"event": {"kind": "ready", "seat": 0}, "version": ev.VERSION}, "cannot be replayed"),
    ],
)
def test_a_table_that_cannot_be_replayed_is_not_imported(tmp_path: Path, entry: dict[str, Any], said: str) -> None:
    file, database = tmp_path / "table.json", tmp_path / "tables.db"
    events = [{"number": 1, "at": 1, "entry": entry}]
    file.write_text(json.dumps({"format": "tercet-table/1", "id": "2" * 16, "created": 1, "events": events}))
    assert said in refused("import", file, database=database)
    assert admin("list", database=database) == []


# --- Backups, which are SQLite's


def test_a_running_database_is_backed_up_and_the_copy_checked(tmp_path: Path) -> None:
    """The copy has everything that was acknowledged before, and is whole although the server writes meanwhile."""
    database, copy = tmp_path / "tables.db", tmp_path / "copy.db"
    with serving(database) as server:
        rest = Rest(server.url)
        before = [rest.create("zatre", name="Ada", bots=["random"], start=True)["table"] for _ in range(5)]
        busy = rest.create("zatre", players=3, bots=["random"] * 3, start=True)["table"]
        assert admin("backup", copy, database=database)["bytes"] == copy.stat().st_size
        rest.create("triple", name="too late")
        assert "exists already" in refused("backup", copy, database=database)
        rest.close()
    assert stat.S_IMODE(copy.stat().st_mode) == 0o600
    content = copy.read_bytes()
    report = admin("check", database=copy)
    assert (report["problems"], report["damage"], report["tables"]) == ([], [], 6)
    assert {row["id"] for row in admin("list", database=copy)} == {*before, busy}
    assert copy.read_bytes() == content, "looking at a backup does not change it"
    assert sorted(path.name for path in tmp_path.glob("copy*")) == ["copy.db"]


def test_what_is_written_during_a_backup_is_not_in_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nor does it make the backup begin again and again."""
    monkeypatch.setattr("tercet.server.admin.BACKUP_PAGES", 1)
    database, copy = tmp_path / "tables.db", tmp_path / "copy.db"
    with closing(sqlite3.connect(database, isolation_level=None)) as server:
        server.execute("PRAGMA journal_mode = WAL")
        server.execute("CREATE TABLE tables (id TEXT)")
        server.executemany("INSERT INTO tables VALUES (?)", [("x" * 1000,)] * 100)
        written = []

        def write(percent: int) -> None:
            written.append(server.execute("INSERT INTO tables VALUES (?)", ["y" * 1000]))

        copy_sqlite(str(database), copy, write)
    assert len(written) > 20
    with closing(sqlite3.connect(copy)) as copied:
        assert copied.execute("SELECT count(*) FROM tables").fetchone() == (100,)


def test_a_broken_log_is_found(tmp_path: Path) -> None:
    database = tmp_path / "tables.db"
    with serving(database) as server:
        rest = Rest(server.url)
        good, gap, wrong, newer = (rest.create("zatre", name="Ada")["table"] for _ in range(4))
        rest.close()
    with closing(sqlite3.connect(database)) as file, file:
        file.execute("DELETE FROM events WHERE table_id = ? AND number = 1", [gap])
        file.execute("UPDATE tables SET status = 'over' WHERE id = ?", [wrong])
        body = f'{{"event": {{"kind": "unheard_of"}}, "version": {ev.VERSION + 1}}}'.encode()
        file.execute("INSERT INTO events VALUES (?, 3, 0, ?)", [newer, body])
        file.execute("INSERT INTO events VALUES (?, 9, 0, ?)", ["of a deleted table", body])
    done = run_admin("check", database=database)
    assert isinstance(done.exception, SystemExit)
    assert done.exception.code == 1
    report = admin("check", database=database)
    assert {problem["id"]: problem["number"] for problem in report["problems"]} == {gap: 1, wrong: 2, newer: 3}
    assert report["leftovers"] == 1
    assert good not in done.stdout
    shown = admin("show", newer, database=database)
    assert (shown["info"], shown["problem"]) == (None, "event 3: a newer Tercet wrote it")
    assert "only deleted" in refused("close", newer, "--yes", database=database)
    admin("delete", newer, gap, "--yes", database=database)
    assert len(admin("list", database=database)) == 2


def test_a_damaged_file_is_told_from_a_good_one(tmp_path: Path) -> None:
    database = tmp_path / "tables.db"
    with serving(database) as server:
        rest = Rest(server.url)
        rest.create("zatre", players=3, bots=["random"] * 3, start=True)
        rest.close()
    content = bytearray(database.read_bytes())
    event = content.index(b'{"event"')
    content[event : event + 20] = b"\xff" * 20
    database.write_bytes(content)
    done = run_admin("check", database=database)
    assert isinstance(done.exception, (SystemExit, UsageError))
    assert not isinstance(done.exception, SystemExit) or done.exception.code == 1


# --- Databases that cannot be administered


def test_there_must_be_a_database(tmp_path: Path) -> None:
    missing = tmp_path / "missing.db"
    for command in (("list",), ("check",), ("backup", tmp_path / "copy.db"), ("close", "x", "--yes")):
        assert f"no database {missing}" in refused(*map(str, command), database=missing)
    assert list(tmp_path.iterdir()) == []


def test_an_older_database_is_left_to_the_server(tmp_path: Path) -> None:
    """Or a running server of the older version would find its tables changed."""
    database = tmp_path / "tables.db"
    with closing(sqlite3.connect(database)) as file, file:
        file.execute("CREATE TABLE tercet_schema (version_num TEXT)")
        file.execute("INSERT INTO tercet_schema VALUES ('0001')")
    assert "tercet serve" in refused("list", database=database)
    assert "tercet serve" in refused("delete", "x", "--yes", database=database)


def test_nothing_is_deleted_without_being_asked(tmp_path: Path) -> None:
    database = tmp_path / "tables.db"
    with serving(database) as server:
        rest = Rest(server.url)
        table = rest.create("zatre", name="Ada")["table"]
        rest.close()
    assert "--yes" in refused("delete", table, database=database)
    assert "--yes" in refused("close", table, database=database)
    assert [row["status"] for row in admin("list", database=database)] == ["open"]


def test_postgresql_is_backed_up_by_its_own_program(postgres: Postgres, tmp_path: Path) -> None:
    database = postgres.new_database()
    with serving(database):
        assert "pg_dump" in refused("backup", tmp_path / "copy.db", database=database)


def test_more_tables_than_one_statement_takes_are_deleted(tmp_path: Path) -> None:
    database = tmp_path / "tables.db"
    with serving(database):
        pass
    made = [ids.new_table_id() for _ in range(DELETE_BATCH + 1)]
    with closing(sqlite3.connect(database)) as file, file:
        columns = "id, game, listed, status, created"
        rows = [(each, "zatre", 0, "open", 1) for each in made]
        file.executemany(f"INSERT INTO tables ({columns}) VALUES (?, ?, ?, ?, ?)", rows)
    admin("delete", *made, "--yes", database=database)
    assert admin("list", database=database) == []
