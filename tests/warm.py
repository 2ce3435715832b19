"""Compile everything that the tests use, once, before their workers would each do it."""

import tercet
from tercet.bots.registry import LEVELS
from tercet.cli.progress import warm_up
from tercet.games.registry import SHIPPED

if __name__ == "__main__":
    warm_up(list(SHIPPED), LEVELS, with_coach=True)
    for game in SHIPPED:
        batch = tercet.Batch(game)
        batch.step(batch.random_actions())
        batch.legal(), batch.legal_lists(), batch.features(), batch.seeds
