"""Errors keep what they say when they come from another process."""

import pickle

import pytest

from tercet.errors import IllegalMove, NotationError, RecordError, TercetError, UsageError
from tercet.server.problems import Declined, problem_of

ERRORS = [
    TercetError("It is so."),
    UsageError("There is no such game.", "Dieses Spiel gibt es nicht."),
    NotationError(en="'x' is no move.", de="'x' ist kein Zug."),
    RecordError("The deck is missing.", "Der Stapel fehlt.", round=2, frame=0),
    IllegalMove("Z8", ("b2",), en="It lies face up already.", de="Sie liegt schon offen.", card="y7", faster=1),
    Declined("full", en="The table is full.", de="Der Tisch ist voll."),
]


@pytest.mark.parametrize("error", ERRORS, ids=lambda error: type(error).__name__)
def test_an_error_comes_through_a_pipe(error: TercetError) -> None:
    received = pickle.loads(pickle.dumps(error))
    assert type(received) is type(error)
    assert (received.args, vars(received)) == (error.args, vars(error))
    assert problem_of(received) == problem_of(error)
