"""OpenSpiel: `tercet_z3bra`, `tercet_zatre` and `tercet_triple`. Importing this module registers them.

All chance is explicit (`unfolding`): a drawn card, a card turned up, a tile, a lot. An action is a move number or, as
the highest number, to wait: where several seats may act the next of them is asked, and the last must act.

TRIPLE³ has no turns. Here a chance node decides who looks at the table next, each seat with the same chance, and its
move is made at once: nobody comes too late (P11). The round ends if no card was laid for `patience` decisions (P15).

A round of Z3BRA can go on without end. It is cut off after 5000 decisions and is then worth 0 to everybody.

>>> import pyspiel
>>> game = pyspiel.load_game("tercet_zatre", {"players": 3})
>>> state = game.new_initial_state()
>>> [state.action_to_string(lot) for lot in state.legal_actions()]    # T5: seat 0 draws a lot
['lots: 1', 'lots: 2', 'lots: 3', 'lots: 4', 'lots: 5', 'lots: 6']
"""

import zlib
from typing import Any, NamedTuple

import msgspec
import numpy as np
import pyspiel

from tercet.errors import UsageError
from tercet.games import verbs
from tercet.games.kernel import SPECTATOR, Outcome, State, as_bits
from tercet.games.kind import Kind, Options, copied, legal_moves, masked, numbers
from tercet.games.registry import find
from tercet.lab.research.openspiel.observers import Observer
from tercet.lab.research.openspiel.unfolding import UNFOLDINGS, Places, Unfolding
from tercet.lab.research.rounds import Reward, check_reward, payoffs
from tercet.lab.tables import LONGEST_ROUND

PATIENCE = 40
"""TRIPLE³: decisions without a card laid after which a round ends, unless the game says otherwise."""
LAID_CARDS = 55
"""TRIPLE³: the most cards that players can lay."""
LAID_TILES = 121
"""ZATRE: the most tiles that players can lay."""
HIGHEST_POINTS = {"z3bra": 180.0, "zatre": 5000.0, "triple": 55.0}
"""By how many points somebody can be ahead at the most. ZATRE's number is only known not to be reached."""
OBSERVED = pyspiel.IIGObservationType(perfect_recall=False)

STARTER, NEXT_SEAT = "starter", "next"
"""The chance events that are not part of the rules: who starts (Z5), and who looks at the table next."""


def game_type(kind: Kind) -> Any:
    """Return what OpenSpiel has to know of a game with any number of players."""
    parameters: dict[str, Any] = {"players": kind.min_players, "reward": "win", "options": ""}
    return pyspiel.GameType(
        short_name=f"tercet_{kind.name}",
        long_name=kind.title,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=kind.max_players,
        min_num_players=kind.min_players,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=True,
        parameter_specification=parameters | ({"patience": PATIENCE, "may_stop": True} if kind.is_race else {}),
    )


class TercetGame(pyspiel.Game):
    """A game with its number of players and its options.

    Parameters: `players`; `reward`, which is `win` or `points` (`rounds.payoffs`); `options` of the game, such as
    `pairs:true` (`decode_options`); in TRIPLE³ `patience`, and `may_stop`: whether players may say stop (P12).
    """

    name: str

    def __init__(self, parameters: dict[str, Any] | None = None) -> None:
        kind, chosen = find(self.name), dict(parameters or {})
        self.kind = kind
        self.players = int(chosen.get("players", kind.min_players))
        self.reward = check_reward(chosen.get("reward", "win"))
        self.options: Options = kind.make_options(self.players, decode_options(chosen.get("options", "")))
        if not self.options.is_one_round or self.options.time_limit is not None:
            raise UsageError("A game is one round, and has no clock: leave out rounds, chips and patience.")
        self.patience = int(chosen.get("patience", PATIENCE))
        self.may_stop = bool(chosen.get("may_stop", True))
        self.wait = int(kind.rules.MOVES)
        self.longest = self._longest()
        most = 1.0 if self.reward == "win" else HIGHEST_POINTS[self.name]
        information = pyspiel.GameInfo(
            num_distinct_actions=self.wait + 1,
            max_chance_outcomes=max(UNFOLDINGS[self.name].most_outcomes, self.players),
            num_players=self.players,
            min_utility=-most,
            max_utility=most,
            utility_sum=0.0,
            max_game_length=self.longest,
        )
        super().__init__(game_type(kind), information, chosen)

    def new_initial_state(self) -> "TercetState":
        """Return a state before the first lot or card."""
        return TercetState(self)

    def make_py_observer(self, kind: Any = None, params: Any = None) -> Observer:
        """Return an observer; by default of what a player knows now."""
        return Observer(
            self.kind.features.size(self.kind.blank(self.players, self.options, 0)), kind or OBSERVED, params
        )

    def state_of(self, states: State, seat: int) -> "TercetState":
        """Return a state in which this seat decides. It has no history. A masked state will do until it is resampled.

        The seat cannot wait where another seat may act instead.
        """
        state = self.new_initial_state()
        state.begin_at(states, seat)
        return state

    def _longest(self) -> int:
        """Return the most decisions that a round can have."""
        if self.kind.is_race:
            return (LAID_CARDS + 1) * self.patience
        return LONGEST_ROUND if self.kind.name == "z3bra" else LAID_TILES * self.players


def decode_options(text: str) -> dict[str, Any]:
    """Return options by name from a text. Raise UsageError if it is not one.

    OpenSpiel writes parameters into the name of a game, so that they can have neither commas nor brackets.

    >>> decode_options("handicap:0+7+2; call:self"), decode_options("pairs:true")
    ({'handicap': [0, 7, 2], 'call': 'self'}, {'pairs': True})
    """
    options: dict[str, Any] = {}
    for part in text.split(";") if text else ():
        name, colon, value = (word.strip() for word in part.partition(":"))
        if not colon:
            raise UsageError(f"Options are written as in pairs:true or handicap:0+7; call:self, not {text!r}.")
        options[name] = decode_value(value)
    return options


def decode_value(text: str) -> bool | int | str | list[int]:
    """Return the value of an option: a truth value, a number, several with + between them, or else the text itself."""
    if text in ("true", "false"):
        return text == "true"
    numbers = text.split("+")
    if not all(number.isdecimal() for number in numbers):
        return text
    return int(text) if len(numbers) == 1 else [int(number) for number in numbers]


class Limits(NamedTuple):
    """What a state knows of its game."""

    wait: int
    longest: int
    patience: int
    reward: Reward
    may_stop: bool


class Table:
    """The states of a round, in an array of one that is copied as bytes, and the views of it that were asked for."""

    def __init__(self, states: State) -> None:
        self.states = states
        self.views: dict[int, str] = {}

    def __deepcopy__(self, memo: Any) -> "Table":
        return Table(copied(self.states))

    def __reduce__(self) -> tuple[type["Table"], tuple[State]]:
        return Table, (self.states,)


class TercetState(pyspiel.State):
    """A state between two decisions, of players or of chance.

    OpenSpiel copies and stores every attribute, so that these are plain values.
    """

    def __init__(self, game: TercetGame, like: "TercetState | None" = None) -> None:
        """Make a state before the first card, or one with the attributes of another."""
        super().__init__(game)
        if like is not None:
            self.__dict__.update(like.__dict__)
            return
        self.game_name = game.kind.name
        self.limits = Limits(game.wait, game.longest, game.patience, game.reward, game.may_stop)
        named = game.options.named_starter
        self.table = Table(game.kind.blank(game.players, game.options, named or 0))
        self.event = STARTER if game.kind.draws_starter and named is None else ""
        """The chance event that the state awaits, beside those of the rules."""
        self.outcome: Outcome | None = None
        """The outcome of the awaited event of the rules: what is decided, and anything possible for the rest."""
        self.place: int | None = None
        """What chance decides next: a number of this outcome or else a place of the state."""
        self.decided: list[int] = []
        """What it has decided of the running event or move."""
        self.move: tuple[int, int] | None = None
        """The seat and its move, which chance has to complete."""
        self.waiting: tuple[int, ...] = ()
        self.turn = -1
        """TRIPLE³: the seat that looks at the table."""
        self.decisions = self.idle = 0
        self.past = ("",) * game.players
        """What each player has seen so far: the moves, each with a checksum of the view after it."""
        self.player = int(pyspiel.PlayerId.CHANCE)
        self._go_on()

    @property
    def kind(self) -> Kind:
        """The game."""
        return find(self.game_name)

    def begin_at(self, states: State, seat: int) -> None:
        """Replace everything by a position in which a seat decides."""
        self.table, self.event, self.outcome, self.place = Table(copied(states)), "", None, None
        self.move, self.decided = None, []
        acting = as_bits(verbs.to_act_in(states, 0))
        self.waiting = () if self.kind.is_race else tuple(other for other in acting if other != seat)
        self.turn = self.player = seat
        self.decisions = self.idle = 0

    # --- What OpenSpiel asks

    def current_player(self) -> int:
        return self.player

    def is_terminal(self) -> bool:
        return bool(self.player == pyspiel.PlayerId.TERMINAL)

    def _legal_actions(self, player: int) -> list[int]:
        moves = sorted(legal_moves(self.kind, self.table.states, player))
        if self.kind.is_race and not self.limits.may_stop and moves[-1] == self.kind.rules.STOP:
            moves.pop()
        can_wait = self.kind.is_race or len(self._asked()) > 1
        return [*moves, self._wait] if can_wait else moves

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return each outcome with its probability: its share of the unseen cards."""
        if self.event:
            seats = self._drawn_seats()
            return [(seat, 1 / len(seats)) for seat in seats]
        cards, places = self._cards_that_fit()
        counts = np.bincount(cards[places])
        values = np.flatnonzero(counts)
        return list(zip(values.tolist(), (counts[values] / len(places)).tolist(), strict=True))

    def _apply_action(self, action: int) -> None:
        """Carry out an action. Raise UsageError or IllegalMove for a wrong one, and change nothing."""
        self._check(action)
        if self.event:
            self._name_seat(action)
        elif self.place is not None:
            self._decide(action)
        else:
            self._choose(self.player, action)
        self.table.views.clear()
        self._go_on()

    def _check(self, action: int) -> None:
        if self.is_terminal():
            raise UsageError("The round is over.")
        if self.player < 0:
            if action not in [outcome for outcome, _ in self.chance_outcomes()]:
                raise UsageError(f"Chance cannot have the outcome {action} now.")
        elif action not in self._legal_actions(self.player):
            if not 0 <= action < self._wait:
                raise UsageError(f"The seat cannot choose {action} now.")
            raise self.kind.refusal(masked(self.table.states, self.player)[0], self.player, action)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            if self.event:
                return f"{self.event}: {action}"
            name = self._unfolding.name(self.table.states, action)
            return f"{self.kind.chance.name(self.table.states[0])}: {name}" if self.outcome is not None else name
        return "wait" if action == self._wait else self.kind.text(action)

    def returns(self) -> list[float]:
        """Return what the round is worth to each player; 0 before its end, and if it was cut off."""
        if not self.is_terminal() or not verbs.is_over_in(self.table.states, 0):
            return [0.0] * len(self.past)
        return payoffs(self.kind, self.table.states, self.limits.reward)

    def resample_from_infostate(self, player: int, random: Any) -> "TercetState":
        """Return a state that this player cannot tell from this one, with everything else dealt anew.

        `random` gives numbers from 0 to 1. The new state has no history, which would tell what was dealt before.
        """
        states = masked(self.table.states, player)
        verbs.redeal_in(states, 0, int(random() * (1 << 53)))
        return self.with_states(states, player)

    def with_states(self, states: State, player: int) -> "TercetState":
        """Return this decision of a player in another world that looks the same to them."""
        other = TercetState(self.get_game(), like=self)
        other.table = Table(states)
        other.past = tuple(past if seat == player else "?" for seat, past in enumerate(self.past))
        return other

    def __str__(self) -> str:
        waits = f", {len(self.decided)} decided" if self.place is not None else ""
        return f"{self.event or 'table'}{waits}\n{self.seen_by(SPECTATOR)}"

    def seen_by(self, seat: int) -> str:
        """Return the view of a seat or of a spectator as JSON. Before the deal is complete there is nothing to see."""
        views = self.table.views
        if seat not in views:
            views[seat] = self._look(seat)
        return views[seat]

    # --- Chance

    @property
    def _unfolding(self) -> Unfolding:
        return UNFOLDINGS[self.game_name]

    def _drawn_seats(self) -> list[int]:
        """Return the seats of which chance names one."""
        if self.event == NEXT_SEAT:
            return list(as_bits(verbs.to_act_in(self.table.states, 0)))
        return list(range(len(self.past)))

    def _name_seat(self, seat: int) -> None:
        if self.event == STARTER:
            states = self.table.states
            states["starter"], states["seat"] = seat, seat
        else:
            self.turn = seat
        self.event = ""

    def _cards_that_fit(self) -> tuple[Outcome, Places]:
        """Return an array of cards, and where in it those are that could lie on the place that chance decides."""
        assert self.place is not None
        if self.outcome is not None:
            cards, places = self.outcome, np.arange(len(self.outcome))
        else:
            cards = self.table.states.view(np.int8)
            places = self._unfolding.unseen(self.table.states, self.place)
        return cards, places[~np.isin(places, self.decided)] if self.decided else places

    def _decide(self, card: int) -> None:
        """Swap the card that chance has named onto the place that it decides.

        If several are alike, it is any of them: always taking the first would make some orders of the rest likelier.
        """
        assert self.place is not None
        cards, places = self._cards_that_fit()
        same = places[cards[places] == card]
        rng = (numbers(self.table.states, "rng") * 6364136223846793005 + 1442695040888963407) % (1 << 64)
        self.table.states["rng"] = rng
        chosen = same[(rng >> 33) % len(same)]
        cards[chosen], cards[self.place] = cards[self.place], cards[chosen]
        self.decided = [*self.decided, self.place]

    # --- Players

    @property
    def _wait(self) -> int:
        return self.limits.wait

    def _asked(self) -> list[int]:
        """Return the seats that may act and have not left it to another."""
        return [seat for seat in as_bits(verbs.to_act_in(self.table.states, 0)) if seat not in self.waiting]

    def _choose(self, seat: int, action: int) -> None:
        self.decisions += 1
        self.idle += 1
        if action == self._wait:
            self.waiting = (*self.waiting, seat)
            self.turn = -1
        else:
            self.move = seat, action

    # --- What follows

    def _go_on(self) -> None:
        """Carry out what needs no further decision, and find out who decides next."""
        self.place = None
        self.player = int(pyspiel.PlayerId.CHANCE)
        while not self.event and self.place is None:
            if numbers(self.table.states, "awaits"):
                self._deal()
            elif self.move is not None:
                self._carry_out(*self.move)
            elif self._is_at_end():
                self.player = int(pyspiel.PlayerId.TERMINAL)
                return
            elif self.kind.is_race and self.turn < 0:
                self.event = NEXT_SEAT
            else:
                self.player = self.turn if self.kind.is_race else self._asked()[0]
                return

    def _deal(self) -> None:
        """Deal the awaited cards, or let chance decide the next of them."""
        states = self.table.states
        if self.outcome is None:
            self.outcome, self.decided = np.array(self.kind.chance.unshuffled(states[0]), np.int8), []
        self.place = self._unfolding.next_of_event(states, self.outcome, len(self.decided))
        if self.place is None:
            verbs.deal_in(states, 0, self.outcome)
            self.outcome, self.decided = None, []

    def _carry_out(self, seat: int, move: int) -> None:
        """Carry out a move, or let chance decide the next card that it shows."""
        self.place, after = self._unfolding.next_of_move(self.table.states, seat, move, self.decided)
        if self.place is not None:
            return
        if self.kind.is_race and int(after[0].laid.sum()) > int(self.table.states[0].laid.sum()):
            self.idle = 0
        self.table = Table(after)
        self.move, self.decided, self.waiting, self.turn = None, [], (), -1
        text = self.kind.text(move)
        self.past = tuple(
            f"{past}{seat} {text} {zlib.crc32(masked(after, each).tobytes()):08x};"
            for each, past in enumerate(self.past)
        )

    def _is_at_end(self) -> bool:
        """Return whether the round is over or cut off; end it if nobody makes progress (P15)."""
        if self.kind.race is not None and self.idle >= self.limits.patience:
            self.kind.race.end_by_time(self.table.states[0])
        return self.decisions >= self.limits.longest or bool(verbs.is_over_in(self.table.states, 0))

    def _look(self, seat: int) -> str:
        if self.outcome is not None or self.event == STARTER:
            return ""
        view = self.kind.look(masked(self.table.states, seat), seat)
        text = msgspec.json.encode(view).decode()
        since = f'"idle":{self.idle}' if self.kind.is_race else f'"waiting":{list(self.waiting)}'
        return f"{text[:-1]},{since}}}"


class Z3bra(TercetGame):
    """`tercet_z3bra`."""

    name = "z3bra"


class Zatre(TercetGame):
    """`tercet_zatre`."""

    name = "zatre"


class Triple(TercetGame):
    """`tercet_triple`."""

    name = "triple"


# Only classes can be registered: OpenSpiel keeps them until after the interpreter has ended, where releasing the last
# reference to another object would crash.
for _game in (Z3bra, Zatre, Triple):
    pyspiel.register_game(game_type(find(_game.name)), _game)
