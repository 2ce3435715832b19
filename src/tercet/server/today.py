"""Today's deal: one for each day and game, the same for everybody on this server.

Its seed is made days ahead, and its commitment shown from then on. Everybody plays it against the same bots, and the
first attempt counts. The seed is shown when the results of the day have closed.
"""

from collections import Counter
from collections.abc import Sequence
from time import monotonic
from typing import TYPE_CHECKING, Any

import msgspec
import structlog
from msgspec import structs

from tercet import fair
from tercet.bots.registry import available, quick_level
from tercet.games.progress import progress_of
from tercet.games.registry import SHIPPED, find
from tercet.server import events as ev
from tercet.server import ids
from tercet.server import today_messages as msg
from tercet.server.days import close_of, day_of, end_of, is_day, later, start_of
from tercet.server.field import MOST_NAMES, Entry, Field, Row, longest_streak, streak
from tercet.server.live import LiveTable
from tercet.server.problems import Declined
from tercet.server.profile_messages import Streak
from tercet.server.profile_store import Profile
from tercet.server.shared_deals import shared_secret
from tercet.server.table import Table, default_options
from tercet.server.today_store import Attempt, DailyDeal, Result, TodayStore

if TYPE_CHECKING:
    from tercet.server.hub import Hub

log = structlog.get_logger()

AHEAD = 7
"""Days before a day on which its deals are made and their commitments shown."""

WEEK = 7

MOST_ATTEMPTS = 30
"""How often somebody may play a deal: once, and then for practice."""

OPPONENTS = {"zatre": "expert"}
"""The bots of games in which they are not those of a table for immediate play."""

BEST_TABLES = 3

PLAYER = 0
"""The seat of the person."""

CACHE_SECONDS = 1.0
"""How long everybody gets the same field of a day."""

MOST_CACHED = 100


class Setup(msgspec.Struct, frozen=True):
    """How a deal is played."""

    players: int
    options: dict[str, Any]
    bots: list[str]
    """Those of the seats after the person's."""


class Today:
    """Today's deals on this server."""

    def __init__(self, hub: "Hub") -> None:
        self._hub = hub
        self._fields: dict[tuple[str, str], tuple[float, Field]] = {}
        """By day and game, with when it has to be made again."""
        self._begun: Counter[str] = Counter()
        """The tables that each visitor has made here ..."""
        self._begun_on = ""
        """... on this day."""

    @property
    def _store(self) -> TodayStore:
        return TodayStore(self._hub.store)

    # --- Days that come and go

    async def keep_days(self) -> None:
        """Publish the deals of the next days, and open those of days whose results have closed. Raise StoreDown."""
        now = ids.wall()
        today = day_of(now)
        last = later(today, AHEAD)
        known = {(deal.day, deal.game) for deal in await self._store.deals(today, last)}
        missing = [
            DailyDeal(day, game, ids.new_shared_seed(), msgspec.json.encode(setup_of(game)), now, None)
            for day in (later(today, days) for days in range(AHEAD + 1))
            for game in SHIPPED
            if (day, game) not in known
        ]
        if missing:
            await self._store.publish(missing)
        await self._open_closed(now)

    async def _open_closed(self, now: int) -> None:
        """Open the deals of days whose results have closed, with the scores that a crash has left unwritten."""
        for deal in await self._store.sealed_until(later(day_of(now), -1)):
            if now < close_of(deal.day):
                continue
            for table_id in await self._store.unsettled(deal):
                await self._settle_stored(table_id)
            await self._store.open(deal, now)
            log.info("deal opened", day=deal.day, game=deal.game)
            self._fields.pop((deal.day, deal.game), None)

    async def is_open(self, day: str, game: str) -> bool:
        """Return whether a deal is open; open it if its time has come."""
        now = ids.wall()
        if now < close_of(day):
            return False
        await self._open_closed(now)
        deal = await self._store.deal(day, game)
        return deal is None or deal.opened is not None

    async def _todays(self, game: str) -> DailyDeal:
        """Return today's deal in a game. Raise Declined if there is none, or if it has been opened already."""
        deal = await self._store.deal(day_of(ids.wall()), game)
        if deal is None and game in SHIPPED:
            await self.keep_days()
            deal = await self._store.deal(day_of(ids.wall()), game)
        if deal is None:
            raise Declined("not_found", en="There is no such deal.", de="So eine Partie des Tages gibt es nicht.")
        if deal.opened is not None:
            raise Declined(
                "not_now",
                en="The clock of this server was wrong: this day’s deal is known already.",
                de="Die Uhr dieses Servers ging falsch: Das Spiel dieses Tages ist schon bekannt.",
            )
        return deal

    # --- Playing

    async def play(self, game: str, name: str, profile: Profile | None, visitor: str) -> tuple[LiveTable, str]:
        """Make a table of today's deal, which begins at once; return it and its player's token."""
        self._hub.check_may_run(visitor)
        deal = await self._todays(game)
        self._count(visitor, deal.day)
        setup = msgspec.json.decode(deal.setup, type=Setup)
        await self._hub.compiler.wait_until_ready(game, setup.bots if find(game).is_race else ())
        table_id, token = ids.new_table_id(), ids.new_token()
        attempt = 0 if profile is None else await self._begin(deal, profile, table_id)
        event = created_event(deal, setup, attempt)
        secret = shared_secret(deal.seed, ids.token_hash(token))
        bots = dict(enumerate(setup.bots, PLAYER + 1))
        live = await self._hub.shared_deals.make_table(event, secret, visitor, bots, table_id)
        await live.join(name, PLAYER, ids.token_hash(token), "")
        await live.commit_event(lambda t: t.start_event())
        return live, token

    def _count(self, visitor: str, day: str) -> None:
        """Count a table of a visitor. Raise Declined if there were enough on this day."""
        if day != self._begun_on:
            self._begun, self._begun_on = Counter(), day
        if 0 < self._hub.settings.today_tables <= self._begun[visitor]:
            raise Declined(
                "too_many",
                en="Today’s deal has been played often enough from your network. Come back tomorrow.",
                de="Aus deinem Netz wurde heute oft genug gespielt. Komm morgen wieder.",
            )
        self._begun[visitor] += 1

    async def _begin(self, deal: DailyDeal, profile: Profile, table_id: str) -> int:
        """Write that somebody begins an attempt at a new table; return its number."""
        wanted = Attempt(table_id, deal.day, deal.game, profile.id, 0, ids.wall(), None, None)
        begun = await self._store.begin(wanted, MOST_ATTEMPTS)
        if begun is None:
            raise Declined(
                "too_many",
                en="You have played today’s deal often enough. Come back tomorrow.",
                de="Du hast die Partie des Tages oft genug gespielt. Komm morgen wieder.",
            )
        if begun.table_id != table_id:
            raise Declined(
                "not_now",
                en="You have begun today’s deal. Play on at your table.",
                de="Du hast die Partie des Tages schon begonnen. Spiel an deinem Tisch weiter.",
            )
        return begun.number

    # --- Results

    async def settle(self, table: Table) -> None:
        """Write the result of a table of today's deal, if its match is over and counts for somebody."""
        if table.is_over and table.created.attempt and table.match is not None:
            scores = table.match.rounds[-1].scores
            assert scores is not None
            await self._store.finish(table.id, int(scores[PLAYER]), table.at)
            self._fields.pop((table.created.today or "", table.created.game), None)

    async def _settle_stored(self, table_id: str) -> None:
        """Write the result of a table that is not in memory, unless it cannot be read."""
        try:
            live = await self._hub.find(table_id)
            async with live.synced() as table:
                await self.settle(table)
        except (ev.Unreadable, Declined):
            return

    async def field(self, deal: DailyDeal) -> Field:
        """Return everybody's results, as they were a second ago at most."""
        key = deal.day, deal.game
        expires, field = self._fields.get(key, (0.0, None))
        if field is None or monotonic() >= expires:
            results = await self._store.results(*key)
            field = field_of(deal, results)
            if len(self._fields) >= MOST_CACHED:
                self._fields.clear()
            self._fields[key] = monotonic() + CACHE_SECONDS, field
        return field

    # --- What people see

    async def page(self, profile: Profile | None) -> msg.TodayPage:
        """Return today's deals, those that come, and how somebody is doing."""
        now = ids.wall()
        today = day_of(now)
        deals = await self._deals(today)
        first = later(today, 1 - WEEK)
        attempts = await self._store.attempts(profile.id, first, today) if profile else []
        return msg.TodayPage(
            day=today,
            ends=end_of(today),
            left=end_of(today) - now,
            closes=close_of(today),
            games=[
                msg.TodayGame(
                    deal=sealed_deal(deal),
                    played=len(await self.field(deal)),
                    you=await self._with_progress(await self._own(deal, attempts)),
                )
                for deal in deals
                if deal.day == today
            ],
            since=await self._store.first_day() or today,
            coming=[sealed_deal(deal) for deal in deals if deal.day > today],
            week=await self._week(today, attempts) if profile else [],
            streak=streak(await self._store.days_of(profile.id), today) if profile else 0,
        )

    async def streak_of(self, profile: Profile) -> Streak:
        """Return on how many days in a row a profile has finished a game of today's deals."""
        days = await self._store.days_of(profile.id)
        return Streak(current=streak(days, day_of(ids.wall())), best=longest_streak(days))

    async def _deals(self, today: str) -> list[DailyDeal]:
        """Return the deals from today on, and make them if the server has just noticed that a day has begun."""
        deals = await self._store.deals(today, later(today, AHEAD))
        if not any(deal.day == today for deal in deals):
            await self.keep_days()
            deals = await self._store.deals(today, later(today, AHEAD))
        order = list(SHIPPED)
        known = [deal for deal in deals if deal.game in order]
        return sorted(known, key=lambda deal: (deal.day, order.index(deal.game)))

    async def _week(self, today: str, attempts: Sequence[Attempt]) -> list[msg.DayScore]:
        """Return somebody's last seven days in each game, the oldest first."""
        first = later(today, 1 - WEEK)
        deals = {(deal.day, deal.game): deal for deal in await self._store.deals(first, today)}
        found = []
        for day in (later(first, days) for days in range(WEEK)):
            for game in SHIPPED:
                deal = deals.get((day, game))
                own = await self._own(deal, attempts) if deal else None
                score = own.score if own and own.counts else None
                found.append(msg.DayScore(day, game, score, own.better_than if own else None))
        return found

    async def _own(self, deal: DailyDeal, attempts: Sequence[Attempt]) -> msg.OwnAttempt | None:
        """Return somebody's first attempt at a deal, with its place in the field."""
        own = [each for each in attempts if (each.day, each.game) == (deal.day, deal.game)]
        if not own:
            return None
        first = own[0]
        counts = first.number == 1 and counts_for(deal, first.finished)
        field = await self.field(deal)
        standing = field.standing(first.score) if counts and first.score is not None and len(field) else None
        is_there = await self._store.existing([first.table_id])
        return msg.OwnAttempt(
            table=first.table_id if is_there else "",
            began=first.began,
            score=first.score,
            progress=None,
            place=standing.place if standing else None,
            ties=standing.ties if standing else 0,
            better_than=standing.better_than if standing else None,
            counts=counts,
            practised=len(own) - 1,
        )

    async def _with_progress(self, own: msg.OwnAttempt | None) -> msg.OwnAttempt | None:
        """Return an attempt with how far it is, from what its player sees."""
        if own is None or own.score is not None or not own.table:
            return own
        try:
            live = await self._hub.find(own.table)
            async with live.synced() as table:
                if table.status != "running":
                    return own
                progress = progress_of(table.game.view(PLAYER).table, table.game.moves)
        except (ev.Unreadable, Declined):
            return own
        return structs.replace(own, progress=None if progress is None else msg.Progress(*progress))

    async def day_field(self, day: str, game: str, profile: Profile | None) -> msg.DayField:
        """Return the results of a day in a game. Before somebody has finished only how many have."""
        now = ids.wall()
        if is_day(day) and start_of(day) <= now:
            await self.is_open(day, game)
        deal = await self._store.deal(day, game) if is_day(day) else None
        if deal is None or game not in SHIPPED:
            raise Declined("not_found", en="There is no such deal.", de="So eine Partie des Tages gibt es nicht.")
        field = await self.field(deal)
        attempts = await self._store.attempts(profile.id, day, day) if profile else []
        own = await self._own(deal, attempts)
        score = own.score if own else None
        is_shown = score is not None or deal.opened is not None
        kind = find(game)
        shown = field if is_shown else Field([], low_is_better=field.low_is_better)
        around = shown.rows_around(score) if own and own.place is not None and score is not None else []
        return msg.DayField(
            deal=sealed_deal(deal),
            status=status_of(deal, now),
            closes=close_of(day),
            low_is_better=field.low_is_better,
            scores_are=kind.scores_are,
            played=len(field),
            you=await self._with_progress(own),
            shown=is_shown,
            histogram=histogram_of(shown, score if own and own.place is not None else None),
            median=shown.median(),
            best=[field_row(row, profile) for row in shown.best_rows()],
            around=[field_row(row, profile) for row in around],
            tables=await self._best_tables(field) if deal.opened is not None else [],
        )

    async def _best_tables(self, field: Field) -> list[msg.BestTable]:
        """Return the tables of the best that have not been deleted. They show their player's name."""
        best = [entry for entry in field.entries if not entry.is_hidden][: 10 * BEST_TABLES]
        there = await self._store.existing([entry.table for entry in best])
        found = [msg.BestTable(entry.table, entry.name, entry.score) for entry in best if entry.table in there]
        return found[:BEST_TABLES]


def setup_of(game: str) -> Setup:
    """Return how a new deal of a game is played: one round, against the bots of a table for immediate play."""
    kind = find(game)
    players = 1 + kind.quick_opponents
    options = kind.make_options(players, default_options(kind)).as_one_round()
    bot = available(OPPONENTS.get(game, quick_level(game)), game)
    return Setup(players, options.to_record(), [bot] * kind.quick_opponents)


def created_event(deal: DailyDeal, setup: Setup, attempt: int) -> ev.Created:
    """Return the first event of a table of a deal: without help, coach, limits or spectators."""
    return ev.Created(
        game=deal.game,
        players=setup.players,
        options=setup.options,
        listed=False,
        help=False,
        turn_limit=None,
        stand_in=setup.bots[0],
        commitment="",
        today=deal.day,
        attempt=attempt,
    )


def counts_for(deal: DailyDeal, finished: int | None) -> bool:
    """Return whether an attempt that was finished then, or not yet, is in the field of a deal or can still be."""
    if finished is None:
        return deal.opened is None
    return finished < close_of(deal.day) and (deal.opened is None or finished < deal.opened)


def field_of(deal: DailyDeal, results: Sequence[Result]) -> Field:
    """Return the field of a deal. Of somebody who has become one of two profiles, the earlier result counts."""
    entries, seen = [], set()
    for result in results:
        if counts_for(deal, result.finished) and result.profile_id not in seen:
            entries.append(Entry(result.score, result.name or "", result.profile_id or "", result.table_id))
        if result.profile_id is not None:
            seen.add(result.profile_id)
    return Field(entries, low_is_better=find(deal.game).is_low_score_better)


def status_of(deal: DailyDeal, now: int) -> Any:
    """Return how far a deal is, as a message has it."""
    if deal.opened is not None:
        return "open"
    if now < start_of(deal.day):
        return "coming"
    return "running" if now < end_of(deal.day) else "closing"


def sealed_deal(deal: DailyDeal) -> msg.SealedDeal:
    """Return a deal as everybody may see it: with its seed only once it is open."""
    setup = msgspec.json.decode(deal.setup, type=Setup)
    return msg.SealedDeal(
        day=deal.day,
        game=deal.game,
        players=setup.players,
        options=setup.options,
        bots=setup.bots,
        commitment=fair.commitment(deal.seed),
        published=deal.published,
        late=deal.published >= start_of(deal.day),
        seed=deal.seed if deal.opened is not None else None,
    )


def histogram_of(field: Field, own: int | None) -> list[msg.Bin]:
    """Return the columns of a field, with the own one marked."""
    return [
        msg.Bin(column.first, column.last, column.size, own is not None and column.has(own))
        for column in field.histogram()
    ]


def field_row(row: Row, profile: Profile | None) -> msg.FieldRow:
    """Return a row of a field as somebody sees it."""
    own = profile.id if profile else None
    others = [msg.FieldPlayer(entry.player, entry.name) for entry in row.entries if entry.name and entry.player != own]
    return msg.FieldRow(
        row.place, row.score, others[:MOST_NAMES], len(row.entries), any(entry.player == own for entry in row.entries)
    )
