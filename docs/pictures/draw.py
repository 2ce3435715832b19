"""Draw the pictures of README and docs from the running product: `make pictures`. Look at them before committing."""

from pathlib import Path
from random import Random

import tercet
from tercet.game import Game

FOLDER = Path(__file__).parent


def after(game: Game, moves: int) -> Game:
    """The game some random moves later, so that there is something to see."""
    random = Random(7)
    while len(game.moves) < moves and not game.is_over:
        seat = random.choice(game.to_act)
        choices = [move for move in game.legal_moves(seat) if not move.startswith(("stop", "swap", "take 1", "take 2"))]
        if choices:
            game.play(seat, random.choice(choices))
    return game


def main() -> None:
    """One picture a game."""
    tables = {
        "z3bra": after(tercet.new("z3bra", players=3, seed=7), 42).view(0),
        "zatre": after(tercet.new("zatre", players=2, seed=7), 61).view(0),
        "triple": after(tercet.new("triple", players=3, seed=7), 40).view(0),
    }
    for name, view in tables.items():
        (FOLDER / f"{name}.svg").write_text(view._repr_svg_(), "utf-8")


if __name__ == "__main__":
    main()
