"""ZATRE: the sums that a tile would make, for people who like them shown."""

from tercet.games.kernel import State
from tercet.games.zatre import rules
from tercet.games.zatre.notation import parse


def sums_made(states: State, move: str) -> list[int]:
    """The sums of the lines that a legal move would make or lengthen, across first.

    >>> import tercet
    >>> game = tercet.new("zatre", players=2, seed=1)
    >>> game.play(game.to_act[0], game.legal_moves(game.to_act[0])[-1])
    >>> [sums_made(game.states, move) for move in game.legal_moves(game.to_act[0])[:2]]
    [[7], [7]]
    """
    s = states[0]
    number = parse(move)
    pips, field = number // rules.FIELDS + 1, number % rules.FIELDS
    joined = [rules.run(s, field, way)[0] + rules.run(s, field, way ^ 1)[0] for way in (rules.WEST, rules.NORTH)]
    return [total + pips for total in joined if total]
