"""Every test gets a database of its own; the servers behind it start once."""

from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from server.parts import Postgres, Valkey
from tercet.server import background, run
from waiting import LONGEST_WAIT


@pytest.fixture
def anyio_backend() -> str:
    """Asynchronous tests run on asyncio alone."""
    return "asyncio"


@pytest.fixture(scope="session", autouse=True)
def _impatient() -> Iterator[None]:
    """Let servers in this process do what those in other processes do by `impatient.py`."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(background, "LOWEST_NICENESS", 0)
        patch.setattr(run, "PONG_TIMEOUT", LONGEST_WAIT)
        yield


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[Postgres]:
    """A PostgreSQL server. Not in pytest's folder, which the user `nobody` cannot read if root runs the tests."""
    with TemporaryDirectory(prefix="tercet-") as folder:
        server = Postgres(Path(folder))
        yield server
        server.stop()


@pytest.fixture
def postgres(postgres_server: Postgres) -> Postgres:
    """A running PostgreSQL server, even if the last test has stopped it."""
    postgres_server.start()
    return postgres_server


@pytest.fixture(scope="session")
def valkey_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Valkey]:
    server = Valkey(tmp_path_factory.mktemp("valkey"))
    yield server
    server.stop()


@pytest.fixture
def valkey(valkey_server: Valkey) -> Valkey:
    """A running Valkey server."""
    valkey_server.start()
    return valkey_server


@pytest.fixture(params=["sqlite", "postgresql"])
def store_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """An empty database of either kind."""
    if request.param == "sqlite":
        return str(tmp_path / "tables.db")
    postgres: Postgres = request.getfixturevalue("postgres")
    return postgres.new_database()
