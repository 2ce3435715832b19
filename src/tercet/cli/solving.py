"""Solve a puzzle in the terminal: moves are typed until the answer is whole, and are then judged."""

from datetime import UTC, datetime
from pathlib import Path

from rich.console import Console
from rich.text import Text

from tercet.cli.input import Lines
from tercet.cli.review import number as in_words
from tercet.cli.words import say
from tercet.coach.puzzles import shipped
from tercet.coach.puzzles.base import Puzzle
from tercet.coach.puzzles.solving import check, is_whole, play, solve
from tercet.coach.review import ReviewedMove
from tercet.errors import LANGUAGES, TercetError, UsageError
from tercet.pictures.terminal import draw

GIVE_UP, LEAVE = "?", "q"


def find_puzzle(game: str, number: int | None, file: Path | None) -> Puzzle:
    """Return a puzzle by its number, of a file or of the shipped ones; today's without a number."""
    if file is None:
        today = datetime.now(UTC).date()
        return shipped.todays(game, today) if number is None else shipped.find_puzzle(game, number)
    found = [puzzle for puzzle in shipped.read(file) if puzzle.game == game and puzzle.number == (number or 1)]
    if not found:
        raise UsageError(f"{file} has no such puzzle.", f"{file} hat kein solches Rätsel.")
    return found[0]


class Solver:
    """A person at a puzzle."""

    def __init__(self, puzzle: Puzzle, language: str) -> None:
        self.puzzle, self.language = puzzle, language
        self.console, self.lines = Console(), Lines()
        names = [say(language, "seat", seat=seat) for seat in range(puzzle.players)]
        names[puzzle.seat] = say(language, "you")
        self.names = names

    def run(self) -> None:
        """Ask for answers until one is right, the person gives up, or leaves."""
        puzzle = self.puzzle
        self.print(say(self.language, "puzzle_title", n=puzzle.number, grade=puzzle.grade), "bold")
        while (answer := self.answer()) is not None:
            verdict = check(puzzle, answer)
            self.print_reasons(verdict.answer)
            if verdict.is_right:
                self.print(say(self.language, "puzzle_right", margin=self.points(puzzle.margin)), "bold green")
                return
            self.print(say(self.language, "puzzle_wrong", cost=self.points(verdict.cost)), "red")

    def answer(self) -> list[str] | None:
        """Return a whole answer; None if the person leaves, or has given up and seen the solution."""
        moves: list[str] = []
        while True:
            game = play(self.puzzle, moves)
            if is_whole(self.puzzle, game):
                return moves
            view = game.view(self.puzzle.seat)
            self.console.print(draw(view.table, self.names, self.language))
            move = self.lines.ask(say(self.language, "puzzle_prompt"), view.legal_moves())
            if move is None or move == LEAVE:
                return None
            if move == GIVE_UP:
                self.print_solution()
                return None
            try:
                play(self.puzzle, [*moves, move])
                moves.append(move)
            except TercetError as refused:
                self.print(refused.text(self.language), "red")

    def print_solution(self) -> None:
        """Print the solution, the reasons for it, and the best of the other turns."""
        solution = solve(self.puzzle)
        best = ", ".join([str(solution.best.move), *solution.best.then])
        self.print(say(self.language, "puzzle_solution", moves=best), "bold")
        self.print_reasons(solution.best)
        for rival in solution.rivals:
            behind = self.points(solution.best.lead - rival.lead)
            self.print(f"  {', '.join([str(rival.move), *rival.then])}: -{behind}")

    def print_reasons(self, move: ReviewedMove) -> None:
        """Print what speaks for and against a turn."""
        for reason in move.reasons:
            self.print(f"  {(reason.en, reason.de)[LANGUAGES.index(self.language)]}")

    def points(self, points: float) -> str:
        """Return a number of points as the language writes it."""
        return in_words(points, self.language)

    def print(self, text: str, style: str = "") -> None:
        """Print a line of text as it is."""
        self.console.print(Text(text, style=style))
