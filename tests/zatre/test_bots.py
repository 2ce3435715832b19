"""ZATRE's bots: they know only what their seat knows, differ by level, and a master's last turn is perfect."""

from collections import Counter
from collections.abc import Callable, Iterator
from random import Random

import pytest

from tables import SETTINGS, Setting, blocking_move, play_on
from tercet.bots.base import Bot, Budget
from tercet.bots.registry import LEVELS, make
from tercet.bots.zatre import Expert
from tercet.game import Game, View
from tercet.games.kind import masked, round_scores
from tercet.games.zatre.rules import FIELDS
from zatre.last_turn import TooManyPositions, best_total, lay, seats_to_act
from zatre.positions import KIND, LATE, Position, position, start

ZATRE = [setting for setting in SETTINGS if setting.game == "zatre"]
SHORT = Budget(nodes=40)
PAIRS = Setting("zatre", 4, (("pairs", True),))


def choose(level: str, table: Position | Game, seat: int, budget: Budget | None = SHORT) -> str:
    move = make(level, "zatre", 1).choose(View(KIND, table.states, seat), budget)
    assert move is not None
    return move


def play_with(game: Game, bots: list[Bot], random: Random | None = None) -> Iterator[Game]:
    """Play to the end with bots; yield the game before every move.

    If both partners of a pair may lay, `random` draws one of them; without it the lower seat lays first.
    """
    while not game.is_over:
        yield game
        seat = random.choice(game.to_act) if random else game.to_act[0]
        move = bots[seat].choose(game.view(seat), SHORT)
        assert move is not None
        game.play(seat, move)


# --- All levels


@pytest.mark.parametrize("setting", ZATRE, ids=str)
@pytest.mark.parametrize("level", LEVELS)
def test_every_level_plays_every_setting_to_its_end(level: str, setting: Setting) -> None:
    game = setting.new(5)
    bots = [make(level, "zatre", seat) for seat in range(setting.players)]
    laid_tiles = sum(1 for _ in play_with(game, bots, Random(5)))
    assert game.is_over
    assert laid_tiles == len(game.moves)
    is_blocked = game.states[0].room[:FIELDS].max() == 0  # then the game ends early
    assert len(game.moves) > 90 or is_blocked


@pytest.mark.parametrize("setting", [ZATRE[0], ZATRE[2], PAIRS], ids=str)
@pytest.mark.parametrize("level", LEVELS)
def test_what_a_seat_cannot_know_does_not_change_its_choice(level: str, setting: Setting) -> None:
    """Compare a state with a redealt one. Blocking play makes sure that others hold hidden tiles."""
    compared = 0
    for n, game in enumerate(play_on(setting.new(8), Random(8), choose=blocking_move)):
        if n % 4 or game.is_over:
            continue
        seat = game.to_act[0]
        other = game.view(seat).redealt(n)
        compared += other.tobytes() != game.states.tobytes()
        assert masked(other, seat).tobytes() == masked(game.states, seat).tobytes()
        assert choose(level, game, seat) == choose(level, Position(other), seat)
    assert compared > 2


@pytest.mark.parametrize("level", LEVELS)
def test_choosing_does_not_change_the_view(level: str) -> None:
    view = View(KIND, position(LATE, ["3 3", "5"]).states, 0)
    before = view.states.tobytes()
    make(level, "zatre", 1).choose(view, SHORT)
    assert view.states.tobytes() == before


# --- What each level sees and overlooks


def test_the_novice_takes_the_twelve_and_overlooks_the_row_that_an_eleven_completes() -> None:
    """A 5 in row 8 makes 12; a 4 there makes the 11 that row 1 of the sheet lacks."""
    table = position("6h8 1g8", ["4 5", ""], sheets=["X 1 - 4 / - - - 4"])
    assert choose("novice", table, 0) in {"5f8", "5i8"}
    assert play_turn("novice", table).table().sheets[0].rows[0].eleven == 0
    assert play_turn("regular", table).table().sheets[0].rows[0].total == 24


def test_the_novice_overlooks_crosses_and_the_regular_does_not() -> None:
    """A 5 makes a 10 on the dark g8 and i8 as on the light g7 and i7."""
    table = position("5h8 5h7", ["5 5", ""])
    moves = {make("novice", "zatre", seed).choose(View(KIND, table.states, 0)) for seed in range(40)}
    assert moves == {"5g7", "5g8", "5i7", "5i8"}
    assert play_turn("regular", table).table().sheets[0].rows[0].cross


def play_turn(level: str, table: Position) -> Position:
    """Return a copy of the table after the whole turn of the side whose turn it is."""
    now, side = Position(table.states.copy()), int(table.states[0].side)
    while not now.is_over and int(now.states[0].side) == side:
        seat = now.to_act[0]
        now.play(seat, choose(level, now, seat))
    return now


def win_rate(first: str, second: str, deals: range) -> float:
    """Return the share of games that the first level wins, with each deal played from both seats."""
    won = 0.0
    for deal in deals:
        for seat in (0, 1):
            game = ZATRE[0].new(deal)
            levels = [first, second] if seat == 0 else [second, first]
            for _ in play_with(game, [make(level, "zatre", 1) for level in levels]):
                pass
            won += (seat in game.winners) / len(game.winners)
    return won / (2 * len(deals))


@pytest.mark.parametrize(
    ("better", "worse", "deals"), [("novice", "gentle", 20), ("regular", "novice", 10), ("expert", "regular", 25)]
)
def test_a_level_beats_the_one_below(better: str, worse: str, deals: int) -> None:
    assert win_rate(better, worse, range(100, 100 + deals)) > 0.65


# --- Pairs


@pytest.mark.parametrize("level", ["expert", "master"])
def test_partners_plan_both_their_turns(level: str) -> None:
    """The 3 that is best for its owner alone takes the field that the partner needs; the bag is empty."""
    table = position(LATE, ["3 6", "3 5", "3 5", ""], pairs=True)
    assert play_turn("regular", table).scores[0] == 20
    assert play_turn(level, table).scores[0] == 28


@pytest.mark.parametrize("level", ["expert", "master"])
def test_the_opening_of_a_pair_looks_at_the_partners_tiles(level: str) -> None:
    """T25: the same three tiles are laid differently if the partner holds other ones."""

    def opening(partners_tiles: str) -> str:
        table = start("6 1 2 3", players=4, pairs=True, bag=f"4 3 {partners_tiles}")
        return " ".join(play_turn(level, table).table().board)

    assert len({opening(tiles) for tiles in ("1 1", "2 2", "6 6", "5 4")}) > 1


def test_a_pair_chooses_who_lays_first() -> None:
    """With an empty bag: if seat 1 opens with its 3, there is room for more of what seat 0 holds."""
    table = position(LATE, ["5 6", "3", "3 3 5", ""], pairs=True)
    now, bot = Position(table.states.copy()), Expert(1)
    while not now.is_over:
        seat = bot.goes_first(View(KIND, now.states, now.to_act[0]))
        now.play(seat, choose("expert", now, seat))
    assert [best_total(table.states, seat, most=20000) for seat in (0, 1)] == [7, 20]
    assert now.scores[0] == 20


# --- The last turn


def last_turns(setting: Setting, seeds: range, choice: Callable[[Game, Random], tuple[int, str]]) -> Iterator[Game]:
    """Yield games at the start of their last turn: the bag is empty."""
    for seed in seeds:
        for game in play_on(setting.new(seed), Random(seed), choose=choice):
            if game.states[0].bag_n == 0 and not game.is_over:
                yield game
                break


def greedy_move(game: Game, random: Random) -> tuple[int, str]:
    seat = random.choice(game.to_act)
    return seat, choose("regular", game, seat)


def play_to_end(game: Game, seat: int) -> int:
    """Let the master lay the remaining tiles; return the total of the seat's side."""
    states, side = game.states.copy(), int(game.states[0].side)
    while not states[0].over:
        move = choose("master", Position(states), seat)
        states = lay(states, seat, KIND.parse(move))
        seat = (seats_to_act(states) or (seat,))[0]
    return round_scores(states)[side]


@pytest.mark.parametrize(
    ("setting", "choice", "seeds"),
    [
        (ZATRE[0], greedy_move, range(12)),
        (ZATRE[0], blocking_move, range(8)),
        (ZATRE[4], greedy_move, range(10)),
        (ZATRE[4], blocking_move, range(6)),
        (PAIRS, greedy_move, range(10)),
        (PAIRS, blocking_move, range(4)),
    ],
    ids=lambda value: getattr(value, "__name__", str(value)),
)
def test_the_masters_last_turn_is_perfect(
    setting: Setting, choice: Callable[[Game, Random], tuple[int, str]], seeds: range
) -> None:
    held = Counter[int]()
    for game in last_turns(setting, seeds, choice):
        seat = game.to_act[0]
        try:
            best = best_total(game.states, seat, most=4000)
        except TooManyPositions:
            continue
        held[int(game.states[0].held_n[seat])] += 1
        assert play_to_end(game, seat) == best
    assert held.total() > 0
