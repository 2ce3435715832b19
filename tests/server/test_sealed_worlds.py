"""Two worlds of today's deal that differ only in what its player cannot know are the same until the day has closed.

To the player, from the first card to the result, and to whoever looks from outside: the same bytes. The bots make the
same moves in both worlds, since other cards in their hands would lead to others. When the deal is open they differ.
"""

import asyncio
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

import httpx
import pytest

from server.inside import ServerThread, Wire, live, serving
from server.sealed import CLOSE, NOON, TODAY, TOMORROW
from server.worlds import Shuffles, Step, WorldDealer, differences, open_match, other_world
from tables import Setting, busy_move
from tercet.fair import seed_from_number
from tercet.game import Game, View
from tercet.server import connection, ids, today
from tercet.server import live as live_tables
from tercet.server.answers import BotAt
from tercet.server.events import Secret
from tercet.server.hub import Hub
from tercet.server.table import COUNTDOWN, Table
from tercet.server.thinkers import Thinkers
from tercet.server.today import PLAYER, setup_of
from waiting import LONGEST_WAIT

MOVES = {"z3bra": 1000, "zatre": 40, "triple": 12}
"""The most moves that are played: Z3BRA to the end of the round."""

TIMES = 3
"""So often during a game its player and an outsider ask for everything."""


def setting_of(game: str) -> Setting:
    setup = setup_of(game)
    return Setting(game, setup.players, tuple(setup.options.items()))


def write_script(setting: Setting, random: Random) -> tuple[list[Step], Shuffles]:
    """Play in the server's order: the person first, then the first bot; in a race the person alone."""
    shuffles: Shuffles = {}
    game, steps = open_match(setting, shuffles).game, list[Step]()
    while not game.is_over and len(steps) < MOVES[setting.game]:
        seat, move = busy_move(game, random)
        if seat == (PLAYER if PLAYER in game.to_act else game.to_act[0]):
            game.play(seat, move)
            steps.append(Step(seat, "move", move))
    return steps, shuffles


class SealedWorld:
    """One playing of a script at a table of today's deal: every byte that its player and an outsider get."""

    def __init__(self, setting: Setting, script: list[Step], shuffles: Shuffles, label: str) -> None:
        self.setting, self.script, self.shuffles, self.label = setting, script, shuffles, label
        self.now = NOON
        self.heard: dict[str, list[bytes]] = {"player": [], "outsider": []}
        self.record = b""
        """The record of the game when the deal is open."""
        self.is_over = False
        self.inside: ServerThread
        self.browsers: dict[str, httpx.Client] = {}
        self.table = self.token = ""

    @contextmanager
    def given(self) -> Iterator[None]:
        """Time stands still unless we say so, nothing comes from chance, and bots follow the script."""

        async def nothing(hub: Hub) -> None: ...

        async def choose(thinkers: Thinkers, key: str, bot: BotAt, view: View) -> str:
            if len(self.game.moves) == len(self.script):
                await asyncio.Event().wait()
            step = self.script[len(self.game.moves)]
            assert step.seat == view.seat
            return step.move

        async def wait(thinkers: Thinkers, key: str, bot: BotAt, view: View) -> tuple[None, int]:
            return None, 1000 * LONGEST_WAIT * 1000

        letters, numbers = iter(ids.ALPHABET), count()
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(ids, "new_table_id", lambda: next(letters) * ids.ID_LENGTH)
            patch.setattr(ids, "new_profile_id", lambda: f"{next(numbers):0{ids.ID_LENGTH}}")
            patch.setattr(ids, "new_token", lambda: f"token {next(numbers)} ".ljust(43, "x"))
            patch.setattr(ids, "new_shared_seed", lambda: seed_from_number(1))
            patch.setattr(today, "shared_secret", lambda seed, host: Secret(seed, f"bots {self.label}", host))
            patch.setattr(today, "CACHE_SECONDS", 0.0)
            patch.setattr(ids, "now", lambda: self.now)
            patch.setattr(ids, "wall", lambda: self.now)
            patch.setattr(connection, "monotonic", lambda: 0.0)
            patch.setattr(live_tables, "PRESENCE_INTERVAL", 0.0)
            patch.setattr(Hub, "_maintain_tables", nothing)
            patch.setattr(Table, "dealer", lambda table: WorldDealer(self.shuffles, table.secret.seed, []))
            patch.setattr(Thinkers, "choose", choose)
            patch.setattr(Thinkers, "choose_with_pace", wait)
            yield

    @property
    def game(self) -> Game:
        return self.inside.hub._tables[self.table].table.game

    def play(self, folder: Path) -> "SealedWorld":
        """Play the whole script on a server of its own; then the day closes."""
        with ExitStack() as stack:
            stack.enter_context(self.given())
            self.inside = stack.enter_context(serving(folder / f"{self.label}.db"))
            for who in self.heard:
                browser = httpx.Client(base_url=self.inside.url, timeout=LONGEST_WAIT)
                self.browsers[who] = stack.enter_context(browser)
            seated = self.ask("player", "POST", f"/api/today/{self.setting.game}", json={"name": "Ann"})
            self.table, self.token = seated["table"], seated["token"]
            self.now += COUNTDOWN
            wire = self.enter()
            number = self.inside.hub._tables[self.table].table.number
            for n, step in enumerate(self.script):
                if n % (len(self.script) // TIMES) == 0 and step.seat == PLAYER:
                    self.look_at_everything()
                number += 1
                self.take(step, wire, number)
            self.settle()
            self.look_at_everything()
            wire.close()
            self.heard["player"] += wire.heard
            self.now = CLOSE
            self.record = self.browsers["outsider"].get(f"/api/tables/{self.table}/record").content
            self.is_over = self.inside.hub._tables[self.table].table.is_over
        return self

    def take(self, step: Step, wire: Wire, number: int) -> None:
        """Let the person move, or wait for the bot."""
        if step.seat == PLAYER:
            self.now += 250
            answer = wire.do("move", f"id {number}", move=step.move)
            assert (answer["type"], answer.get("number")) == ("update", number), answer
        else:
            wire.until(lambda message: message.get("number") == number)

    def settle(self) -> None:
        """Wait until the results of a game that is over are written."""
        hub = self.inside.hub
        self.inside.do(hub.results.settle_all())
        self.inside.do(hub.shared_deals.refresh(self.inside.do(hub.find(self.table))))

    def enter(self) -> Wire:
        """Connect the player's page."""
        wire = Wire(self.inside.host, live(self.table))
        wire.hello(self.token, after=0)
        return wire

    def ask(self, who: str, method: str, path: str, **request: Any) -> Any:
        """Make a request; the whole answer is kept, but for the date."""
        response = self.browsers[who].request(method, path, headers={"origin": self.inside.url}, **request)
        assert response.status_code < 500
        port = str(self.inside.port).encode()
        headers = [name + b": " + value for name, value in response.headers.raw if name.lower() != b"date"]
        answer = b"\n".join([str(response.status_code).encode(), *headers, response.content])
        self.heard[who].append(answer.replace(port, b"PORT"))
        return response.json() if response.headers["content-type"].startswith("application/json") else None

    def look_at_everything(self) -> None:
        """Ask for all that could tell of the deal, as the player and as somebody else."""
        path = f"/api/tables/{self.table}"
        field = f"/{self.setting.game}"
        for who in self.heard:
            for there in ("", "/events", "/record", "/coach/odds"):
                self.ask(who, "GET", path + there)
            for number in (1, 2, 5):
                self.ask(who, "POST", f"{path}/attempt", json={"round": 1, "number": number})
            for there in ("practice", "rematch", "coach/hint", "join"):
                self.ask(who, "POST", f"{path}/{there}", json={"name": "Eve"} if there == "join" else {})
            for there in ("", f"/{TODAY}{field}", f"/{TOMORROW}{field}"):
                self.ask(who, "GET", f"/api/today{there}")
            for there in (
                "/api/mine",
                "/api/tables",
                "/api/profile",
                "/api/profile/results",
                "/api/profile/statistics",
            ):
                self.ask(who, "GET", there)
        again = self.enter()
        again.close()
        self.heard["player"] += again.heard


@pytest.mark.parametrize("game", MOVES)
def test_worlds_of_todays_deal_that_look_the_same_get_the_same_bytes(game: str, tmp_path: Path) -> None:
    setting = setting_of(game)
    script, shuffles = write_script(setting, Random(8))
    other = other_world(setting, shuffles, script, PLAYER, Random(7))
    assert differences(setting, shuffles, other, script) >= 20
    first = SealedWorld(setting, script, shuffles, "A").play(tmp_path)
    second = SealedWorld(setting, script, other, "B").play(tmp_path)
    for who in ("player", "outsider"):
        assert second.heard[who] == first.heard[who], f"the {who} can tell the worlds apart"
    if game == "z3bra":
        assert first.is_over
    if first.is_over:
        assert second.record != first.record, "the control: once the deal is open, everybody can"
