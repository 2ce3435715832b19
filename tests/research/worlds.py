"""Two worlds: pairs of tables that differ only in what one seat cannot know."""

from collections.abc import Iterator
from random import Random

from tables import Setting, play_on
from tercet.game import Game


def positions(setting: Setting, seed: int, *, every: int) -> Iterator[Game]:
    """Yield every so many positions of a round, the last one too."""
    for number, game in enumerate(play_on(setting.new(seed), Random(seed))):
        if number % every == 0 or game.is_over:
            yield game


def other_world(game: Game, seat: int, seed: int) -> Game:
    """Return a table that looks the same to a seat, with everything else dealt anew."""
    other = game.copy()
    other.states = game.view(seat).redealt(seed)
    return other
