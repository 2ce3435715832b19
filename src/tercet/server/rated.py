"""What of a finished match counts for somebody's ratings: against people, and against bots."""

from collections.abc import Callable

from tercet.server.ratings import Rated, Side, Strength, anchor
from tercet.server.result_store import MatchRow, SeatRow


def own_seat(match: MatchRow, profile_id: str) -> SeatRow:
    """Return a profile's seat in a match of its own."""
    return next(seat for seat in match.seats if seat.profile_id == profile_id)


def against_people(match: MatchRow, profile_id: str) -> Rated | None:
    """Return the match against sides with a profile; None if there are none, or it does not count.

    Sides with a guest are left out, since nobody knows how strong guests are. Bots that are partners count as what they
    are.
    """
    return _against(match, profile_id, lambda seats: any(is_rated_person(seat) for seat in seats))


def against_bots(match: MatchRow, profile_id: str, level: str | None = None) -> Rated | None:
    """Return the match against sides of bots, or of bots of one level; None if there are none or it does not count."""
    own = own_seat(match, profile_id)
    if any(seat.bot is None for seat in match.seats if seat.side == own.side and seat is not own):
        return None
    return _against(
        match, profile_id, lambda seats: all(seat.bot is not None and level in (None, seat.bot) for seat in seats)
    )


def is_rated_person(seat: SeatRow) -> bool:
    """Return whether a seat was that of a profile, though it may have been deleted since."""
    return seat.bot is None and seat.rating is not None


def strength_of(match: MatchRow, seat: SeatRow) -> Strength | None:
    """Return how strong whoever had a seat was before the match; None if nobody knows."""
    if seat.bot is not None:
        return anchor(match.game, seat.bot)
    return None if seat.rating is None or seat.deviation is None else Strength(seat.rating, seat.deviation)


def _against(match: MatchRow, profile_id: str, is_wanted: Callable[[list[SeatRow]], bool]) -> Rated | None:
    if not match.rated:
        return None
    own = own_seat(match, profile_id)
    partners = _strengths(match, [seat for seat in match.seats if seat.side == own.side and seat is not own])
    others = []
    for side in sorted({seat.side for seat in match.seats} - {own.side}):
        seats = [seat for seat in match.seats if seat.side == side]
        strengths = _strengths(match, seats)
        if strengths is not None and is_wanted(seats):
            others.append(Side(strengths, seats[0].place))
    return Rated(partners, own.place, others) if others and partners is not None else None


def _strengths(match: MatchRow, seats: list[SeatRow]) -> list[Strength] | None:
    """Return the strengths of these seats; None if one of them is not known."""
    found = [strength_of(match, seat) for seat in seats]
    known = [strength for strength in found if strength is not None]
    return known if len(known) == len(found) else None
