"""The plans of bots in a race follow from the moves and their times alone, however late a node learns of them."""

import asyncio
from hashlib import sha256

import tercet
from tercet.game import View
from tercet.server.race_bots import RaceBots

PERSON, BOT = 0, 1


async def wait(seat: int, view: View) -> tuple[str | None, int]:
    """A bot that only waits, for a time that depends on what it sees."""
    return None, 100 + sha256(view.states.tobytes()).digest()[0]


def test_a_bot_looks_again_if_a_move_before_its_look_becomes_known_later() -> None:
    async def follow() -> None:
        game = tercet.new("triple", players=2, seed=5)
        behind, informed = RaceBots([BOT], wait), RaceBots([BOT], wait)
        planned = await behind.follow(game)
        await behind.look_again(game)
        game.play(PERSON, "take 1", planned.at - 1)
        for _ in range(3):
            assert await behind.follow(game) == await informed.follow(game)
            await behind.look_again(game)
            await informed.look_again(game)

    asyncio.run(follow())


def test_a_later_move_changes_no_plan() -> None:
    async def follow() -> None:
        game = tercet.new("triple", players=2, seed=5)
        bots = RaceBots([BOT], wait)
        await bots.follow(game)
        await bots.look_again(game)
        planned = await bots.follow(game)
        game.play(PERSON, "take 1", planned.at - 1)
        assert await bots.follow(game) == planned

    asyncio.run(follow())
