"""What one visitor can make the server do: replays, bots, tables in the list, long logs, crowds of spectators."""

import asyncio
import sqlite3
import threading
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from time import monotonic
from typing import Any

import httpx
import msgspec
import psutil
import pytest

from server.inside import ServerThread, Wire, leave_request, live, serving
from server.playing import Client, Message, Rest, ServerProcess
from tercet.bots.registry import make
from tercet.lab.tables import play_match
from tercet.lab.warm_up import warm
from tercet.match import Match
from tercet.server import answers, ids, lobby, study
from tercet.server import events as ev
from tercet.server import live as live_tables
from tercet.server import messages as msg
from tercet.server.guard import MOST_COOKIES
from tercet.server.live import REPLAY_SLICE, LiveTable
from tercet.server.messages import MOST_LISTS
from tercet.server.study import replayed
from waiting import LONGEST_WAIT

HOUR = 3600


@contextmanager
def visitor(server: ServerThread, number: int) -> Iterator[httpx.Client]:
    """Requests from an address of their own."""
    transport = httpx.HTTPTransport(local_address=f"127.0.0.{number}")
    with httpx.Client(base_url=server.url, transport=transport, timeout=LONGEST_WAIT) as http:
        yield http


def refusal(response: httpx.Response) -> tuple[int, str]:
    """The status and code of a refusal."""
    return response.status_code, response.json()["code"]


def made(http: httpx.Client, game: str = "z3bra", **wish: Any) -> Message:
    """Make a table; return it with the host's token."""
    response = http.post("/api/tables", json={"game": game, **wish})
    assert response.is_success, response.text
    http.cookies.clear()
    found: Message = response.json()
    return found


def live_table(server: ServerThread, table: str) -> LiveTable:
    return server.do(server.hub.find(table))


def is_by_bot(message: Message) -> bool:
    return bool((message.get("event") or {}).get("bot"))


# --- Replays and studies


def replay_of(match: Match, **more: Any) -> bytes:
    return msgspec.json.encode({"record": match.record(), **more})


@pytest.fixture(scope="module")
def short_replay() -> bytes:
    return replay_of(Match("triple", 2, seed=1))


@pytest.mark.parametrize("path", ["/api/study", "/api/replay"])
def test_a_request_with_too_many_moves_is_refused_before_it_is_decoded(tmp_path: Path, path: str) -> None:
    with serving(tmp_path / "tables.db") as server:
        moves = b"[0,1]," * (MOST_LISTS + 1)  # no JSON: whoever decodes it first answers 400
        assert refusal(httpx.post(server.url + path, content=moves)) == (413, "too_large")


def test_a_record_of_forty_rounds_is_replayed(tmp_path: Path) -> None:
    match = Match("zatre", 2, seed=1, rounds=40)
    play_match(match, [make("random", "zatre", str(seat)) for seat in range(2)])
    with serving(tmp_path / "tables.db") as server:
        answer = httpx.post(f"{server.url}/api/replay", content=replay_of(match, round=40), timeout=LONGEST_WAIT)
    assert (answer.json()["rounds"], answer.json()["verdict"]) == (40, None)


def test_a_long_record_is_replayed_in_another_process(
    tmp_path: Path, short_replay: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The event loop would have to share the interpreter with a thread that replays, again and again."""
    replayed_here = list[int]()

    def replay_and_note(question: msg.ReplayQuestion) -> msg.Replayed:
        replayed_here.append(question.round)
        return replayed(question)

    monkeypatch.setattr(study, "replayed", replay_and_note)
    match = Match("zatre", 2, seed=1, rounds=2)
    play_match(match, [make("random", "zatre", str(seat)) for seat in range(2)])
    with serving(tmp_path / "tables.db") as server, visitor(server, 1) as http:
        long = http.post("/api/replay", content=replay_of(match, round=2))
        refused = http.post("/api/replay", content=replay_of(match, round=3))
        assert replayed_here == []
        short = http.post("/api/replay", content=short_replay)
    assert (long.status_code, long.json()["rounds"], long.json()["verdict"]) == (200, 2, None)
    assert refusal(refused) == (400, "bad_request"), "errors come back from the process"
    assert (short.status_code, replayed_here) == (200, [1])


def test_replays_wait_in_a_short_queue_in_turn_and_not_for_whoever_has_gone(
    tmp_path: Path, short_replay: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A crowd of one visitor's replays neither grows without end nor delays another visitor's."""
    go_on, replayed_seats = threading.Event(), list[int | None]()

    def replay_and_note(question: msg.ReplayQuestion) -> msg.Replayed:
        replayed_seats.append(question.seat)
        return replayed(question)

    def ask(seat: int, http: httpx.Client) -> None:
        question = msgspec.json.decode(short_replay) | {"seat": seat}
        assert http.post("/api/replay", json=question).status_code == 200

    monkeypatch.setattr(study, "replayed", replay_and_note)

    with serving(tmp_path / "tables.db", queued_studies=4, queued_studies_each=3) as server, ExitStack() as stack:
        threads = stack.enter_context(ThreadPoolExecutor(8))
        queue = server.hub.studies._queue
        busy = server.hub.studies.run("somebody", asyncio.sleep(HOUR), lambda: go_on.wait(LONGEST_WAIT))
        stack.callback(asyncio.run_coroutine_threadsafe(busy, server.loop).result, LONGEST_WAIT)
        stack.callback(go_on.set)
        crowd, other, third = (stack.enter_context(visitor(server, number)) for number in (1, 2, 3))
        gone = leave_request(server, "/api/replay", short_replay)
        server.wait_for(lambda: queue.waiting == 1)
        waiting: list[Future[None]] = [threads.submit(ask, 0, crowd) for _ in range(2)]
        server.wait_for(lambda: queue.waiting == 3)
        for path in ("/api/replay", "/api/study"):
            refused = crowd.post(path, content=short_replay, timeout=LONGEST_WAIT)
            assert refusal(refused) == (503, "busy")
            assert int(refused.headers["retry-after"]) > 0
        waiting.append(threads.submit(ask, 1, other))
        server.wait_for(lambda: queue.waiting == 4)
        assert refusal(third.post("/api/replay", content=short_replay, timeout=LONGEST_WAIT)) == (503, "busy")
        gone.close()
        server.wait_for(lambda: queue.waiting == 3)
        go_on.set()
        for each in waiting:
            each.result(LONGEST_WAIT)
    assert 1 in replayed_seats[:2], "the other visitor has not waited for the whole crowd"


# --- Bots


def forward_clock(patch: pytest.MonkeyPatch, seconds: float) -> None:
    """Let time pass for tables, and stand still from then on."""
    now = monotonic() + seconds
    patch.setattr(live_tables, "monotonic", lambda: now)


def test_bots_alone_play_only_while_somebody_watches_and_a_minute_longer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with serving(tmp_path / "tables.db", unattended_seconds=60) as server, visitor(server, 1) as http:
        table = made(http, bots=["random"] * 2, start=True, options={"rounds": 100})["table"]
        playing = live_table(server, table)
        assert playing.is_idle(), "nobody has come yet"
        forward_clock(monkeypatch, 0)
        watching = Wire(server.host, live(table))
        watching.hello()
        watching.until(is_by_bot)
        watching.close()
        server.wait_for(lambda: not playing.by_seat)
        number = playing.table.number
        server.wait_for(lambda: playing.table.number > number + 2)
        forward_clock(monkeypatch, 61)
        server.wait_for(playing.is_idle)
        number = playing.table.number
        again = Wire(server.host, live(table))
        assert again.hello()["number"] == number
        again.until(is_by_bot)
        again.close()


def test_bots_go_on_until_it_is_the_turn_of_somebody_who_has_left(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with serving(tmp_path / "tables.db", unattended_seconds=60, bot_pause=0.3) as server, visitor(server, 1) as http:
        table = made(http, "zatre", players=3, name="Ann", bots=["random"] * 2, start=True, help=True)
        playing = live_table(server, table["table"])
        ann = Wire(server.host, live(table["table"]))
        heard = ann.hello(table["token"])
        for n in range(99):
            if heard["situation"]["view"]["to_act"] != [0]:
                break
            heard = ann.do("move", str(n), move=heard["situation"]["moves"][0]["move"])
        ann.close()
        server.wait_for(lambda: not playing.by_seat)
        forward_clock(monkeypatch, HOUR)
        server.wait_for(lambda: playing.table.acting_people() == [0] and playing.is_idle())


def test_one_address_has_only_so_many_running_tables(tmp_path: Path) -> None:
    with serving(tmp_path / "tables.db", running_tables=2) as server, ExitStack() as stack:
        ann, bob = (stack.enter_context(visitor(server, number)) for number in (1, 2))
        wish: Message = {"game": "z3bra", "name": "Ann", "bots": ["random"]}
        for _ in range(2):
            made(ann, **wish, start=True)
        assert refusal(ann.post("/api/tables", json={**wish, "start": True})) == (429, "too_many")
        waiting = made(ann, **wish)
        at_table = Wire(server.host, live(waiting["table"]))
        at_table.hello(waiting["token"])
        assert at_table.do("start", "1")["problem"]["code"] == "too_many"
        assert made(bob, **wish, start=True)
        at_table.close()


def test_a_bot_does_not_wait_behind_another_visitors_crowd(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []
    choose = answers.choose

    def choose_and_note(bot: answers.BotAt, masked: bytes, seat: int) -> str | None:
        asked.append(bot.seed.partition(" ")[0])
        return choose(bot, masked, seat)

    monkeypatch.setattr(answers, "choose", choose_and_note)
    with serving(tmp_path / "tables.db") as server, ExitStack() as stack:
        crowd, other = (stack.enter_context(visitor(server, number)) for number in (1, 2))
        queue = server.hub.thinkers._answering
        server.do(queue.acquire("somebody"))
        wish: Message = {"game": "z3bra", "name": "Ann", "bots": ["random"], "start": True}
        for _ in range(5):
            made(crowd, **wish)
        table = made(other, **wish)["table"]
        server.wait_for(lambda: queue.waiting == 6)
        server.loop.call_soon_threadsafe(queue.release, "somebody")
        server.wait_for(lambda: len(set(asked)) == 6)
        own = server.do(server.hub.find(table)).table.secret.bot_seed
    assert own in asked[:2]


def test_a_bots_answer_that_is_no_longer_wanted_leaves_the_queue(tmp_path: Path) -> None:
    with serving(tmp_path / "tables.db") as server, visitor(server, 1) as http:
        queue = server.hub.thinkers._answering
        server.do(queue.acquire("somebody"))
        table = made(http, name="Ann", bots=["random"], start=True)
        server.wait_for(lambda: queue.waiting == 1)
        ann = Wire(server.host, live(table["table"]))
        ann.hello(table["token"])
        assert ann.do("pause", "1")["type"] == "update"
        server.wait_for(lambda: queue.waiting == 0)
        assert ann.do("resume", "2")["type"] == "update"
        server.loop.call_soon_threadsafe(queue.release, "somebody")
        ann.until(is_by_bot)
        ann.close()


def test_a_bot_that_fails_is_asked_again(tmp_path: Path) -> None:
    """A server that has used up its files cannot start the process in which a master thinks."""
    warm("z3bra", ["master"])
    log = tmp_path / "log"

    async def play(server: ServerProcess, rest: Rest) -> None:
        table = rest.create("z3bra", name="Ann", bots=["master"])
        ann = await Client.enter(server.url, table["table"], table["token"])
        process = psutil.Process(server.process.pid)
        limits = process.rlimit(psutil.RLIMIT_NOFILE)
        process.rlimit(psutil.RLIMIT_NOFILE, (3, limits[1]))  # whatever is closed meanwhile, nothing can be opened
        await ann.do("start")
        while "bot failed" not in log.read_text():
            await asyncio.sleep(0.02)
        process.rlimit(psutil.RLIMIT_NOFILE, limits)
        await ann.until(is_by_bot)
        await ann.close()

    with ServerProcess(tmp_path / "tables.db", log=log) as server:
        rest = Rest(server.url)
        asyncio.run(asyncio.wait_for(play(server, rest), LONGEST_WAIT))
        rest.close()


# --- The list of tables


def listed(http: httpx.Client) -> list[str]:
    return [each["id"] for each in http.get("/api/tables").json()]


def test_the_list_is_made_without_reading_logs(tmp_path: Path) -> None:
    with serving(tmp_path / "tables.db") as server, visitor(server, 1) as http:
        tables = [made(http, name=name, players=3, listed=True)["table"] for name in ("Ann", "Bo")]
        assert http.post(f"/api/tables/{tables[0]}/join", json={"name": "Cy"}).is_success
    with serving(tmp_path / "tables.db") as server, visitor(server, 1) as http:
        found = http.get("/api/tables").json()
        assert server.hub.counts()[0] == 0, "no table has been loaded"
    seats = {each["id"]: [seat["name"] for seat in each["seats"]] for each in found}
    assert seats == {tables[1]: ["Bo", "", ""], tables[0]: ["Ann", "Cy", ""]}


def test_the_list_is_cached(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert 0.5 <= lobby.CACHE_SECONDS <= 2
    monkeypatch.setattr(lobby, "CACHE_SECONDS", HOUR)
    with serving(tmp_path / "tables.db") as server, visitor(server, 1) as http:
        first = made(http, listed=True)["table"]
        assert listed(http) == [first]
        made(http, listed=True)
        assert listed(http) == [first]


def test_a_table_leaves_the_list_when_nobody_has_been_there_for_a_while(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lobby, "CACHE_SECONDS", 0)
    with serving(tmp_path / "tables.db", listed_minutes=15) as server, visitor(server, 1) as http:
        table = made(http, listed=True)["table"]
        later = ids.now() + 14 * 60_000
        monkeypatch.setattr(ids, "now", lambda: later)
        assert listed(http) == [table]
        monkeypatch.setattr(ids, "now", lambda: later + 2 * 60_000)
        assert listed(http) == []
        somebody = Wire(server.host, live(table))
        somebody.hello()
        server.wait_for(lambda: listed(http) == [table])
        somebody.close()


def test_one_address_lists_only_a_few_tables(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with serving(tmp_path / "tables.db", listed_tables=2, listed_minutes=15) as server, ExitStack() as stack:
        ann, bob = (stack.enter_context(visitor(server, number)) for number in (1, 2))
        for _ in range(2):
            made(ann, listed=True)
        assert refusal(ann.post("/api/tables", json={"game": "z3bra", "listed": True})) == (429, "too_many")
        made(ann)
        made(bob, listed=True)
        later = ids.now() + 16 * 60_000
        monkeypatch.setattr(ids, "now", lambda: later)
        made(ann, listed=True)  # the first two are no longer in the list


def test_only_the_newest_seat_cookies_are_read(tmp_path: Path) -> None:
    with serving(tmp_path / "tables.db") as server, visitor(server, 1) as http:
        seats = [made(http, name="Ann") for _ in range(MOST_COOKIES + 3)]
        cookies = "; ".join(f"tercet-{seat['table']}={seat['token']}" for seat in seats)
        found = [each["id"] for each in http.get("/api/mine", headers={"cookie": cookies}).json()]
    assert found == [seat["table"] for seat in seats[3:]]


# --- Long logs


def test_a_long_log_is_replayed_in_slices_and_once(tmp_path: Path) -> None:
    with serving(tmp_path / "tables.db") as server, visitor(server, 1) as http:
        table = made(http, name="Ann")["table"]
    length = 40 * REPLAY_SLICE
    with closing(sqlite3.connect(tmp_path / "tables.db")) as file, file:
        for number in range(3, length + 1):
            event = ev.BotSeated(1, "random") if number % 2 else ev.SeatCleared(1)
            row = (table, number, 1, ev.encode(ev.Entry(event)))
            file.execute("INSERT INTO events VALUES (?, ?, ?, ?)", row)

    async def longest_slice(server: ServerThread) -> int:
        """Load the table for two at once; return how many events were replayed without a break."""
        loading = [asyncio.create_task(server.hub.find(table)) for _ in range(2)]
        longest, before = 0, 0
        while not all(task.done() for task in loading):
            await asyncio.sleep(0)
            if table in server.hub._loading:
                number = server.hub._loading[table].table.number
                longest, before = max(longest, number - before), number
        first, second = [task.result() for task in loading]
        assert first is second
        assert first.table.number == length
        return max(longest, length - before)

    with serving(tmp_path / "tables.db") as server:
        assert server.do(longest_slice(server)) <= 2 * REPLAY_SLICE


# --- Spectators


def test_a_crowd_that_comes_and_goes_is_one_presence_message(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with serving(tmp_path / "tables.db") as server, visitor(server, 1) as http, ExitStack() as stack:
        table = made(http, "zatre", name="Ann", bots=["random"])
        ann = Wire(server.host, live(table["table"]))
        stack.callback(ann.close)
        ann.hello(table["token"])
        ann.until(lambda message: message["type"] == "presence")
        monkeypatch.setattr(live_tables, "PRESENCE_INTERVAL", HOUR)
        for _ in range(30):
            watching = Wire(server.host, live(table["table"]))
            stack.callback(watching.close)
            watching.hello()
        heard = len(ann.messages)
        assert ann.do("clear_seat", "1", seat=1)["type"] == "update"
        assert len(ann.messages) == heard + 1, "nothing came before the answer"
        playing = live_table(server, table["table"])
        assert playing._presence_timer is not None, "it will come"
        server.loop.call_soon_threadsafe(playing._send_presence)
        assert ann.until(lambda message: message["type"] == "presence")["watching"] == 30
