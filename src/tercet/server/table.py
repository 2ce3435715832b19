"""A table as the sum of its events: who sits there, what may be done, the match. No network, no clock, no database.

`act` checks what somebody wants and carries it out; `follow` carries out an entry of the log.
Whoever calls `act` writes the entry to the log before anybody hears of it, or reads the table from the log again.
"""

import hmac
from collections.abc import Collection
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

from msgspec import structs

from tercet.bots.registry import BOTS
from tercet.game import Dealer, Game, SeedDealer, View
from tercet.games.kernel import SPECTATOR
from tercet.games.kind import Kind, Options
from tercet.games.registry import find
from tercet.match import Match
from tercet.records import Player
from tercet.server import events as ev
from tercet.server import messages as msg
from tercet.server.events import Entry, Secret
from tercet.server.problems import Declined

COUNTDOWN = 3000
"""Milliseconds from the deal to the common start, where everybody plays at once."""

PATIENCE_WITH_OTHERS = 60_000
"""Milliseconds on turn after which the others may vote for a bot, though somebody is connected."""


@dataclass
class Chair:
    """One seat."""

    kind: Literal["open", "human", "bot"] = "open"
    name: str = ""
    token_hash: str = ""
    entropy: str = ""
    stand_in: str | None = None
    ready: bool = False
    votes: set[int] = field(default_factory=set)

    @property
    def bot(self) -> str | None:
        """The bot that acts here."""
        return self.name if self.kind == "bot" else self.stand_in

    @property
    def is_acting_person(self) -> bool:
        """Whether a person sits here for whom no bot stands in."""
        return self.kind == "human" and self.stand_in is None


@dataclass(frozen=True)
class Actor:
    """Who wants something: the holder of a seat's token, the host, or only a spectator."""

    seat: int | None = None
    is_host: bool = False
    token_hash: str | None = field(default=None, compare=False, repr=False)

    @property
    def takes_part(self) -> bool:
        """Whether this is more than a spectator."""
        return self.seat is not None or self.is_host


class DoneBefore(Exception):
    """A command that was carried out as the event with this number: its sender has not heard the answer."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.number = number


class Moment(NamedTuple):
    """What a command needs to know beyond the table itself."""

    at: int
    """Milliseconds since 1970."""
    here: Collection[int] = ()
    """The seats that are connected."""
    round_trips: list[int | None] = []  # noqa: RUF012 (a NamedTuple's default, never changed)
    """Each seat's measured round trip, where everybody plays at once."""


class Table:
    """All that is known of one table, with every secret."""

    def __init__(self, table_id: str) -> None:
        self.id = table_id
        self.number = 0
        self.at = 0
        """When the last event was."""
        self.created: ev.Created
        self.kind: Kind
        self.options: Options
        self.secret: Secret
        self.chairs: list[Chair] = []
        self.match: Match | None = None
        self.status: msg.Status = "open"
        self.paused_since: int | None = None
        self.paused_for = 0
        """Milliseconds of pause since the decision that is due became due."""
        self.due_since = 0
        """When the decision that is due became due."""
        self.round_start = 0
        """When the round begins, in milliseconds since 1970."""
        self.last_progress = 0
        """When a card was laid last, or the game went on after a stop."""
        self.has_news = False
        """Whether the last event changed more than the cards."""
        self.rematch: str | None = None
        self.waits_for_others: set[int] = set()
        """The seats that let others go first in the decision that is due."""
        self.driver = ""
        """The node that moves the bots, where everybody plays at once ..."""
        self.driven_at = 0
        """... and when it was last heard of."""
        self.done: dict[tuple[str, str], int] = {}
        """The commands carried out so far, by the token (its hash) of who gave them and their ids: a seat may change
        hands, and its last holder may send the command again with which it was left."""

    # --- What is going on

    @property
    def game(self) -> Game:
        """The round being played, or the last one."""
        assert self.match is not None
        return self.match.game

    @property
    def is_over(self) -> bool:
        """Whether the match is over and its seed may be known."""
        return self.status == "over"

    def actor_for(self, token_hash: str | None) -> Actor:
        """Whom a token belongs to; without one it is a spectator."""
        if token_hash is None:
            return Actor()
        seat = None
        for number, chair in enumerate(self.chairs):
            if chair.token_hash and hmac.compare_digest(chair.token_hash, token_hash):
                seat = number
        return Actor(seat, hmac.compare_digest(self.secret.token_hash, token_hash), token_hash)

    def acting_bots(self) -> list[int]:
        """The seats for which a bot has to act now."""
        if not any(chair.bot for chair in self.chairs) or self.status != "running" or self.paused_since is not None:
            return []
        to_act = self.game.to_act
        if len(to_act) > 1 and self.has_partners() and not set(self.acting_people()) <= self.waits_for_others:
            return []
        return [seat for seat in to_act if self.chairs[seat].bot]

    def has_partners(self) -> bool:
        """Whether several seats play together: who of them acts first, they agree on, and people before bots (T25)."""
        return len(self.kind.sides_of(self.game.states[0])) < len(self.chairs)

    def acting_people(self) -> list[int]:
        """The people for whom the table waits."""
        match self.status:
            case "running":
                return [seat for seat in self.game.to_act if self.chairs[seat].is_acting_person]
            case "between":
                return [seat for seat, chair in enumerate(self.chairs) if chair.is_acting_person and not chair.ready]
            case _:
                return []

    def deadline(self) -> int | None:
        """When a bot stands in for those who have not moved; None if the table has no limit or nobody is due."""
        limit = self.created.turn_limit
        if limit is None or self.paused_since is not None or not self.acting_people() or not self.keeps_turns():
            return None
        return max(self.due_since, self.round_start) + self.paused_for + limit * 1000

    def keeps_turns(self) -> bool:
        """Whether people are waited for one by one: not while everybody plays at once."""
        return self.status == "between" or self.kind.has_turns or self.is_stopped()

    def is_stopped(self) -> bool:
        """P13: whether somebody has stopped a round in which everybody plays at once."""
        return self.status == "running" and not self.kind.has_turns and bool(self.game.states[0].stopped)

    def patience_ends(self) -> int | None:
        """P15: when the round ends if nobody lays a card."""
        if self.status != "running" or self.options.time_limit is None or self.is_stopped():
            return None
        return max(self.last_progress, self.round_start) + self.options.time_limit

    # --- Commands

    def act(self, command: msg.AnyCommand, actor: Actor, moment: Moment) -> Entry:
        """Carry a command out, if it may be and has not been yet."""
        if actor.token_hash and (number := self.done.get((actor.token_hash, command.id))) is not None:
            raise DoneBefore(number)
        if not actor.takes_part:
            raise Declined("not_yours", en="You are watching.", de="Du schaust zu.")
        entry = Entry(self._event_for(command, actor, moment), id=command.id, by=actor.seat)
        self.follow(entry, moment.at)
        return self._as_played(entry) if isinstance(command, msg.DoMove) else entry

    def _as_played(self, entry: Entry) -> Entry:
        """The entry with the move as the game writes it: in full, with the property that was called (P10)."""
        written = str(self.game.last_move[1])
        event = entry.event
        assert isinstance(event, ev.Moved)
        if event.move == written:
            return entry
        return structs.replace(entry, event=structs.replace(event, move=written))

    def happen(self, event: ev.AnyEvent, now: int, secret: Secret | None = None, node: str = "") -> Entry:
        """Let the server itself make something happen."""
        entry = Entry(event, secret, node=node)
        self.follow(entry, now)
        return entry

    def bot_moves(self, seat: int, move: str, moment: Moment, node: str = "") -> Entry:
        """A move of a bot, or of the server for somebody absent."""
        return self.happen(self.moved(seat, move, moment, by_bot=True), moment.at, node=node)

    def follow(self, entry: Entry, at: int) -> None:
        """Carry out an entry, of one's own making or of the log. Time never goes back, though nodes' clocks differ."""
        at = max(at, self.at)
        self.has_news = not isinstance(entry.event, (ev.Moved, ev.TookBack))
        by = self._token_hash_of(entry.by) if entry.id else ""
        self._apply(entry, at)
        self.number += 1
        self.at = at
        if entry.id:
            self.done[by, entry.id] = self.number
        if entry.node:
            self.driver, self.driven_at = entry.node, at

    def driven_by(self, node: str, entry: Entry) -> Entry:
        """The entry that was just carried out, as one after which this node moves the bots."""
        self.driver, self.driven_at = node, self.at
        return structs.replace(entry, node=node)

    def _token_hash_of(self, seat: int | None) -> str:
        """Of whoever sits there now, or of the host without a seat."""
        return self.secret.token_hash if seat is None else self.chairs[seat].token_hash

    def _event_for(self, command: msg.AnyCommand, actor: Actor, moment: Moment) -> ev.AnyEvent:
        """What a command would make happen. Whether a move is legal, the game says when it is made."""
        match command:
            case msg.DoSeatBot(seat=seat, bot=bot):
                self._must_be("open")
                self._check_open_seat(seat)
                check_bot(bot)
                return ev.BotSeated(seat, bot)
            case msg.DoClearSeat(seat=seat):
                return self._clear(seat, actor)
            case msg.DoStart():
                return self.start_event()
        if actor.seat is None:
            raise Declined("not_yours", en="You have no seat here.", de="Du hast hier keinen Platz.")
        return self._event_of_seat(command, actor.seat, moment)

    def _event_of_seat(self, command: msg.AnyCommand, seat: int, moment: Moment) -> ev.AnyEvent:
        """The same for what only somebody with a seat may do."""
        match command:
            case msg.DoMove(move=move):
                self._must_play(seat)
                return self.moved(seat, move, moment)
            case msg.DoTakeBack():
                self._must_play(seat)
                return ev.TookBack(seat)
            case msg.DoAfterYou():
                return self._after_you(seat)
            case msg.DoReady():
                self._must_be("between")
                if self.chairs[seat].ready:
                    raise Declined("not_now", en="You are ready.", de="Du bist bereit.")
                return ev.Ready(seat)
            case msg.DoPause():
                return self._pause(seat)
            case msg.DoResume():
                if self.paused_since is None:
                    raise Declined("not_now", en="The game is not paused.", de="Das Spiel ist nicht unterbrochen.")
                return ev.Resumed(seat)
            case msg.DoVote(seat=other):
                return self._vote(seat, other, moment)
            case msg.DoReturn():
                if self.chairs[seat].stand_in is None:
                    raise Declined("not_now", en="No bot stands in for you.", de="Kein Bot vertritt dich.")
                return ev.Returned(seat)
            case msg.DoLeave():
                return self._leave(seat)
        raise AssertionError(command)

    def overdue(self, now: int) -> ev.HandedOver | ev.TimeUp | None:
        """What happens because time is up."""
        deadline, patience_ends = self.deadline(), self.patience_ends()
        if deadline is not None and now >= deadline:
            return ev.HandedOver(self.acting_people()[0], "limit")
        if patience_ends is not None and now >= patience_ends:
            return ev.TimeUp()
        return None

    def _must_be(self, *statuses: msg.Status) -> None:
        status = self.status
        if status in statuses:
            return
        en, de = {
            "open": ("The game has not begun yet.", "Das Spiel hat noch nicht begonnen."),
            "running": ("The game has begun.", "Das Spiel läuft schon."),
            "between": ("The round is over.", "Die Runde ist vorbei."),
            "over": ("The game is over.", "Das Spiel ist vorbei."),
        }[status]
        raise Declined("not_now", en=en, de=de)

    def _check_seat(self, seat: int) -> Chair:
        if not 0 <= seat < len(self.chairs):
            raise Declined(
                "not_found",
                en=f"The seats are 0 to {len(self.chairs) - 1}.",
                de=f"Die Plätze sind 0 bis {len(self.chairs) - 1}.",
            )
        return self.chairs[seat]

    def _check_open_seat(self, seat: int) -> None:
        if self._check_seat(seat).kind != "open":
            raise Declined("full", en="This seat is taken.", de="Dieser Platz ist besetzt.")

    def open_seat(self, wanted: int | None) -> int:
        """A seat for somebody who joins."""
        self._must_be("open")
        if wanted is not None:
            self._check_open_seat(wanted)
            return wanted
        for seat, chair in enumerate(self.chairs):
            if chair.kind == "open":
                return seat
        raise Declined("full", en="The table is full.", de="Der Tisch ist voll.")

    def _clear(self, seat: int, actor: Actor) -> ev.SeatCleared:
        self._must_be("open")
        kind = self._check_seat(seat).kind
        if kind == "open":
            raise Declined("not_now", en="This seat is free already.", de="Dieser Platz ist schon frei.")
        if kind == "human" and seat != actor.seat and not actor.is_host:
            raise Declined(
                "not_yours",
                en="Only who made the table can remove a person.",
                de="Nur wer den Tisch gemacht hat, kann jemanden entfernen.",
            )
        return ev.SeatCleared(seat)

    def start_event(self) -> ev.Started:
        """The start, if everybody is there."""
        self._must_be("open")
        missing = sum(chair.kind == "open" for chair in self.chairs)
        if missing:
            raise Declined(
                "not_now",
                en=f"Seats are still free: {missing}. Give them to bots or wait.",
                de=f"Noch freie Plätze: {missing}. Gib sie Bots oder warte.",
            )
        return ev.Started()

    def _must_play(self, seat: int) -> None:
        """Refuse what only somebody can do who plays right now."""
        self._must_be("running")
        if self.paused_since is not None:
            raise Declined("not_now", en="The game is paused.", de="Das Spiel ist unterbrochen.")
        if self.chairs[seat].stand_in:
            raise Declined(
                "not_now",
                en="A bot stands in for you: take your seat back first.",
                de="Ein Bot vertritt dich: nimm zuerst deinen Platz zurück.",
            )

    def moved(self, seat: int, move: str, moment: Moment, *, by_bot: bool = False) -> ev.Moved:
        """A move as an event; what the game itself does not know of is checked here."""
        if self.kind.has_turns:
            return ev.Moved(seat, move, bot=by_bot)
        if moment.at < self.round_start:
            raise Declined("not_now", en="The round has not begun yet.", de="Die Runde hat noch nicht begonnen.")
        last_move = self.game.last_move
        latest = int(last_move[2]) if last_move else 0
        return ev.Moved(seat, move, max(latest, moment.at - self.round_start), by_bot, moment.round_trips)

    def _after_you(self, seat: int) -> ev.AfterYou:
        self._must_play(seat)
        to_act = self.game.to_act
        if seat not in to_act or len(to_act) == 1 or not self.has_partners():
            raise Declined("not_now", en="Nobody else could go first.", de="Niemand sonst könnte vorgehen.")
        if seat in self.waits_for_others:
            raise Declined("not_now", en="You have said so.", de="Das hast du schon gesagt.")
        return ev.AfterYou(seat)

    def _pause(self, seat: int) -> ev.Paused:
        self._must_be("running", "between")
        if not self.kind.has_turns:
            raise Declined("not_now", en="Say stop instead (P13).", de="Sag stattdessen Stop (P13).")
        if self.paused_since is not None:
            raise Declined("not_now", en="The game is paused.", de="Das Spiel ist unterbrochen.")
        return ev.Paused(seat)

    def _vote(self, by: int, seat: int, moment: Moment) -> ev.Voted:
        self._must_be("running", "between")
        chair = self._check_seat(seat)
        if seat == by or not chair.is_acting_person:
            raise Declined("not_now", en="No bot is needed there.", de="Dort wird kein Bot gebraucht.")
        if by in chair.votes:
            raise Declined("not_now", en="You have voted.", de="Du hast schon abgestimmt.")
        waited = moment.at - max(self.due_since, self.round_start) - self.paused_for
        is_slow = seat in self.acting_people() and self.keeps_turns() and waited > PATIENCE_WITH_OTHERS
        if seat in moment.here and not is_slow:
            raise Declined(
                "not_now",
                en=f"{chair.name} is here; give them a minute.",
                de=f"{chair.name} ist da; wartet eine Minute.",
            )
        return ev.Voted(by, seat)

    def _leave(self, seat: int) -> ev.SeatCleared | ev.HandedOver:
        if self.status == "open":
            return ev.SeatCleared(seat)
        self._must_be("running", "between")
        if self.chairs[seat].stand_in:
            raise Declined("not_now", en="A bot stands in for you already.", de="Ein Bot vertritt dich schon.")
        return ev.HandedOver(seat, "left")

    # --- Events

    def _apply(self, entry: Entry, at: int) -> None:
        """Change the table by an event. A move that is not legal raises, and nothing has changed."""
        event, secret = entry.event, entry.secret or Secret()
        match event:
            case ev.Moved():
                self._play(event, at)
                return
            case ev.Created():
                self._create(event, secret)
            case ev.Joined(seat=seat, name=name):
                self.chairs[seat] = Chair("human", name, secret.token_hash, secret.entropy)
            case ev.BotSeated(seat=seat, bot=bot):
                self.chairs[seat] = Chair("bot", bot)
            case ev.SeatCleared(seat=seat):
                self.chairs[seat] = Chair()
            case ev.Started():
                self._start(at)
            case ev.TookBack(seat=seat):
                self.game.take_back(seat)
                self._due_now(at)
            case ev.AfterYou(seat=seat):
                self.waits_for_others.add(seat)
            case ev.TimeUp():
                self.game.time_up()
                self._end_round(at)
            case ev.Ready(seat=seat):
                self.chairs[seat].ready = True
            case ev.Paused():
                self.paused_since = at
            case ev.Resumed():
                assert self.paused_since is not None
                self.paused_for += at - self.paused_since
                self.paused_since = None
            case ev.Voted(by=by, seat=seat):
                self._count_vote(by, seat)
            case ev.HandedOver(seat=seat):
                self._stand_in(seat)
            case ev.Returned(seat=seat):
                self.chairs[seat].stand_in = None
                self._due_now(at)
            case ev.Rematch(table=table):
                self.rematch = table
        self._go_on(at)

    def _create(self, event: ev.Created, secret: Secret) -> None:
        self.created, self.secret = event, secret
        self.kind = find(event.game)
        self.options = self.kind.make_options(event.players, event.options)
        self.chairs = [Chair() for _ in range(event.players)]

    def _start(self, at: int) -> None:
        self.match = Match.dealt_by(self.kind, len(self.chairs), self.options, self.dealer(), self.players())
        self._begin_round(at)

    def dealer(self) -> Dealer:
        """Who deals here: the seed to which the table has committed."""
        return SeedDealer(self.secret.seed, [chair.entropy for chair in self.chairs])

    def players(self) -> list[Player]:
        """The seats as a record has them."""
        return [
            Player(chair.name, "bot", chair.name) if chair.kind == "bot" else Player(chair.name, "human")
            for chair in self.chairs
        ]

    def _begin_round(self, at: int) -> None:
        self.round_start = at if self.kind.has_turns else at + COUNTDOWN
        self.last_progress = self.round_start
        self.status = "running"
        self._due_now(at)
        if self.game.is_over:  # no card of anybody fits after the deal (P15)
            self._end_round(at)

    def _end_round(self, at: int) -> None:
        assert self.match is not None
        self.status = "over" if self.match.is_over else "between"
        self.has_news = True
        self._due_now(at)

    def _due_now(self, at: int) -> None:
        """Another decision is due from here on."""
        self.due_since, self.paused_for = at, 0
        if self.paused_since is not None:
            self.paused_since = at
        if self.waits_for_others:
            self.waits_for_others = set()

    def _play(self, event: ev.Moved, at: int) -> None:
        game = self.game
        game.play(event.seat, event.move, event.milliseconds)
        self._due_now(at)
        if not self.kind.has_turns and not str(game.last_move[1]).startswith("take"):
            self.last_progress = at
        chair = self.chairs[event.seat]
        if chair.votes:
            chair.votes.clear()
            self.has_news = True
        if game.is_over:
            self._end_round(at)
            self._go_on(at)

    def _count_vote(self, by: int, seat: int) -> None:
        votes = self.chairs[seat].votes
        votes.add(by)
        others = [other for other, chair in enumerate(self.chairs) if other != seat and chair.is_acting_person]
        if 2 * len(votes & set(others)) > len(others):
            self._stand_in(seat)

    def _stand_in(self, seat: int) -> None:
        self.chairs[seat].stand_in = self.created.stand_in
        self.chairs[seat].votes.clear()

    def _go_on(self, at: int) -> None:
        """Deal the next round when everybody is ready; a table of bots alone needs nobody's word."""
        while self.status == "between" and self.paused_since is None and not self.acting_people():
            assert self.match is not None
            self.match.next_round()
            for chair in self.chairs:
                chair.ready = False
            self._begin_round(at)

    # --- What others get

    def info(self) -> msg.TableInfo:
        """The table but for its cards."""
        created, match = self.created, self.match
        over = self.is_over
        return msg.TableInfo(
            id=self.id,
            game=created.game,
            players=created.players,
            options=self.options.to_record(),
            listed=created.listed,
            help=created.help,
            turn_limit=created.turn_limit,
            stand_in=created.stand_in,
            status=self.status,
            seats=self.seat_infos(),
            round=len(match.rounds) if match else 0,
            totals=list(match.totals) if match else [],
            scores=[list(each.scores) for each in match.rounds if each.scores is not None] if match else [],
            winners=list(match.winners) if match and over else [],
            next_starter=match.next_starter if match and self.status == "between" else None,
            paused=self.paused_since is not None,
            commitment=created.commitment,
            seed=self.secret.seed if over else None,
            earlier=created.earlier,
            rematch=self.rematch,
        )

    def seat_infos(self) -> list[msg.SeatInfo]:
        """Who sits where."""
        return [
            msg.SeatInfo(chair.kind, chair.name, chair.stand_in, chair.ready, sorted(chair.votes))
            for chair in self.chairs
        ]

    def situation(
        self, seat: int | None, now: int, looks: dict[bytes, msg.AnyTable] | None = None
    ) -> msg.Situation | None:
        """The round as a seat may see it; a masked view is all that it is made of.

        Seats that know the same see the same: `looks` keeps the tables of those before, by their masked states.
        """
        if self.match is None:
            return None
        view = self.game.view(seat)
        table = seen(view, {} if looks is None else looks)
        may_act = (
            seat is not None
            and seat in table.to_act
            and self.paused_since is None
            and self.chairs[seat].stand_in is None
        )
        deadline = self.deadline() if self.created.turn_limit is not None else None
        return msg.Situation(
            view=table,
            moves=view.hints() if may_act and self.created.help else None,
            due=None if deadline is None else max(0, deadline - now),
            starts=self.round_start - now if now < self.round_start else None,
            patience=None if self.kind.has_turns else self._patience_left(now),
            after_you=sorted(self.waits_for_others),
            undo=may_act and self.kind.takes_back and self.game.why_move_stands(seat) is None,  # type: ignore[arg-type]
        )

    def _patience_left(self, now: int) -> int | None:
        ends = self.patience_ends()
        return None if ends is None else max(0, ends - now)

    def record(self, seat: int | None) -> msg.AnyRecord:
        """The whole record once the match is over; before that what this seat may know."""
        if self.match is None:
            raise Declined("not_now", en="The game has not begun yet.", de="Das Spiel hat noch nicht begonnen.")
        if self.is_over:
            return self.match.record()
        rounds = [
            msg.PublicRound(each.starter, each.moves, None if each.scores is None else list(each.scores))
            for each in self.match.rounds
        ]
        return msg.UnfinishedRecord(
            game=self.created.game,
            options=self.options.to_record(),
            players=self.players(),
            commitment=self.created.commitment,
            rounds=rounds,
            totals=list(self.match.totals),
            seat=seat,
            view=self.game.view(seat).table,  # type: ignore[arg-type]
        )


def seen(view: View, looks: dict[bytes, msg.AnyTable]) -> msg.AnyTable:
    """The table of a view; of one that knows the same, with another seat, if there is one."""
    known = view.states.tobytes()
    if known in looks:
        return structs.replace(looks[known], seat=None if view.seat == SPECTATOR else view.seat)
    table: msg.AnyTable = view.table  # type: ignore[assignment]
    looks[known] = table
    return table


def check_bot(name: str) -> None:
    """Bots at a table are of the levels there are; programs of their own join as anybody does."""
    if name not in BOTS:
        raise Declined(
            "bad_request",
            en=f"There is no bot {name!r} here; there are {', '.join(BOTS)}.",
            de=f"Hier gibt es keinen Bot {name!r}, sondern {', '.join(BOTS)}.",
        )
