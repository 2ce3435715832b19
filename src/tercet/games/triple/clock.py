"""TRIPLE³: the clock of a round. Moves count in the order of arrival (P11); a standstill ends a round (P15)."""

import msgspec

from tercet.errors import IllegalMove, UsageError
from tercet.games.kernel import State
from tercet.games.kind import numbers
from tercet.games.triple.rules import GO, PLAY


class TripleClock(msgspec.Struct, frozen=True):
    """The times of a round, in milliseconds since its start. (A struct, as one is made with every move.)"""

    patience: int | None
    """How long the table waits for a card to be laid, in milliseconds; None for ever."""
    last_move: int = 0
    last_progress: int = 0
    """P15: the time of the start, of the last card laid, or of the last go after a stop, whichever is latest."""
    is_stopped: bool = False

    @property
    def ends_at(self) -> int | None:
        """P15: when the round ends if nobody lays a card; None without an agreed time and during a stop (P13)."""
        if self.patience is None or self.is_stopped:
            return None
        return self.last_progress + self.patience

    def arrival(self, milliseconds: int | None) -> int:
        """Return the time of a move: the given one or, for None, that of the move before it.

        Raise UsageError if it is before the last move, and IllegalMove if the round has ended by then.
        """
        time = self.last_move if milliseconds is None else milliseconds
        if time < self.last_move:
            raise UsageError(f"P11: plays count in the order of arrival; {time} ms is before {self.last_move} ms.")
        if self.ends_at is not None and time >= self.ends_at:
            raise IllegalMove(
                "P15",
                en="Nobody has laid a card for as long as the table agreed on: the round is over.",
                de="So lange, wie der Tisch vereinbart hat, hat niemand eine Karte gelegt: Die Runde ist vorbei.",
            )
        return time

    def after(self, states: State, move: int, milliseconds: int) -> "TripleClock":
        """Return the clock after a move that has led to this state, in an array of one."""
        if move < GO:  # takes and plays are legal only while nobody has stopped
            progress = self.last_progress if move < PLAY else milliseconds
            if milliseconds == self.last_move and progress == self.last_progress:
                return self
            return TripleClock(self.patience, milliseconds, progress)
        is_stopped = bool(numbers(states, "stopped"))
        progress = milliseconds if move == GO and not is_stopped else self.last_progress
        return TripleClock(self.patience, milliseconds, progress, is_stopped)

    def waiting_longer(self, milliseconds: int) -> "TripleClock":
        """Return a clock whose round has not ended at this time: tables of older releases ended rounds late."""
        if self.ends_at is None or milliseconds < self.ends_at:
            return self
        return TripleClock(self.patience, self.last_move, milliseconds, self.is_stopped)
