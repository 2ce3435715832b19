"""Refusals: a code for programs and a sentence for people."""

from tercet.errors import IllegalMove, MoveStands, NotationError, TercetError, WordedError
from tercet.server.events import Unreadable
from tercet.server.messages import Code, Problem, Words
from tercet.server.store import StoreDown

STATUS = {
    "illegal_move": 409,
    "not_found": 404,
    "not_yours": 403,
    "wrong_site": 403,
    "wrong_host": 421,
    "pass_phrase": 403,
    "full": 409,
    "not_now": 409,
    "other_seat": 409,
    "other_profile": 409,
    "unreadable": 409,
    "too_fast": 429,
    "crowded": 429,
    "too_many": 429,
    "too_large": 413,
    "busy": 503,
    "store_down": 503,
    "closing": 503,
}
"""The HTTP status of each code; others are 400."""


class Declined(WordedError):
    """Raised for a request that is not possible at this table, or not now.

    >>> Declined("full", en="The table is full.", de="Der Tisch ist voll.").text("de")
    'Der Tisch ist voll.'
    """

    def __init__(self, code: Code, *, en: str, de: str) -> None:
        super().__init__(en=en, de=de)
        self.code = code


def problem_of(error: TercetError) -> Problem:
    """Return an error as clients get it.

    >>> problem_of(IllegalMove("Z8", ("b2",), en="It lies face up already.", de="Sie liegt schon offen.")).rule
    'Z8'
    """
    match error:
        case IllegalMove():
            return Problem(
                "illegal_move",
                Words(**error.words),
                rule=error.rule,
                cells=list(error.cells),
                card=error.card,
                faster=error.faster,
            )
        case NotationError():
            return Problem("notation", Words(**error.words))
        case MoveStands():
            return Problem("not_now", Words(**error.words))
        case StoreDown():
            return Problem("store_down", Words(**error.words))
        case Unreadable():
            return Problem("unreadable", Words(**error.words))
        case Declined():
            return Problem(error.code, Words(**error.words))
        case _:
            return Problem("bad_request", Words(en=error.text("en"), de=error.text("de")))
