"""Tests that nothing is left to compile after the warm-up: a player would wait for it in the middle of a game."""

import json
import subprocess
import sys
from typing import Any

import pytest

from tercet.games.registry import SHIPPED

USE_EVERYTHING = """
import json, sys
from random import Random
from numba.core.dispatcher import Dispatcher
import tercet
from tercet.bots.registry import LEVELS, make
from tercet.coach import advice, review
from tercet.lab import warm_up

def compiled():
    modules = [module for name, module in sys.modules.copy().items() if name.startswith("tercet")]
    functions = {each for module in modules for each in vars(module).values() if isinstance(each, Dispatcher)}
    return {f"{each.__module__}.{each.__name__}{form}" for each in functions for form in each.signatures}

def play(table, bots):
    chance = Random(2)
    while not table.is_over and len(table.moves) < 150:
        for seat in table.to_act:
            view = table.view(seat)
            bots[seat].pace(view, bots[seat].choose(view))
            bots[seat].judge(view, also=view.legal_moves()[:1])
            if not view.kind.is_race:
                advice.advise(view, is_quick=True)
        table.play(seat, chance.choice([move for move in table.legal_moves(seat) if move != "stop"] or ["stop"]))

game, settings = sys.argv[1], json.loads(sys.argv[2])
for step in warm_up.rules_steps(game):
    step()
warm_up.use_coach(game)
for level in LEVELS:
    warm_up.use_bot(game, level)
before = compiled()
for setting in settings:
    table = tercet.new(game, seed=3, **setting)
    play(table, [make(f"{LEVELS[seat % len(LEVELS)]}:1", game, seat) for seat in range(table.players)])
record = warm_up.play_sample_round(game)
for part in review.review(record, quick=True):
    pass
print(json.dumps(sorted(compiled() - before)))
"""

SETTINGS: dict[str, list[dict[str, Any]]] = {
    "z3bra": [{"players": 2}, {"players": 5}],
    "zatre": [{"players": 2}, {"players": 4, "pairs": True}, {"players": 6}],
    "triple": [{"players": 2}, {"players": 4}],
}


@pytest.mark.parametrize("game", SHIPPED)
def test_nothing_is_compiled_after_the_warm_up(game: str) -> None:
    """Bots of all levels, the coach and a review need no function in a form that the warm-up has not compiled."""
    done = subprocess.run(
        [sys.executable, "-c", USE_EVERYTHING, game, json.dumps(SETTINGS[game])],
        check=True,
        capture_output=True,
        text=True,
    )
    assert json.loads(done.stdout) == []
