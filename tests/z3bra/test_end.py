"""Z22 to Z26: the last round, turning everything up, scores, matches."""

import pytest

import tercet
from tercet.fair import FORMAT
from tercet.games.kernel import Outcome, State
from tercet.games.kind import Kind
from tercet.replay import verify

from .positions import CELLS, KIND, LINES, PLAIN, Position, assert_refused, deck_of, full_area, position, trios

ONE_LEFT = "r0 o1 y2 / g3 b4 d5 / p6 r7 ?o8"  # one card face down, no trio in sight
FULL = "r0 o1 y2 / g3 b4 d5 / p6 r7 o8"


# --- Z22: how the last round begins


@pytest.mark.parametrize(
    "turn",
    [("draw", "put c3"), ("take", "put c3"), ("draw", "drop", "flip c3"), ("swap a1 b1", "flip c3")],
    ids=["draw", "take", "decline", "swap"],
)
def test_z22_with_all_cards_face_up_the_last_round_begins_even_with_a_reserve(turn: tuple[str, ...]) -> None:
    table = position([ONE_LEFT, *PLAIN[1:3]], draw="y9 ...", discards="g9")
    table.play(0, *turn)
    assert len(table.reserve(0)) == 6
    assert (table.last_round_by, table.to_act, table.is_over) == (0, (1,), False)


def test_z22_the_last_round_does_not_begin_while_a_card_is_face_down() -> None:
    table = position([ONE_LEFT, *PLAIN[1:3]], draw="y9 ...")
    table.play(0, "draw", "put c2")
    assert (table.last_round_by, table.to_act) == (None, (1,))


def test_z22_with_no_cards_left_the_last_round_begins() -> None:
    table = position(["r5 r7 ?", *PLAIN[1:3]], draw="r9 ...")
    table.play(0, "draw", "put c1", "trio a1 b1 c1")
    assert (table.last_round_by, table.to_act, table.is_over) == (0, (1,), False)


@pytest.mark.parametrize(
    ("area", "cell"),
    [("r0 o1 y2 / g3 b4 ?", "c2"), ("r0 o1 / y2 g3 / b4 ?", "b3"), ("r0 o1 ?", "c1"), ("r0 / o1 / ?", "a3")],
)
def test_z22_with_all_cards_of_a_smaller_area_face_up_the_last_round_begins(area: str, cell: str) -> None:
    table = position([area, PLAIN[1]], draw="d9 ...")
    table.play(0, "draw", f"put {cell}")
    assert (table.last_round_by, table.to_act) == (0, (1,))


def test_z22_only_after_the_trio_and_the_refilling() -> None:
    """All nine cards are open for a moment, but the trio goes and three face-down cards come."""
    table = position(["r5 r7 ?r9 / g3 b4 d5 / p6 o1 y8", PLAIN[1]], draw="y4 ...")
    table.play(0, "draw", "drop", "flip c1")
    assert (table.last_round_by, table.decision) == (None, "discard")
    table.play(0, "trio a1 b1 c1")
    assert (table.last_round_by, table.to_act) == (None, (1,))


def test_z22_without_a_reserve_the_trio_may_leave_open_cards_only() -> None:
    table = position(["r5 r7 ?r9 / g3 b4 d5 / p6 o1 y8", PLAIN[1]], reserves=["", "? ? ?"], draw="y4 ...")
    table.play(0, "draw", "drop", "flip c1", "trio a1 b1 c1")
    assert (table.area(0), table.last_round_by, table.to_act) == ("g3 b4 d5 / p6 o1 y8", 0, (1,))


def test_z22_after_a_diagonal_only_when_the_area_has_closed_up() -> None:
    table = position(["r5 o1 y8 / g3 r7 d5 / p6 b4 ?r9", PLAIN[1]], reserves=["", "? ? ?"], draw="y4 ...")
    table.play(0, "draw", "drop", "flip c3", "trio a1 b2 c3")
    assert (table.last_round_by, table.decision) == (None, "fold")
    table.play(0, "fold 2x3")
    assert (table.last_round_by, table.to_act) == (0, (1,))


def test_z22_the_card_turned_up_by_z18_does_not_end_it() -> None:
    table = position(["r5 r7 ? / ?g1 ?g2 ?o3", PLAIN[1]], draw="r9 ...")
    table.play(0, "draw", "put c1", "trio a1 b1 c1", "flip a1")
    assert (table.area(0), table.last_round_by) == ("g1 ?g2 ?o3", None)


def test_z22_the_last_round_begins_once() -> None:
    """Who comes to have all cards up within it changes nothing."""
    table = position([FULL, "r1 o2 y3 / g4 b5 d6 / p7 r8 ?o9", PLAIN[2]], turn=1, ender=0, draw="y0 ...")
    table.play(1, "draw", "put c3")
    assert (table.last_round_by, table.to_act) == (0, (2,))
    table.play(2, "draw", "put a1")
    assert table.is_over


# --- Z23: one more turn for each of the others


@pytest.mark.parametrize(("players", "ender"), [(players, seat) for players in (2, 3, 4, 5) for seat in range(players)])
def test_z23_every_other_player_has_exactly_one_more_turn_clockwise(players: int, ender: int) -> None:
    areas = list(PLAIN[:players])
    areas[ender] = ONE_LEFT
    table = position(areas, turn=ender, draw="y9 ...")
    table.play(ender, "draw", "put c3")
    for seat in [(ender + step) % players for step in range(1, players)]:
        assert (table.to_act, table.is_over) == ((seat,), False)
        table.play(seat, "draw", "put a1")
    assert (table.to_act, table.is_over) == ((), True)


def test_z23_a_last_turn_is_a_whole_turn() -> None:
    """With drawing, turning up, a trio, refilling and Z18."""
    table = position(["", "r5 r7 ?r9 / ? ? ? / ? ? ?", PLAIN[2]], turn=1, ender=0)
    table.play(1, "draw", "drop", "flip c1", "trio a1 b1 c1", "flip a1")
    assert len(table.reserve(1)) == 3
    assert (table.to_act, table.is_over) == ((2,), False)


@pytest.mark.parametrize("seat", [0, 1, 2])
@pytest.mark.parametrize("move", ["draw", "take", "swap a1 b1", "flip a1"])
def test_z24_nobody_moves_when_the_round_is_over(seat: int, move: str) -> None:
    assert_refused(revealed("r5 ?o7 y9"), seat, move, "Z24")


# --- Z24: everything is turned up


def revealed(area: str, reserve: str = "") -> Position:
    """Return the end of a round. Seat 1 had this area after its last turn; seat 0 had no cards, seat 2 came last."""
    table = position(["", area, "d0 ?p1 o2"], reserves=["", reserve, ""], turn=2, ender=0, draw="p11 ...")
    table.play(2, "draw", "put a1")
    assert table.is_over
    return table


def test_z24_everybody_turns_up_the_face_down_cards() -> None:
    table = revealed("r0 ?o1 y2 / ?g3 b4 ?d5 / p6 ?r7 o8")
    assert table.area(1) == "r0 o1 y2 / g3 b4 d5 / p6 r7 o8"
    assert table.area(2) == "p11 p1 o2"


def test_z24_only_after_the_last_turn_of_all() -> None:
    table = position(["", "r5 ?o7 y9", "d0 ?p1 o2"], turn=1, ender=0, draw="g9 g8 ...")
    table.play(1, "draw", "put a1")
    assert table.area(1) == "g9 ?o7 y9"
    table.play(2, "draw", "put a1")
    assert table.area(1) == "g9 o7 y9"


def test_z24_the_reserve_stays_as_it_is() -> None:
    table = revealed("r5 ?r7 r9 / g3 b4 d5 / p6 o1 y8", reserve="b10 b11 b12")
    assert table.reserve(1) == ["b10", "b11", "b12"]
    assert table.area(1) == ". / g3 b4 d5 / p6 o1 y8"


@pytest.mark.parametrize("fresh", [0, 1, 2])
@pytest.mark.parametrize("line", LINES)
def test_z24_a_trio_with_a_card_just_turned_up_is_discarded(line: str, fresh: int) -> None:
    around = dict(zip(CELLS, ["y1", "o3", "g4", "d5", "p6", "b7", "y8", "o9", "g0"], strict=True))
    reds = ["r10", "r11", "r12"]
    reds[fresh] = f"?{reds[fresh]}"
    table = revealed(full_area(around | dict(zip(line.split(), reds, strict=True))))
    assert set(table.discards[-3:]) == {"r10", "r11", "r12"}
    assert [table.card(1, cell) for cell in line.split()] == ["."] * 3


@pytest.mark.parametrize("row", ["?r5 ?r7 r9", "?r5 ?r7 ?r9", "r5 ?o5 ?y5"])
def test_z24_a_trio_may_have_several_cards_just_turned_up(row: str) -> None:
    assert revealed(f"{row} / g3 b4 d6 / p7 o1 y8").area(1) == ". / g3 b4 d6 / p7 o1 y8"


def test_z24_nothing_is_closed_up() -> None:
    table = revealed("r5 g3 b4 / d5 ?r7 p6 / o1 y8 r9")
    assert table.area(1) == ". g3 b4 / d5 . p6 / o1 y8"
    assert revealed("r5 ?r7 r9 / g3 b4 d5").area(1) == ". / g3 b4 d5"


def test_z24_several_trios_are_discarded_if_they_share_no_card() -> None:
    table = revealed("r5 ?r7 r9 / g3 ?b3 d3 / ?y10 y11 y12")
    assert (table.area(1), table.scores[1]) == ("", 0)
    table = revealed("r5 ?r7 r9 / g3 b4 d5 / ?y10 y11 y12")
    assert table.area(1) == ". / g3 b4 d5"


def test_z24_a_trio_of_cards_that_all_lay_open_before_stays() -> None:
    table = revealed("r5 r7 r9 / g3 ?b4 d5 / ?y10 y11 y12")
    assert (table.area(1), table.scores[1]) == ("r5 r7 r9 / g3 b4 d5", 33)


def test_z24_a_second_trio_that_the_last_turn_left_lying_stays() -> None:
    """Z15: only one a turn; the other lay open when everything was turned up."""
    table = position(["", "r5 r7 ?o1 / g3 b3 d3", "o7 ?p1 o2"], turn=1, ender=0, draw="r9 p11 ...")
    table.play(1, "draw", "put c1", "trio a1 b1 c1")
    table.play(2, "draw", "put a1")
    assert (table.area(1), table.scores[1]) == ("g3 b3 d3", 9)


def test_z24_an_open_card_of_an_old_trio_may_go_with_a_new_one() -> None:
    table = revealed("r5 r7 r9 / g3 b4 ?o9 / p6 o1 y9")
    assert (table.area(1), table.scores[1]) == ("r5 r7 / g3 b4 / p6 o1", 26)


@pytest.mark.parametrize(
    ("area", "left", "score"),
    [
        ("r1 r2 ?r12 / g3 b4 o12 / p6 o1 y12", "r1 r2 / g3 b4 / p6 o1", 17),
        ("r10 r11 ?r1 / g3 b4 o1 / p6 o3 y1", ". / g3 b4 o1 / p6 o3 y1", 18),
    ],
)
def test_z24_of_two_trios_that_share_a_card_the_heavier_goes(area: str, left: str, score: int) -> None:
    table = revealed(area)
    assert (table.area(1), table.scores[1]) == (left, score)


def test_z24_two_lighter_trios_go_before_a_heavier_one_that_crosses_both() -> None:
    table = revealed("r9 y1 g9 / ?r12 b12 ?g12 / r8 d3 g8")
    assert (table.area(1), table.scores[1]) == (". y1 / . b12 / . d3", 16)


def test_z24_a_heavy_trio_goes_before_two_light_ones_that_it_crosses() -> None:
    table = revealed("r0 y1 g0 / ?r12 b12 ?g12 / r1 d3 g2")
    assert (table.area(1), table.scores[1]) == ("r0 y1 g0 / . / r1 d3 g2", 7)


def test_z24_equal_possibilities_leave_the_same_total() -> None:
    table = revealed("r1 r4 ?r5 / g3 b4 r2 / p6 o1 r3")
    assert table.scores[1] == 4 + 1 + 3 + 4 + 6 + 1
    assert len(table.area(1).replace("/", "").replace(".", "").split()) == 6


def test_z24_a_trio_of_zeros_is_discarded_as_well() -> None:
    table = revealed("r0 ?o0 y0 / g3 b4 d5 / p6 o1 y8")
    assert table.area(1) == ". / g3 b4 d5 / p6 o1 y8"


@pytest.mark.parametrize(
    ("area", "left"),
    [
        ("r1 ?r2 r3 / ?o4 g4 ?b5", ". / o4 g4 b5"),
        ("?r1 r2 r3 / o4 ?g4 b4", ""),
        ("r1 ?o4 / ?r2 g4 / r3 ?b5", ". o4 / . g4 / . b5"),
        ("?r1 o4 / r2 g4 / r3 ?b4", ""),
        ("r1 ?r2 ?r3", ""),
        ("r1 / ?r2 / ?r3", ""),
    ],
)
def test_z24_in_smaller_areas_as_well(area: str, left: str) -> None:
    assert revealed(area).area(1) == left


@pytest.mark.parametrize(
    "area",
    [
        "r1 ?r2 g3 / r4 o5 y6",
        "r1 b7 g3 / o5 ?r2 y6",
        "r1 ?r2 / r4 o5 / b7 y6",
        "r1 o5 / b7 ?r2 / r4 y6",
        "o5 ?r1 / r2 y6 / g3 r4",
    ],
)
def test_z24_z21_only_lines_that_a_smaller_area_has(area: str) -> None:
    assert revealed(area).area(1) == area.replace("?", "")


def test_z24_the_trio_goes_onto_the_discards() -> None:
    table = revealed("r5 ?r7 r9")
    assert table.discards[-4] == "d0"
    assert sorted(table.discards[-3:]) == ["r5", "r7", "r9"]


def test_z24_the_player_of_the_last_turn_turns_up_as_well() -> None:
    table = position(["", "r5 ?r7 o1"], turn=1, ender=0, draw="r9 ...")
    table.play(1, "draw", "put c1")
    assert (table.is_over, table.area(1), table.scores) == (True, "", [0, 0])


def test_z24_a_trio_in_the_last_turn_is_still_the_players_own() -> None:
    """Z15 comes first: refilled and closed up as ever, and only then everything is turned up."""
    table = position(["", "r5 r7 ?o1 / ?g1 g2 ?b3"], turn=1, ender=0, draw="r9 ...")
    table.play(1, "draw", "put c1")
    assert (table.is_over, table.legal(1)) == (False, trios("a1 b1 c1"))
    table.play(1, "trio a1 b1 c1")
    assert (table.area(1), table.scores) == ("g1 g2 b3", [0, 6])


def test_z24_z19_a_trio_given_to_somebody_without_a_further_turn_stays() -> None:
    """Seat 0 has ended with all cards up, seat 1 has had its last turn: neither turns up a card of those trios."""
    table = position(
        ["o12 g10 r12 / g3 b4 d5 / p6 r7 o8", "o11 g11 r11 / ?b9 y2 b1", "y10 ?b5 / r10 ?d7 / ?o9 ?p4"],
        turn=2,
        ender=0,
        draw="g12 ...",
    )
    table.play(2, "draw", "trade 0b1 a3", "trio a1 a2 a3", "flip a1")
    assert table.is_over
    assert table.area(0) == "o12 g12 r12 / g3 b4 d5 / p6 r7 o8"
    assert table.area(1) == "o11 g11 r11 / b9 y2 b1"
    assert table.area(2) == "b5 / d7 / p4"


# --- Z25: the score


def test_z25_the_score_is_the_sum_of_area_and_reserve() -> None:
    table = revealed("r0 ?o1 y2 / g3 b4 d5 / p6 ?r7 o8", reserve="b10 b11 b12")
    assert table.scores == [0, 36 + 33, 11 + 1 + 2]


def test_z25_a_trio_discarded_at_the_end_does_not_count() -> None:
    assert revealed("r5 ?r7 r9 / g3 b4 d5", reserve="").scores[1] == 12


def test_z25_the_lowest_score_wins() -> None:
    assert revealed("r5 ?o7 y9").winners == [0]


def test_z25_whoever_began_the_last_round_need_not_win() -> None:
    table = position(["r9 o8 y7", "r0 ?o1 y2"], turn=1, ender=0, draw="g1 ...")
    table.play(1, "draw", "put c1")
    assert (table.scores, table.winners) == ([24, 2], [1])


def test_z25_equal_lowest_scores_share_the_win() -> None:
    table = position(["r1 o2 y3", "g9 b8 d7", "r2 ?o3 y8"], turn=2, ender=0, draw="g1 ...")
    table.play(2, "draw", "put c1")
    assert (table.scores, table.winners) == ([6, 24, 6], [0, 2])


def test_z25_all_can_share_it() -> None:
    table = position(["", "", "", "", "r5 ?r7 o1"], turn=4, ender=0, draw="r9 ...")
    table.play(4, "draw", "put c1")
    assert (table.scores, table.winners) == ([0] * 5, [0, 1, 2, 3, 4])


def test_e4_the_end_of_a_round() -> None:
    """E4 (Z22 to Z25): the first is rid of everything, the second by the card turned up last, the third has 15."""
    table = position(["b4 b9 ?y1", "y7 ?d7 r3", "?r0 p8 o1"], draw="b12 g7 o7 ...")
    table.play(0, "draw", "put c1", "trio a1 b1 c1")
    assert (table.area(0), table.last_round_by) == ("", 0)
    table.play(1, "draw", "put c1")
    assert (table.area(1), table.is_over) == ("y7 ?d7 g7", False)
    table.play(2, "draw", "put c1")
    assert [table.area(seat) for seat in range(3)] == ["", "", "r0 p8 o7"]
    assert (table.scores, table.winners) == ([0, 0, 15], [0, 1])


# --- Z26: matches

# Two hands in which no line ever is a trio, worth 57 and 77 with their reserves.
LIGHT = "r0 o1 y2 g3 b4 d5 p6 r7 o8 r1 o2 y3 g4 b5 d6"
HEAVY = "r2 o3 y4 g5 b6 d7 p8 r9 o0 r3 o4 y5 g6 b7 d8"


class StackedDealer:
    """A dealer with a prepared deck for each round. The lot for the starter always falls on seat 1."""

    seed = "00" * 32
    form = FORMAT

    def __init__(self, *hands: str) -> None:
        self.entropy = self.entropy_commitments = ["", ""]
        self.hands = hands

    def starter(self, kind: Kind, players: int) -> int:
        return 1

    def outcome(self, kind: Kind, s: State, round_number: int, index: int) -> Outcome:
        return kind.chance.from_record(s, deck_of(self.hands[round_number - 1]))


def match_of(*hands: str) -> tercet.Match:
    options = KIND.make_options(2, {"rounds": len(hands)})
    return tercet.Match.dealt_by(KIND, 2, options, StackedDealer(*hands))


def play_round(game: tercet.Game) -> None:
    """Play a round in which everybody only turns up cards, one each turn, until all are up."""
    for seat in range(game.players):
        game.play(seat, "flip a1")
        game.play(seat, "flip b1")
    while not game.is_over:
        (seat,) = game.to_act
        game.play(seat, "swap a1 b1")
        game.play(seat, game.legal_moves(seat)[0])


def test_z26_one_round_is_a_complete_game() -> None:
    match = match_of(f"{LIGHT} {HEAVY}")
    assert (match.is_over, match.winners, match.game.scores) == (False, (), None)
    play_round(match.game)
    assert (match.is_over, match.game.scores, match.totals, match.winners) == (True, (57, 77), (57, 77), (0,))
    assert match.game.winners == (0,)
    with pytest.raises(tercet.UsageError, match="over"):
        match.next_round()


def test_z26_the_scores_of_the_rounds_add_up_and_the_lowest_total_wins() -> None:
    match = match_of(f"{LIGHT} {HEAVY}", f"{HEAVY} {LIGHT}", f"{HEAVY} {LIGHT}")
    for totals in [(57, 77), (134, 134), (211, 191)]:
        play_round(match.game)
        assert match.totals == totals
        if not match.is_over:
            assert match.winners == ()
            match.next_round()
    assert (match.is_over, match.winners) == (True, (1,))


def test_z26_equal_totals_share_the_win() -> None:
    match = match_of(f"{LIGHT} {HEAVY}", f"{HEAVY} {LIGHT}")
    play_round(match.game)
    play_round(match.next_round())
    assert (match.totals, match.winners) == ((134, 134), (0, 1))


def test_z26_the_next_round_waits_for_the_end_of_this() -> None:
    with pytest.raises(tercet.UsageError, match="not over"):
        match_of(f"{LIGHT} {HEAVY}", f"{HEAVY} {LIGHT}").next_round()


def test_z5_z26_each_further_round_is_started_by_the_next_player_clockwise() -> None:
    match = match_of(*[f"{LIGHT} {HEAVY}"] * 3)
    starters = [match.game.starter]
    for _ in range(2):
        play_round(match.game)
        starters.append(match.next_round().starter)
    assert starters == [1, 0, 1]


@pytest.mark.parametrize(("players", "starter"), [(3, 1), (4, 3), (5, 4)])
def test_z5_z26_the_starter_goes_round_the_whole_table(players: int, starter: int) -> None:
    match = tercet.Match("z3bra", players=players, seed=11, rounds=players + 1, starter=starter)
    starters = []
    while True:
        starters.append(match.game.starter)
        play_first_moves(match.game)
        if match.is_over:
            break
        match.next_round()
    assert starters == [(starter + step) % players for step in range(players + 1)]
    verify(match.record())


def play_first_moves(game: tercet.Game) -> None:
    """Play to the end by turning up cards: swap at the start of a turn, else the first legal move."""
    while not game.is_over:
        seat = game.to_act[0]
        moves = game.legal_moves(seat)
        game.play(seat, next((move for move in moves if move.startswith("swap")), moves[0]))


def test_z5_z26_the_starter_of_a_further_round_has_the_first_turn() -> None:
    match = match_of(f"{LIGHT} {HEAVY}", f"{LIGHT} {HEAVY}")
    play_round(match.game)
    game = match.next_round()
    for seat in range(2):
        game.play(seat, "flip a1")
        game.play(seat, "flip b1")
    assert game.to_act == (0,)


@pytest.mark.parametrize("rounds", [0, 101])
def test_z26_a_match_has_at_least_one_round(rounds: int) -> None:
    with pytest.raises(tercet.UsageError):
        tercet.Match("z3bra", players=2, rounds=rounds)
