"""The questions by game."""

from importlib import import_module

from tercet.coach.puzzles.base import Question


def question_of(game: str) -> Question:
    """Return what the puzzles of a game ask for. Imported when needed: it brings compiled code."""
    found: Question = import_module(f"tercet.coach.puzzles.{game}").QUESTION
    return found
