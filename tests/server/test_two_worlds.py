"""Two worlds that differ only in what somebody cannot know are the same to them, to the last byte that is sent.

Other cards where they cannot look, other tokens, bot seeds and command ids of the others: whatever a seat or a
spectator asks for, over REST or over the socket, must not depend on any of it.
"""

from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from random import Random
from typing import Any

import httpx
import pytest

from server.inside import ServerThread, Wire, live, serving
from server.playing import Message, bearer
from server.worlds import (
    Shuffles,
    Step,
    Viewer,
    WorldDealer,
    differences,
    look_alike,
    other_world,
    outsider,
    replayed,
    views,
    write_script,
    wrong_moves,
)
from tables import Setting
from tercet.fair import seed_from_number
from tercet.server import connection, ids, lobby
from tercet.server import live as live_tables
from tercet.server.hub import Hub
from tercet.server.table import COUNTDOWN, Table
from waiting import LONGEST_WAIT

SETTINGS = [
    *((Setting("z3bra", 3), help) for help in (True, False)),
    *((Setting("zatre", 3), help) for help in (True, False)),
    *((Setting("zatre", 4, (("pairs", True),)), help) for help in (True, False)),
    *((Setting("triple", 3), help) for help in (True, False)),
    (Setting("z3bra", 2, (("rounds", 2),)), False),
    (Setting("zatre", 2, (("rounds", 2),)), False),
    (Setting("triple", 2, (("chips", 2),)), True),
]

TIMES = 5
"""So often in a match somebody tries all that a client can ask for."""


class Plan:
    """What is played: a script in world A, the same in the other worlds, and the wrong moves that are tried."""

    def __init__(self, setting: Setting) -> None:
        self.setting = setting
        self.script, self.shuffles = write_script(setting, Random(8), moves=30)
        *_, last = replayed(setting, self.shuffles, self.script)
        self.viewers: list[Viewer] = [outsider(last), None]
        self.wrong: dict[tuple[int, Viewer], list[str]] = {}
        random = Random(6)
        for n, match in enumerate(replayed(setting, self.shuffles, self.script)):
            for viewer in self.viewers:
                self.wrong[n, viewer] = wrong_moves(match, viewer, random)


class World:
    """One playing of a plan: everything that everybody hears, by viewer."""

    def __init__(self, plan: Plan, shuffles: Shuffles, same_for: Viewer, label: str, *, help: bool) -> None:
        self.plan, self.shuffles, self.same_for, self.label, self.help = plan, shuffles, same_for, label, help
        self.everybody: list[Viewer] = [*range(plan.setting.players), None]
        self.heard: dict[Viewer, list[bytes]] = {viewer: [] for viewer in self.everybody}
        self.now = 1_800_000_000_000
        self.joining: Viewer = None
        self.wires: dict[Viewer, Wire] = {}
        self.stack = ExitStack()
        self.inside: ServerThread
        self.http: httpx.Client
        self.table = ""
        self._seeds = 0
        self._ids: Counter[Viewer] = Counter()

    # --- What is given to the server

    def label_of(self, viewer: Viewer) -> str:
        """What only this one knows is the same in both worlds for whom they should look the same."""
        return "A" if viewer == self.same_for else self.label

    def token(self, viewer: Viewer) -> str:
        return f"token-{self.label_of(viewer)}-{viewer}".ljust(43, "x")

    def new_seed(self) -> str:
        """The table's seed, to which it commits, then that of its bots."""
        self._seeds += 1
        return seed_from_number(self._seeds if self._seeds == 1 else ord(self.label))

    @contextmanager
    def given(self) -> Iterator[None]:
        """Time stands still unless we say so, and nothing comes from chance."""

        async def nothing(hub: Hub) -> None: ...

        letters = iter(ids.ALPHABET)
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(ids, "new_table_id", lambda: next(letters) * ids.ID_LENGTH)
            patch.setattr(ids, "new_token", lambda: self.token(self.joining))
            patch.setattr(ids, "new_seed", self.new_seed)
            patch.setattr(ids, "now", lambda: self.now)
            patch.setattr(connection, "monotonic", lambda: 0.0)
            patch.setattr(live_tables, "PRESENCE_INTERVAL", 0.0)
            patch.setattr(lobby, "CACHE_SECONDS", 0.0)
            patch.setattr(Hub, "_maintain_tables", nothing)
            patch.setattr(Table, "dealer", lambda table: self.dealer(table))
            yield

    def dealer(self, table: Table) -> WorldDealer:
        return WorldDealer(self.shuffles, table.secret.seed, [chair.entropy for chair in table.chairs])

    # --- Playing

    def play(self, folder: Path) -> "World":
        """The whole plan, on a server of its own."""
        with self.stack as stack:
            stack.enter_context(self.given())
            self.inside = stack.enter_context(serving(folder / f"{self.label}{self.same_for}.db"))
            self.http = stack.enter_context(httpx.Client(base_url=self.inside.url, timeout=LONGEST_WAIT))
            self.sit_down()
            self.start()
            length = len(self.plan.script)
            for n, step in enumerate(self.plan.script):
                if n % (length // TIMES) == 0:
                    self.try_everything(n)
                self.take(step)
            self.try_everything(length)
            for viewer, wire in self.wires.items():
                wire.close()
                self.heard[viewer] += wire.heard
        return self

    def sit_down(self) -> None:
        setting = self.plan.setting
        wish = {"game": setting.game, "players": setting.players, "options": dict(setting.options), "help": self.help}
        for seat in range(setting.players):
            self.joining = seat
            person = {"name": f"P{seat}"}
            if seat == 0:
                made = self.ask(0, "POST", "/api/tables", json={**wish, **person, **self.company})
                self.table = made["table"]
            else:
                self.ask(seat, "POST", f"/api/tables/{self.table}/join", json=person)
        self.joining = None
        for viewer in self.everybody:
            self.request_everything(viewer)
            self.enter(viewer, 0)

    @property
    def company(self) -> dict[str, Any]:
        """A table with help has a coach as well; one without is listed, where no coach can be."""
        return {"listed": not self.help, "coach": self.help, "turn_limit": 600}

    def start(self) -> None:
        self.give(0, "start")
        self.now += COUNTDOWN

    def take(self, step: Step) -> None:
        self.now += 250
        self.give(step.seat, step.what, **({"move": step.move} if step.move else {}))
        if step.what == "ready":
            self.now += COUNTDOWN

    def give(self, seat: int, kind: str, **fields: str) -> None:
        """A command that is carried out; everybody hears of it."""
        answer = self.wires[seat].do(kind, self.new_id(seat), **fields)
        assert answer["type"] == "update", answer
        for viewer, wire in self.wires.items():
            if viewer != seat:
                wire.until(lambda message: message.get("number") == answer["number"])

    def new_id(self, viewer: Viewer) -> str:
        self._ids[viewer] += 1
        return f"id-{self.label_of(viewer)}-{self._ids[viewer]}"

    # --- Looking

    def ask(self, viewer: Viewer, method: str, path: str, **request: Any) -> Any:
        """A request of theirs; the whole answer is kept, but for the date."""
        response = self.http.request(method, path, **request)
        self.http.cookies.clear()
        headers = [name + b": " + value for name, value in response.headers.raw if name.lower() != b"date"]
        self.heard[viewer].append(b"\n".join([str(response.status_code).encode(), *headers, response.content]))
        return response.json()

    def request_everything(self, viewer: Viewer) -> None:
        """All that REST has for them, and refuses."""
        path = f"/api/tables/{self.table}"
        mine = {} if viewer is None else bearer(self.token(viewer))
        cookie = {} if viewer is None else {"cookie": f"tercet-{self.table}={self.token(viewer)}"}
        for there in ("/api/tables", "/api/mine", path, f"{path}/record", f"{path}x", "/nowhere.txt"):
            self.ask(viewer, "GET", there, headers=mine)
        for there in ("/api/mine", path):
            self.ask(viewer, "GET", there, headers=cookie)
        self.ask(viewer, "GET", path, headers=bearer("wrong"))
        self.ask(viewer, "POST", f"{path}/join", json={"name": "Nobody", "seat": 1}, headers=mine | bearer("wrong"))
        self.ask(viewer, "POST", f"{path}/enter", json={"token": "wrong"})
        self.ask(viewer, "POST", f"{path}/rematch", headers=mine)
        self.ask(viewer, "POST", f"{path}/coach/hint", json={}, headers=mine)
        self.ask(viewer, "POST", f"{path}/coach/last", json={}, headers=mine)
        self.ask(viewer, "GET", f"{path}/coach/odds", headers=mine)
        self.ask(viewer, "GET", f"{path}/review", headers=mine)

    def try_everything(self, n: int) -> None:
        """Somebody looks around, makes wrong moves, goes and comes back."""
        for viewer in self.plan.viewers:
            if self.label == "A" or viewer == self.same_for:  # to others with other cards the moves may not be wrong
                self.request_everything(viewer)
                self.try_illegal_moves(viewer, self.plan.wrong[n, viewer])
            if not self.situation(viewer)["view"].get("stopped"):  # else the server might say go for whoever is away
                self.come_back(viewer, n)

    def try_illegal_moves(self, viewer: Viewer, moves: list[str]) -> None:
        wrong: list[dict[str, str]] = [{"kind": "move", "move": move} for move in moves]
        wrong += [{"kind": "return"}, {"kind": "resume"}]
        if not self.situation(viewer).get("undo"):
            wrong.append({"kind": "take_back"})
        for command in wrong:
            assert self.wires[viewer].do(id=self.new_id(viewer), **command)["type"] == "refused"

    def situation(self, viewer: Viewer) -> Message:
        found: Message = next(each["situation"] for each in self.wires[viewer].messages[::-1] if "situation" in each)
        return found

    def enter(self, viewer: Viewer, after: int) -> None:
        """A new socket; the others hear who is there."""
        self.wires[viewer] = wire = Wire(self.inside.host, live(self.table))
        self.stack.callback(wire.drop)
        token = None if viewer is None else self.token(viewer)
        wire.hello(token, after)
        for each in self.wires.values():
            each.until(lambda message: message["type"] == "presence")
        if self.plan.setting.game == "triple":
            ping = wire.until(lambda message: message["type"] == "ping")
            wire.say(type="pong", n=ping["n"])
            wire.do("return", self.new_id(viewer))  # refused; the pong has come in by then

    def come_back(self, viewer: Viewer, n: int) -> None:
        wire = self.wires.pop(viewer)
        wire.close()
        self.heard[viewer] += wire.heard
        for each in self.wires.values():
            each.until(lambda message: message["type"] == "presence")
        self.enter(viewer, after=n // 2)


@pytest.mark.parametrize(
    ("setting", "help"), SETTINGS, ids=[f"{setting}-{'help' if help else 'no help'}" for setting, help in SETTINGS]
)
def test_worlds_that_look_the_same_get_the_same_bytes(setting: Setting, help: bool, tmp_path: Path) -> None:
    plan = Plan(setting)
    first = World(plan, plan.shuffles, None, "A", help=help).play(tmp_path)
    for viewer in plan.viewers:
        other = other_world(setting, plan.shuffles, plan.script, viewer, Random(7))
        assert differences(setting, plan.shuffles, other, plan.script) >= 20
        second = World(plan, other, viewer, "B", help=help).play(tmp_path)
        assert second.heard[viewer] == first.heard[viewer]
        assert_others_notice(plan, first, second, other)


def assert_others_notice(plan: Plan, first: World, second: World, other: Shuffles) -> None:
    """The control: who would see other cards gets other bytes, even with the ids and tokens made the same."""
    noticing = 0
    for seat in range(plan.setting.players):
        seen = list(views(plan.setting, plan.shuffles, plan.script, seat))
        if seat == second.same_for or look_alike(seen, plan.setting, other, plan.script, seat):
            continue
        noticing += 1
        alike = [heard.replace(b"-B-", b"-A-") for heard in second.heard[seat]]
        assert alike != first.heard[seat]
    assert noticing, "nobody would have seen a difference"
