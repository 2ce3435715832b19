"""TRIPLE³ by time: how long cards fitted until they were laid, and which chances were missed."""

from collections.abc import Iterator

import pytest

import tercet
from tercet.bots.registry import make
from tercet.coach.triple import time_of_seat
from tercet.coach.triple.timing import RoundTiming, SeatTiming, time_round
from tercet.games.kind import legal_moves
from tercet.lab.tables import play_race
from tercet.replay import Step, replay_round
from triple.positions import KIND, NOTHING_FITS, WORKED, Position, position


def timed(table: Position, *moves: tuple[int, str, int]) -> RoundTiming:
    """Make these moves, each with its seat and time, and return the timing."""

    def steps() -> Iterator[Step]:
        game = table.game()
        yield Step(game, None)
        for seat, move, time in moves:
            game.play(seat, move, time)
            yield Step(game, game.last_move)

    return time_round(steps())


def laid(seat: SeatTiming) -> list[tuple[str, str, int, int]]:
    return [(play.card, play.cell, play.after_card, play.after_any) for play in seat.plays]


def test_a_card_waits_from_when_it_fits_until_it_is_laid() -> None:
    """yd0 fits on a2 alone. bc2 is laid 1.5 s after that, yd0 fits until then and later on."""
    timing = timed(position(WORKED, ["yd0 bc2", "rs2 yd2"]), (0, "play bc2 c1 blue", 1500), (0, "play yd0 a2 0", 4000))
    assert laid(timing.seats[0]) == [("bc2", "c1", 1500, 1500), ("yd0", "a2", 4000, 2500)]
    assert timing.seats[0].left == 0
    assert timing.ended == 4000


def test_a_card_taken_up_waits_from_then_on() -> None:
    timing = timed(position(WORKED, ["", "rs2 yd0"], ["bc2 yd2", ""]), (0, "take", 700), (0, "play bc2 a1 blue", 2000))
    assert laid(timing.seats[0]) == [("bc2", "a1", 1300, 1300)]
    assert timing.seats[0].cards == ((0, 0, 2), (700, 1, 1), (2000, 0, 1))


def test_a_place_that_somebody_covers_is_a_chance_missed() -> None:
    """ys0 fits on a2 alone, because of quantity 0 on a1 and a3. bc2 on a1 takes that away."""
    timing = timed(position(WORKED, ["ys0 yd2", "bc2 rs2"]), (1, "play bc2 a1 blue", 6240))
    (missed,) = timing.seats[0].missed
    assert (missed.card, missed.cells, missed.lasted, missed.closed_by) == ("ys0", ("a2",), 6240, 1)
    assert timing.seats[0].long_missed == (missed,)
    assert timing.seats[0].idle == 6240
    assert missed.words() == (
        "The yellow star without waves fitted on a2 for 6.2 seconds, then nowhere.",
        "Der gelbe Stern ohne Wellen passte 6,2 Sekunden lang auf a2, dann nirgends mehr.",
    )


def test_a_card_that_was_laid_is_told_with_its_time() -> None:
    timing = timed(position(WORKED, ["bc2 yd2", "rs2 yd0"]), (0, "play bc2 a1 blue", 3000))
    assert timing.seats[0].moments[0].words() == (
        "The blue circle with two waves fitted for 3.0 seconds before it was laid on a1.",
        "Der blaue Kreis mit zwei Wellen passte 3,0 Sekunden lang, bevor die Karte auf a1 lag.",
    )


def test_a_review_tells_every_chance_and_which_of_them_took_long() -> None:
    timing = timed(position(WORKED, ["ys0 yd2", "bc2 rs2"]), (1, "play bc2 a1 blue", 6240))
    waited, laid_it = (time_of_seat(each) for each in timing.seats)
    closed = waited.chances[0]
    assert (closed.piece, closed.start, closed.end, closed.outcome) == ("ys0", 0, 6240, "closed")
    assert closed.places == ("a2",)
    assert (laid_it.chances[0].piece, laid_it.chances[0].outcome) == ("bc2", "laid")
    for seat in (waited, laid_it):
        for moment in seat.moments:
            assert moment.chance is not None
            chance = seat.chances[moment.chance]
            assert moment.milliseconds == chance.end - chance.start


def test_p13_a_stop_does_not_count() -> None:
    timing = timed(
        position(WORKED, ["bc2 yd2", "rs2 yd0"]),
        (1, "stop", 1000),
        (0, "go", 9000),
        (1, "go", 11_000),
        (0, "play bc2 a1 blue", 12_500),
    )
    assert laid(timing.seats[0]) == [("bc2", "a1", 2500, 2500)]
    assert timing.ended == 12_500


def test_p15_cards_that_fit_when_the_time_is_up_were_not_taken_away() -> None:
    game = position(WORKED, ["bc2", "yd2"], patience=60_000).game()
    game.time_up()
    timing = time_round([Step(position(WORKED, ["bc2", "yd2"], patience=60_000).game(), None), Step(game, None)])
    (chance,) = timing.seats[0].chances
    assert (chance.lasted, chance.laid, chance.closed_by) == (60_000, None, None)
    assert chance.words()[0].endswith("for 60.0 seconds, until the end.")
    assert timing.seats[1].chances == ()


def test_where_nothing_fits_there_is_no_chance() -> None:
    timing = timed(position(NOTHING_FITS, ["bc1 bd1", "pd3 yd1"]))
    assert all(not seat.chances and seat.idle == 0 and seat.mean_time is None for seat in timing.seats)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_whole_rounds_add_up(players: int) -> None:
    """Compared with the engine's legal moves, step by step."""
    for seed in range(3):
        game = tercet.new("triple", players=players, seed=seed)
        play_race(game, [make("expert", "triple", f"{seed} {seat}") for seat in range(players)], 5000)
        timing = time_round(replay_round(game.record(), 1))
        assert timing.ended == game.ended
        assert tuple(seat.left for seat in timing.seats) == game.scores
        for seat, each in enumerate(timing.seats):
            own = [move for move in game.moves if move[0] == seat and str(move[1]).startswith("play")]
            assert [f"play {play.card} {play.cell}" for play in each.plays] == [
                str(move[1]).rsplit(maxsplit=1)[0] for move in own
            ]
            others = [chance for chance in each.chances if chance.laid is None and chance.closed_by in (None, seat)]
            assert len(each.missed) + each.laid + len(others) == len(each.chances)
            assert all(play.after_card >= 0 and play.after_any >= 0 for play in each.plays)
            assert each.idle == time_with_a_legal_play(game, seat)


def time_with_a_legal_play(game: tercet.Game, seat: int) -> int:
    """Return the milliseconds in which a seat had a legal play."""
    total, last, could_play = 0, 0, False
    for step in replay_round(game.record(), 1):
        now = int(step.move[2]) if step.move else 0
        total += (now - last) * could_play
        moves = [KIND.text(move) for move in legal_moves(KIND, step.game.states, seat)]
        last, could_play = now, any(move.startswith("play") for move in moves)
    return total
