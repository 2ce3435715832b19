"""Find the puzzles in one game of experts."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import islice

from tercet.bots.registry import make
from tercet.coach.puzzles.base import GRADED_LEVELS, Puzzle, Question, Turn
from tercet.coach.puzzles.positions import pack
from tercet.coach.puzzles.registry import question_of
from tercet.coach.puzzles.solving import begin
from tercet.game import View, new
from tercet.lab.league.schedule import bot_seed, deal_seed
from tercet.lab.puzzles.base import Prover, prover_of
from tercet.lab.puzzles.proving import Proof, prove, prove_exactly
from tercet.lab.tables import LONGEST_ROUND

PLAYER = "expert"
"""The level that plays the games."""
PLAYERS = 2
MOST_FROM_GAME = 3
APART = 8
"""Puzzles of one game are at least so many moves apart, so that no two look alike."""
BEGINNERS = ("novice", "regular")
"""What both of these find is obvious."""
MOST_TURNS = 5000
"""With more answers than this, as with a full hand of tiles, a position is passed over: nobody could see them all."""
SEED = 1
"""The seed of the levels that try to solve a puzzle, and of the worlds that prove it."""


def find_puzzles(game: str, seed: int, number: int) -> list[Puzzle]:
    """Play the game with this number and return its puzzles. Arguments and result are plain values, for any process."""
    prover, question = prover_of(game), question_of(game)
    too_easy = BEGINNERS if number % prover.EASY_EVERY == 0 else BEGINNERS[-1:]
    found: list[Puzzle] = []
    last = -APART
    for at, view in views(game, seed, number, question):
        if at - last < APART or (puzzle := puzzle_in(view, prover, question, too_easy)) is None:
            continue
        found.append(puzzle)
        last = at
        if len(found) == MOST_FROM_GAME:
            break
    return found


def views(game: str, seed: int, number: int, question: Question) -> Iterator[tuple[int, View]]:
    """Play a game of experts; yield each position in which a question can be asked, with the moves made before."""
    table = new(game, PLAYERS, seed=deal_seed(seed, number))
    bots = [make(PLAYER, game, bot_seed(seed, number, seat)) for seat in range(PLAYERS)]
    while not table.is_over and len(table.moves) < LONGEST_ROUND:
        seat = table.to_act[0]
        view = table.view(seat)
        if question.is_asked(view):
            yield len(table.moves), view
        move = bots[seat].choose(view)
        assert move is not None, "nobody may wait in a game with turns"
        table.play(seat, move)


def puzzle_in(view: View, prover: Prover, question: Question, too_easy: Sequence[str]) -> Puzzle | None:
    """Return the puzzle that a position is; None if no answer is clearly best, or if all of these levels find it."""
    valued = prover.exact(view)
    if valued is not None:
        turns, too_easy = [each.turn for each in valued], BEGINNERS
        proof = prove_exactly(view, prover, valued)
    elif candidates := prover.candidates(view):
        turns = list(islice(question.all_turns(view), MOST_TURNS + 1))
        if not prover.FEWEST_TURNS <= len(turns) <= MOST_TURNS or is_easy(view, candidates[0], question, too_easy):
            return None
        proof = prove(view, prover, candidates, SEED)
    else:
        return None
    if proof is None or len(turns) < prover.FEWEST_TURNS or is_easy(view, proof.best, question, too_easy):
        return None
    return make_puzzle(view, proof, turns, question)


def is_easy(view: View, turn: Turn, question: Question, levels: Sequence[str]) -> bool:
    """Return whether all of these levels give this answer."""
    return all(finds(level, view, turn, question) for level in levels)


def finds(level: str, view: View, turn: Turn, question: Question) -> bool:
    """Return whether a level gives this answer."""
    return question.key(answer_of(level, view, question)) == question.key(turn)


def answer_of(level: str, view: View, question: Question) -> Turn:
    """Return the answer of a level, move by move."""
    bot, game = make(level, view.kind.name, SEED), begin(view)
    while True:
        move = bot.choose(game.view(view.seat))
        assert move is not None, "nobody may wait in a game with turns"
        game.play(view.seat, move)
        last = game.transitions()[-1]
        if question.is_over(last.before, view.seat, last.move, last.after):
            return tuple(each.move for each in game.transitions())


def make_puzzle(view: View, proof: Proof, turns: list[Turn], question: Question) -> Puzzle:
    """Return a proved position as a puzzle. It has no number yet."""
    solution, *rivals = proof.compared
    return Puzzle(
        game=view.kind.name,
        number=0,
        players=PLAYERS,
        seat=view.seat,
        position=pack(view.states),
        solution=solution,
        rivals=tuple(rivals),
        turns=len(turns),
        found_by=tuple(level for level in GRADED_LEVELS if finds(level, view, proof.best, question)),
        worlds=proof.worlds,
        nodes=proof.nodes,
        points=spread_of(view, turns, question),
    )


def spread_of(view: View, turns: list[Turn], question: Question) -> tuple[tuple[int, int], ...]:
    """Return how many answers bring how many points, most points first; nothing where turns bring none."""
    points = (question.points(view, turn) for turn in turns)
    return tuple(sorted(Counter(each for each in points if each is not None).items(), reverse=True))
