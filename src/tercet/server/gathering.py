"""Tables for whoever comes: they start by themselves when they are full, and bots fill them if everybody agrees.

Nobody has to press a button there, so it does not matter who made the table and whether that person is still there.
"""

import asyncio
from contextlib import suppress
from typing import TYPE_CHECKING

from tercet.server import events as ev
from tercet.server.problems import Declined
from tercet.server.store import StoreDown
from tercet.server.table import Moment, Table

if TYPE_CHECKING:
    from tercet.server.live import LiveTable

TIME_TO_ARRIVE = 20_000
"""Milliseconds that the page of somebody who has just taken a seat has to connect."""

RETRY_SECONDS = 1.0
"""Seconds until a table that waits for somebody to come back, or cannot start yet, is looked at again."""


def next_event(table: Table, moment: Moment) -> ev.SeatCleared | ev.BotSeated | ev.Started | None:
    """Return what a table for whoever comes does now; None if it waits.

    It starts only with people who are there. Who is not, and does not come back, loses the seat when it could start.
    """
    people = [seat for seat, chair in enumerate(table.chairs) if chair.kind == "human"]
    missing = [seat for seat in people if seat not in moment.connected]
    if not is_gathering(table) or len(missing) == len(people):
        return None
    free = [seat for seat, chair in enumerate(table.chairs) if chair.kind == "open"]
    fills_at = table.fills_at()
    if free and (fills_at is None or moment.at < fills_at):
        return None
    for seat in missing:
        if seat not in moment.just_gone and moment.at >= table.chairs[seat].since + TIME_TO_ARRIVE:
            return ev.SeatCleared(seat)
    if missing:
        return None
    return ev.BotSeated(free[0], table.created.stand_in) if free else ev.Started()


def is_gathering(table: Table) -> bool:
    """Return whether a table for whoever comes has not started yet."""
    return table.status == "open" and table.is_for_whoever_comes


def seconds_until_next(table: Table, now: int) -> float | None:
    """Return when to look at such a table again; None if somebody has to do something first."""
    has_free_seats = any(chair.kind == "open" for chair in table.chairs)
    fills_at = table.fills_at()
    if has_free_seats and fills_at is None:
        return None
    if has_free_seats and fills_at is not None and now < fills_at:
        return (fills_at - now) / 1000
    return RETRY_SECONDS


class Gathering:
    """Carries out what a table for whoever comes does by itself, while clients are connected to this node.

    Several nodes may do so at the same time: the log decides which of them was first.
    """

    def __init__(self, live: "LiveTable") -> None:
        self._live = live
        self._timer: asyncio.TimerHandle | None = None
        self._is_acting = False
        self._is_stopped = False

    def schedule(self) -> None:
        """Do what is due now, or set the timer to when something will be."""
        self._set_timer(None)
        live = self._live
        if self._is_acting or self._is_stopped or not is_gathering(live.table) or not live.by_seat:
            return
        if next_event(live.table, live.moment()) is None:
            self._set_timer(seconds_until_next(live.table, live.now()))
            return
        self._is_acting = True
        live.hub.spawn(self._commit_all())

    def stop(self) -> None:
        """Do nothing any more: the table leaves the memory."""
        self._is_stopped = True
        self._set_timer(None)

    def _set_timer(self, delay: float | None) -> None:
        if self._timer is not None:
            self._timer.cancel()
        is_needed = delay is not None and not self._is_stopped
        self._timer = asyncio.get_running_loop().call_later(delay or 0, self.schedule) if is_needed else None

    async def _commit_all(self) -> None:
        """Carry out all that is due. What is refused, as by a limit, is tried again after a while."""
        try:
            with suppress(Declined, StoreDown):
                while next_event(self._live.table, self._live.moment()) is not None:
                    await self._live.commit_event(self._due_event)
        finally:
            self._is_acting = False
            self._set_timer(RETRY_SECONDS if is_gathering(self._live.table) else None)

    def _due_event(self, table: Table) -> ev.AnyEvent:
        event = next_event(table, self._live.moment())
        if event is None:
            raise Declined("not_now", en="The table waits.", de="Der Tisch wartet.")
        if isinstance(event, ev.Started):
            self._live.hub.check_may_run(self._live.visitor)
        return event
