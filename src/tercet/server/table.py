"""The state of a table, which follows from its events alone. No network, no clock, no database.

`act` checks a command and applies it; `apply_entry` applies an entry of the log. The caller of `act` writes the entry
to the log before it tells anybody, or, if that fails, reads the table from the log again.
"""

import hmac
from base64 import b64decode, b64encode
from bisect import bisect_right
from collections.abc import Collection
from contextlib import suppress
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any, Literal, NamedTuple

import numpy as np
from msgspec import structs

from tercet import fair
from tercet.bots.registry import bots_of
from tercet.errors import TercetError
from tercet.game import Dealer, Game, SeedDealer, View
from tercet.games import verbs
from tercet.games.kernel import SPECTATOR, State
from tercet.games.kind import Kind, Options, legal_moves
from tercet.games.registry import SHIPPED, find
from tercet.match import Match
from tercet.records import Player
from tercet.server import events as ev
from tercet.server import messages as msg
from tercet.server.events import Entry, Secret
from tercet.server.names import clean_name
from tercet.server.problems import Declined

COUNTDOWN = 3000
"""Milliseconds from the deal to the common start, where everybody plays at once."""

DEFAULT_PATIENCE = 120_000
"""Milliseconds without a card laid after which a real-time round ends (P15), unless the table says otherwise."""

MOST_EVENTS_BEFORE_START = 500
"""Nobody sits down or gets up any more after so many events, or people and bots who come and go would fill the disk."""

VOTE_AFTER = 60_000
"""Milliseconds on turn after which the others may vote for a bot even if the player is connected."""

MOST_RENAMES = 20
"""How often a person may change their name at a table, or names would fill the disk."""

REMOVED_FOR = 300_000
"""Milliseconds for which somebody whom the host has removed cannot take a seat again."""


RECORD_FORMATS = {1: "tercet/1", 2: "tercet/2", 3: "tercet/2", 4: "tercet/2", 5: "tercet/2", 6: "tercet/2"}
"""The record format of deals and records, by the version of the table's first event."""


@dataclass
class Chair:
    """One seat."""

    kind: Literal["open", "human", "bot"] = "open"
    name: str = ""
    token_hash: str = ""
    entropy_commitment: str = ""
    entropy: str = ""
    """What was revealed; events up to version 2 have it when the person joins."""
    is_left_out: bool = False
    """Whether it was committed to, and not revealed in time."""
    stand_in: str | None = None
    is_offered: bool = False
    """Whether it is a bot's seat that the host offers to whoever comes."""
    earlier_bot: str | None = None
    """The bot that played the seat before the person took it over."""
    renames: int = 0
    wants_coach: bool = False
    welcomes_bots: bool = False
    """Whether bots may take the open seats, at a table for whoever comes."""
    since: int = 0
    """When a person has taken the seat before the start, in milliseconds since 1970."""
    ready: bool = False
    votes: set[int] = field(default_factory=set)

    @property
    def bot(self) -> str | None:
        """The bot that plays this seat: its own or a stand-in; None if a person plays."""
        return self.name if self.kind == "bot" else self.stand_in

    @property
    def is_acting_person(self) -> bool:
        """Whether a person plays this seat, without a stand-in."""
        return self.kind == "human" and self.stand_in is None

    @property
    def owes_entropy(self) -> bool:
        """Whether the deal waits for this seat to reveal what it has committed to."""
        return bool(self.entropy_commitment) and not self.entropy and not self.is_left_out


@dataclass(frozen=True)
class Actor:
    """The sender of a command: the holder of a seat, the host, or a spectator."""

    seat: int | None = None
    is_host: bool = False
    token_hash: str | None = field(default=None, compare=False, repr=False)

    @property
    def is_participant(self) -> bool:
        """Whether this is not a spectator."""
        return self.seat is not None or self.is_host


class AlreadyDone(Exception):
    """Raised for a command that is sent again: it was carried out as the event with this number."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.number = number


class Removal(NamedTuple):
    """That the host has removed a person before the start."""

    name: str
    at: int
    """In milliseconds since 1970."""


class Moment(NamedTuple):
    """The circumstances of a command that are not part of the table."""

    at: int
    """Milliseconds since 1970."""
    connected: Collection[int] = ()
    """The seats that are connected."""
    round_trips: list[int | None] = []  # noqa: RUF012 (a NamedTuple's default, never changed)
    """Each seat's measured round trip, where everybody plays at once."""
    just_gone: Collection[int] = ()
    """The seats that are not connected, but may come back any moment."""


class Table:
    """The complete state of one table, including all secrets."""

    def __init__(self, table_id: str) -> None:
        self.id = table_id
        self.number = 0
        self.at = 0
        """The time of the last event, in milliseconds since 1970."""
        self.created: ev.Created
        self.kind: Kind
        self.options: Options
        self.secret: Secret
        self.record_format = fair.FORMAT
        """The record format that defines the deals: that of the release that created the table."""
        self.chairs: list[Chair] = []
        self.match: Match | None = None
        self.status: msg.Status = "open"
        self.paused_since: int | None = None
        self.paused_for = 0
        """Milliseconds of pause since `due_since`."""
        self.due_since = 0
        """When the table began to wait for the current decision, in milliseconds since 1970."""
        self.away_since: int | None = None
        """When the only person among bots was last here, if the table waits for that person; else None."""
        self.round_start = 0
        """When the round begins, in milliseconds since 1970. While nobody was here no time of the round has passed."""
        self.starts_at = 0
        """When the countdown ends, where everybody plays at once: that of the round, or that after coming back."""
        self.move_numbers: list[int] = []
        """The numbers of the events that were moves of this round."""
        self.ended_at = 0
        """When the match ended, in milliseconds since 1970; 0 before."""
        self.has_info_changed = False
        """Whether the last event changed `info()`, and not only the cards."""
        self.rematch: str | None = None
        self.is_unsealed = False
        """Whether the deal, which other tables have too, is no longer secret."""
        self.rounds_before_unsealing: int | None = None
        """How many rounds were over by then; None as long as it is sealed. Later ones count for nothing."""
        self.pace: ev.Pace = "normal"
        self.deferring_seats: set[int] = set()
        """The seats that let others go first in the current decision (T25)."""
        self.removed: dict[str, Removal] = {}
        """By token hash, the people whom the host has removed."""
        self.driver = ""
        """The node that moves the bots, where everybody plays at once ..."""
        self.driven_at = 0
        """... and when it last moved one, in milliseconds since 1970."""
        self.done_commands: dict[tuple[str, str], int] = {}
        """The event numbers of all commands so far, by the sender's token hash and the command's id. Not by seat: it
        may change hands, and its last holder may send the last command again."""

    # --- Who has to act, and until when

    @property
    def game(self) -> Game:
        """The round being played, or the last one."""
        assert self.match is not None
        return self.match.game

    @property
    def is_over(self) -> bool:
        """Whether the match is over."""
        return self.status == "over"

    @property
    def is_sealed(self) -> bool:
        """Whether the deal is secret even if the match is over, since others may still play it."""
        return self.created.shares_deal and not self.is_unsealed

    @property
    def is_disclosed(self) -> bool:
        """Whether everything may be shown to everybody: the seed, and with it every card."""
        return self.is_over and not self.is_sealed

    @property
    def is_under_way(self) -> bool:
        """Whether the match has begun and is not over."""
        return self.status in ("running", "between")

    def actor_for(self, token_hash: str | None) -> Actor:
        """Return whom a token belongs to: a spectator without a known token."""
        if token_hash is None:
            return Actor()
        seat = None
        for number, chair in enumerate(self.chairs):
            if chair.token_hash and hmac.compare_digest(chair.token_hash, token_hash):
                seat = number
        return Actor(seat, hmac.compare_digest(self.secret.token_hash, token_hash), token_hash)

    def check_may_look(self, actor: Actor) -> None:
        """Raise Declined for those who have no seat at a table with a sealed deal: they may still play it elsewhere."""
        if self.is_sealed and self.status != "open" and actor.seat is None:
            raise Declined(
                "not_yours",
                en="Others play the same cards: until all are done, only its players see this table.",
                de="Andere spielen dieselben Karten: Bis alle fertig sind, sehen nur die Spielenden diesen Tisch.",
            )

    @property
    def is_practice(self) -> bool:
        """Whether the match begins in a position of another one: it counts for nothing and has no record."""
        return self.created.practice_of is not None

    @property
    def has_coach(self) -> bool:
        """Whether everybody may ask the coach: the table was made so, or everybody who plays wants it."""
        people = [chair for chair in self.chairs if chair.kind == "human"]
        return self.created.coach or (bool(people) and all(chair.wants_coach for chair in people))

    @property
    def is_for_whoever_comes(self) -> bool:
        """Whether the table starts by itself when it is full, since strangers have found each other there."""
        return self.created.fill_after is not None

    def waiting_since(self) -> int | None:
        """Return since when somebody waits for the start, in milliseconds since 1970; None if nobody does."""
        return min((chair.since for chair in self.chairs if chair.kind == "human"), default=None)

    def fills_at(self) -> int | None:
        """Return when bots take the open seats, in milliseconds since 1970; None unless everybody agrees to it."""
        people = [chair for chair in self.chairs if chair.kind == "human"]
        since, limit = self.waiting_since(), self.created.fill_after
        if self.status != "open" or limit is None or since is None:
            return None
        return since + limit if all(chair.welcomes_bots for chair in people) else None

    def only_person(self) -> int | None:
        """Return the seat of the only person among bots; None if there are more, or a bot stands in for that person."""
        people = [seat for seat, chair in enumerate(self.chairs) if chair.kind == "human"]
        return people[0] if len(people) == 1 and self.chairs[people[0]].is_acting_person else None

    def has_running_clock(self) -> bool:
        """Return whether time counts now: everybody plays at once, or a turn has a limit."""
        if self.paused_since is not None:
            return False
        return self.deadline() is not None or self.is_racing()

    def is_racing(self) -> bool:
        """Return whether everybody plays at once now, and nobody has said stop (P13)."""
        return self.status == "running" and self.kind.is_race and not self.is_stopped()

    def acting_bots(self) -> list[int]:
        """Return the seats for which a bot has to act now."""
        if not any(chair.bot for chair in self.chairs) or self.status != "running" or self.paused_since is not None:
            return []
        to_act = self.game.to_act
        if len(to_act) > 1 and self._do_bots_wait() and not set(self.acting_people()) <= self.deferring_seats:
            return []
        return [seat for seat in to_act if self.chairs[seat].bot]

    def _do_bots_wait(self) -> bool:
        """Return whether people who may act go before bots: partners, and where others have the same deal.

        There, which of them is faster must not matter.
        """
        return self.has_partners() or (self.created.shares_deal and not self.kind.is_race)

    def is_continuing_turn(self) -> bool:
        """Return whether the bot that acts now made the last move too: a turn consists of several."""
        last_move = self.game.last_move if self.match else []
        return bool(last_move) and last_move[0] in self.acting_bots()

    def has_partners(self) -> bool:
        """Return whether seats play in pairs. Partners choose who acts first, and people go before bots (T25)."""
        return len(self.kind.sides_of(self.game.states[0])) < len(self.chairs)

    def acting_people(self) -> list[int]:
        """Return the seats of the people for whom the table waits."""
        match self.status:
            case "running":
                return [seat for seat in self.game.to_act if self.chairs[seat].is_acting_person]
            case "between":
                return [seat for seat, chair in enumerate(self.chairs) if chair.is_acting_person and not chair.ready]
            case _:
                return []

    def deadline(self) -> int | None:
        """Return when a bot stands in for those who have not acted, in milliseconds since 1970; None if never."""
        limit = self.created.turn_limit
        if limit is None or self.paused_since is not None or not self.acting_people() or not self.is_waiting_in_turn():
            return None
        return max(self.due_since, self.round_start) + self.paused_for + limit * 1000

    def is_waiting_in_turn(self) -> bool:
        """Return whether the table waits for particular people: it does not while everybody plays at once."""
        return self.status == "between" or not self.kind.is_race or self.is_stopped()

    def is_stopped(self) -> bool:
        """Return whether a round in which everybody plays at once is stopped (P13)."""
        race = self.kind.race
        return self.status == "running" and race is not None and race.is_stopped(self.game.states[0])

    def patience_ends(self) -> int | None:
        """Return when the round ends if nobody makes progress (P15), in milliseconds since 1970; None if never."""
        ends_at = self.game.ends_at if self.status == "running" and self.paused_since is None else None
        return None if ends_at is None else self.round_start + ends_at

    # --- Commands

    def act(self, command: msg.AnyCommand, actor: Actor, moment: Moment) -> Entry:
        """Carry out a command and return its entry. Raise AlreadyDone, Declined or a refusal of the game."""
        if actor.token_hash and (number := self.done_commands.get((actor.token_hash, command.id))) is not None:
            raise AlreadyDone(number)
        if not actor.is_participant:
            raise Declined("not_yours", en="You are watching.", de="Du schaust zu.")
        if self.status == "closed":
            self._check_status()
        entry = Entry(self._event_for(command, actor, moment), id=command.id, by=actor.seat)
        self.apply_entry(entry, moment.at)
        return self._as_played(entry) if isinstance(command, msg.DoMove) else entry

    def _as_played(self, entry: Entry) -> Entry:
        """Return the entry with the move in full, as the game writes it: with the property that was called (P10)."""
        written = str(self.game.last_move[1])
        event = entry.event
        assert isinstance(event, ev.Moved)
        if event.move == written:
            return entry
        return structs.replace(entry, event=structs.replace(event, move=written))

    def apply_event(self, event: ev.AnyEvent, now: int, secret: Secret | None = None, node: str = "") -> Entry:
        """Apply an event that the server itself makes; return its entry."""
        entry = Entry(event, secret, node=node)
        self.apply_entry(entry, now)
        return entry

    def bot_moves(self, seat: int, move: str, moment: Moment, node: str = "", seen: int | None = None) -> Entry:
        """Make a move of a bot, or of the server for a player who is not connected; return its entry.

        Raise Declined if the bot has moved since it looked, at another node: it would be twice as fast.
        """
        self._check_status("running")
        if seen is not None and any(each[0] == seat for each in self.game.moves[self._moves_seen(seen) :]):
            raise Declined("not_now", en="The bot has moved meanwhile.", de="Der Bot hat inzwischen gespielt.")
        return self.apply_event(self.moved_event(seat, move, moment, by_bot=True, seen=seen), moment.at, node=node)

    def apply_entry(self, entry: Entry, at: int) -> None:
        """Apply a new entry or one of the log. The table's time never goes back, though the clocks of nodes differ."""
        at = max(at, self.at)
        self.has_info_changed = not isinstance(entry.event, (ev.Moved, ev.TookBack))
        by = self._token_hash_of(entry.by) if entry.id else ""
        self._update(entry, at)
        self.number += 1
        self.at = at
        if entry.id:
            self.done_commands[by, entry.id] = self.number
        if entry.node:
            self.driver, self.driven_at = entry.node, at

    def with_driver(self, node: str, entry: Entry) -> Entry:
        """Make this node the one that moves the bots; return the last applied entry with its name."""
        self.driver, self.driven_at = node, self.at
        return structs.replace(entry, node=node)

    def _token_hash_of(self, seat: int | None) -> str:
        """Return the token hash of the holder of a seat; that of the host for None."""
        return self.secret.token_hash if seat is None else self.chairs[seat].token_hash

    def _event_for(self, command: msg.AnyCommand, actor: Actor, moment: Moment) -> ev.AnyEvent:
        """Return the event of a command. Raise Declined if it is not possible; `apply_entry` checks moves."""
        match command:
            case msg.DoSeatBot(seat=seat, bot=bot):
                self._check_may_arrange(actor)
                self._check_seats_can_change()
                self._check_open_seat(seat)
                check_bot(bot, self.kind.name)
                return ev.BotSeated(seat, bot)
            case msg.DoClearSeat(seat=seat):
                return self._clear_seat_event(seat, actor)
            case msg.DoStart():
                self._check_may_arrange(actor)
                return self.start_event()
            case msg.DoOfferSeat(seat=seat, open=is_open):
                return self._offer_event(seat, is_open, actor)
        if actor.seat is None:
            raise Declined("not_yours", en="You have no seat here.", de="Du hast hier keinen Platz.")
        return self._event_of_seat(command, actor.seat, moment)

    def _event_of_seat(self, command: msg.AnyCommand, seat: int, moment: Moment) -> ev.AnyEvent:
        """Return the event of a command that only the holder of a seat may give."""
        match command:
            case msg.DoMove(move=move, seen=seen):
                self._check_can_move(seat)
                self._check_does_not_stop(seat, move)
                return self.moved_event(seat, move, moment, seen=seen)
            case msg.DoCommit(entropy_commitment=commitment):
                return self.committed_event(seat, commitment)
            case msg.DoReveal(entropy=entropy):
                return self._revealed_event(seat, entropy)
            case msg.DoTakeBack():
                self._check_can_move(seat)
                return ev.TookBack(seat)
            case msg.DoAfterYou():
                return self._after_you_event(seat)
            case msg.DoReady():
                return self._ready_event(seat)
            case msg.DoPause():
                return self._pause_event(seat)
            case msg.DoResume():
                if self.paused_since is None:
                    raise Declined("not_now", en="The game is not paused.", de="Die Partie ist nicht unterbrochen.")
                return ev.Resumed(seat) if self.away_since is None else ev.CameBack(seat)
            case msg.DoVote(seat=other):
                return self._vote_event(seat, other, moment)
            case msg.DoReturn():
                if self.chairs[seat].stand_in is None:
                    raise Declined("not_now", en="No bot stands in for you.", de="Kein Bot vertritt dich.")
                return ev.Returned(seat)
            case msg.DoPace(pace=pace):
                return self._paced_event(seat, pace)
            case msg.DoWantCoach(wanted=wanted):
                return self._coach_wanted_event(seat, wanted)
            case msg.DoWelcomeBots(welcome=welcome):
                return self._bots_welcomed_event(seat, welcome)
            case msg.DoRename(name=name):
                return self._renamed_event(seat, name)
            case msg.DoLeave():
                return self._leave_event(seat)
        raise AssertionError(command)

    def check_may_react(self, actor: Actor) -> int:
        """Return the seat of somebody who may make a sign to the others. Raise Declined otherwise."""
        if actor.seat is None:
            raise Declined("not_yours", en="You have no seat here.", de="Du hast hier keinen Platz.")
        self._check_status("open", "dealing", "running", "between", "over")
        return actor.seat

    def overdue(self, now: int) -> ev.HandedOver | ev.TimeUp | None:
        """Return the event that is due because a time limit has passed, or None."""
        deadline, patience_ends = self.deadline(), self.patience_ends()
        if deadline is not None and now >= deadline:
            return ev.HandedOver(self.acting_people()[0], "limit")
        if patience_ends is not None and now >= patience_ends:
            return ev.TimeUp()
        return None

    def _check_status(self, *statuses: msg.Status) -> None:
        status = self.status
        if status in statuses:
            return
        en, de = {
            "open": ("The game has not begun yet.", "Die Partie hat noch nicht begonnen."),
            "dealing": ("The cards are about to be dealt.", "Gleich wird ausgeteilt."),
            "running": ("The game has begun.", "Die Partie läuft schon."),
            "between": ("The round is over.", "Die Runde ist vorbei."),
            "over": ("The game is over.", "Die Partie ist vorbei."),
            "closed": (
                "Whoever runs this server has closed the table.",
                "Der Tisch wurde von den Betreibern des Servers geschlossen.",
            ),
        }[status]
        raise Declined("not_now", en=en, de=de)

    def _check_seats_can_change(self) -> None:
        self._check_status("open")
        if self.number >= MOST_EVENTS_BEFORE_START:
            raise Declined(
                "not_now",
                en="Too many people have come and gone at this table. Make a new one.",
                de="An diesem Tisch war zu viel Kommen und Gehen. Stell einen neuen auf.",
            )

    def _check_may_arrange(self, actor: Actor) -> None:
        """Raise Declined for guests of a listed table, where strangers meet: only the host fills it and starts."""
        if self.created.listed and not actor.is_host:
            raise Declined(
                "not_yours",
                en="At a listed table only the person who made it can add bots and start.",
                de="An einem öffentlichen Tisch darf nur, wer ihn aufgestellt hat, Bots dazusetzen und starten.",
            )

    def recently_removed(self, now: int) -> dict[str, Removal]:
        """Return the people, by token hash, who cannot take a seat again yet."""
        return {who: removal for who, removal in self.removed.items() if now < removal.at + REMOVED_FOR}

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
        """Return the seat for a person who joins: the wanted one, or any open one. Raise Declined if it is taken."""
        self._check_seats_can_change()
        if wanted is not None:
            self._check_open_seat(wanted)
            return wanted
        for seat, chair in enumerate(self.chairs):
            if chair.kind == "open":
                return seat
        raise Declined("full", en="The table is full.", de="Der Tisch ist voll.")

    def joined_event(
        self, wanted: int | None, name: str, commitment: str, welcomes_bots: bool | None = None
    ) -> ev.Joined | ev.TakenOver:
        """Return the event of a person who takes a seat: an open one or, during the match, one that is offered.

        Who does not say whether bots are welcome agrees to what the others at the table have agreed to.
        """
        offered = [seat for seat, chair in enumerate(self.chairs) if chair.is_offered]
        if not self.is_under_way or not offered:
            if welcomes_bots is None:
                welcomes_bots = self.fills_at() is not None
            commitment = "" if self.created.shares_deal else commitment  # entropy would change the deal
            return ev.Joined(self.open_seat(wanted), name, commitment, welcomes_bots)
        if wanted is not None and wanted not in offered:
            raise Declined("full", en="This seat is taken.", de="Dieser Platz ist besetzt.")
        return ev.TakenOver(offered[0] if wanted is None else wanted, name)

    def _offer_event(self, seat: int, is_open: bool, actor: Actor) -> ev.SeatOffered:
        chair = self._check_seat(seat)
        if not actor.is_host:
            raise Declined(
                "not_yours",
                en="Only who made the table can give a bot’s seat to somebody.",
                de="Nur wer den Tisch gemacht hat, kann den Platz eines Bots weitergeben.",
            )
        self._check_status("running", "between")
        if self.created.shares_deal:
            raise Declined(
                "not_now",
                en="Others play the same cards against these players: nobody can come in now.",
                de="Andere spielen dieselben Karten gegen dieselben: Jetzt kann niemand mehr dazukommen.",
            )
        if chair.kind != "bot":
            raise Declined("not_now", en="No bot has this seat.", de="Auf diesem Platz sitzt kein Bot.")
        if chair.is_offered == is_open:
            raise Declined("not_now", en="That is so already.", de="Das ist schon so.")
        return ev.SeatOffered(seat, is_open)

    def _renamed_event(self, seat: int, name: str) -> ev.Renamed:
        self._check_status("open", "dealing", "running", "between")
        chair, name = self.chairs[seat], clean_name(name)
        if name == chair.name:
            raise Declined("not_now", en="That is your name.", de="So heißt du schon.")
        if chair.renames >= MOST_RENAMES:
            raise Declined(
                "not_now",
                en="You have changed your name often enough at this table.",
                de="An diesem Tisch hast du deinen Namen oft genug geändert.",
            )
        return ev.Renamed(seat, name)

    def _ready_event(self, seat: int) -> ev.Ready | ev.ReturnedReady:
        self._check_status("between")
        chair = self.chairs[seat]
        if chair.stand_in:
            return ev.ReturnedReady(seat)
        if chair.ready:
            raise Declined("not_now", en="You are ready already.", de="Du bist schon bereit.")
        return ev.Ready(seat)

    def _clear_seat_event(self, seat: int, actor: Actor) -> ev.SeatCleared:
        self._check_seats_can_change()
        kind = self._check_seat(seat).kind
        if kind == "open":
            raise Declined("not_now", en="This seat is free already.", de="Dieser Platz ist schon frei.")
        if kind == "human" and seat != actor.seat and not actor.is_host:
            raise Declined(
                "not_yours",
                en="Only the person who made the table can remove somebody.",
                de="Nur wer den Tisch aufgestellt hat, kann jemanden entfernen.",
            )
        if seat != actor.seat:
            self._check_may_arrange(actor)
        return ev.SeatCleared(seat)

    def start_event(self) -> ev.Started:
        """Return the event of the start. Raise Declined if seats are open."""
        self._check_status("open")
        missing = sum(chair.kind == "open" for chair in self.chairs)
        if missing:
            raise Declined(
                "not_now",
                en=f"Seats are still free: {missing}. Give them to bots or wait.",
                de=f"Noch freie Plätze: {missing}. Gib sie Bots oder warte.",
            )
        return ev.Started()

    def rematch_start_event(self, actor: Actor) -> ev.Started:
        """Return the event of the start. Raise Declined if somebody else has not asked for the rematch yet."""
        self._check_may_arrange(actor)
        others = [chair for seat, chair in enumerate(self.chairs) if chair.kind == "human" and seat != actor.seat]
        if not all(chair.entropy_commitment for chair in others):
            raise Declined("not_now", en="Not everybody is here yet.", de="Noch sind nicht alle da.")
        return self.start_event()

    def went_away_event(self, since: int) -> ev.WentAway:
        """Return the event that stops the clocks for the only person among bots. Raise Declined if none runs."""
        seat = self.only_person()
        if seat is None or not self.has_running_clock():
            raise Declined("not_now", en="No clock runs here.", de="Hier läuft keine Uhr.")
        return ev.WentAway(seat, max(since, self.at))

    def closed_event(self) -> ev.Closed:
        """Return the event that closes the table. Raise Declined if the match is over or the table closed already."""
        self._check_status("open", "dealing", "running", "between")
        return ev.Closed()

    def unsealed_event(self) -> ev.Unsealed:
        """Return the event that opens the deal. Raise Declined if it is not sealed."""
        if not self.is_sealed:
            raise Declined("not_now", en="The deal is not sealed.", de="Die Karten sind nicht versiegelt.")
        return ev.Unsealed()

    def committed_event(self, seat: int, commitment: str) -> ev.Committed:
        """Return the event of another commitment to entropy. Raise Declined after the start, or if it is the same."""
        self._check_status("open")
        if self.created.shares_deal:
            raise Declined(
                "not_now",
                en="Several tables have this deal: players add nothing to it.",
                de="Mehrere Tische haben diese Karten: Niemand trägt etwas dazu bei.",
            )
        if commitment == self.chairs[seat].entropy_commitment:
            raise Declined("not_now", en="You have committed to this.", de="Darauf hast du dich schon festgelegt.")
        return ev.Committed(seat, commitment)

    def _revealed_event(self, seat: int, entropy: str) -> ev.Revealed:
        self._check_status("dealing")
        chair = self.chairs[seat]
        if not chair.owes_entropy:
            raise Declined("not_now", en="Nothing is left to reveal.", de="Es gibt nichts mehr aufzudecken.")
        if fair.entropy_commitment(entropy) != chair.entropy_commitment:
            raise Declined(
                "bad_request",
                en="This is not what you committed to.",
                de="Das ist nicht, worauf du dich festgelegt hast.",
            )
        return ev.Revealed(seat, entropy)

    def left_out_event(self) -> ev.LeftOut:
        """Return the event that ends the wait for entropy. Raise Declined if the table does not wait for any."""
        self._check_status("dealing")
        return ev.LeftOut([seat for seat, chair in enumerate(self.chairs) if chair.owes_entropy])

    def _check_can_move(self, seat: int) -> None:
        """Raise Declined if no move is possible: no round, a pause, or a stand-in."""
        self._check_status("running")
        if self.paused_since is not None:
            raise Declined("not_now", en="The game is paused.", de="Die Partie ist unterbrochen.")
        if self.chairs[seat].stand_in:
            raise Declined(
                "not_now",
                en="A bot stands in for you: take your seat back first.",
                de="Ein Bot vertritt dich: Nimm zuerst deinen Platz zurück.",
            )

    def _check_does_not_stop(self, seat: int, move: str) -> None:
        """Raise Declined for a move that interrupts a race of today's deal: nobody has longer to look than others."""
        if self.created.today is None or self.kind.race is None:
            return
        states = self.game.states.copy()
        with suppress(TercetError):  # a move that is none, or not complete, is not this one
            number = self.kind.parse(move)
            if number in legal_moves(self.kind, states, seat):
                verbs.apply_in(states, 0, seat, number)
        if self.kind.race.is_stopped(states[0]):
            raise Declined(
                "not_now",
                en="Nobody can interrupt today’s deal: everybody has the same time to look.",
                de="Die Partie des Tages kann niemand anhalten: Alle haben gleich viel Zeit zum Schauen.",
            )

    def moved_event(
        self, seat: int, move: str, moment: Moment, *, by_bot: bool = False, seen: int | None = None
    ) -> ev.Moved:
        """Return the event of a move, with its time in a race. Raise Declined before the countdown has ended."""
        if not self.kind.is_race:
            return ev.Moved(seat, move, bot=by_bot)
        if moment.at < self.starts_at:
            raise Declined("not_now", en="The round has not begun yet.", de="Die Runde hat noch nicht begonnen.")
        last_move = self.game.last_move
        latest = int(last_move[2]) if last_move else 0
        milliseconds = max(latest, moment.at - self.round_start)
        return ev.Moved(seat, move, milliseconds, by_bot, moment.round_trips, seen)

    def _after_you_event(self, seat: int) -> ev.AfterYou:
        self._check_can_move(seat)
        to_act = self.game.to_act
        if seat not in to_act or len(to_act) == 1 or not self.has_partners():
            raise Declined("not_now", en="Nobody else could go first.", de="Niemand sonst könnte vorgehen.")
        if seat in self.deferring_seats:
            raise Declined("not_now", en="You have said so already.", de="Das hast du schon gesagt.")
        return ev.AfterYou(seat)

    def _pause_event(self, seat: int) -> ev.Paused:
        self._check_status("running", "between")
        if self.kind.race:
            en, de = self.kind.race.instead_of_pause
            raise Declined("not_now", en=en, de=de)
        if self.paused_since is not None:
            raise Declined("not_now", en="The game is paused.", de="Die Partie ist unterbrochen.")
        return ev.Paused(seat)

    def _vote_event(self, by: int, seat: int, moment: Moment) -> ev.Voted:
        self._check_status("running", "between")
        chair = self._check_seat(seat)
        if seat == by or not chair.is_acting_person:
            raise Declined("not_now", en="No bot is needed there.", de="Dort wird kein Bot gebraucht.")
        if by in chair.votes:
            raise Declined("not_now", en="You have voted already.", de="Du hast schon abgestimmt.")
        is_slow = self._is_slow(seat, moment.at)
        if seat in moment.connected and not is_slow:
            raise Declined(
                "not_now",
                en=f"{chair.name} is here; give them a minute.",
                de=f"{chair.name} ist da; wartet eine Minute.",
            )
        if seat in moment.just_gone and not is_slow:
            raise Declined(
                "not_now",
                en=f"{chair.name} may come back any moment; wait ten seconds.",
                de=f"{chair.name} kommt vielleicht gleich wieder; wartet zehn Sekunden.",
            )
        return ev.Voted(by, seat)

    def _paced_event(self, seat: int, pace: ev.Pace) -> ev.Paced:
        self._check_status("open", "dealing", "running", "between")
        if self.kind.is_race:
            raise Declined(
                "not_now",
                en="In this game every bot has its own speed.",
                de="In diesem Spiel hat jeder Bot sein eigenes Tempo.",
            )
        if not any(chair.bot for chair in self.chairs):
            raise Declined("not_now", en="No bot plays here.", de="Hier spielt kein Bot mit.")
        if pace == self.pace:
            raise Declined(
                "not_now", en="The bots play at this speed already.", de="Die Bots spielen schon in diesem Tempo."
            )
        return ev.Paced(seat, pace)

    def _coach_wanted_event(self, seat: int, wanted: bool) -> ev.CoachWanted:
        self._check_status("open", "dealing", "running", "between")
        check_coach(self.created)
        if self.created.coach:
            raise Declined(
                "not_now",
                en="This table was made with a coach; nobody has to ask it.",
                de="Dieser Tisch wurde mit Coach aufgestellt; niemand muss ihn fragen.",
            )
        if self.chairs[seat].wants_coach == wanted:
            raise Declined("not_now", en="That is so already.", de="Das ist schon so.")
        return ev.CoachWanted(seat, wanted)

    def _bots_welcomed_event(self, seat: int, welcome: bool) -> ev.BotsWelcomed:
        self._check_seats_can_change()
        if not self.is_for_whoever_comes:
            raise Declined(
                "not_now",
                en="At this table people decide themselves where bots sit.",
                de="An diesem Tisch entscheiden die Leute selbst, wo Bots sitzen.",
            )
        if self.chairs[seat].welcomes_bots == welcome:
            raise Declined("not_now", en="That is so already.", de="Das ist schon so.")
        return ev.BotsWelcomed(seat, welcome)

    def slow_at(self) -> int | None:
        """Return when the others may vote for a bot although the player is connected; None if never."""
        if self.paused_since is not None or not self.acting_people() or not self.is_waiting_in_turn():
            return None
        return max(self.due_since, self.round_start) + self.paused_for + VOTE_AFTER

    def _is_slow(self, seat: int, at: int) -> bool:
        slow_at = self.slow_at()
        return slow_at is not None and at > slow_at and seat in self.acting_people()

    def replaceable_seats(self, moment: Moment) -> list[int]:
        """Return the seats of people for whom a vote for a bot would be accepted, from somebody else who plays."""
        people = [seat for seat, chair in enumerate(self.chairs) if chair.is_acting_person]
        if not self.is_under_way or len(people) < 2:
            return []
        here = {*moment.connected, *moment.just_gone}
        return [seat for seat in people if seat not in here or self._is_slow(seat, moment.at)]

    def _leave_event(self, seat: int) -> ev.SeatCleared | ev.HandedOver:
        if self.status == "open":
            self._check_seats_can_change()
            return ev.SeatCleared(seat)
        self._check_status("dealing", "running", "between")
        if self.created.today is not None:
            raise Declined(
                "not_now",
                en="Nobody plays today’s deal for you. Just close the page.",
                de="Die Partie des Tages spielt niemand für dich. Schließ einfach die Seite.",
            )
        if self.chairs[seat].stand_in:
            raise Declined("not_now", en="A bot stands in for you already.", de="Ein Bot vertritt dich schon.")
        return ev.HandedOver(seat, "left")

    # --- Events

    def _update(self, entry: Entry, at: int) -> None:
        """Change the state by an event. An illegal move raises and changes nothing."""
        event, secret = entry.event, entry.secret or Secret()
        match event:
            case ev.Moved():
                self._play(event, at)
                return
            case ev.Created():
                self._create(event, secret, entry.version)
            case ev.Joined():
                self._seat_person(event, secret, at)
            case ev.BotSeated(seat=seat, bot=bot):
                self.chairs[seat] = Chair("bot", bot)
            case ev.SeatCleared(seat=seat):
                chair = self.chairs[seat]
                if chair.kind == "human" and entry.id and entry.by != seat:
                    self.removed[chair.token_hash] = Removal(chair.name, at)
                self.chairs[seat] = Chair()
            case ev.Started():
                self.status = "dealing"
            case ev.Committed() | ev.Revealed() | ev.LeftOut():
                self._update_entropy(event)
            case ev.TookBack(seat=seat):
                self.game.take_back(seat)
                self._restart_turn_clock(at)
            case ev.AfterYou(seat=seat):
                self.deferring_seats.add(seat)
            case ev.TimeUp():
                self.game.time_up()
                self._end_round(at)
            case ev.Paced(pace=pace):
                self.pace = pace
            case ev.CoachWanted(seat=seat, wanted=wanted):
                self.chairs[seat].wants_coach = wanted
            case ev.BotsWelcomed(seat=seat, welcome=welcome):
                self.chairs[seat].welcomes_bots = welcome
            case ev.Paused() | ev.Resumed() | ev.WentAway() | ev.CameBack():
                self._update_pause(event, at)
            case ev.Unsealed():
                self.is_unsealed, self.rounds_before_unsealing = True, len(self.finished_scores())
            case ev.Rematch(table=table):
                self.rematch = table
            case ev.Closed():
                self.status, self.paused_since, self.away_since = "closed", None, None
            case ev.SeatOffered() | ev.TakenOver() | ev.Renamed():
                self._update_person(event, secret, at)
            case _:
                self._update_stand_in(event, at)
        self._deal_first_round(at)
        self._deal_next_rounds(at)

    def _create(self, event: ev.Created, secret: Secret, version: int) -> None:
        self.record_format = RECORD_FORMATS[version]
        self.created, self.secret, self.pace = event, secret, event.pace
        self.kind = find(event.game)
        self.options = self.kind.make_options(event.players, event.options)
        self.chairs = [Chair() for _ in range(event.players)]

    def _update_pause(self, event: ev.Paused | ev.Resumed | ev.WentAway | ev.CameBack, at: int) -> None:
        match event:
            case ev.Paused():
                self.paused_since = at
            case ev.Resumed():
                self._resume(at)
            case ev.WentAway(since=since):
                self.away_since = self.paused_since = min(at, max(since, self.at))
            case ev.CameBack():
                self._come_back(at)

    def _seat_person(self, event: ev.Joined, secret: Secret, at: int) -> None:
        commitment = event.entropy_commitment or fair.entropy_commitment(secret.entropy)
        chair = Chair("human", event.name, secret.token_hash, commitment, secret.entropy)
        chair.welcomes_bots, chair.since = event.welcomes_bots, at
        self.chairs[event.seat] = chair

    def _update_stand_in(self, event: ev.AnyEvent, at: int) -> None:
        """Let a bot stand in for a person, or a person play on; note who is ready for the next round."""
        match event:
            case ev.Ready(seat=seat):
                self.chairs[seat].ready = True
            case ev.Voted(by=by, seat=seat):
                self._count_vote(by, seat)
            case ev.HandedOver(seat=seat):
                self._seat_stand_in(seat)
            case ev.Returned(seat=seat):
                self.chairs[seat].stand_in = None
                self._restart_turn_clock(at)
            case ev.ReturnedReady(seat=seat):
                self.chairs[seat].stand_in, self.chairs[seat].ready = None, True
                self._restart_turn_clock(at)

    def _update_person(self, event: ev.SeatOffered | ev.TakenOver | ev.Renamed, secret: Secret, at: int) -> None:
        """Change who has a seat during the match, or under which name."""
        chair = self.chairs[event.seat]
        match event:
            case ev.SeatOffered(open=is_open):
                chair.is_offered = is_open
            case ev.TakenOver(seat=seat, name=name):
                self.chairs[seat] = Chair("human", name, secret.token_hash, earlier_bot=chair.name)
                self._restart_turn_clock(at)
            case ev.Renamed(name=name):
                chair.name = name
                chair.renames += 1
        if self.match is not None:  # its record names the players as they are now
            self.match.seats = self.match.game.seats = self.players()

    def _resume(self, at: int) -> None:
        assert self.paused_since is not None
        self.paused_for += at - self.paused_since
        self.paused_since = None

    def _come_back(self, at: int) -> None:
        """Let the clocks run again. Where everybody plays at once, there is a countdown first."""
        assert self.away_since is not None
        if self.status == "running" and self.kind.is_race:
            elapsed = max(0, self.away_since - self.round_start)
            self.starts_at = at + COUNTDOWN if self.is_racing() else at
            self.round_start = self.starts_at - elapsed
        self._resume(at)
        self.away_since = None

    def _update_entropy(self, event: ev.Committed | ev.Revealed | ev.LeftOut) -> None:
        match event:
            case ev.Committed(seat=seat, entropy_commitment=commitment):
                self.chairs[seat].entropy_commitment, self.chairs[seat].entropy = commitment, ""
            case ev.Revealed(seat=seat, entropy=entropy):
                self.chairs[seat].entropy = entropy
            case ev.LeftOut(seats=seats):
                for seat in seats:
                    self.chairs[seat].is_left_out = True

    def _deal_first_round(self, at: int) -> None:
        """Deal when everybody has revealed their entropy or was left out: at once if nobody has committed to any."""
        if self.status != "dealing" or any(chair.owes_entropy for chair in self.chairs):
            return
        self.match = self._first_match()
        self._begin_round(at)

    def _first_match(self) -> Match:
        """Return the match as it begins: dealt or, at a practice table, in its position."""
        if not self.is_practice:
            return Match.dealt_by(self.kind, len(self.chairs), self.options, self.dealer(), self.players())
        states = stored_position(self.kind, self.secret)
        return Match.from_position(self.kind, self.options, self.dealer(), states, self.players())

    def dealer(self) -> Dealer:
        """Return the dealer, which deals from the seed to which the table has committed."""
        return SeedDealer(self.secret.seed, self.entropy(), self.record_format, self.entropy_commitments())

    def entropy(self) -> list[str]:
        """Return what each seat has revealed, as a record has it."""
        return [chair.entropy for chair in self.chairs]

    def entropy_commitments(self) -> list[str]:
        """Return the commitment of each seat to its entropy, as a record has it."""
        return [chair.entropy_commitment for chair in self.chairs]

    def players(self) -> list[Player]:
        """Return the players as a record has them."""
        return [
            Player(chair.name, "bot", chair.name)
            if chair.kind == "bot"
            else Player(chair.name, "human", chair.earlier_bot)
            for chair in self.chairs
        ]

    def _begin_round(self, at: int) -> None:
        self.round_start = self.starts_at = at + COUNTDOWN if self.kind.is_race else at
        self.move_numbers = []
        self.status = "running"
        self._restart_turn_clock(at)
        if self.game.is_over:  # no card of anybody fits after the deal (P15)
            self._end_round(at)

    def _end_round(self, at: int) -> None:
        assert self.match is not None
        if self.match.is_over:
            self.status, self.ended_at = "over", at
        else:
            self.status = "between"
        self.has_info_changed = True
        self._restart_turn_clock(at)

    def _restart_turn_clock(self, at: int) -> None:
        """Begin to wait for the next decision."""
        self.due_since, self.paused_for = at, 0
        if self.paused_since is not None:
            self.paused_since = at
        if self.deferring_seats:
            self.deferring_seats = set()

    def _play(self, event: ev.Moved, at: int) -> None:
        game = self.game
        game.play(event.seat, event.move, event.milliseconds, seen=self._moves_seen(event.seen))
        self.move_numbers.append(self.number + 1)
        self._restart_turn_clock(at)
        chair = self.chairs[event.seat]
        if chair.votes:
            chair.votes.clear()
            self.has_info_changed = True
        if game.is_over:
            self._end_round(at)
            self._deal_next_rounds(at)

    def _moves_seen(self, number: int | None) -> int | None:
        """Return how many moves of the round come before or at this event number; None for None."""
        return None if number is None else bisect_right(self.move_numbers, number)

    def _count_vote(self, by: int, seat: int) -> None:
        votes = self.chairs[seat].votes
        votes.add(by)
        others = [other for other, chair in enumerate(self.chairs) if other != seat and chair.is_acting_person]
        if 2 * len(votes & set(others)) > len(others):
            self._seat_stand_in(seat)

    def _seat_stand_in(self, seat: int) -> None:
        self.chairs[seat].stand_in = self.created.stand_in
        self.chairs[seat].votes.clear()

    def _deal_next_rounds(self, at: int) -> None:
        """Deal the next round when all people are ready; several in a row if only bots play and rounds end at once."""
        while self.status == "between" and self.paused_since is None and not self.acting_people():
            assert self.match is not None
            self.match.next_round()
            for chair in self.chairs:
                chair.ready = False
            self._begin_round(at)

    # --- Messages to clients

    def info(self) -> msg.TableInfo:
        """Return the public state of the table except for the cards."""
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
            scores=self.finished_scores(),
            winners=list(match.winners) if match and over else [],
            outcome=outcome_of(match) if match and over else None,
            next_starter=match.next_starter if match and self.status == "between" else None,
            paused=self.paused_since is not None,
            away=self.away_since is not None,
            commitment=created.commitment,
            seed=self.secret.seed if self.is_disclosed else None,
            entropy_commitments=self.entropy_commitments(),
            entropy=self.entropy() if self.status != "open" else [""] * len(self.chairs),
            left_out=[seat for seat, chair in enumerate(self.chairs) if chair.is_left_out],
            earlier=created.earlier,
            rematch=self.rematch,
            pace=self.pace,
            coach=self.has_coach,
            practice_of=created.practice_of,
            fill_after=created.fill_after,
            fills_at=self.fills_at(),
            sealed=self.is_sealed,
            today=created.today,
            attempt=created.attempt,
            duplicate=created.duplicate,
        )

    def finished_scores(self) -> list[list[int]]:
        """Return the scores of every finished round, by side."""
        rounds = self.match.rounds if self.match else []
        return [list(each.scores) for each in rounds if each.scores is not None]

    def seat_infos(self) -> list[msg.SeatInfo]:
        """Return the public state of the seats."""
        return [
            msg.SeatInfo(
                chair.kind,
                chair.name,
                chair.stand_in,
                chair.ready,
                sorted(chair.votes),
                offered=chair.is_offered,
                wants_coach=chair.wants_coach,
                welcomes_bots=chair.welcomes_bots,
            )
            for chair in self.chairs
        ]

    def situation(
        self, seat: int | None, now: int, cache: dict[bytes, msg.AnyTable] | None = None
    ) -> msg.Situation | None:
        """Return the round as a seat may see it, made from its masked view alone; None before the first deal.

        Seats that know the same see the same: `cache` holds the table views made before, by their masked states.
        """
        if self.match is None:
            return None
        view = self.game.view(seat)
        table = table_view_of(view, {} if cache is None else cache)
        may_act = (
            seat is not None
            and seat in table.to_act
            and self.status == "running"
            and self.paused_since is None
            and self.chairs[seat].stand_in is None
        )
        deadline = self.deadline() if self.created.turn_limit is not None else None
        return msg.Situation(
            view=table,
            moves=view.described_moves() if may_act and self.created.help else None,
            due=None if deadline is None else max(0, deadline - now),
            starts=self.starts_at - now if now < self.starts_at and self.paused_since is None else None,
            patience=self._patience_left(now) if self.kind.is_race else None,
            after_you=sorted(self.deferring_seats),
            undo=may_act and self.kind.take_back is not None and self.game.why_move_stands(seat) is None,  # type: ignore[arg-type]
        )

    def _patience_left(self, now: int) -> int | None:
        ends = self.patience_ends()
        return None if ends is None else max(0, ends - now)

    def record(self, seat: int | None) -> msg.AnyRecord:
        """Return the whole record once the match is over and its deal not sealed; else what this seat may know."""
        if self.match is None:
            raise Declined("not_now", en="The game has not begun yet.", de="Die Partie hat noch nicht begonnen.")
        if self.is_practice:
            raise Declined("not_now", en="Practice has no record.", de="Vom Üben gibt es keine Aufzeichnung.")
        if self.is_disclosed:
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
            entropy=self.entropy(),
            entropy_commitments=self.entropy_commitments(),
            rounds=rounds,
            totals=list(self.match.totals),
            seat=seat,
            view=self.game.view(seat).table,
        )


def default_options(kind: Kind) -> dict[str, Any]:
    """Return the options of a new table that differ from the game's own: a real-time round must not wait for ever."""
    return {"patience": DEFAULT_PATIENCE} if kind.is_race else {}


def check_coach(created: ev.Created) -> None:
    """Raise Declined where no coach can be: where strangers meet, or in a game without one."""
    if created.listed:
        raise Declined(
            "not_now",
            en="A listed table has no coach: strangers play there.",
            de="Ein öffentlicher Tisch hat keinen Coach: Dort spielen Fremde.",
        )
    if created.shares_deal:
        raise Declined(
            "not_now",
            en="Others play the same cards without a coach.",
            de="Andere spielen dieselben Karten ohne Coach.",
        )
    if created.game not in SHIPPED:
        title = find(created.game).title
        raise Declined("not_now", en=f"{title} has no coach.", de=f"{title} hat keinen Coach.")


def position_secret(kind: Kind, states: State, secret: Secret) -> Secret:
    """Return the secret of a table that begins in a position."""
    return structs.replace(secret, position=b64encode(states.tobytes()).decode(), layout=layout_of(kind))


def stored_position(kind: Kind, secret: Secret) -> State:
    """Return the position in which a practice table begins. Raise Unreadable if its layout is another release's."""
    if secret.layout != layout_of(kind):
        raise ev.Unreadable
    return np.frombuffer(bytearray(b64decode(secret.position)), kind.rules.STATE)


def layout_of(kind: Kind) -> str:
    """Return a digest of the layout of a game's states."""
    return sha256(str(kind.rules.STATE.descr).encode()).hexdigest()[:16]


def outcome_of(match: Match) -> msg.Outcome:
    """Return the places of a finished match and the numbers that decided it."""
    totals, places, best, feats = match.totals, match.places, match.best_round, match.feats
    others = [total for total, place in zip(totals, places, strict=True) if place > 1]
    ahead = totals[places.index(1)]
    return msg.Outcome(
        places=list(places),
        margin=min((abs(ahead - other) for other in others), default=None),
        best_round=msg.BestRound(*best) if best and len(match.rounds) > 1 else None,
        feats=feats.by_side if feats else [],
        feats_are=feats.are if feats else None,
    )


def table_view_of(view: View, cache: dict[bytes, msg.AnyTable]) -> msg.AnyTable:
    """Return the table view of a view, from the cache if a seat that knows the same is in there."""
    known = view.states.tobytes()
    if known in cache:
        return structs.replace(cache[known], seat=None if view.seat == SPECTATOR else view.seat)
    table: msg.AnyTable = view.table
    cache[known] = table
    return table


def check_bot(name: str, game: str) -> None:
    """Raise Declined unless the game has a bot of this name; programs join like people."""
    bots = bots_of(game)
    if name not in bots:
        raise Declined(
            "bad_request",
            en=f"There is no bot {name!r} here; there are {', '.join(bots)}.",
            de=f"Hier gibt es keinen Bot {name!r}, sondern {', '.join(bots)}.",
        )
