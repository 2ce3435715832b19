"""Play games of fixed seeds and print a digest of every state: the same however the rules are run (see test_modes)."""

import hashlib
from random import Random

from tables import SETTINGS, play_on


def digests() -> list[str]:
    """For each setting, a digest over every state, view and redealt state of a game."""
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
