"""TRIPLE³'s bots: they know only what their seat knows, act at their published speed, and choose well."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import asdict, fields, replace
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

import tercet
from tables import SETTINGS, Setting, play_on
from tercet.bots.base import Bot, Budget
from tercet.bots.judgement import Judgement, unjudged
from tercet.bots.learned import Weights, load
from tercet.bots.registry import LEVELS, make
from tercet.bots.triple import TripleBot
from tercet.bots.triple.race import races
from tercet.bots.triple.seeing import WAIT, look_in, milliseconds_in
from tercet.bots.triple.ways import FEATURES, HABITS, POLICY, SPEEDS, Habits, Speed, way, way_of
from tercet.game import View
from tercet.games.kernel import State
from tercet.games.registry import find
from tercet.games.triple.notation import parse, text
from tercet.lab import families
from tercet.lab.tables import LONGEST_ROUND, play_race
from tercet.lab.trainers import triple as trainer
from tercet.server.rest import game_info
from triple.positions import KIND, NOTHING_FITS, WORKED, Position, position

TRIPLE = [setting for setting in SETTINGS if setting.game == "triple"]
STEADY = Speed(reaction=200, look=100, hold=10, lay=500, reach=400, taken=50, variation=0)
SEEDS = range(60)
"""Seeds of bots: each looks at the same position in another order."""


def view(table: Position, seat: int = 0) -> View:
    return View(KIND, table.states, seat)


def count_choices(table: Position, bots: Iterator[Bot]) -> Counter[str | None]:
    return Counter(bot.choose(view(table)) for bot in bots)


def bots_of_level(name: str) -> Iterator[Bot]:
    return (make(name, "triple", seed) for seed in SEEDS)


def weights_of(**numbers: float) -> Weights:
    """Return weights for these features alone, of a bot that looks at all its cards before it chooses."""
    policy = {"content": 100.0, "full": 5.0, **numbers}
    return {
        "weight": np.array([numbers.get(name, 0) for name in FEATURES], np.float32),
        "policy": np.array([policy.get(name, 0) for name in POLICY], np.float32),
    }


class CheckedBot(Bot):
    """Wraps a bot, and asserts that its moves are legal in its view and never `stop`."""

    def __init__(self, bot: Bot) -> None:
        self.bot, self.name = bot, bot.name

    def judge(self, view: View, budget: Budget | None = None, also: Sequence[str] = ()) -> Judgement:
        return self.bot.judge(view, budget, also)

    def choose(self, view: View, budget: Budget | None = None) -> str | None:
        move = self.bot.choose(view, budget)
        assert move != "stop"
        assert move is None or move in view.legal_moves()
        return move

    def pace(self, view: View, move: str | None) -> int:
        return self.bot.pace(view, move)


def play_round(setting: Setting, seed: int, names: Sequence[str]) -> tercet.Game:
    game = setting.new(seed)
    bots = [CheckedBot(make(name, "triple", f"{seed} {seat}")) for seat, name in enumerate(names)]
    play_race(game, bots, LONGEST_ROUND)
    return game


# --- Every table


@pytest.mark.parametrize("setting", TRIPLE, ids=str)
@pytest.mark.parametrize("name", LEVELS)
def test_every_level_plays_to_the_end(name: str, setting: Setting) -> None:
    for seed in range(3):
        game = play_round(setting, seed, [name] * setting.players)
        assert game.is_over
        assert all(str(move).split()[0] in {"take", "play"} for _, move, _ in game.moves)


@pytest.mark.parametrize("setting", TRIPLE, ids=str)
def test_different_levels_play_to_the_end(setting: Setting) -> None:
    assert play_round(setting, 5, LEVELS[: setting.players]).is_over


def test_the_same_seeds_play_the_same_game() -> None:
    one, two, other = (play_round(TRIPLE[1], seed, ["novice", "expert", "master"]) for seed in (1, 1, 2))
    assert one.moves == two.moves != other.moves


@pytest.mark.parametrize("name", LEVELS)
def test_a_decision_depends_on_seed_and_view_alone(name: str) -> None:
    bot = make(name, "triple", 1)
    for game in play_on(TRIPLE[0].new(1), Random(1)):
        seen = game.view(0)
        move, pace = bot.choose(seen), bot.pace(seen, bot.choose(seen))
        twin = make(name, "triple", 1)
        assert (twin.choose(seen, Budget(nodes=5)), twin.pace(seen, move)) == (move, pace)
    paces = {make(name, "triple", seed).pace(seen, None) for seed in SEEDS}
    assert len(paces) > 10


@pytest.mark.parametrize("name", LEVELS)
def test_p6_what_others_hold_changes_neither_choice_nor_pace(name: str) -> None:
    one = position(WORKED, ["bc2 rs0", "pd3 yd1 rs2"], ["yx1 yx2", "bd3 ps0 rx3"])
    two = position(WORKED, ["bc2 rs0", "bd3 yd1 ps0"], ["rx3 pd3", "yx2 rs2 yx1"])
    for bot in bots_of_level(name):
        move = bot.choose(view(one))
        assert (move, bot.pace(view(one), move)) == (bot.choose(view(two)), bot.pace(view(two), move))


# --- What a seat does


@pytest.mark.parametrize("name", LEVELS)
def test_p13_after_a_stop_they_say_go(name: str) -> None:
    table = position(WORKED, ["bc2", "pd3"], ["yx1", "yx2"]).play(1, "stop")
    assert set(count_choices(table, bots_of_level(name))) == {"go"}
    assert set(count_choices(table.play(0, "go"), bots_of_level(name))) == {None}


@pytest.mark.parametrize("name", LEVELS)
def test_p12_who_has_no_fitting_card_takes_one_up_or_waits(name: str) -> None:
    """The grid of the worked example has no place for yd2, nor for ys2."""
    moves = count_choices(position(WORKED, ["yd2 ys2", "bc2"], ["bd2", ""]), bots_of_level(name))
    assert {str(move).split()[0] for move in moves} == {"take"}
    assert set(count_choices(position(WORKED, ["yd2 ys2", "bc2"]), bots_of_level(name))) == {None}


@pytest.mark.parametrize("name", LEVELS)
def test_p15_nobody_moves_once_the_round_is_over(name: str) -> None:
    table = position(NOTHING_FITS, ["yd0", "ys0"])
    table.states[0].over = 1
    assert set(count_choices(table, bots_of_level(name))) == {None}


def test_a_novice_holds_three_cards_and_a_regular_five() -> None:
    table = position(WORKED, ["", ""], ["bc2 rs0 pd3 yd1 rs2 yx1 yx2", "bd3"])
    assert [set(count_choices(table, bots_of_level(name))) for name in ("novice", "regular")] == [
        {"take 3"},
        {"take 5"},
    ]


DIAGONAL, HAND = "rc0 bd1 px2 / ys1 rd3 pc2 / bx3 ps0 yd2", "rs1 ys0 yc1"
"""Red lies on a1 and b2, so that rs1 fits on c3, on a diagonal and nowhere else; the rest of the hand fits nowhere."""


def test_a_novice_overlooks_diagonals() -> None:
    """It takes another card up, where the others lay the one that fits."""
    table = position(DIAGONAL, [HAND, "bc0"], ["bs2", "yc3"])
    assert table.plays(0) == {"rs1 c3 red"}
    assert set(count_choices(table, bots_of_level("novice"))) == {"take"}
    for name in LEVELS[2:]:
        assert set(count_choices(table, bots_of_level(name))) == {"play rs1 c3 red"}


def test_a_novice_finds_diagonals_when_there_is_nothing_else_to_do() -> None:
    table = position(DIAGONAL, [HAND, "bc0"], ["", "yc3"])
    assert set(count_choices(table, bots_of_level("novice"))) == {"play rs1 c3 red"}


def test_a_novice_lays_the_first_card_of_the_hand_that_fits() -> None:
    table = position(WORKED, ["yd2 bc2 yc0", ""], ["", "rs2"])
    assert {str(move)[:8] for move in count_choices(table, bots_of_level("novice"))} == {"play bc2"}


def test_experts_look_at_the_newest_card_first() -> None:
    """yd0 and bs0 both fit. Whoever lays the first that fits lays the first of the hand or the last."""
    table = position(WORKED, ["yd0 bs0", "rs2"])
    for habits, card in ((Habits(), "yd0"), (Habits(newest_first=True), "bs0")):
        bots = (TripleBot("", way(STEADY, habits), seed) for seed in SEEDS)
        assert {str(move)[5:8] for move in count_choices(table, bots)} == {card}


# --- Choosing

KEEPS_ROOM, TAKES_ROOM = {"a2", "c1", "c3"}, {"a1", "a3"}
"""Where bc2 fits on the worked example. Quantity 0 fits on a2 alone, between a1 and a3."""


def places(table: Position, bots: Iterator[Bot]) -> set[str]:
    return {str(move).split()[2] for move in count_choices(table, bots).elements()}


def bots_weighing(**numbers: float) -> Iterator[Bot]:
    """Yield bots that weigh these features alone."""
    return (TripleBot("", way(STEADY, Habits(), weights_of(**numbers)), seed) for seed in SEEDS)


def test_own_cards_are_kept_playable() -> None:
    """bc2 fits on many cells, so that it is not awkward; ys0 needs room on a2."""
    table = position(WORKED, ["ys0 bc2", "rs2 rd2"])
    assert places(table, bots_weighing(awkward=-1)) & TAKES_ROOM
    assert places(table, bots_weighing(awkward=-1, own_blocked=-1)) <= KEEPS_ROOM


def test_what_others_need_is_closed() -> None:
    table = position(WORKED, ["rs2 bc2", "ys0 yx0"])
    assert places(table, bots_weighing(awkward=-1)) & KEEPS_ROOM
    assert places(table, bots_weighing(others_blocked=1)) <= TAKES_ROOM


def share(table: Position, ways: State, cells: set[str]) -> float:
    """Return the share of bots with these parameters that lay bc2 on one of these cells."""
    bots = (TripleBot("", ways, seed) for seed in range(300))
    laid = [str(move).split()[2] for move in count_choices(table, bots).elements()]
    return sum(cell in cells for cell in laid) / len(laid)


MASTER, FIRST_FOUND = way_of("master", load("triple")), way(SPEEDS["master"], HABITS["master"])


def test_a_master_keeps_own_cards_playable() -> None:
    table = position(WORKED, ["ys0 bc2", "rs2 rd2"])
    assert share(table, MASTER, KEEPS_ROOM) > share(table, FIRST_FOUND, KEEPS_ROOM)


def test_a_master_closes_what_others_need() -> None:
    """The same grid rotated, so that the play that closes a cell is not the one that is found first."""
    table = position("bx1 pc1 pd0 / bc3 bc1 yc1 / rc3 rc2 rc0", ["rs2 bc2", "ys0 yx0"])
    assert share(table, MASTER, {"c1", "c3"}) > share(table, FIRST_FOUND, {"c1", "c3"})


# --- Glancing at the grid
#
# On the worked example three properties complete column c and the diagonal from a1, fewer the other lines, none row 1.


def glancing(seed: int) -> TripleBot:
    return TripleBot("", way(STEADY, Habits(glances=True)), seed)


def test_the_lines_that_most_properties_complete_are_looked_at_first() -> None:
    table = position(WORKED, ["bc2 yd2", "rs2 rd2"])
    assert places(table, map(glancing, SEEDS)) == {"a1", "c1"}
    assert places(table, (TripleBot("", way(STEADY, Habits()), seed) for seed in SEEDS)) > {"a1", "c1"}


def test_a_glance_takes_as_long_as_a_look_and_shows_where_all_cards_are_tried_first() -> None:
    """yd2 does not fit on the first line, bc2 does: a glance and two looks."""
    seen = view(position(WORKED, ["yd2 bc2", "rs2 rd2"]))
    moves = {str(bot.choose(seen)): bot.pace(seen, bot.choose(seen)) for bot in map(glancing, SEEDS)}
    assert set(moves.values()) == {200 + (1 + 2) * 100 + 2 * 10 + 500}


def test_lines_that_nothing_completes_are_not_looked_at() -> None:
    seen = view(position(WORKED, ["yd2 ys2", "bc2"]))
    assert glancing(1).pace(seen, None) == 200 + (1 + 2 * 7) * 100 + 2 * 10


# --- Time


def pace(table: Position, speed: Speed, move: str | None) -> int:
    return TripleBot("", way(speed, Habits()), 1).pace(view(table), move)


def test_a_play_takes_reaction_looks_and_laying() -> None:
    """yd2 fits nowhere: eight lines are looked at in vain; yd0 fits on one cell of one line."""
    table = position(WORKED, ["yd2 yd0", "rs2"])
    paces = {TripleBot("", way(STEADY, Habits()), seed).pace(view(table), "play yd0 a2 0") for seed in SEEDS}
    assert paces == {200 + (8 + line) * 100 + 2 * 10 + 500 for line in range(1, 9)}


def test_taking_up_takes_longer_for_more_cards() -> None:
    table = position(WORKED, ["", "rs2"], ["bc2 yd0 yd2", ""])
    assert [pace(table, STEADY, f"take {n}") for n in (2, 3)] == [200 + 400 + 2 * 50, 200 + 400 + 3 * 50]


def test_finding_nothing_takes_the_time_of_every_look() -> None:
    assert pace(position(WORKED, ["yd2 ys2", "bc2"]), STEADY, None) == 200 + 2 * 8 * 100 + 2 * 10


def test_times_vary_around_the_published_ones() -> None:
    """Their median is the published time, and their logarithms have the published deviation."""
    table = position(WORKED, ["", "rs2"], ["bc2", ""])
    ways = way(replace(STEADY, variation=0.3), Habits())
    paces = np.array([TripleBot("", ways, seed).pace(view(table), "take") for seed in range(3000)])
    assert np.median(paces) == pytest.approx(650, rel=0.03)
    assert np.log(paces).std() == pytest.approx(0.3, rel=0.05)


def test_every_level_is_faster_than_the_one_below() -> None:
    speeds = [list(asdict(SPEEDS[name]).values()) for name in LEVELS]
    assert all(
        upper < lower for pair in zip(speeds[1:], speeds, strict=False) for upper, lower in zip(*pair, strict=True)
    )


def test_a_master_is_no_faster_than_people() -> None:
    assert SPEEDS["master"].reaction >= 200
    assert SPEEDS["master"].look >= 60


@pytest.mark.parametrize("name", LEVELS)
def test_the_published_speed_is_the_one_that_is_used(name: str) -> None:
    used = way_of(name, load("triple"))[0]
    assert {field.name: float(used[field.name]) for field in fields(Speed)} == asdict(SPEEDS[name])


def test_the_docs_have_the_numbers_of_the_code() -> None:
    page = (Path(__file__).parents[2] / "docs" / "triple-bots.md").read_text()
    for field in fields(Speed):
        numbers = [f"{getattr(SPEEDS[name], field.name):g}" for name in LEVELS]
        assert f"| `{field.name}` | {' | '.join(numbers)} |" in page


# --- The compiled race


class SharedRandomBot(Bot):
    """A bot that shares one random generator with the whole table, as in the compiled race."""

    name = "shared"

    def __init__(self, ways: State, chance: State) -> None:
        self.ways, self.chance, self.looks = ways, chance, 0

    def judge(self, view: View, budget: Budget | None = None, also: Sequence[str] = ()) -> Judgement:
        states = self._seen(view)
        move, self.looks = look_in(states, 0, view.seat, self.ways)
        self.chance["rng"] = states["rng"]
        return unjudged([None if move == WAIT else text(move)], view.states[0].players)

    def pace(self, view: View, move: str | None) -> int:
        states = self._seen(view)
        number = WAIT if move is None else parse(move)
        time: int = milliseconds_in(states, 0, view.seat, self.ways, number, self.looks)
        self.chance["rng"] = states["rng"]
        return time

    def _seen(self, view: View) -> State:
        states = view.states.copy()
        states["rng"] = self.chance["rng"]
        return states


@pytest.mark.parametrize("options", [{}, {"handicap": (4, 0, 1)}], ids=str)
def test_the_compiled_race_gives_the_same_result_as_the_table(options: dict[str, Any]) -> None:
    """With the same deal and random numbers, the same cards are left after the same time, masked states or not."""
    ways = [way_of(name, load("triple")) for name in LEVELS[2:]]
    for seed in range(5):
        game = tercet.new("triple", players=3, seed=seed, **options)
        states = game.states.copy()
        states["rng"] = seed
        chance = states.copy()
        play_race(game, [SharedRandomBot(each, chance) for each in ways], LONGEST_ROUND)
        points, times = np.zeros((1, 4), np.int16), np.zeros(1, np.int64)
        races(states, np.concatenate(ways), points, times)
        assert game.is_over
        assert tuple(points[0, :3]) == game.scores
        assert times[0] == game.moves[-1][2]


# --- Strength, and where it comes from


@pytest.mark.parametrize(
    ("upper", "lower"), [("novice", "gentle"), ("regular", "novice"), ("expert", "regular"), ("master", "expert")]
)
def test_each_level_beats_the_one_below(upper: str, lower: str) -> None:
    """Each deal is played from both seats."""
    won = 0.0
    for seed in range(20):
        for seat, names in enumerate(([upper, lower], [lower, upper])):
            game = play_round(TRIPLE[0], seed, names)
            won += (seat in game.winners) / len(game.winners)
    assert won >= 0.65 * 40


def test_the_learned_choice_is_better_than_the_first_play_found() -> None:
    """Both have the same speed, so that only the choice differs."""
    weights = load("triple")
    for generation in (0, trainer.CHOOSING):
        stage = trainer.stage_of(weights, generation)
        assert trainer.measured(weights, stage)["against the first play found"] > 0.55


@pytest.fixture
def _short_training(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in {"VARIANTS": 4, "BEST": 2, "TABLES": ((2, 6), (3, 2)), "MEASURE_DEALS": 10}.items():
        monkeypatch.setattr(trainer, name, value)


@pytest.mark.usefixtures("_short_training")
def test_training_depends_on_its_arguments_alone() -> None:
    start = trainer.first(1)
    for stage, first in (("", 0), ("master_", trainer.CHOOSING)):
        (one, measured), (two, again), (other, _) = (trainer.improve(start, 1, first + n) for n in (0, 0, 1))
        assert measured == again
        assert all(np.array_equal(one[name], two[name]) for name in start)
        assert not np.array_equal(one[f"{stage}weight"], other[f"{stage}weight"])


@pytest.mark.usefixtures("_short_training")
def test_a_master_starts_from_the_common_weights_and_leaves_them() -> None:
    learned, _ = trainer.improve(load("triple"), 1, trainer.CHOOSING)
    assert np.array_equal(learned["weight"], load("triple")["weight"])
    assert np.abs(learned["master_weight"] - learned["weight"]).max() < 5


def test_training_starts_from_zero_weights() -> None:
    assert not trainer.first(1)["weight"].any()
    assert not trainer.first(1)["master_weight"].any()
    assert {name: array.shape for name, array in load("triple").items()} == {
        name: array.shape for name, array in trainer.first(1).items()
    }


# --- Against people


def test_a_person_who_needs_five_seconds_a_card_wins_about_half_of_the_rounds_of_play_now() -> None:
    kind = find("triple")
    opponents = game_info("triple").quick
    assert opponents == [LEVELS[0]] * kind.quick_opponents
    assert 0.4 < families.win_rate(5, LEVELS[0], len(opponents), deals=300) < 0.6


def test_a_faster_person_wins_more_and_a_better_level_loses_less() -> None:
    def rate(seconds: int, level: str) -> float:
        return families.win_rate(seconds, level, opponents=2, deals=60)

    assert rate(3, "gentle") > rate(5, "gentle") > rate(8, "gentle")
    assert rate(3, "gentle") > rate(3, "novice") > rate(3, "regular")
