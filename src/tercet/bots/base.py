"""What a bot is: somebody who is handed a view and answers with a move."""

from typing import Protocol

from tercet.game import View


class Bot(Protocol):
    """A player. It learns of the table only what `View` shows its seat."""

    name: str

    def choose(self, view: View) -> str | None:
        """A legal move; None to wait, which is possible only where everybody plays at once."""

    def reaction(self) -> int:
        """Milliseconds until it acts next, where everybody plays at once."""
