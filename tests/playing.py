"""Play games of fixed seeds and print a digest of their states. `test_modes` compares it between modes of the JIT."""

import hashlib
from random import Random

from tables import SETTINGS, play_on


def digests() -> list[str]:
    """Return for each setting a digest over the states, views and redealt states of a game."""
    lines = []
    for setting in SETTINGS:
        digest = hashlib.sha256()
        for n, game in enumerate(play_on(setting.new(13), Random(13), limit=130)):
            digest.update(game.states.tobytes())
            if n % 10 == 0:
                for seat in (0, None):
                    view = game.view(seat)
                    digest.update(view.states.tobytes() + view.redealt(n).tobytes())
        lines.append(f"{setting} {len(game.moves)} {digest.hexdigest()}")
    return lines


if __name__ == "__main__":
    print("\n".join(digests()))
