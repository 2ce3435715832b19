"""Today's deal is the same for everybody: the same moves meet the same answers, to the byte.

Also at another table, after a restart, and at another node; in TRIPLE³ the same moves are those at the same times.
"""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec
import pytest

from server.inside import ServerThread, Wire, serving
from server.inside import live as live_path
from server.playing import Message
from server.sealed import CLOSE, TODAY, Browser, Calendar, calendar, play_on, table_in
from tercet.bots.registry import make
from tercet.records import Record, parse
from tercet.replay import verify
from tercet.server import ids
from tercet.server.table import COUNTDOWN
from waiting import LONGEST_WAIT

STEP = 2900
"""Milliseconds between two moves of the person in a race."""


def rounds_of(inside: ServerThread, table_id: str) -> bytes:
    """Everything that was dealt, moved and scored."""
    match = table_in(inside, table_id).match
    assert match is not None
    return msgspec.json.encode(match.record().rounds)


@pytest.mark.parametrize("game", ["z3bra", "zatre"])
def test_the_same_moves_give_the_same_game(game: str, tmp_path: Path) -> None:
    with calendar() as clock:
        with serving(tmp_path / "tables.db") as inside:
            ann, bo = Browser(inside.url, "Ann"), Browser(inside.url, "Bo")
            hers, his = ann.play_today(game), bo.play_today(game)
            play_on(inside, ann, hers)
            play_on(inside, bo, his, moves=5)
            assert table_in(inside, his["table"]).status == "running"
        with serving(tmp_path / "tables.db") as inside:  # a restart, with another node's name
            bo.http.base_url, bo.host = inside.url, inside.host
            play_on(inside, bo, his)
            assert rounds_of(inside, his["table"]) == rounds_of(inside, hers["table"])
            other = Browser(inside.url, "Cy")
            another_way = other.play_today(game)
            play_on(inside, other, another_way, seed=2, moves=1)
            clock.now = CLOSE
            record = other.get(f"/api/tables/{hers['table']}/record")
            verified(record)
            assert record["seed"] == other.get(f"/api/today/{TODAY}/{game}")["deal"]["seed"]
        for each in (ann, bo, other):
            each.close()


def verified(record: Message) -> Record:
    """The record, which `tercet verify` accepts."""
    found = parse(msgspec.json.encode(record))
    verify(found)
    return found


# --- TRIPLE³


@contextmanager
def frozen_server(folder: Path, clock: Calendar) -> Iterator[ServerThread]:
    """A server whose time is that of the calendar, to the millisecond."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(ids, "now", clock)
        with serving(folder / "tables.db") as inside:
            yield inside


def begin_race(clock: Calendar, browser: Browser) -> tuple[Message, int]:
    """A table of today's TRIPLE³, and when its round begins."""
    seated = browser.play_today("triple")
    return seated, clock.now + COUNTDOWN


def race(
    inside: ServerThread, clock: Calendar, browser: Browser, begun: tuple[Message, int], script: dict[int, str]
) -> None:
    """Make these moves at these times. Without any, as a bot would, and write them down."""
    seated, starts = begun
    wire = browser.enter(seated["table"], seated["token"])
    live, bot = inside.do(inside.hub.find(seated["table"])), make("regular", "triple", 5)
    is_new = not script
    times = range(STEP, 300 * STEP, STEP) if is_new else sorted(script)
    for at in times:
        clock.now = starts + at
        if is_new:
            inside.do(locked(live, live._make_planned_moves))
        if live.table.status != "running":
            break
        move = bot.choose(live.table.game.view(0)) if is_new else script[at]
        if move is None:
            continue
        answer = wire.do("move", f"at {at}", move=move)
        assert answer["type"] == "update", answer
        script[at] = move
    clock.now = starts + 600 * STEP
    inside.do(locked(live, live._make_planned_moves))
    wire.close()


async def locked(live: Any, work: Any) -> None:
    async with live.lock:
        await work()


def test_the_same_moves_at_the_same_times_give_the_same_race(tmp_path: Path) -> None:
    with calendar() as clock:
        noon = clock.now
        with frozen_server(tmp_path, clock) as inside:
            script: dict[int, str] = {}
            ann, bo = Browser(inside.url, "Ann"), Browser(inside.url, "Bo")
            hers = begin_race(clock, ann)
            race(inside, clock, ann, hers, script)
            table = table_in(inside, hers[0]["table"])
            assert table.status == "over"
            assert sum(move[0] != 0 for move in table.game.moves) > 10
            clock.now = noon + 17
            his = begin_race(clock, bo)
            half = dict(sorted(script.items())[: len(script) // 2])
            seated, starts = his
            wire = bo.enter(seated["table"], seated["token"])
            for at, move in half.items():
                clock.now = starts + at
                assert wire.do("move", f"at {at}", move=move)["type"] == "update"
            wire.close()
        with frozen_server(tmp_path, clock) as inside:
            bo.http.base_url, bo.host = inside.url, inside.host
            race(inside, clock, bo, his, {at: move for at, move in script.items() if at not in half})
            assert rounds_of(inside, his[0]["table"]) == rounds_of(inside, hers[0]["table"])
        ann.close()
        bo.close()


def test_two_nodes_that_drive_a_race_play_the_same_one(tmp_path: Path) -> None:
    """Both make the bots' moves, at the same time; the person moves at one of them and at the other."""
    with calendar() as clock, frozen_server(tmp_path, clock) as one, serving(tmp_path / "tables.db") as other:
        ann, bo = Browser(one.url, "Ann"), Browser(one.url, "Bo")
        script: dict[int, str] = {}
        hers = begin_race(clock, ann)
        race(one, clock, ann, hers, script)
        clock.now += 17
        seated, starts = begin_race(clock, bo)
        nodes = [(node, node.do(node.hub.find(seated["table"]))) for node in (one, other)]
        wires = []
        for node, _ in nodes:
            wires.append(Wire(node.host, live_path(seated["table"])))
            wires[-1].hello(seated["token"], after=0)

        def drive() -> None:
            for done in [
                asyncio.run_coroutine_threadsafe(locked(each, each._make_planned_moves), node.loop)
                for node, each in nodes
            ]:
                done.result(LONGEST_WAIT)

        for number, (at, move) in enumerate(sorted(script.items())):
            clock.now = starts + at
            drive()
            answer = wires[number % 2].do("move", f"at {at}", move=move)
            assert answer["type"] == "update", answer
        clock.now = starts + 600 * STEP
        drive()
        for node, each in nodes:
            node.do(each.catch_up())
            assert rounds_of(node, seated["table"]) == rounds_of(one, hers[0]["table"])
        for wire in wires:
            wire.close()
        ann.close()
        bo.close()


def test_nobody_interrupts_a_race_of_today(tmp_path: Path) -> None:
    with calendar() as clock, frozen_server(tmp_path, clock) as inside:
        ann = Browser(inside.url, "Ann")
        seated, starts = begin_race(clock, ann)
        wire = ann.enter(seated["table"], seated["token"])
        clock.now = starts + 10
        assert wire.do("move", "stop", move="stop")["problem"]["code"] == "not_now"
        wire.close()
        clock.now = starts + 60_000
        live = inside.do(inside.hub.find(seated["table"]))
        wire = ann.enter(seated["table"], seated["token"])
        inside.do(locked(live, live._make_planned_moves))
        assert not live.table.away_since
        assert max(int(move[2]) for move in live.table.game.moves) > 30_000, "the bots have not gone on"
        wire.close()
        ann.close()
