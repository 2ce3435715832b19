"""Measure how much load `tercet serve` can take: clients play real games over real sockets.

README.md explains the numbers.

python benchmarks/load.py --tables 200
python benchmarks/load.py --paced --tables 500
"""

import asyncio
import gc
import json
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any

import click
import uvloop

from ceiling import Ceiling, measure_ceiling
from parts import Profiler, loop_seconds
from players import Load, Plan, Tally, request
from processes import ServerProcess, cpu_seconds, disk_folder, file_system, megabytes, sync_seconds, used

LIMITS = (
    "creates-per-minute",
    "joins-per-minute",
    "requests-per-minute",
    "moves-per-second",
    "connections",
    "connections-per-address",
    "running-tables",
    "unattended-seconds",
    "bot-pause",
)
NO_LIMITS = tuple(word for name in LIMITS for word in (f"--{name}", "0"))


@dataclass(frozen=True)
class MeasuredServer:
    """A server to measure, with a description of its database."""

    url: str
    pid: int
    database: str


@dataclass(frozen=True)
class Spread:
    """Percentiles of durations, in milliseconds."""

    p50: float
    p99: float
    max: float

    @classmethod
    def of(cls, seconds: Sequence[float]) -> "Spread":
        """Return the spread of these durations."""
        ordered = sorted(seconds) or [0.0]
        p50, p99, most = (ordered[min(int(len(ordered) * part), len(ordered) - 1)] * 1000 for part in (0.5, 0.99, 1))
        return cls(round(p50, 3), round(p99, 3), round(most, 3))

    def __str__(self) -> str:
        return f"p50 {self.p50:.2f} ms, p99 {self.p99:.2f} ms, at most {self.max:.2f} ms"


@dataclass(frozen=True)
class Result:
    """The results of a measurement."""

    database: str
    moves: int
    seconds: float
    server_cpu: float
    """CPU seconds of all threads of the server."""
    loop_cpu: float
    """CPU seconds of its event loop's thread alone."""
    best: float
    """Moves per server-CPU-second in the best second, when other processes disturbed the least."""
    client_cpu: float
    other_cpu: float
    told: Spread
    answered: Spread
    delays: Spread
    syncs: Spread
    """Durations of syncing a page to the disk, measured just before."""
    events: int
    commits: int
    commit_seconds: float
    update_bytes: float
    matches: int
    late: int
    missed: int
    bot_moves: int
    megabytes: float
    megabytes_before: float
    errors: dict[str, int]
    parts: dict[str, float]
    """Microseconds of server CPU per move, by part of the server."""

    @property
    def per_second(self) -> float:
        """Moves per second."""
        return self.moves / self.seconds

    @property
    def per_cpu_second(self) -> float:
        """Moves per second of server CPU."""
        return self.moves / self.server_cpu


async def measure(server: MeasuredServer, plan: Plan, seconds: float, warm_up: float, samples: Path | None) -> Result:
    """Let the clients play and return what was measured."""
    megabytes_before, syncs = megabytes(server.pid), Spread.of(sync_seconds(disk_folder()))
    load = Load(server.url, plan)
    await load.begin()
    await asyncio.sleep(warm_up)
    gc.freeze()
    profiler = Profiler(server.pid, seconds, samples) if samples else None
    metrics_before = await metrics(server.url)
    tally = load.tally = Tally(errors=load.tally.errors)
    before, loop_before = used(server.pid), loop_seconds(server.pid)
    best = await best_second(server.pid, tally, seconds)
    after, loop_cpu, load.tally = used(server.pid).since(before), loop_seconds(server.pid) - loop_before, Tally()
    counts = {name: value - metrics_before.get(name, 0) for name, value in (await metrics(server.url)).items()}
    result = Result(
        database=server.database,
        moves=len(tally.answered),
        seconds=after.seconds,
        server_cpu=after.server,
        loop_cpu=loop_cpu,
        best=best,
        client_cpu=after.clients,
        other_cpu=after.others,
        told=Spread.of(tally.told),
        answered=Spread.of(tally.answered),
        delays=Spread.of(tally.delays),
        syncs=syncs,
        events=round(counts["tercet_events_total"]),
        commits=round(counts["tercet_commit_events_count"]),
        commit_seconds=counts["tercet_commit_seconds_sum"],
        update_bytes=tally.update_bytes / max(1, tally.updates),
        matches=tally.matches,
        late=tally.late,
        missed=tally.missed,
        bot_moves=tally.bot_moves,
        megabytes=megabytes(server.pid),
        megabytes_before=megabytes_before,
        errors=dict(tally.errors),
        parts=parts_of(profiler, len(tally.answered), loop_cpu, after.server) if profiler else {},
    )
    await load.end()
    return result


async def best_second(pid: int, tally: Tally, seconds: float) -> float:
    """Wait for the end of the measurement; return the moves per second of server CPU in the best second."""
    best, end = 0.0, perf_counter() + seconds
    while (left := end - perf_counter()) > 0:
        moves, spent = len(tally.answered), cpu_seconds(pid)
        await asyncio.sleep(min(left, 1))
        if left >= 1:
            best = max(best, (len(tally.answered) - moves) / max(0.01, cpu_seconds(pid) - spent))
    return best


def parts_of(profiler: Profiler, moves: int, loop_cpu: float, server_cpu: float) -> dict[str, float]:
    """Return the microseconds of server CPU per move, by part."""
    shares = profiler.shares()
    found = {part: 1e6 * loop_cpu * count / shares.total() / moves for part, count in shares.most_common()}
    return {**found, "other threads: the log's writing": 1e6 * (server_cpu - loop_cpu) / moves}


async def metrics(url: str) -> dict[str, float]:
    """Return the server's metrics."""
    lines = (await request(url, "GET", "/metrics")).decode().splitlines()
    pairs = (line.rsplit(" ", 1) for line in lines if not line.startswith("#"))
    return {name: float(value) for name, value in pairs}


@contextmanager
def serving(database: str | None, channels: str | None, *settings: str) -> Iterator[MeasuredServer]:
    """Run `tercet serve` during a measurement."""
    with TemporaryDirectory(dir=disk_folder(), prefix="tercet-load-") as name:
        folder = Path(name)
        where = database or str(folder / "tables.db")
        arguments = ["-m", "tercet", "serve", "--port", "0", "--database", where, *NO_LIMITS, *settings]
        if channels:
            arguments += ["--channels", channels]
        with ServerProcess(arguments, folder / "log") as server:
            url = f"http://127.0.0.1:{server.port()}"
            is_file = "://" not in where
            kind = f"SQLite on {file_system(Path(where).parent)}" if is_file else where.partition(":")[0]
            yield MeasuredServer(url, server.process.pid, kind)


def report(plan: Plan, result: Result) -> list[tuple[str, str]]:
    """Return the rows of the report."""
    pace = "a move a second each" if plan.is_paced else "each client moves as soon as it may"
    masters = f", {plan.masters} with masters besides" if plan.masters else ""
    cpus = (result.server_cpu, result.loop_cpu, result.client_cpu, result.other_cpu)
    busy, loop, own, others = (f"{cpu / result.seconds:.0%}" for cpu in cpus)
    thinking = " (with the masters' thinking)" if plan.masters else ""
    lines = [
        ("what", f"{plan.game}, {plan.tables} tables, {pace}{masters}; {result.database}"),
        ("moves", f"{result.per_second:,.0f} a second, {result.moves:,} in {result.seconds:.1f} s"),
        (
            "moves per server-CPU-second",
            f"{result.per_cpu_second:,.0f}{thinking}, {result.best:,.0f} in the best second",
        ),
        ("until the other client has it", str(result.told)),
        ("until the mover has the answer", str(result.answered)),
        ("commits", commits_of(result)),
        ("a page to the disk, just before", str(result.syncs)),
        ("size of an update", f"{result.update_bytes:,.0f} bytes"),
        ("CPU", f"server {busy} (its loop {loop}) of a core, clients {own}, other processes of this machine {others}"),
        ("memory of the server", f"{result.megabytes:,.0f} MB, {result.megabytes_before:,.0f} before"),
        ("matches ended", f"{result.matches:,}"),
    ]
    if plan.is_race:
        lines.append(("moves overtaken", f"{result.late:,}"))
    if plan.is_paced:
        lines.append(("seconds missed", f"{result.missed:,}"))
        lines.append(("delay of the clients' timers", str(result.delays)))
    if plan.masters:
        lines.append(("moves of masters", f"{result.bot_moves:,}"))
    errors = ", ".join(f"{name} ({count})" for name, count in result.errors.items())
    parts = [(f"  {part}", f"{time:6.1f} µs a move") for part, time in result.parts.items()]
    return [*lines, ("errors", errors or "none"), *parts]


def commits_of(result: Result) -> str:
    """Return a text that says how often the log was written."""
    if not result.commits:
        return "none counted"
    size, mean = result.events / result.commits, 1000 * result.commit_seconds / result.commits
    return f"{result.commits / result.seconds:,.0f} a second, {size:.1f} events each, {mean:.2f} ms each"


def report_ceiling(ceiling: Ceiling, result: Result) -> list[tuple[str, str]]:
    """Return the rows that compare the server with bare WebSockets."""
    return [
        (name, f"{rate:,.0f} per server-CPU-second; a move costs as much as {rate / result.per_cpu_second:.1f} of them")
        for name, rate in (("bare echoes", ceiling.echoes), ("bare relays", ceiling.relays))
    ]


@click.command()
@click.option("--game", type=click.Choice(["z3bra", "zatre", "triple"]), default="z3bra", show_default=True)
@click.option("--tables", default=200, show_default=True, help="Tables of two clients each.")
@click.option("--seconds", default=10.0, show_default=True, help="How long to count.")
@click.option("--warm-up", default=3.0, show_default=True, help="Seconds to play before.")
@click.option("--paced", "is_paced", is_flag=True, help="One move a second at each table, evenly spread.")
@click.option("--masters", default=0, help="Tables at which two masters think besides.")
@click.option("--rounds", default=10, show_default=True, help="Rounds of a match; TRIPLE³: rounds to win.")
@click.option("--database", help="As for `tercet serve`; a temporary SQLite file on a disk if not given.")
@click.option("--channels", help="As for `tercet serve`.")
@click.option("--url", help="A server that is running already, without limits; needs --pid.")
@click.option("--pid", type=int, help="Its process.")
@click.option("--echo", is_flag=True, help="Measure what bare WebSockets cost, too.")
@click.option(
    "--profile", type=click.Path(path_type=Path), help="Say where the time goes, with py-spy; its samples go here."
)
@click.option("--seed", default=1, show_default=True, help="For the choice of moves; deals are the server's secret.")
@click.option("--json", "as_json", is_flag=True, help="Print a JSON object instead of a table.")
def main(
    seconds: float,
    warm_up: float,
    database: str | None,
    channels: str | None,
    url: str | None,
    pid: int | None,
    echo: bool,
    profile: Path | None,
    as_json: bool,
    **values: Any,
) -> None:
    """Measure how much load `tercet serve` can take."""
    plan = Plan(**values)
    if (url is None) != (pid is None):
        raise click.UsageError("--url and --pid go together.")
    with ExitStack() as stack:
        server = (
            MeasuredServer(url, pid, "its own database")
            if url and pid
            else stack.enter_context(serving(database, channels))
        )
        click.echo(f"The server is process {server.pid}.", err=True)
        result = uvloop.run(measure(server, plan, seconds, warm_up, profile))
    lines, found = report(plan, result), {**asdict(plan), **asdict(result), "per_cpu_second": result.per_cpu_second}
    if echo:
        ceiling = measure_ceiling(2 * plan.tables, round(result.update_bytes), min(seconds, 5))
        lines += report_ceiling(ceiling, result)
        found |= asdict(ceiling)
    if as_json:
        click.echo(json.dumps(found))
    else:
        for name, text in lines:
            click.echo(f"{name:40}{text}")
    if result.errors:
        raise SystemExit(1)


if __name__ == "__main__":
    main()
