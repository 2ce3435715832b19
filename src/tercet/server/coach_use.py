"""Whether the coach was asked during a match, which then does not count for ratings."""

from typing import TYPE_CHECKING

from tercet.server import messages as msg

if TYPE_CHECKING:
    from tercet.server.hub import Hub


class CoachUse:
    """What is known of it at one table."""

    def __init__(self, hub: "Hub", table_id: str) -> None:
        self._hub = hub
        self._table_id = table_id
        self._is_written = False
        self._judged_seats: set[int] = set()
        """The seats whose last move the coach has judged in full."""

    async def note_asked(self) -> None:
        """Write that somebody asks the coach, before it answers."""
        if not self._is_written:
            await self._hub.results.store.mark_coached(self._table_id)
            self._is_written = True

    def note_judged(self, seat: int) -> None:
        """Note that the coach judges a seat's last move in full, as clients let it do by themselves."""
        self._judged_seats.add(seat)

    async def note_command(self, command: msg.AnyCommand, seat: int | None) -> None:
        """Write that somebody has followed the coach, who take back what it has judged."""
        if seat is None or seat not in self._judged_seats:
            return
        if isinstance(command, msg.DoTakeBack):
            await self.note_asked()
        if isinstance(command, msg.DoMove | msg.DoTakeBack):
            self._judged_seats.discard(seat)
