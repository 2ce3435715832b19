"""Play games of fixed seeds and print a digest of their states. `test_modes` compares it between modes of the JIT."""

import hashlib
from random import Random

import tercet
from tables import SETTINGS, play_on


def digests() -> list[str]:
    """Return for each setting a digest over the states, views and redealt states of a game, and of a batch of games."""
    lines = []
    for setting in SETTINGS:
        digest = hashlib.sha256()
        for n, game in enumerate(play_on(setting.new(13), Random(13), limit=130)):
            digest.update(game.states.tobytes())
            if n % 10 == 0:
                for seat in (0, None):
                    view = game.view(seat)
                    digest.update(view.states.tobytes() + view.redealt(n).tobytes())
        batch = tercet.Batch(setting.game, setting.players, 4, seed=13, **dict(setting.options))
        for _ in range(40):
            digest.update(batch.random_step().rewards.tobytes() + batch.legal_bits().tobytes())
        digest.update(batch.states.tobytes() + batch.observe().tobytes() + batch.features().tobytes())
        lines.append(f"{setting} {len(game.moves)} {digest.hexdigest()}")
    return lines


if __name__ == "__main__":
    print("\n".join(digests()))
