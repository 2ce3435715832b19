"""The review of a TRIPLE³ round by time: how long cards fitted until they were laid, and which chances were missed.

A card in hand has a *chance* from the moment it fits somewhere until it is laid, fits nowhere any more, or the round
ends. Nothing can be laid during a stop (P13), so stops do not count. Plays that came too late (P11) are not in records.
"""

from collections.abc import Iterable
from statistics import mean, median
from typing import Literal

import msgspec

from tercet.game import Game
from tercet.games.kernel import as_bits
from tercet.games.kind import cell_name
from tercet.games.triple.fitting import cells_for, hand_of, open_cells
from tercet.games.triple.notation import CARD_NAMES, CARD_NUMBERS
from tercet.games.triple.rules import CELLS, GO, PLAY
from tercet.games.triple.words import as_sentence, card_words, listed
from tercet.replay import Step

LONG = 2000
"""A chance of at least so many milliseconds is a long one."""
MOST_MOMENTS = 3
"""How many of the costliest moments of a seat are told."""


class CardChance(msgspec.Struct, frozen=True, kw_only=True):
    """A card in hand that could be laid for a while. Times are in milliseconds since the start of the round."""

    card: str
    start: int
    end: int
    lasted: int
    """From start to end, without stops."""
    cells: tuple[str, ...]
    """Where it fitted last."""
    laid: str | None = None
    """Where it was laid; None if it was not."""
    closed_by: int | None = None
    """The seat whose play left no place for it; None if it was laid, or fitted until the round ended."""

    @property
    def outcome(self) -> Literal["laid", "closed", "left"]:
        """Whether the card was laid, fitted nowhere any more, or still fitted when the round ended."""
        if self.laid is not None:
            return "laid"
        return "left" if self.closed_by is None else "closed"

    def words(self) -> tuple[str, str]:
        """Return what happened to the card, in English and German."""
        card = card_words(CARD_NUMBERS[self.card])
        en, de = as_sentence(card.en), as_sentence(card.de)
        english, german = seconds(self.lasted)
        if self.laid is not None:
            return (
                f"{en} fitted for {english} before it was laid on {self.laid}.",
                f"{de} passte {german} lang, bevor die Karte auf {self.laid} lag.",
            )
        cells = listed(self.cells)
        until = ("until the end", "bis zum Ende") if self.closed_by is None else ("then nowhere", "dann nirgends mehr")
        return (
            f"{en} fitted on {cells.en} for {english}, {until[0]}.",
            f"{de} passte {german} lang auf {cells.de}, {until[1]}.",
        )


class LaidCard(msgspec.Struct, frozen=True, kw_only=True):
    """A card that was laid, and how long that took."""

    card: str
    cell: str
    time: int
    after_card: int
    """Milliseconds since this card fitted somewhere."""
    after_any: int
    """Milliseconds since any card of the hand fitted, counted from the seat's play before at the earliest."""


class SeatTiming(msgspec.Struct, frozen=True, kw_only=True):
    """One seat's round by time."""

    seat: int
    plays: tuple[LaidCard, ...]
    chances: tuple[CardChance, ...]
    """All chances in the order of their ends, those taken too."""
    cards: tuple[tuple[int, int, int], ...]
    """How many cards the seat had over time: milliseconds, cards in hand, cards in the stack."""
    idle: int
    """Milliseconds in which a card of the hand fitted."""

    @property
    def missed(self) -> tuple[CardChance, ...]:
        """The chances that another seat's play has taken away."""
        return tuple(chance for chance in self.chances if chance.closed_by not in (None, self.seat))

    @property
    def long_missed(self) -> tuple[CardChance, ...]:
        """The missed chances of at least two seconds."""
        return tuple(chance for chance in self.missed if chance.lasted >= LONG)

    @property
    def laid(self) -> int:
        """The number of cards laid."""
        return len(self.plays)

    @property
    def left(self) -> int:
        """The number of cards left at the end."""
        return sum(self.cards[-1][1:])

    @property
    def mean_time(self) -> float | None:
        """The mean time from when a card fitted until it was laid; None if none was."""
        return mean(play.after_card for play in self.plays) if self.plays else None

    @property
    def median_time(self) -> float | None:
        """The time from when a card fitted until it was laid, half of the times; None if none was laid."""
        return median(play.after_card for play in self.plays) if self.plays else None

    @property
    def moments(self) -> tuple[CardChance, ...]:
        """The costliest moments: the longest chances, taken or not."""
        return tuple(sorted(self.chances, key=lambda chance: -chance.lasted)[:MOST_MOMENTS])


class RoundTiming(msgspec.Struct, frozen=True, kw_only=True):
    """A round by time."""

    ended: int
    """When it ended, in milliseconds since its start; if it has not, the time of its last move."""
    seats: tuple[SeatTiming, ...]


def time_round(steps: Iterable[Step]) -> RoundTiming:
    """Return the timing of a round from its replayed positions (`tercet.replay.replay_round`).

    >>> import tercet
    >>> from tercet.replay import replay_round
    >>> game = tercet.new("triple", players=2, seed=7)
    >>> game.play(1, "take 3", milliseconds=850)
    >>> time_round(replay_round(game.record(), 1)).seats[1].cards
    ((0, 0, 27), (850, 3, 24))
    """
    watches: list[SeatWatch] = []
    stopped, stopped_at, now = 0, None, 0
    for game, move in steps:
        if not watches:
            watches = [SeatWatch(game, seat) for seat in range(game.players)]
        now = time_of(game, move)
        if stopped_at is not None:
            stopped, stopped_at = stopped + now - stopped_at, None
        for watch in watches:
            watch.update(game, move, now, now - stopped)
        if game.states[0].stopped:
            stopped_at = now
    return RoundTiming(ended=now, seats=tuple(watch.timing(now, now - stopped) for watch in watches))


def time_of(game: Game, move: list[int | str] | None) -> int:
    """Return when a replayed position came about."""
    if move is not None:
        return int(move[2])
    return game.ended or 0


class Open(msgspec.Struct):
    """A chance that is still there."""

    start: int
    played: int
    """The time of its start without stops."""
    cells: int
    """Where the card fits, as a bit set."""


class SeatWatch:
    """Follows one seat through a round."""

    def __init__(self, game: Game, seat: int) -> None:
        self.seat = seat
        self.open: dict[int, Open] = {}
        self.any_since: int | None = None
        """Since when some card fits, without stops; not before the seat's last play."""
        self.idle = 0
        self.plays: list[LaidCard] = []
        self.chances: list[CardChance] = []
        self.cards: list[tuple[int, int, int]] = []

    def update(self, game: Game, move: list[int | str] | None, now: int, played: int) -> None:
        """Note what a move has changed; `played` is the time without stops."""
        s = game.states[0]
        mover = None if move is None else int(move[0])
        number = None if move is None else game.kind.parse(str(move[1]))
        if number is not None and mover == self.seat and PLAY <= number < GO:
            self._lay(*divmod((number - PLAY) // 3, CELLS), now, played)
        cells = open_cells(s)
        fits = {card: cells_for(card, cells) for card in hand_of(s, self.seat)}
        for card in [card for card in self.open if not fits[card]]:
            self._close(card, now, played, closed_by=mover)
        for card, places in fits.items():
            if places:
                self.open.setdefault(card, Open(now, played, places)).cells = places
        if not self.open:
            self._stop_idling(played)
        elif self.any_since is None:
            self.any_since = played
        counts = (int(s.hand_n[self.seat]), int(s.stack_n[self.seat]))
        if not self.cards or self.cards[-1][1:] != counts:
            self.cards.append((now, *counts))

    def timing(self, now: int, played: int) -> SeatTiming:
        """Return the seat's timing at the end."""
        for card in list(self.open):
            self._close(card, now, played)
        self._stop_idling(played)
        return SeatTiming(
            seat=self.seat,
            plays=tuple(self.plays),
            chances=tuple(self.chances),
            cards=tuple(self.cards),
            idle=self.idle,
        )

    def _lay(self, card: int, cell: int, now: int, played: int) -> None:
        """Note that the seat has laid a card."""
        since = self.open[card].played
        assert self.any_since is not None, "a card that is laid fitted before"
        self.plays.append(
            LaidCard(
                card=CARD_NAMES[card],
                cell=cell_name(cell),
                time=now,
                after_card=played - since,
                after_any=played - self.any_since,
            )
        )
        self._close(card, now, played, laid=cell_name(cell))
        self._stop_idling(played)

    def _close(self, card: int, now: int, played: int, laid: str | None = None, closed_by: int | None = None) -> None:
        """Note the end of a chance."""
        was = self.open.pop(card)
        cells = tuple(cell_name(cell) for cell in as_bits(was.cells))
        self.chances.append(
            CardChance(
                card=CARD_NAMES[card],
                start=was.start,
                end=now,
                lasted=played - was.played,
                cells=cells,
                laid=laid,
                closed_by=closed_by,
            )
        )

    def _stop_idling(self, played: int) -> None:
        """Note that from now on no card fits, or that the seat starts to look anew after its play."""
        if self.any_since is not None:
            self.idle += played - self.any_since
            self.any_since = None


def seconds(milliseconds: int) -> tuple[str, str]:
    """Return a time in seconds, in English and German.

    >>> seconds(6240)
    ('6.2 seconds', '6,2 Sekunden')
    """
    text = f"{milliseconds / 1000:.1f}"
    return f"{text} seconds", f"{text.replace('.', ',')} Sekunden"
