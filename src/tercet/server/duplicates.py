"""Duplicates: tables of friends with the same deals, where the difference counts, as in bridge.

Two or more teams sit once in every seat, or everybody plays alone against the same bots. The deals stay secret until
all tables have played to the end, or until the duplicate expires.
"""

from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from tercet import fair
from tercet.bots.random import RandomBot
from tercet.bots.registry import available
from tercet.games.kind import Kind
from tercet.games.registry import find
from tercet.records import Player
from tercet.server import events as ev
from tercet.server import ids
from tercet.server import today_messages as msg
from tercet.server.comparison import Scores, check_teams, compare, sides_of, team_at
from tercet.server.duplicate_store import DuplicateRow, DuplicateStore
from tercet.server.events import Unreadable
from tercet.server.guard import AnyConnection
from tercet.server.live import LiveTable
from tercet.server.problems import Declined
from tercet.server.shared_deals import shared_secret
from tercet.server.table import Chair, Table, check_bot, default_options

if TYPE_CHECKING:
    from tercet.server.hub import Hub

EXPIRES_AFTER = 7 * 24 * 3600 * 1000
"""Milliseconds after which the deals are opened even if a table has not played to the end."""

MOST_EACH = 10
"""How many duplicates that are not open one visitor may have made at this node."""

PERSON = 0
"""The seat of the person with mode `bots`."""


class Setup(msgspec.Struct, frozen=True):
    """What the tables of a duplicate have in common, and which they are."""

    game: str
    players: int
    options: dict[str, Any]
    mode: msg.DuplicateMode
    bots: list[str]
    help: bool
    tables: list[str]

    @property
    def kind(self) -> Kind:
        """The game."""
        return find(self.game)

    def sides(self) -> list[list[int]]:
        """Return the seats of each side of a table."""
        return sides_of(self.kind, self.players, self.kind.make_options(self.players, self.options))

    def team_of(self, table: int, seat: int) -> int:
        """Return the team of a seat; -1 for a bot of mode `bots`."""
        if self.mode == "bots":
            return table if seat == PERSON else -1
        side = next(number for number, seats in enumerate(self.sides()) if seat in seats)
        return team_at(side, table, len(self.tables))


class Standing(NamedTuple):
    """A table of a duplicate as it is now; without an id if it has been deleted or cannot be read."""

    id: str
    status: str
    chairs: Sequence[Chair]
    players: Sequence[Player]
    scores: Scores
    """Of the rounds that count."""


class Duplicates:
    """The duplicates on this server."""

    def __init__(self, hub: "Hub") -> None:
        self._hub = hub
        self._made_by: dict[str, set[str]] = {}
        """Who has made which. Only in memory: the database holds no addresses."""

    @property
    def _store(self) -> DuplicateStore:
        return DuplicateStore(self._hub.store)

    async def find(self, duplicate_id: str) -> tuple[DuplicateRow, Setup]:
        """Return a duplicate. Raise Declined if there is none."""
        row = await self._store.find(duplicate_id) if ids.is_table_id(duplicate_id) else None
        if row is None:
            raise Declined("not_found", en="There is no such duplicate.", de="Dieses Duplikat gibt es nicht.")
        return row, setup_in(row)

    # --- Making

    async def make(self, wish: msg.NewDuplicate, visitor: str) -> tuple[str, str]:
        """Make a duplicate with its tables; return its id and its host's token."""
        self._hub.check_may_run(visitor)
        setup, token = setup_for(wish), ids.new_token()
        duplicate_id = await self._make(setup, ids.token_hash(token), visitor, None)
        return duplicate_id, token

    async def _make(self, setup: Setup, host: str, visitor: str, earlier: str | None) -> str:
        await self._check_room(visitor)
        await self._hub.compiler.wait_until_ready(setup.game)
        await self._hub.store.check_writable()
        now, duplicate_id = ids.wall(), ids.new_table_id()
        body = msgspec.json.encode(setup)
        row = DuplicateRow(
            duplicate_id, ids.new_shared_seed(), body, host, now, now + EXPIRES_AFTER, False, None, earlier, None
        )
        await self._store.create(row)
        self._made_by.setdefault(visitor, set()).add(duplicate_id)
        secret, event = shared_secret(row.seed, host), created_event(setup, duplicate_id)
        bots = dict(enumerate(setup.bots, 1)) if setup.mode == "bots" else {}
        for table_id in setup.tables:
            await self._hub.shared_deals.make_table(event, secret, visitor, bots, table_id)
        return duplicate_id

    async def _check_room(self, visitor: str) -> None:
        """Raise Declined if a visitor has made enough duplicates that are not open yet."""
        made = self._made_by.get(visitor, set())
        made &= await self._store.sealed(made) if made else set()
        if not made:
            self._made_by.pop(visitor, None)
        if len(made) >= MOST_EACH:
            raise Declined(
                "too_many",
                en="There are enough duplicates from your network: finish some first.",
                de="Aus deinem Netz gibt es schon genug Duplikate: Spielt erst welche zu Ende.",
            )

    # --- Taking a seat

    async def check_newcomer(self, live: LiveTable, connection: AnyConnection) -> None:
        """Raise Declined for somebody who wants a seat at a table of a duplicate, and has one at another of its tables.

        Or if nobody else is waited for.
        """
        duplicate_id = live.table.created.duplicate
        row = await self._store.find(duplicate_id) if duplicate_id is not None else None
        if row is None:
            return
        if row.is_ended or row.opened is not None:
            raise Declined(
                "not_now",
                en="Nobody else is waited for in this duplicate.",
                de="In diesem Duplikat wird auf niemanden mehr gewartet.",
            )
        setup = setup_in(row)
        own = await self._own_seat(setup, await self._hashes(setup, connection))
        if own is not None and setup.tables[own[0]] != live.id:
            raise Declined(
                "not_now",
                en="You have a seat at another of its tables: there are the same cards.",
                de="Du sitzt schon an einem anderen seiner Tische: Dort gibt es dieselben Karten.",
            )

    async def open_seat(self, duplicate_id: str, wish: msg.JoinDuplicate) -> tuple[LiveTable, int]:
        """Return a table and a seat that is open: the wanted ones, or the first. Raise Declined if there is none."""
        _, setup = await self.find(duplicate_id)
        wanted = setup.tables if wish.table is None else setup.tables[wish.table : wish.table + 1]
        for table_id in wanted:
            live = await self._hub.find(table_id)
            async with live.synced() as table:
                seats = [seat for seat, chair in enumerate(table.chairs) if chair.kind == "open"]
                if table.status == "open" and seats and wish.seat in (None, *seats):
                    return live, seats[0] if wish.seat is None else wish.seat
        raise Declined("full", en="No such seat is free.", de="So ein Platz ist nicht frei.")

    async def start_if_alone(self, live: LiveTable) -> None:
        """Start a table where one person plays against bots."""
        async with live.synced() as table:
            duplicate_id, is_open = table.created.duplicate, table.status == "open"
        _, setup = await self.find(duplicate_id or "")
        if is_open and setup.mode == "bots":
            await live.commit_event(lambda t: t.start_event())

    async def _hashes(self, setup: Setup, connection: AnyConnection) -> set[str]:
        """Return the hashes of the tokens that whoever asks has at the tables."""
        keys = [await self._hub.profiles.seat_key(connection, table_id) for table_id in setup.tables]
        return {key.token_hash for key in keys if key.token_hash is not None}

    async def _own_seat(self, setup: Setup, hashes: Collection[str]) -> tuple[int, int] | None:
        """Return the number of the table at which the holder of these tokens has a seat, and the seat."""
        return own_seat([await self._standing(table_id) for table_id in setup.tables], hashes)

    # --- The end

    async def end(self, duplicate_id: str, connection: AnyConnection) -> None:
        """Wait for nobody else: tables that have not begun are not waited for. Raise Declined unless it is the host."""
        row, setup = await self.find(duplicate_id)
        if row.host not in await self._hashes(setup, connection):
            raise Declined("not_yours", en="You have not made this.", de="Das hast du nicht aufgestellt.")
        if row.is_ended or row.opened is not None:
            raise Declined("not_now", en="That is so already.", de="Das ist schon so.")
        await self._store.end(duplicate_id)
        await self.is_open(duplicate_id)

    async def is_open(self, duplicate_id: str) -> bool:
        """Return whether the deals of a duplicate are open; open them if everybody has finished or it has expired."""
        row = await self._store.find(duplicate_id)
        if row is None or row.opened is not None:
            return True
        setup, now = setup_in(row), ids.wall()
        statuses = await self._store.statuses(setup.tables)
        finished = {"over", "closed"} | ({"open"} if row.is_ended else set())
        if now < row.expires and not all(statuses.get(table_id, "over") in finished for table_id in setup.tables):
            return False
        await self._store.open(duplicate_id, now)
        for table_id in statuses:
            try:
                await (await self._hub.find(table_id)).unseal()
            except (Declined, Unreadable):
                continue
        return True

    async def forget_expired(self, before: int) -> None:
        """Delete the duplicates that expired before this time: their tables are deleted as idle ones."""
        await self._store.delete_expired(before)

    # --- Looking

    async def view(self, duplicate_id: str, connection: AnyConnection, token_hash: str = "") -> msg.Duplicate:
        """Return a duplicate as everybody who knows its id may see it, and where whoever asks sits.

        The hash is that of a token that the request does not have yet.
        """
        await self.is_open(duplicate_id)
        row, setup = await self.find(duplicate_id)
        hashes = {*await self._hashes(setup, connection), token_hash}
        is_open = row.opened is not None
        standings = [await self._standing(table_id) for table_id in setup.tables]
        return msg.Duplicate(
            id=row.id,
            game=setup.game,
            mode=setup.mode,
            players=setup.players,
            options=setup.options,
            commitment=fair.commitment(row.seed),
            seed=row.seed if is_open else None,
            created=row.created,
            expires=row.expires,
            joinable=not is_open and not row.is_ended and any(has_room(each) for each in standings),
            open=is_open,
            teams=teams_of(setup, standings),
            tables=[table_message(setup, number, each, is_open) for number, each in enumerate(standings)],
            comparison=comparison_of(setup, standings) if is_open else None,
            you=own_seat(standings, hashes),
            host=row.host in hashes,
            earlier=row.earlier,
            rematch=row.rematch,
        )

    async def _standing(self, table_id: str) -> Standing:
        try:
            live = await self._hub.find(table_id)
            async with live.synced() as table:
                return standing_of(table)
        except (Declined, Unreadable):
            return Standing("", "gone", [], [], [])

    # --- Playing again

    async def rematch(self, duplicate_id: str, connection: AnyConnection, visitor: str) -> tuple[str, int, int]:
        """Return the duplicate where the same people play again, and the table and seat of whoever asks.

        The first who asks makes it. Raise Declined before the deals are open.
        """
        row, setup = await self.find(duplicate_id)
        own = await self._own_seat(setup, await self._hashes(setup, connection))
        if own is None:
            raise Declined("not_yours", en="You have no seat here.", de="Du hast hier keinen Platz.")
        if row.opened is None:
            raise Declined("not_now", en="Not all tables have finished.", de="Noch sind nicht alle Tische fertig.")
        if row.rematch is None:
            again = await self._make_again(row, setup, visitor)
            await self._store.set_rematch(duplicate_id, again)  # another node may be faster; ours then stays unused
            row, _ = await self.find(duplicate_id)
        assert row.rematch is not None
        return row.rematch, *own

    async def _make_again(self, row: DuplicateRow, setup: Setup, visitor: str) -> str:
        self._hub.check_may_run(visitor)
        tables = [ids.new_table_id() for _ in setup.tables]
        again = msgspec.structs.replace(setup, tables=tables)
        duplicate_id = await self._make(again, row.host, visitor, row.id)
        for old, new in zip(setup.tables, tables, strict=True):
            live = await self._hub.find(new)
            for seat, chair in enumerate((await self._standing(old)).chairs):
                is_placed = chair.kind == "open" or (setup.mode == "bots" and seat != PERSON)
                if not is_placed:
                    await live.seat_from_earlier(seat, chair)
        return duplicate_id


def setup_in(row: DuplicateRow) -> Setup:
    """Return the setup of a stored duplicate."""
    return msgspec.json.decode(row.setup, type=Setup)


def setup_for(wish: msg.NewDuplicate) -> Setup:
    """Return the setup of a wanted duplicate. Raise UsageError or Declined if it is not possible."""
    kind = find(wish.game)
    options = kind.make_options(wish.players, default_options(kind) | wish.options)
    options = options.as_one_round() if kind.is_race else options  # or tables would play different numbers of rounds
    if wish.mode == "teams":
        check_teams(kind, wish.players, options, wish.tables)
    check_bots(wish, kind)
    return Setup(
        game=kind.name,
        players=wish.players,
        options=options.to_record(),
        mode=wish.mode,
        bots=list(wish.bots),
        help=kind.has_help if wish.help is None else wish.help,
        tables=[ids.new_table_id() for _ in range(wish.tables)],
    )


def check_bots(wish: msg.NewDuplicate, kind: Kind) -> None:
    """Raise Declined unless the bots fill the tables of mode `bots`, and play the same at each."""
    for bot in wish.bots:
        check_bot(bot, kind.name)
    if len(wish.bots) != (wish.players - 1 if wish.mode == "bots" else 0):
        raise Declined(
            "bad_request",
            en="Against bots, all seats but one need a bot; in teams people take the seats.",
            de="Gegen Bots braucht jeder Platz außer einem einen Bot; in Teams setzen sich Menschen auf die Plätze.",
        )
    if RandomBot.name in wish.bots:
        raise Declined(
            "bad_request",
            en="This bot would play differently at each table.",
            de="Dieser Bot würde an jedem Tisch anders spielen.",
        )


def created_event(setup: Setup, duplicate_id: str) -> ev.Created:
    """Return the first event of the tables of a duplicate."""
    return ev.Created(
        game=setup.game,
        players=setup.players,
        options=setup.options,
        listed=False,
        help=setup.help,
        turn_limit=None,
        stand_in=available("regular", setup.game),
        commitment="",
        duplicate=duplicate_id,
    )


def standing_of(table: Table) -> Standing:
    """Return a table of a duplicate as it is now. Rounds that were finished after the deal was known do not count."""
    scores = table.finished_scores()[: table.rounds_before_unsealing]
    return Standing(table.id, table.status, list(table.chairs), table.players() if table.is_disclosed else [], scores)


def has_room(standing: Standing) -> bool:
    """Return whether somebody can take a seat at a table."""
    return standing.status == "open" and any(chair.kind == "open" for chair in standing.chairs)


def own_seat(standings: Sequence[Standing], hashes: Collection[str]) -> tuple[int, int] | None:
    """Return the number of the table at which the holder of these tokens has a seat, and the seat."""
    for number, standing in enumerate(standings):
        for seat, chair in enumerate(standing.chairs):
            if chair.token_hash and chair.token_hash in hashes:
                return number, seat
    return None


def teams_of(setup: Setup, standings: Sequence[Standing]) -> list[list[str]]:
    """Return the people of each team."""
    names: list[list[str]] = [[] for _ in setup.tables]
    for number, standing in enumerate(standings):
        for seat, chair in enumerate(standing.chairs):
            if chair.kind == "human":
                names[setup.team_of(number, seat)].append(chair.name)
    return names


def table_message(setup: Setup, number: int, standing: Standing, is_open: bool) -> msg.DuplicateTable:
    """Return a table as a message has it."""
    seats = [
        msg.DuplicateSeat(chair.kind, chair.name, setup.team_of(number, seat))
        for seat, chair in enumerate(standing.chairs)
    ]
    return msg.DuplicateTable(standing.id, standing.status, seats, list(standing.players) if is_open else [])  # type: ignore[arg-type]


def comparison_of(setup: Setup, standings: Sequence[Standing]) -> msg.Comparison:
    """Return how the tables compare."""
    options = setup.kind.make_options(setup.players, setup.options)
    rounds = 1 if options.is_one_round else max((len(each.scores) for each in standings), default=0)
    own_side = next(number for number, seats in enumerate(setup.sides()) if PERSON in seats)
    return compare(setup.kind, setup.mode, [each.scores for each in standings], rounds, own_side)
