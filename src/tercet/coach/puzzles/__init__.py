"""Puzzles: find the best turn. The shipped ones, how they are asked and how answers are judged (docs/puzzles.md)."""
