"""All known attacks at once against one server with its default limits, while a normal table plays.

python benchmarks/siege.py --seconds 120
python benchmarks/siege.py --only "long records to replay"

Server, attackers and the client that measures share one machine. The attackers have the lowest priority (nice 19),
since on the internet nobody attacks with the server's own processor. Before memory is first measured, everything that
the attacks ask for is asked for once.

It ends with 1 if a move of the normal table took longer than 50 ms at p99, if memory did not return to within 20 % of
where it began, or if anything that was acknowledged is lost after the server has been killed.
"""

import asyncio
import sqlite3
import sys
from collections.abc import Callable, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass, field
from multiprocessing import get_context
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any

import click
import httpx
import psutil

import attacks
from load import Spread
from processes import ServerProcess, disk_folder, megabytes, sync_seconds
from server.playing import Client, Rest
from tercet.games.registry import NAMES
from tercet.lab.warm_up import warm
from tercet.server import events as ev
from tercet.server.admin import CheckReport, administering

MOST_MILLISECONDS = 50.0
MOST_GROWTH = 0.2
PACE = 0.05
"""Seconds between a move of the normal table and the next."""

BASELINE = 10.0
"""Seconds that the normal table plays before the attacks begin."""

GAMES_READY_WITHIN = 600


@dataclass
class NormalTable:
    """Two people who play, and remember what was acknowledged."""

    url: str
    table: str = ""
    clients: list[Client] = field(default_factory=list)
    acknowledged: list[str] = field(default_factory=list)
    seconds: list[float] = field(default_factory=list)
    """How long each move took, from sending it until its answer."""
    random: Random = field(default_factory=lambda: Random(7))

    async def begin(self) -> None:
        """Make the table, sit down and start."""
        rest = Rest(self.url)
        ada = rest.create("z3bra", name="Ada", options={"rounds": 100})
        self.table = ada["table"]
        bo = rest.join(self.table, "Bo")
        rest.close()
        self.clients = [await Client.enter(self.url, self.table, each["token"]) for each in (ada, bo)]
        await self.clients[0].do("start")

    async def play(self, is_on: Callable[[], bool]) -> None:
        """Move at an even pace, whoever may, as long as `is_on` says so and the match is not over."""
        while is_on():
            await self._catch_up()
            if self.clients[0].table["status"] == "over":
                return
            if self.clients[0].table["status"] == "between":
                for client in self.clients:
                    await client.do("ready")
            elif movers := [client for client in self.clients if client.moves]:
                await self._move(movers[0])
            else:
                await self.clients[0].receive()
            await asyncio.sleep(PACE)

    async def _catch_up(self) -> None:
        newest = max(client.number for client in self.clients)
        for client in self.clients:
            while client.number < newest:
                await client.receive()

    async def _move(self, client: Client) -> None:
        command = f"siege {len(self.acknowledged)}"
        before = perf_counter()
        answer = await client.do("move", id=command, move=self.random.choice(client.moves))
        self.seconds.append(perf_counter() - before)
        assert answer["type"] == "update", answer
        self.acknowledged.append(command)

    async def end(self) -> None:
        """Close the sockets."""
        for client in self.clients:
            with suppress(Exception):
                await client.close()


@dataclass
class Memory:
    """The resident memory of a server, in megabytes: of its own process, and of those where it thinks and replays."""

    pid: int
    most: float = 0.0
    """The most that its own process has used."""

    def now(self) -> tuple[float, float]:
        """Return what its own process uses now, and the others together."""
        own = megabytes(self.pid)
        self.most = max(self.most, own)
        return own, sum(megabytes(child.pid) for child in psutil.Process(self.pid).children(recursive=True))

    async def sample(self) -> None:
        """Keep the maximum until cancelled."""
        while True:
            self.now()
            await asyncio.sleep(1)


@dataclass
class Outcome:
    """What came of a siege."""

    baseline: Spread
    besieged: Spread
    after: Spread
    moves: int
    megabytes_before: tuple[float, float]
    """Of the server's own process and of its others."""
    most_megabytes: float
    """Of its own process."""
    megabytes_after: tuple[float, float]
    counts: dict[str, tuple[int, int]]
    lost: int
    """Acknowledged moves that are not in the log."""
    report: CheckReport

    def verdicts(self) -> dict[str, bool]:
        """Return what was asked for, and whether it holds."""
        memory = zip(self.megabytes_before, self.megabytes_after, strict=True)
        return {
            f"moves take at most {MOST_MILLISECONDS:.0f} ms at p99": self.besieged.p99 <= MOST_MILLISECONDS,
            f"memory returns to within {MOST_GROWTH:.0%}": all(
                after <= before * (1 + MOST_GROWTH) for before, after in memory
            ),
            "nothing acknowledged is lost": self.lost == 0 and self.report.is_good,
        }


@dataclass(frozen=True)
class Plan:
    """How to attack."""

    seconds: float
    recovery: float
    names: Sequence[str]
    """The attacks to carry out together."""


async def besiege(server: ServerProcess, database: Path, plan: Plan) -> Outcome:
    """Let a table play before, during and after the attacks, then kill the server and look at its log."""
    port = server.port()
    normal, memory = NormalTable(f"http://127.0.0.1:{port}"), Memory(server.process.pid)
    await wait_for_games(normal.url)
    await warm_up(normal.url)
    await normal.begin()
    baseline = await measured(normal, BASELINE)
    begin = memory.now()
    sampling = asyncio.create_task(memory.sample())
    receive, send = get_context("spawn").Pipe(duplex=False)
    arguments = port, normal.table, plan.seconds, plan.names, send
    process = get_context("spawn").Process(target=attacks.run, args=arguments, daemon=True)
    process.start()
    first = len(normal.seconds)
    await normal.play(lambda: process.is_alive() and not receive.poll())
    besieged = Spread.of(normal.seconds[first:])
    counts = receive.recv()
    process.join()
    after = await measured(normal, plan.recovery)
    sampling.cancel()
    end = memory.now()
    server.process.kill()
    await normal.end()
    report, lost = await lost_moves(database, normal)
    return Outcome(baseline, besieged, after, len(normal.seconds), begin, memory.most, end, counts, lost, report)


async def warm_up(url: str) -> None:
    """Ask once for what the attacks ask for, so that code and processes that are loaded late do not count as growth."""
    async with httpx.AsyncClient(base_url=url, timeout=GAMES_READY_WITHIN) as http:
        (await http.post("/api/replay", content=attacks.long_record())).raise_for_status()
        for path in ("/api/tables", "/api/mine"):
            (await http.get(path)).raise_for_status()
        for game in NAMES:
            wish = {"game": game, "players": 2, "bots": ["random", "master"], "start": True}
            (await http.post("/api/tables", json=wish)).raise_for_status()


async def measured(normal: NormalTable, seconds: float) -> Spread:
    """Let the normal table play for a while; return how long its moves took."""
    first, until = len(normal.seconds), perf_counter() + seconds
    await normal.play(lambda: perf_counter() < until)
    return Spread.of(normal.seconds[first:])


async def wait_for_games(url: str) -> None:
    """Wait until every game is compiled."""
    async with httpx.AsyncClient(base_url=url, timeout=60) as http:
        until = perf_counter() + GAMES_READY_WITHIN
        while any(game["ready"] < 1 for game in (await http.get("/api/readiness")).json()):
            assert perf_counter() < until, "the games are not compiled"
            await asyncio.sleep(0.5)


async def lost_moves(database: Path, normal: NormalTable) -> tuple[CheckReport, int]:
    """Replay every log; count the acknowledged moves that the log of the normal table does not have."""
    async with administering(str(database)) as office:
        report = await office.check(lambda done: None)
    with closing(sqlite3.connect(database)) as file:
        bodies = file.execute("SELECT body FROM events WHERE table_id = ?", [normal.table]).fetchall()
    stored = {ev.decode(body).id for (body,) in bodies}
    return report, len(set(normal.acknowledged) - stored)


def show(outcome: Outcome) -> None:
    """Print the outcome as tables."""
    click.echo(f"{'attack':<30}{'tried':>9}{'turned away':>13}")
    for name, (tried, turned_away) in outcome.counts.items():
        click.echo(f"{name:<30}{tried:>9}{turned_away:>13}")
    click.echo()
    for name, spread in (("before", outcome.baseline), ("besieged", outcome.besieged), ("after", outcome.after)):
        click.echo(f"moves, {name:<10} {spread}")
    (before, helpers_before), (after, helpers_after) = outcome.megabytes_before, outcome.megabytes_after
    click.echo(
        f"memory            {before:.0f} MB before, {outcome.most_megabytes:.0f} MB at most, {after:.0f} MB after;"
    )
    click.echo(f"                  other processes {helpers_before:.0f} MB before, {helpers_after:.0f} MB after")
    click.echo(f"log               {outcome.moves} moves acknowledged, {outcome.lost} lost;", nl=False)
    click.echo(f" {outcome.report.tables} tables replayed, {len(outcome.report.problems)} broken")
    click.echo()
    for name, holds in outcome.verdicts().items():
        click.echo(f"{'yes' if holds else 'NO '}  {name}")


@click.command()
@click.option("--seconds", default=120.0, show_default=True, help="How long to attack.")
@click.option("--recovery", default=150.0, show_default=True, help="How long to wait until memory is measured again.")
@click.option(
    "--only", multiple=True, type=click.Choice(list(attacks.ATTACKS)), help="An attack to carry out; all if not given."
)
@click.option(
    "--folder",
    type=click.Path(path_type=Path, exists=True),
    default=disk_folder(),
    show_default=True,
    help="Where the database is made: on a disk that others keep busy, a commit may take longer than all attacks.",
)
def siege(seconds: float, recovery: float, only: Sequence[str], folder: Path) -> None:
    """Attack a server while a normal table plays."""
    plan = Plan(seconds, recovery, only or list(attacks.ATTACKS))
    for game in NAMES:
        warm(game, ("random", "master"))
    syncs = Spread.of(sync_seconds(folder))
    with TemporaryDirectory(dir=folder, prefix="tercet-siege-") as name:
        database = Path(name) / "tables.db"
        arguments: list[Any] = ["-m", "tercet", "serve", "--port", "0", "--database", str(database)]
        with ServerProcess(arguments, Path(name) / "log") as server:
            outcome = asyncio.run(besiege(server, database, plan))
    show(outcome)
    click.echo(f"a page to the disk, just before: {syncs}")
    sys.exit(0 if all(outcome.verdicts().values()) else 1)


if __name__ == "__main__":
    siege()
