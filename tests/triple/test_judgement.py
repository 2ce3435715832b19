"""TRIPLE³: judgements, their reasons, odds and luck: true of the position, and no more than the seat may know."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import product
from random import Random

import numpy as np
import pytest

import tercet
from tables import SETTINGS, play_on
from tercet.bots.judgement import JudgedMove
from tercet.bots.learned import load
from tercet.bots.registry import LEVELS, make
from tercet.bots.triple.value import LOOKING, LOOKS, MOMENTS, nets_of, scores_of
from tercet.coach.base import Stroke
from tercet.coach.registry import coach_of, odds
from tercet.coach.triple.odds import NextCardFits, PlaceFits, PropertyFits
from tercet.game import View
from tercet.games import verbs
from tercet.games.kernel import State
from tercet.games.kind import CELL_NUMBERS, copied, legal_moves, round_scores
from tercet.games.reasons import Reason
from tercet.games.triple import reasons, rules
from tercet.games.triple.notation import CARD_NAMES, CARD_NUMBERS, PROPERTY_NAMES
from tercet.games.triple.table import TripleTable
from tercet.lab.tables import play_race
from tercet.lab.trainers import triple_value as trainer
from tercet.replay import replay_round
from triple.positions import KIND, NOTHING_FITS, WORKED, Position, position

TRIPLE = [setting for setting in SETTINGS if setting.game == "triple"]
COACH = coach_of("triple")


def view(table: Position, seat: int = 0) -> View:
    return View(KIND, table.states, seat)


def games_of_experts(games: int, players: int = 2, limit: int = 5000) -> Iterator[tercet.Game]:
    """Yield rounds that experts have played, to their end or for so many looks."""
    for seed in range(games):
        game = tercet.new("triple", players=players, seed=seed)
        play_race(game, [make("expert", "triple", f"{seed} {seat}") for seat in range(players)], limit)
        yield game


def positions(games: int) -> Iterator[View]:
    """Yield views from every stage of rounds with two, three and four players."""
    for seed in range(games):
        for players in (2, 3, 4):
            limit = 5 + 17 * seed % 90
            game = tercet.new("triple", players=players, seed=seed)
            play_race(game, [make("expert", "triple", f"{seed} {seat}") for seat in range(players)], limit)
            if not game.is_over:
                yield game.view(seed % players)


# --- The judgement


@pytest.mark.parametrize("name", LEVELS)
def test_the_choice_comes_first_and_each_move_once(name: str) -> None:
    for setting in TRIPLE:
        for game in play_on(setting.new(3), Random(3), limit=40):
            bot, seen = make(name, "triple", 1), game.view(0)
            judgement = bot.judge(seen)
            moves = [judged.move for judged in judgement.moves]
            assert judgement.best.move == bot.choose(seen)
            assert len(set(moves)) == len(moves)
            assert {move for move in moves if move is not None} <= set(seen.legal_moves())
            assert all(0 <= judged.win <= 1 for judged in judgement.moves)
            rest = [judged.lead for judged in judgement.moves[1:]]
            assert rest == sorted(rest, reverse=True)


@pytest.mark.parametrize("name", LEVELS)
def test_what_is_asked_for_is_judged_and_changes_nothing_else(name: str) -> None:
    bot = make(name, "triple", 1)
    for seen in positions(4):
        plain = bot.judge(seen)
        legal = seen.legal_moves()
        asked = bot.judge(seen, also=legal)
        assert {move for move in legal if asked.of(move) is None} == set()
        assert asked.best == plain.best
        assert asked.before == plain.before
        assert all(asked.of(judged.move) == judged for judged in plain.moves)


@pytest.mark.parametrize("name", LEVELS)
def test_p6_what_others_hold_changes_neither_judgement_nor_odds(name: str) -> None:
    one = position(WORKED, ["bc2 rs0", "pd3 yd1 rs2"], ["yx1 yx2", "bd3 ps0 rx3"])
    two = position(WORKED, ["bc2 rs0", "bd3 yd1 ps0"], ["rx3 pd3", "yx2 rs2 yx1"])
    bot = make(name, "triple", 1)
    assert bot.judge(view(one)) == bot.judge(view(two))
    assert odds(view(one)) == odds(view(two))


def test_p13_after_a_stop_there_is_one_move() -> None:
    table = position(WORKED, ["bc2", "pd3"], ["yx1", "yx2"]).play(1, "stop")
    judgement = make("master", "triple", 1).judge(view(table))
    assert [judged.move for judged in judgement.moves] == ["go"]
    assert judgement.best.lead == judgement.before.lead


def test_plays_are_judged_by_what_they_leave() -> None:
    """On average it is better to keep one's own cards playable, and to leave less for the unseen ones."""
    own, others = [], []
    for seen in positions(25):
        judgement = make("master", "triple", 1).judge(seen)
        for reason in (reason for judged in judgement.moves for reason in judged.reasons):
            if isinstance(reason, reasons.OwnCardsFitting):
                own.append(reason.size * (reason.fitting - reason.before))
            if isinstance(reason, reasons.UnseenCardsFitting):
                others.append(reason.size * (reason.before - reason.fitting))
        assert len({judged.lead for judged in judgement.moves}) > 1 or len(judgement.moves) == 1
    assert np.mean(own) > 0
    assert np.mean(others) > 0


# --- Values


def test_values_of_all_seats_add_up() -> None:
    for players in (2, 3, 4):
        for game in games_of_experts(5, players, limit=60):
            values = COACH.values(game.states)
            assert sum(value.win for value in values) == pytest.approx(1)
            assert sum(value.lead for value in values) == pytest.approx(0, abs=1e-9)


def test_p14_p15_the_end_of_a_round_has_its_exact_value() -> None:
    won = position(WORKED, ["bc2", "pd3 yd1"]).play(0, "play bc2 a1 blue")
    assert [(value.lead, value.win) for value in COACH.values(won.states)] == [(2, 1), (-2, 0)]
    shared = position(NOTHING_FITS, ["bc1 bd1", "pd3 yd1", "rc0"])
    rules.end_if_stuck(shared.states[0])
    assert [(value.lead, value.win) for value in COACH.values(shared.states)] == [(-0.5, 0), (-0.5, 0), (1, 1)]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_chances_to_win_are_calibrated_on_unseen_rounds(players: int) -> None:
    """Of the positions with a chance in each fifth about that share is won."""
    weights = load("triple")
    notes, _ = trainer.play_noted(weights, [99, players], players, 600)
    for moment in range(MOMENTS):
        chances, _, _ = trainer.predict(trainer.net_of(weights, moment), notes.inputs[:, moment], notes.is_seat)
        for fifth in range(5):
            chosen = (notes.is_seat > 0) & (chances >= fifth / 5) & (chances < (fifth + 1) / 5)
            if moment >= LOOKING:
                chosen &= notes.inputs[:, moment, :, LOOKS] > 0
            if chosen.sum() > 200:
                assert notes.won[chosen].mean() == pytest.approx(chances[chosen].mean(), abs=0.08)


def test_the_networks_of_training_and_of_play_are_the_same() -> None:
    weights = load("triple")
    notes, _ = trainer.play_noted(weights, [5, 3], 3, 4)
    values = np.zeros((4, 2))
    for moment, inputs in product(range(MOMENTS), range(len(notes.won))):
        scores_of(notes.inputs[inputs, moment].astype(float), 3, moment, nets_of(weights), values)
        chances, leads, _ = trainer.predict(
            trainer.net_of(weights, moment), notes.inputs[[inputs], moment], notes.is_seat[[inputs]]
        )
        assert values[:3, 0] == pytest.approx(leads[0, :3], abs=1e-3)
        assert values[:3, 1] == pytest.approx(chances[0, :3], abs=1e-4)


@pytest.mark.usefixtures("_short_training")
def test_learning_values_depends_on_its_arguments_alone() -> None:
    one, two, other = (trainer.learn_values(load("triple"), seed) for seed in (1, 1, 2))
    assert all(np.array_equal(one[name], two[name]) for name in one)
    assert not np.array_equal(one["value_direct"], other["value_direct"])
    assert one["value_output"].any()


@pytest.fixture
def _short_training(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in {"ROUNDS": {2: 12, 3: 8, 4: 6}, "EPOCHS": 2, "BATCH": 32}.items():
        monkeypatch.setattr(trainer, name, value)


# --- Reasons, each checked by the engine's own moves


def with_hand(states: State, seat: int, cards: Sequence[str]) -> State:
    """Return a state in which this seat holds these cards."""
    changed = copied(states)
    changed[0].hand_n[seat] = len(cards)
    changed[0].hand[seat, : len(cards)] = [CARD_NUMBERS[card] for card in cards]
    return changed


def places_of(states: State, seat: int, card: str) -> set[str]:
    """Return where a card would fit if this seat held it."""
    held = with_hand(states, seat, [card])
    moves = [KIND.text(move).split() for move in legal_moves(KIND, held, seat)]
    return {words[2] for words in moves if words[0] == "play"}


def count_fitting(states: State, seat: int, cards: Iterable[str]) -> int:
    return sum(bool(places_of(states, seat, card)) for card in cards)


def hand(seen: View) -> list[str]:
    table = seen.table
    assert isinstance(table, TripleTable)
    return table.seats[seen.seat].hand or []


def unseen(seen: View) -> list[str]:
    laid = {CARD_NAMES[card] for card in range(rules.CARDS) if seen.states[0].laid[card]}
    return [card for card in CARD_NAMES if card not in laid and card not in hand(seen)]


def after(seen: View, move: str) -> State:
    """Return a possible state after a move."""
    states = seen.redealt(1)
    verbs.apply_in(states, 0, seen.seat, KIND.parse(move))
    return states


def is_true(reason: Reason, seen: View, judged: JudgedMove) -> bool:
    """Return whether a reason is a fact of the view and the move."""
    seat, move = seen.seat, judged.move
    words = (move or "wait").split()
    match reason:
        case reasons.PlacesOfCard():
            return words[1] == reason.card and len(places_of(seen.states, seat, reason.card)) == reason.places
        case reasons.OwnCardsFitting():
            cards = [card for card in hand(seen) if card != words[1]]
            counts = [count_fitting(states, seat, cards) for states in (after(seen, str(move)), seen.states)]
            return [*counts, len(cards)] == [reason.fitting, reason.before, reason.cards]
        case reasons.UnseenCardsFitting():
            cards = unseen(seen)
            counts = [count_fitting(states, seat, cards) for states in (after(seen, str(move)), seen.states)]
            return [*counts, len(cards)] == [reason.fitting, reason.before, reason.cards]
        case reasons.SeveralTriples():
            return reason.triples == count_triples(seen, words[1], words[2])
        case reasons.LastCard():
            return KIND.rules.cards_left(seen.states[0], seat) == 1 and words[0] == "play"
        case reasons.EndsRound():
            ended = after(seen, str(move))
            left = round_scores(ended)
            others = [cards for other, cards in enumerate(left) if other != seat]
            return bool(ended[0].over) and (left[seat], min(others)) == (reason.left, reason.fewest_of_others)
        case reasons.NothingFits():
            return count_fitting(seen.states, seat, hand(seen)) == 0 and len(hand(seen)) == reason.cards
        case reasons.CardsFitAlready():
            return count_fitting(seen.states, seat, hand(seen)) == reason.fitting > 0
        case reasons.NextCardsFit():
            cards = unseen(seen)
            return (count_fitting(seen.states, seat, cards), len(cards)) == (reason.fitting, reason.cards)
        case reasons.GameIsStopped():
            return bool(seen.states[0].stopped)
    raise AssertionError(reason)


def count_triples(seen: View, card: str, cell: str) -> int:
    """Return how many triples a card makes on a cell, line by line and property by property (P8)."""
    place, table = CELL_NUMBERS[cell], seen.table
    assert isinstance(table, TripleTable)
    grid = [name for row in table.grid for name in row]
    return sum(
        all(grid[other][k] == card[k] for other in line if other != place) and grid[place][k] != card[k]
        for line, k in product(rules.LINES, range(3))
        if place in line
    )


def test_every_reason_is_true_and_has_words() -> None:
    found = Counter[str]()
    for n, seen in enumerate(positions(80)):
        for judged in make(LEVELS[n % len(LEVELS)], "triple", n).judge(seen).moves:
            assert 1 <= len(judged.reasons) <= 2
            for reason in judged.reasons:
                assert isinstance(reason, reasons.TripleReason)
                assert is_true(reason, seen, judged), (reason, judged.move)
                assert all(sentence.endswith(".") for sentence in reason.words())
                assert len(set(reason.words())) == 2
                found[type(reason).__name__] += 1
    common = {"PlacesOfCard", "OwnCardsFitting", "UnseenCardsFitting", "SeveralTriples", "NothingFits", "NextCardsFit"}
    assert common <= set(found)


def test_p14_p15_moves_that_end_the_round_say_so() -> None:
    last = view(position(WORKED, ["bc2", "pd3 yd1"]))
    stuck = view(position("rd3 bs2 pc1 / rx3 bc2 pd1 / rc3 bs3 ps1", ["bx2 yc0", "rs0", "rd0 rc0"]))
    for seen, kind in ((last, reasons.LastCard), (stuck, reasons.EndsRound)):
        judged = make("expert", "triple", 1).judge(seen).best
        assert [type(reason) for reason in judged.reasons] == [kind]
        assert is_true(judged.reasons[0], seen, judged)


def test_p13_a_stop_is_the_reason_to_say_go() -> None:
    table = position(WORKED, ["bc2", "pd3"], ["yx1", "yx2"]).play(1, "stop")
    judged = make("novice", "triple", 1).judge(view(table)).best
    assert [type(reason) for reason in judged.reasons] == [reasons.GameIsStopped]


def test_reasons_are_told_without_notation() -> None:
    one = reasons.OwnCardsFitting(size=1, fitting=1, before=3, cards=4)
    assert one.words() == (
        "1 of your 4 other cards will fit, instead of 3.",
        "Von deinen übrigen 4 Karten passt danach 1 statt 3.",
    )
    only = reasons.PlacesOfCard(size=1, card="bc2", places=1)
    assert only.words() == (
        "The blue circle with two waves fits nowhere else.",
        "Der blaue Kreis mit zwei Wellen passt nirgends sonst.",
    )


# --- Odds


def test_odds_are_counted_over_all_unseen_cards() -> None:
    for seen in positions(15):
        cards, seat = unseen(seen), seen.seat
        for odd in odds(seen):
            assert odd.possible == len(cards)
            assert len(set(odd.words())) == 2
            match odd:
                case NextCardFits():
                    assert seen.states[0].stack_n[seat] > 0
                    assert odd.helpful == count_fitting(seen.states, seat, cards)
                case PlaceFits():
                    assert odd.helpful == sum(odd.cell in places_of(seen.states, seat, card) for card in cards)
                case PropertyFits():
                    having = [card for card in cards if odd.property in properties(card)]
                    assert odd.helpful == len(having)
                    assert all(set(odd.cells) <= places_of(seen.states, seat, card) for card in having)
                case _:
                    raise AssertionError(odd)


def properties(card: str) -> list[str]:
    return [PROPERTY_NAMES[number] for number in rules.PROPERTY[CARD_NUMBERS[card]]]


def test_the_odds_of_the_worked_example() -> None:
    """Of six unseen cards ps0 (quantity 0) and bd3 (blue, 3) fit, as do rx3, yx1 and pd3; yd2 does not."""
    seen = view(position(WORKED, ["bc2 rs0", "pd3 yd2 rx3"], ["yx1", "bd3 ps0"]))
    first = odds(seen)[0]
    assert (first.helpful, first.possible) == (5, 6)
    assert first.words()[0] == "Of 6 unseen cards 5 fit now: 83 % for your next card."


# --- Luck


def test_the_luck_of_a_card_taken_up_is_nought_on_average() -> None:
    """Every card that could be on top of the stack is tried, and each seat's luck adds up to nought."""
    for players in (2, 3, 4):
        game = next(games_of_experts(1, players, limit=30))
        seat = next(seat for seat in range(players) if game.states[0].stack_n[seat] > 2)
        trials = []
        top = int(game.states[0].stack_n[seat]) - 1
        stacks = [(other, i) for other in range(players) for i in range(int(game.states[0].stack_n[other]))]
        for other, i in stacks:
            before = copied(game.states)
            stack = before[0].stack
            stack[seat, top], stack[other, i] = int(stack[other, i]), int(stack[seat, top])
            now = copied(before)
            verbs.apply_in(now, 0, seat, KIND.parse("take"))
            (stroke,) = COACH.strokes(before, seat, KIND.parse("take"), now)
            assert (stroke.event, stroke.seat) == ("taken", seat)
            trials.append([stroke.luck, stroke.win_luck])
        assert np.array(trials).mean(axis=0) == pytest.approx(0, abs=1e-9)
        assert np.abs(trials).max() > 0.001


def test_several_cards_taken_up_are_strokes_in_their_order() -> None:
    before = position(WORKED, ["bc2", "pd3"], ["yx1 yx2 rs0", "bd3"]).states
    now = copied(before)
    verbs.apply_in(now, 0, 0, KIND.parse("take 2"))
    strokes = COACH.strokes(before, 0, KIND.parse("take 2"), now)
    assert [stroke.pieces for stroke in strokes] == [("yx1",), ("yx2",)]
    first = copied(before)
    verbs.apply_in(first, 0, 0, KIND.parse("take"))
    assert COACH.strokes(before, 0, KIND.parse("take"), first) == strokes[:1]


def test_laying_a_card_shows_nothing_new() -> None:
    before = position(WORKED, ["bc2", "pd3"], ["yx1", "bd3"]).states
    now = copied(before)
    verbs.apply_in(now, 0, 0, KIND.parse("play bc2 a1 blue"))
    assert COACH.strokes(before, 0, KIND.parse("play bc2 a1 blue"), now) == []


def test_the_grid_favours_nobody_but_in_a_handicap() -> None:
    (even,) = COACH.strokes_of_deal(tercet.new("triple", players=3, seed=1).states)
    assert even.luck == pytest.approx([0] * 3, abs=1e-9)
    deals = [
        COACH.strokes_of_deal(tercet.new("triple", players=2, seed=seed, handicap=(6, 0)).states)[0].luck
        for seed in range(60)
    ]
    spread = np.std(deals, axis=0)
    assert (spread > 0).all()
    assert (np.abs(np.mean(deals, axis=0)) < 3 * spread / 60**0.5).all()


def test_luck_is_nought_on_average_and_explains_some_of_the_result() -> None:
    """Over whole rounds of experts. The deals are fixed by their seeds."""
    results, lucks = [], []
    for game in games_of_experts(100):
        luck = sum(stroke.luck[0] for stroke in strokes_of(game))
        left = game.scores
        assert left is not None
        results.append(left[1] - left[0])
        lucks.append(luck)
    assert abs(np.mean(lucks)) < 3 * np.std(lucks) / 10
    assert np.std(np.subtract(results, lucks)) < np.std(results)


def strokes_of(game: tercet.Game) -> Iterator[Stroke]:
    """Yield all strokes of luck of a round."""
    before = None
    for step in replay_round(game.record(), 1):
        states = copied(step.game.states)
        if step.move is None:
            yield from COACH.strokes_of_deal(states)
        else:
            yield from COACH.strokes(before, int(step.move[0]), KIND.parse(str(step.move[1])), states)
        before = states
