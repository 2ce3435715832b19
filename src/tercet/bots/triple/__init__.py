"""TRIPLE³'s bots in five levels, which differ in how fast they see and in what they look for.

Their speeds are published in docs/triple-bots.md. `seeing` has how they see and choose.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import partial

import numpy as np

from tercet.bots.base import Bot, Budget, LevelBot, decision_seed
from tercet.bots.judgement import JudgedMove, Judgement, RankedMove, Ranking, Value
from tercet.bots.learned import load
from tercet.bots.triple.reasons import reasons_of
from tercet.bots.triple.seeing import WAIT, look_in, milliseconds_in, take_up_in
from tercet.bots.triple.value import judge_in, nets_of
from tercet.bots.triple.ways import SPEEDS, way_of
from tercet.game import View
from tercet.games.kernel import State
from tercet.games.kind import legal_moves
from tercet.games.reasons import Reason
from tercet.games.triple.notation import parse, text
from tercet.games.triple.rules import GO, PLAY, STOP

MOST_JUDGED = 12
"""How many moves a judgement has, besides waiting and those asked for."""


class TripleBot(LevelBot):
    """A bot that sees, chooses and lays in a given way. It does not search ahead, so that it ignores budgets.

    It makes the best move that it sees in the time it takes to look, which is the first of its judgement. The values
    are those of equally fast experts, for every level.
    """

    def __init__(self, name: str, ways: State, seed: int | str) -> None:
        super().__init__(seed)
        self.name, self.ways = name, ways

    def choose(self, view: View, budget: Budget | None = None) -> str | None:
        """Return the move that it sees first or likes best; None to look again.

        >>> import tercet
        >>> LEVELS["regular"](1).choose(tercet.new("triple", seed=1).view(0))
        'take 5'
        """
        return text_of(self._decide(view))

    def rank(self, view: View, budget: Budget | None, also: Sequence[int] = ()) -> Ranking:
        """Return its choice, and then the other moves by what they are worth; `WAIT` is to look again."""
        chosen, nets = self._decide(view), nets_of(load("triple"))
        moves = moves_that_matter(view, chosen, int(take_up_in(view.states, 0, view.seat, self.ways)), also)
        values = np.zeros((len(moves), 2))
        before = Value(*judge_in(view.states, 0, view.seat, np.array(moves, np.int16), nets, values))
        ranked = [
            RankedMove(move, before if move in (GO, STOP) else Value(*each))
            for move, each in zip(moves, values.tolist(), strict=True)
        ]
        rest = sorted(ranked[1:], key=lambda each: -each.value.lead)
        kept = [each for n, each in enumerate(rest, 2) if n <= MOST_JUDGED or each.move in (WAIT, *also)]
        return Ranking(before, [ranked[0], *kept])

    def reasons(self, view: View, ranking: Ranking) -> Sequence[tuple[Reason, ...]]:
        return reasons_of(view, ranking, nets_of(load("triple")))

    def judge(self, view: View, budget: Budget | None = None, also: Sequence[str] = ()) -> Judgement:
        """Return its choice, and then the other moves by what they are worth.

        >>> import tercet
        >>> judgement = LEVELS["regular"](1).judge(tercet.new("triple", seed=1).view(0))
        >>> [judged.move for judged in judgement.moves]
        ['take 5', None]
        """
        ranking = self.rank(view, budget, [parse(move) for move in also])
        moves = [
            JudgedMove.worth(ranked.value, text_of(ranked.move), reasons=reasons)
            for ranked, reasons in zip(ranking.moves, self.reasons(view, ranking), strict=True)
        ]
        return Judgement(ranking.before, tuple(moves))

    def pace(self, view: View, move: str | None) -> int:
        """Return the time that its looks and the move take, as published."""
        states = self._with_own_seed(view)
        _, looks = look_in(states, 0, view.seat, self.ways)
        return milliseconds_in(states, 0, view.seat, self.ways, WAIT if move is None else parse(move), looks)

    def _decide(self, view: View) -> int:
        """Return its move by its number, `WAIT` to look again."""
        move, _ = look_in(self._with_own_seed(view), 0, view.seat, self.ways)
        return int(move)

    def _with_own_seed(self, view: View) -> State:
        """Return the view's state with a generator for this decision."""
        states = view.states.copy()
        states["rng"] = decision_seed(self.seed, view)
        return states


def text_of(move: int) -> str | None:
    """Return the text of a move number; None to wait."""
    return None if move == WAIT else text(move)


def moves_that_matter(view: View, chosen: int, take: int, also: Sequence[int]) -> list[int]:
    """Return the chosen move, then one play for each card and cell where it fits, the usual take, to wait, and `also`.

    After a stop there is only the chosen move.
    """
    moves, laid = [chosen], {(chosen - PLAY) // 3}
    if not view.states[0].stopped:
        legal = legal_moves(view.kind, view.states, view.seat)
        for move in legal:
            if PLAY <= move < GO and (move - PLAY) // 3 not in laid:
                laid.add((move - PLAY) // 3)
                moves.append(move)
        moves += [take, WAIT] if take in legal else [WAIT]
    return list(dict.fromkeys([*moves, *also]))


def make_level(level: str, seed: int | str) -> TripleBot:
    """Return a bot of a level of `SPEEDS`."""
    return TripleBot(level, way_of(level, load("triple")), seed)


LEVELS: Mapping[str, Callable[[int | str], Bot]] = {level: partial(make_level, level) for level in SPEEDS}
