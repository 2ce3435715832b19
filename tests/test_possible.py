"""Every redealt state is possible: there are shuffles from which the same moves lead to it.

The referee plays the same round with pieces that remember their position in the shuffles. So each piece of a redealt
state tells what the shuffles must have been. The engine replays all moves from these shuffles, and must reach the same
state to the byte.
"""

from collections.abc import Iterator
from copy import deepcopy
from functools import reduce
from itertools import islice, permutations, product
from random import Random
from typing import Any

import pytest

import referee
from tables import SETTINGS, Setting, blocking_move, busy_move, play_on
from tercet.errors import TercetError
from tercet.fair import FORMAT
from tercet.game import Game
from tercet.games.kernel import Outcome, State
from tercet.games.kind import CELL_NUMBERS, Kind
from tercet.games.triple.notation import CARD_NAMES as TRIPLE_CARDS
from tercet.games.z3bra.notation import CARD_NAMES as Z3BRA_CARDS

MODELS = {"z3bra": referee.z3bra, "zatre": referee.zatre, "triple": referee.triple}

MOST_TRIALS = 2000
"""How many assignments of pieces to shuffles are tried for a redealt state."""

Slot = tuple[int, int]
"""A place in the shuffles of a round: which event, and which piece of its outcome."""


class Card(str):
    """A card that remembers its slot."""

    slot: Slot


class Tile(int):
    """A tile that remembers its slot."""

    slot: Slot


def with_slots(event: int, outcome: list[Any]) -> list[Any]:
    """Return the pieces of an outcome with their slots; lots and spare places stay as they are."""
    if outcome and isinstance(outcome[0], list):
        return outcome
    pieces: list[Any] = [Tile(piece) if isinstance(piece, int) else Card(piece) for piece in outcome]
    for index, piece in enumerate(pieces):
        piece.slot = (event, index)
    return pieces


class GivenDealer:
    """Deals given shuffles."""

    seed = "00" * 32
    entropy: list[str] = []  # noqa: RUF012 - never changed
    entropy_commitments: list[str] = []  # noqa: RUF012 - never changed
    form = FORMAT

    def __init__(self, chance: list[tuple[str, list[Any]]]) -> None:
        self.chance = chance

    def starter(self, kind: Kind, players: int) -> int:
        raise NotImplementedError

    def outcome(self, kind: Kind, s: State, round_number: int, index: int) -> Outcome:
        return kind.chance.from_record(s, self.chance[index][1])


def z3bra_places(model: Any, game: Game, world: State) -> Iterator[dict[Slot, Any]]:
    """Yield the cards of the redealt state, by the slot of the card that the referee has in the same place."""
    s = world[0]
    values: dict[Slot, Any] = {}
    for seat, area in enumerate(model.areas):
        places = [(card, s.area[seat, CELL_NUMBERS[cell]]) for cell, card in area.cards.items()]
        places += zip(area.reserve, s.reserve[seat, : s.reserve_n[seat]][::-1], strict=True)
        values |= {card.slot: Z3BRA_CARDS[number] for card, number in places}
    values |= {card.slot: Z3BRA_CARDS[n] for card, n in zip(model.pile, s.draw[: s.draw_n][::-1], strict=True)}
    if model.drawn is not None:
        values[model.drawn.slot] = Z3BRA_CARDS[s.held]
    yield values


def triple_places(model: Any, game: Game, world: State) -> Iterator[dict[Slot, Any]]:
    s, true, values = world[0], game.states[0], {}
    for seat in range(game.players):
        slots = {str(card): card.slot for card in model.hands[seat]}
        for i in range(s.hand_n[seat]):
            values[slots[TRIPLE_CARDS[true.hand[seat, i]]]] = TRIPLE_CARDS[s.hand[seat, i]]
        stack = zip(model.stacks[seat], s.stack[seat, : s.stack_n[seat]][::-1], strict=True)
        values |= {card.slot: TRIPLE_CARDS[number] for card, number in stack}
    yield values


def zatre_places(model: Any, game: Game, world: State) -> Iterator[dict[Slot, Any]]:
    """Yield assignments of tiles to slots. It is unknown which of its tiles a seat laid, so there are many."""
    s = world[0]
    bag = {tile.slot: int(pips) for tile, pips in zip(model.bag, s.bag[: s.bag_n][::-1], strict=True)}
    by_seat = []
    for seat in range(game.players):
        tiles = [k + 1 for k in range(6) for _ in range(s.held[seat, k])]
        slots = [tile.slot for tile in model.hands[seat] if isinstance(tile, Tile)]
        if len(slots) < len(tiles):
            tiles.remove(int(s.lot))
        by_seat.append(assign_tiles(slots, tiles, model.drawn_by[seat]))
    for plain_or_exchanged in sorted(product((0, 1), repeat=game.players), key=sum):
        for chosen in product(*(each[kind] for each, kind in zip(by_seat, plain_or_exchanged, strict=True))):
            yield reduce(lambda known, more: known | more, chosen, bag)


def assign_tiles(slots: list[Slot], tiles: list[int], drawn: dict[Slot, int]) -> tuple[list[dict[Slot, Any]], ...]:
    """Return assignments of the held tiles to the held slots, and the same with one tile exchanged for a laid one.

    The highest tiles are assigned to the oldest slots first, as these have been stuck most often.
    """
    orders = islice(dict.fromkeys(permutations(sorted(tiles, reverse=True))), 6)
    plain = [dict(zip(sorted(slots), order, strict=True)) for order in orders]
    laid = {slot: pips for slot, pips in drawn.items() if slot not in slots}
    last_laid = list(laid.items())[:-4:-1]
    exchanged = [
        {**each, slot: pips, other: each[slot]} for each in plain for slot in slots for other, pips in last_laid
    ]
    return plain, exchanged


def is_reached(game: Game, chance: list[tuple[str, list[Any]]], world: State) -> bool:
    """Return whether these shuffles and the moves of the game lead to the redealt state."""
    try:
        again = Game(game.kind, game.players, game.options, GivenDealer(chance), starter=game.starter or 0)
        for move in game.moves:
            again.play(int(move[0]), str(move[1]), *(int(time) for time in move[2:]))
    except (TercetError, IndexError):
        return False
    again.states["rng"] = world["rng"] = 0
    return bool(again.states.tobytes() == world.tobytes())


def follow(model: Any, game: Game, drawn: int) -> int:
    """Let the referee make the last move and the shuffles since then; return how many shuffles it has made."""
    if game.moves:
        model.play(game.moves[-1][0], game.moves[-1][1])
    chance = game.round_record().chance
    for event in range(drawn, len(chance)):
        name, outcome = chance[event]
        model.deal(name, with_slots(event, outcome))
    for seat, hand in enumerate(model.hands if game.kind.name == "zatre" else ()):
        model.drawn_by[seat] |= {tile.slot: int(tile) for tile in hand if isinstance(tile, Tile)}
    return len(chance)


PLACES = {"z3bra": z3bra_places, "zatre": zatre_places, "triple": triple_places}


@pytest.mark.parametrize("setting", SETTINGS, ids=str)
def test_a_redealt_state_can_be_reached_by_the_same_moves(setting: Setting) -> None:
    game = setting.new(3)
    model = MODELS[setting.game].State(
        game.options.to_record(), game.players, None if setting.game == "triple" else game.starter
    )
    model.drawn_by = [{} for _ in range(game.players)]
    dealt = 0
    choose = blocking_move if setting.game == "zatre" else busy_move
    for n, now in enumerate(play_on(game, Random(3), choose=choose)):
        dealt = follow(model, now, dealt)
        if n % 3:
            continue
        for seat in (n % game.players, None):
            world = now.view(seat).redealt(n)
            chance = deepcopy(now.round_record().chance)
            histories = islice(PLACES[setting.game](model, now, world), MOST_TRIALS)
            assert any(is_reached(now, changed(chance, values), world.copy()) for values in histories), (n, seat)


def changed(chance: list[tuple[str, list[Any]]], values: dict[Slot, Any]) -> list[tuple[str, list[Any]]]:
    """Return the shuffles with other pieces in these slots."""
    other = [(name, list(outcome)) for name, outcome in chance]
    for (event, index), piece in values.items():
        other[event][1][index] = piece
    spare = [k for k, (name, _) in enumerate(other) if name == "spare"]
    for k in spare:
        deck = other[0][1]
        other[k] = (
            "spare",
            [[deck[len(deck) - len(other[k][1]) + i], place[1]] for i, place in enumerate(other[k][1])],
        )
    return other
