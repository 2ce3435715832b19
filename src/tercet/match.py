"""A match: several rounds at one table, with totals (Z26, T24) or chips (P16)."""

from collections.abc import Sequence
from typing import Any

from tercet.errors import UsageError
from tercet.game import Dealer, Game, first_starter, make_dealer, make_record, standing
from tercet.games.feats import Feats, feats_of
from tercet.games.kernel import State
from tercet.games.kind import Kind, Options
from tercet.games.registry import find
from tercet.records import Player, Record


class Match:
    """A match of one or more rounds. `game` is the latest round; when it is over, `next_round` deals the next.

    >>> match = Match("triple", players=2, seed=5, chips=2)
    >>> match.totals, match.is_over
    ((0, 0), False)
    >>> match.next_round()
    Traceback (most recent call last):
    tercet.errors.UsageError: This round is not over.
    """

    def __init__(
        self,
        game: str,
        players: int = 2,
        *,
        seed: int | str | None = None,
        entropy: Sequence[str] | None = None,
        seats: Sequence[Player] | None = None,
        **options: Any,
    ) -> None:
        kind = find(game)
        self._open(kind, players, kind.make_options(players, options), make_dealer(seed, entropy, players), seats)

    @classmethod
    def dealt_by(
        cls, kind: Kind, players: int, options: Options, dealer: Dealer, seats: Sequence[Player] | None = None
    ) -> "Match":
        """Return a match with a given dealer, as for replaying a record."""
        match = object.__new__(cls)
        match._open(kind, players, options, dealer, seats)
        return match

    @classmethod
    def from_position(
        cls, kind: Kind, options: Options, dealer: Dealer, states: State, seats: Sequence[Player] | None = None
    ) -> "Match":
        """Return a match of one round that begins in a given position. It has no record."""
        match = object.__new__(cls)
        match.kind, match.players, match.options = kind, int(states[0].players), options.as_one_round()
        match.dealer, match.seats, match._starter = dealer, seats, 0
        match.rounds = [Game.from_position(kind, match.options, dealer, states, seats)]
        return match

    def _open(self, kind: Kind, players: int, options: Options, dealer: Dealer, seats: Sequence[Player] | None) -> None:
        self.kind = kind
        self.players = players
        self.options = options
        self.dealer = dealer
        self.seats = seats
        self._starter = first_starter(kind, players, options, dealer)
        self.rounds: list[Game] = []
        self._deal_round()

    @property
    def next_starter(self) -> int | None:
        """Z5: who starts the round after the latest: the next player clockwise. None in games without this rule.

        >>> Match("z3bra", players=3, seed=5, starter=2, rounds=2).next_starter
        0
        """
        return (self._starter + len(self.rounds)) % self.players if self.kind.draws_starter else None

    def _deal_round(self) -> None:
        number = len(self.rounds) + 1
        starter = self.next_starter or 0
        self.rounds.append(
            Game(
                self.kind,
                self.players,
                self.options,
                self.dealer,
                round_number=number,
                starter=starter,
                seats=self.seats,
            )
        )

    @property
    def game(self) -> Game:
        """The latest round."""
        return self.rounds[-1]

    @property
    def totals(self) -> tuple[int, ...]:
        """Points (TRIPLE³: chips) of the finished rounds, by seat (in pairs: by pair)."""
        return tuple(standing(self.rounds).totals)

    @property
    def is_over(self) -> bool:
        """Whether the match is decided: all rounds are played, or somebody has enough chips."""
        return self.game.is_over and standing(self.rounds).winners is not None

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that have won the match, several if they are equal; nobody until it is over."""
        return tuple(standing(self.rounds).winners or ())

    @property
    def places(self) -> tuple[int, ...]:
        """The places by side, from 1, once the match is over: sides with the same total share one."""
        if not self.is_over:
            return ()
        totals, lowest = self.totals, self.kind.lowest_wins
        return tuple(1 + sum(other < own if lowest else other > own for other in totals) for own in totals)

    @property
    def best_round(self) -> tuple[int, int, int] | None:
        """The best score of any finished round: the round from 1, the side, the score. The earliest of equal ones."""
        lowest = self.kind.lowest_wins or self.kind.scores_are == "cards"
        finished = [(number, each.scores) for number, each in enumerate(self.rounds, 1) if each.scores is not None]
        bests = [(number, self.kind.best(scores, lowest=lowest)[0], scores) for number, scores in finished]
        found = [(number, side, int(scores[side])) for number, side, scores in bests]
        return min(found, key=lambda each: each[2] if lowest else -each[2], default=None)

    @property
    def feats(self) -> Feats | None:
        """What the game counts beside the scores, by side in all rounds; None if it counts nothing."""
        by_round = [feats_of(each.view(None).table, each.moves) for each in self.rounds]
        counted = [each for each in by_round if each is not None]
        if not counted:
            return None
        return Feats(counted[0].are, [sum(counts) for counts in zip(*(each.by_side for each in counted), strict=True)])

    def play(self, seat: int, move: str, milliseconds: int | None = None) -> None:
        """Make a move in the current round."""
        self.game.play(seat, move, milliseconds)

    def next_round(self) -> Game:
        """Deal the next round and return it. Raise UsageError if this round is not over, or the match is.

        >>> match = Match("triple", players=2, seed=5, chips=2, patience=1000)
        >>> match.game.time_up()
        >>> match.next_round().round_number
        2
        """
        if not self.game.is_over:
            raise UsageError("This round is not over.")
        if self.is_over:
            raise UsageError("The match is over.")
        self._deal_round()
        return self.game

    def record(self) -> Record:
        """Return the record of the match, with every round so far. It contains the seed, and with it every secret.

        >>> Match("z3bra", players=2, seed=5, rounds=3, starter=1).record().options
        {'rounds': 3, 'starter': 1}
        """
        return make_record(self.rounds)
