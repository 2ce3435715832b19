"""`tercet admin`: the tables of a database, for whoever runs the server."""

import asyncio
import sys
from collections.abc import Callable, Coroutine, Iterable
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from tercet.errors import UsageError
from tercet.server.settings import Settings, database_url

if TYPE_CHECKING:
    from tercet.server.admin import Administration, CheckReport, Statistics, TableDetails, TableRow

F = TypeVar("F", bound=Callable[..., Any])
T = TypeVar("T")
STATUSES = ("open", "running", "between", "over", "closed")


@click.group()
def admin() -> None:
    """Look after the tables of a server, also while it runs.

    Run it as the user that the server runs as. `--json` prints the same for programs.
    """


def common_options(command: F) -> F:
    """Add the options that every command has."""
    for option in (
        click.option("--json", "as_json", is_flag=True, help="Print JSON."),
        click.option(
            "--database",
            envvar="TERCET_DATABASE",
            show_envvar=True,
            help="A file of SQLite, or postgresql://...; the file in your data folder if not given.",
        ),
    ):
        command = option(command)
    return command


confirmation = click.option("--yes", is_flag=True, help="Do not ask.")
table_id = click.argument("table")
table_ids = click.argument("tables", nargs=-1, required=True)
file_argument = click.argument("file", type=click.Path(path_type=Path))


@admin.command("list")
@click.option("--status", type=click.Choice(STATUSES), help="Only tables with this status.")
@common_options
def list_tables(status: str | None, database: str | None, as_json: bool) -> None:
    """List the tables, the newest first."""
    rows = administer(database, lambda office: office.rows(status))
    if as_json:
        print_json(rows)
        return
    for row in rows:
        click.echo(line_of(row))
    click.echo(f"{len(rows)} tables" if len(rows) != 1 else "1 table")


@admin.command()
@table_id
@click.option("--events", "with_events", is_flag=True, help="Also what has happened there.")
@common_options
def show(table: str, with_events: bool, database: str | None, as_json: bool) -> None:
    """Show a table: what everybody at it may know, and no secrets."""
    import msgspec

    async def look(office: "Administration") -> "TableDetails":
        compile_games([(await office.row(table)).game])
        return await office.details(table)

    details = administer(database, look)
    if not with_events:
        details = msgspec.structs.replace(details, log=[])
    if as_json:
        print_json(details)
    else:
        print_details(details)


@admin.command()
@table_ids
@confirmation
@common_options
def close(tables: tuple[str, ...], yes: bool, database: str | None, as_json: bool) -> None:
    """Close tables: nobody plays on there, and what has happened stays.

    A running server tells the players within seconds.
    """
    confirm(f"Close {', '.join(tables)}? That cannot be undone.", yes)

    async def close_all(office: "Administration") -> None:
        for table in tables:
            compile_games([(await office.row(table)).game])
            await office.close(table)

    administer(database, close_all, writes=True)
    print_outcome({"closed": tables}, f"Closed {', '.join(tables)}.", as_json=as_json)


@admin.command()
@table_ids
@confirmation
@common_options
def delete(tables: tuple[str, ...], yes: bool, database: str | None, as_json: bool) -> None:
    """Delete tables for ever, with all that has happened there."""

    async def delete_all(office: "Administration") -> None:
        for table in tables:
            await office.row(table)
        confirm(f"Delete {', '.join(tables)} for ever?", yes)
        await office.delete(tables)

    administer(database, delete_all, writes=True)
    print_outcome({"deleted": tables}, f"Deleted {', '.join(tables)}.", as_json=as_json)


@admin.command("delete-profile")
@click.argument("profile")
@confirmation
@common_options
def delete_profile(profile: str, yes: bool, database: str | None, as_json: bool) -> None:
    """Delete a profile for ever, as its owner can: results, ratings, and the name at its tables.

    The id is the end of the address of its page, /people/ID. Others keep their matches, with a nameless seat.
    """

    async def delete_it(office: "Administration") -> int:
        rows = await office.tables_of_profile(profile)
        confirm(f"Delete profile {profile} for ever, with its seats at {len(rows)} tables?", yes)
        compile_games({row.game for row in rows})
        await office.delete_profile(profile)
        return len(rows)

    tables = administer(database, delete_it, writes=True)
    said = f"Deleted profile {profile}, and its name at {tables} tables."
    print_outcome({"deleted": profile, "tables": tables}, said, as_json=as_json)


@admin.command()
@table_id
@file_argument
@common_options
def export(table: str, file: Path, database: str | None, as_json: bool) -> None:
    """Write a table to a new file, to import it elsewhere. The file has the table's secrets."""
    events = administer(database, lambda office: office.export(table, file))
    said = f"Wrote {events} events to {file}. It has the secrets of the table, so only you can read it: keep it so."
    print_outcome({"exported": table, "file": file, "events": events}, said, as_json=as_json)


@admin.command("import")
@file_argument
@common_options
def import_table(file: Path, database: str | None, as_json: bool) -> None:
    """Add a table from an exported file, unless it is there already."""
    from tercet.games.registry import NAMES
    from tercet.server.admin import read_exported

    exported = read_exported(file)
    compile_games(NAMES)
    administer(database, lambda office: office.restore(exported), writes=True, creates=True)
    said = f"Added table {exported.id} with {len(exported.events)} events. Its link is /t/{exported.id}."
    print_outcome({"imported": exported.id, "events": len(exported.events)}, said, as_json=as_json)


@admin.command()
@file_argument
@common_options
def backup(file: Path, database: str | None, as_json: bool) -> None:
    """Copy a SQLite database to a new file, while the server goes on. Check the copy with `tercet admin check`."""
    from tercet.cli.progress import progress_bar

    with progress_bar("Copying, in per cent", 100) as advance:
        administer(database, lambda office: office.back_up(file, advance))
    size = file.stat().st_size
    print_outcome({"file": file, "bytes": size}, f"Wrote {size:,} bytes to {file}.", as_json=as_json)


@admin.command()
@common_options
def check(database: str | None, as_json: bool) -> None:
    """Replay the log of every table, of a running server or of a backup. Exit code 1 if one is broken."""
    from tercet.cli.progress import progress_bar

    async def check_all(office: "Administration") -> "CheckReport":
        rows = await office.rows()
        compile_games({row.game for row in rows})
        with progress_bar("Replaying", len(rows)) as advance:
            return await office.check(advance)

    report = administer(database, check_all)
    if as_json:
        print_json(report)
    else:
        for problem in report.problems:
            click.echo(f"{problem.id}: BROKEN at event {problem.number}: {problem.reason}")
        for damage in report.damage:
            click.echo(f"The file is damaged: {damage}")
        if report.leftovers:
            click.echo(f"Events of deleted tables, which do no harm: {report.leftovers}")
        good = report.tables - len(report.problems)
        click.echo(f"{good} of {report.tables} tables replayed, {report.events} events")
    sys.exit(0 if report.is_good else 1)


@admin.command()
@common_options
def stats(database: str | None, as_json: bool) -> None:
    """Print numbers: tables by game and status, events, profiles, size."""
    found = administer(database, lambda office: office.statistics())
    if as_json:
        print_json(found)
    else:
        print_statistics(found)


# --- Work


def administer(
    database: str | None,
    work: Callable[["Administration"], Coroutine[Any, Any, T]],
    *,
    writes: bool = False,
    creates: bool = False,
) -> T:
    """Open the database, do the work, and return its result."""
    from tercet.server.admin import administering

    async def run() -> T:
        url = database_url(Settings(database=database))
        async with administering(url, writes=writes, creates=creates) as office:
            return await work(office)

    return asyncio.run(run())


def compile_games(games: Iterable[str]) -> None:
    """Compile the rules of games, of which a database may have unknown ones, before their logs are replayed."""
    from tercet.cli.progress import warm_up
    from tercet.games.registry import NAMES

    wanted = set(games)
    warm_up([game for game in NAMES if game in wanted])


def confirm(question: str, yes: bool) -> None:
    """Ask before something that cannot be undone. Raise UsageError if nobody can answer or the answer is no."""
    if yes:
        return
    if not sys.stdin.isatty():
        raise UsageError("Nobody is there to be asked: say --yes.")
    if not click.confirm(question):
        raise UsageError("Nothing was changed.")


# --- Printing


def print_json(found: Any) -> None:
    """Print a struct, or a list of them, as JSON."""
    import msgspec

    click.echo(msgspec.json.format(msgspec.json.encode(found, enc_hook=str), indent=2))


def print_outcome(found: dict[str, Any], sentence: str, *, as_json: bool) -> None:
    """Print what was done, for programs or for people."""
    if as_json:
        print_json(found)
    else:
        click.echo(sentence)


def time_of(milliseconds: int) -> str:
    """Return a time as people read it, in this machine's time zone."""
    return datetime.fromtimestamp(milliseconds / 1000).astimezone().strftime("%Y-%m-%d %H:%M")


def line_of(row: "TableRow") -> str:
    """Return a table as one line."""
    times = f"made {time_of(row.created)}  last event {time_of(row.last_event)}"
    listed = "listed" if row.listed else ""
    return f"{row.id}  {row.game:<7} {row.status:<8} {listed:<6} {row.events:>6} events  {times}"


def print_details(details: "TableDetails") -> None:
    """Print a table for people."""
    click.echo(line_of(details.row))
    click.echo(f"size: {details.size:,} bytes")
    if details.problem:
        click.echo(f"It cannot be replayed: {details.problem}")
    if info := details.info:
        options = ", ".join(f"{name} {value}" for name, value in info.options.items())
        click.echo(f"options: {options or 'none'}")
        for number, seat in enumerate(info.seats):
            stand_in = f", for whom {seat.stand_in} stands in" if seat.stand_in else ""
            click.echo(f"seat {number}: {seat.name or 'free'} ({seat.kind}{stand_in})")
        click.echo(f"round {info.round}, totals {info.totals}")
        if info.earlier or info.rematch:
            click.echo(f"rematch of {info.earlier or 'none'}, goes on at {info.rematch or 'none'}")
    for happened in details.log:
        click.echo(f"{happened.number:>6} {time_of(happened.at)} {happened.event}")


def print_statistics(found: "Statistics") -> None:
    """Print the numbers for people."""
    click.echo(f"tables: {found.tables}, of which {found.listed} are listed and wait for players")
    for game, counts in found.by_game.items():
        click.echo(f"  {game}: " + ", ".join(f"{counts[status]} {status}" for status in STATUSES if status in counts))
    click.echo(f"made in the last day: {found.created_last_day}, in the last week: {found.created_last_week}")
    click.echo(f"played at in the last day: {found.active_last_day}")
    click.echo(f"events: {found.events}, at most {found.longest} at one table")
    click.echo(f"profiles: {found.profiles}, of which {found.profiles_last_week} were used in the last week")
    click.echo(f"size: {found.bytes:,} bytes")
