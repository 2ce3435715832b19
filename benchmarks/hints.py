"""Whether people who ask the coach slow other tables: python benchmarks/hints.py --people 20

Tables play at a move a second each, in turns without and with people who ask for a hint every second.
"""

import asyncio
from collections import defaultdict
from contextlib import suppress
from time import perf_counter

import click
import msgspec
import uvloop

from load import MeasuredServer, Spread, serving
from players import Load, Plan, Tally, request

PERSON = {"game": "z3bra", "players": 3, "name": "Ann", "bots": ["novice", "novice"], "start": True}


class Asker:
    """Somebody at a table of their own who asks the coach, again and again."""

    def __init__(self, url: str, seated: dict[str, str], waits: dict[str, list[float]]) -> None:
        self.url, self.waits = url, waits
        self.path, self.token = f"/api/tables/{seated['table']}/coach/hint", seated["token"]

    async def ask(self) -> None:
        """Ask for the first words, then for the full comparison, every second until cancelled."""
        while True:
            begun = perf_counter()
            for kind, body in (("first words", b"{}"), ("full comparison", b'{"full": true}')):
                asked = perf_counter()
                await request(self.url, "POST", self.path, body, self.token)
                self.waits[kind].append(perf_counter() - asked)
            await asyncio.sleep(max(0, begun + 1 - perf_counter()))


async def seat(url: str) -> dict[str, str]:
    """Make a table with a coach."""
    found: dict[str, str] = msgspec.json.decode(await request(url, "POST", "/api/tables", msgspec.json.encode(PERSON)))
    return found


async def measure(server: MeasuredServer, plan: Plan, people: int, seconds: float, turns: int) -> None:
    """Print how long moves take without and with people who ask."""
    waits: dict[str, list[float]] = defaultdict(list)
    askers = [Asker(server.url, await seat(server.url), waits) for _ in range(people)]
    await request(server.url, "POST", askers[0].path, b'{"full": true}', askers[0].token)  # compiles, if need be
    load = Load(server.url, plan)
    await load.begin()
    await asyncio.sleep(3)
    moves: dict[str, list[float]] = {"without": [], "with": []}
    for turn in range(2 * turns):
        tasks = [asyncio.create_task(asker.ask()) for asker in askers] if turn % 2 else []
        tally = load.tally = Tally()
        await asyncio.sleep(seconds)
        moves["with" if turn % 2 else "without"] += tally.answered
        for task in tasks:
            task.cancel()
            with suppress(asyncio.CancelledError):
                await task
    await load.end()
    for name, times in moves.items():
        click.echo(f"moves {name} {people} people who ask: {len(times):,}, {Spread.of(times)}")
    for name, times in waits.items():
        click.echo(f"{name}: {len(times):,}, {Spread.of(times)}")


@click.command()
@click.option("--people", default=20, show_default=True, help="How many ask.")
@click.option("--tables", default=50, show_default=True, help="Tables of two clients each that play besides.")
@click.option("--seconds", default=8.0, show_default=True, help="The length of a turn.")
@click.option("--turns", default=3, show_default=True, help="How often to measure without and with.")
def main(people: int, tables: int, seconds: float, turns: int) -> None:
    """Measure how long moves take while people ask the coach."""
    with serving(None, None, "--hints-per-minute", "0", "--hints-each", "0") as server:
        uvloop.run(measure(server, Plan(tables=tables, is_paced=True), people, seconds, turns))


if __name__ == "__main__":
    main()
