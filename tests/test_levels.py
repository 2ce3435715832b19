"""Every game has a bot for each level, and an unknown level is the same error everywhere."""

import pytest

from tercet.bots.registry import LEVELS, bots_of, check, make, makers, names_for
from tercet.errors import UsageError
from tercet.games.registry import NAMES, find
from tercet.lab.league import schedule
from tercet.lab.simulate import simulate


@pytest.mark.parametrize("game", NAMES)
def test_every_game_has_a_bot_of_its_name_for_each_level(game: str) -> None:
    assert tuple(makers(game)) == LEVELS
    assert [make(name, game, 1).name for name in bots_of(game)] == list(bots_of(game))


@pytest.mark.parametrize("name", ["champion", "Master", "", "champion:500", "regular "])
@pytest.mark.parametrize("game", NAMES)
def test_an_unknown_level_is_refused_with_the_game_the_level_and_those_there_are(game: str, name: str) -> None:
    expected = (
        f"There is no bot {name.partition(':')[0]!r} for {find(game).title}; "
        "there are random, gentle, novice, regular, expert, master, and exec:COMMAND."
    )
    refusals = (
        lambda: check(name, game),
        lambda: make(name, game, 1),
        lambda: names_for(2, [name], game),
        lambda: schedule.make(game, 2, {}, ["random", name], seed=1),
        lambda: simulate(game, 2, [name], 1, 1, {}),
    )
    for refusal in refusals:
        with pytest.raises(UsageError) as error:
            refusal()
        assert str(error.value) == expected


def test_an_unknown_game_is_refused_before_its_bots() -> None:
    with pytest.raises(UsageError, match="There is no game 'chess'"):
        make("champion", "chess", 1)
