"""Solve a puzzle: play its moves, and judge an answer."""

from collections.abc import Sequence

from tercet.bots.base import LevelBot
from tercet.bots.judgement import JudgedMove, RankedMove, Ranking, Value
from tercet.bots.registry import make
from tercet.coach.puzzles.base import Compared, Puzzle, Solution, Turn, Verdict
from tercet.coach.puzzles.positions import unpack
from tercet.coach.puzzles.registry import question_of
from tercet.coach.review import QUICK_JUDGE, ReviewedMove, reviewed
from tercet.errors import UsageError
from tercet.game import Game, View, make_dealer
from tercet.games.registry import find

WORLD = 1
"""The seed of the possible world in which puzzles are played. What it hides has no influence on an answer."""


def view_of(puzzle: Puzzle) -> View:
    """Return the position of a puzzle, as its seat sees it."""
    return View(find(puzzle.game), unpack(puzzle.game, puzzle.position), puzzle.seat)


def start(puzzle: Puzzle) -> Game:
    """Return a round that begins in the position of a puzzle."""
    return begin(view_of(puzzle))


def begin(view: View) -> Game:
    """Return a round that begins in the position of a view. What its seat does not know is dealt by `WORLD`."""
    players = int(view.states[0].players)
    options = view.kind.make_options(players, {})
    return Game.from_position(view.kind, options, make_dealer(WORLD, None, players), view.redealt(WORLD))


def play(puzzle: Puzzle, moves: Sequence[str]) -> Game:
    """Return the round of a puzzle after some moves of an answer.

    Raise IllegalMove or NotationError for a move that cannot be made, UsageError for one after the end of the answer.
    """
    game = start(puzzle)
    for number, move in enumerate(moves):
        if number and is_whole(puzzle, game):
            raise UsageError(
                f"The answer is complete before {move!r}.", f"Die Antwort ist schon vor {move!r} vollständig."
            )
        game.play(puzzle.seat, move)
    return game


def is_whole(puzzle: Puzzle, game: Game) -> bool:
    """Return whether the moves made in the round of a puzzle are a whole answer."""
    if not game.moves:
        return False
    last = game.transitions()[-1]
    return question_of(puzzle.game).is_over(last.before, puzzle.seat, last.move, last.after)


def check(puzzle: Puzzle, moves: Sequence[str]) -> Verdict:
    """Judge a whole answer. Raise UsageError if it is not whole, and what `play` raises.

    >>> from tercet.coach.puzzles.shipped import load
    >>> puzzle = load("zatre")[0]
    >>> check(puzzle, puzzle.solution.moves).is_right
    True
    """
    if not is_whole(puzzle, play(puzzle, moves)):
        raise UsageError("The turn goes on: this is not a whole answer.", "Der Zug geht noch weiter.")
    view, question = view_of(puzzle), question_of(puzzle.game)
    answer = numbers_of(view, moves)
    judged = compared_with(puzzle, answer) or judge_at_glance(puzzle, answer, moves)
    is_right = question.key(answer) == question.key(numbers_of(view, puzzle.solution.moves))
    _, explained = explain(view, [puzzle.solution, judged])
    return Verdict(is_right=is_right, cost=judged.behind, answer=explained, points=question.points(view, answer))


def solve(puzzle: Puzzle) -> Solution:
    """Return the solution of a puzzle with its reasons, and the best of the other turns."""
    view, question = view_of(puzzle), question_of(puzzle.game)
    best, *rivals = explain(view, [puzzle.solution, *puzzle.rivals])
    return Solution(
        best=best,
        rivals=rivals,
        margin=puzzle.margin,
        points=question.points(view, numbers_of(view, puzzle.solution.moves)),
        spread=list(puzzle.points),
    )


def numbers_of(view: View, moves: Sequence[str]) -> Turn:
    """Return the moves of a turn by their numbers."""
    return tuple(view.kind.parse(move) for move in moves)


def compared_with(puzzle: Puzzle, answer: Turn) -> Compared | None:
    """Return what was found of an answer when the puzzle was verified; None if it was not compared."""
    view, question = view_of(puzzle), question_of(puzzle.game)
    for each in (puzzle.solution, *puzzle.rivals):
        if question.key(numbers_of(view, each.moves)) == question.key(answer):
            return each
    return None


def judge_at_glance(puzzle: Puzzle, answer: Turn, moves: Sequence[str]) -> Compared:
    """Return what another answer is worth: less than every turn that was compared, by what is seen at a glance."""
    view = view_of(puzzle)
    best, own = question_of(puzzle.game).values(view, [numbers_of(view, puzzle.solution.moves), answer])
    behind = max(best.lead - own.lead, puzzle.margin)
    win = max(0.0, puzzle.solution.win - max(0.0, best.win - own.win))
    return Compared(tuple(moves), puzzle.solution.lead - behind, win, behind)


def explain(view: View, turns: Sequence[Compared]) -> list[ReviewedMove]:
    """Return turns with their reasons; the first is the best."""
    ranked = [ranked_turn(view, each) for each in turns]
    judge = make(QUICK_JUDGE, view.kind.name, WORLD)
    assert isinstance(judge, LevelBot), "the judge is a level"
    reasons = judge.reasons(view, Ranking(ranked[0].value, ranked))
    text = view.kind.text
    return [
        reviewed(JudgedMove.worth(each.value, text(each.move), tuple(map(text, each.then)), why))
        for each, why in zip(ranked, reasons, strict=True)
    ]


def ranked_turn(view: View, turn: Compared) -> RankedMove:
    """Return a turn as bots have it: its first move, its value, and the moves after it."""
    first, *then = numbers_of(view, turn.moves)
    return RankedMove(first, Value(turn.lead, turn.win, turn.error), tuple(then))
