"""A table as the sum of its events: who may do what, and what then happens. No network."""

from random import Random
from typing import Any

import pytest

from tercet import fair
from tercet.errors import IllegalMove, MoveStands, TercetError
from tercet.games.registry import find
from tercet.server import events as ev
from tercet.server import messages as msg
from tercet.server.events import Entry, Secret
from tercet.server.problems import Declined
from tercet.server.table import COUNTDOWN, VOTE_AFTER, Actor, Moment, Table
from triple.positions import WORKED, position

SEED = fair.seed_from_number(7)
HOST = Actor(seat=0, is_host=True)
NOON = 1_000_000


class Desk:
    """A table with a clock, and its log beside it."""

    def __init__(self, game: str, players: int = 2, *, turn_limit: int | None = None, **options: Any) -> None:
        self.log: list[tuple[bytes, int]] = []
        self.now = NOON
        self.table = Table("desk")
        self.ids = 0
        values = find(game).make_options(players, options).to_record()
        created = ev.Created(
            game=game,
            players=players,
            options=values,
            listed=False,
            help=True,
            turn_limit=turn_limit,
            stand_in="regular",
            commitment=fair.commitment(SEED),
        )
        self.happen(created, Secret(SEED, "b", "hash 0"))

    def happen(self, event: ev.AnyEvent, secret: Secret | None = None) -> None:
        self.write(self.table.apply_event(event, self.now, secret))

    def write(self, entry: Entry) -> None:
        self.log.append((ev.encode(entry), self.now))

    def seat(self, *people: int, bots: str = "novice") -> "Desk":
        """People in these seats, bots in the others, and off it goes."""
        for seat in range(len(self.table.chairs)):
            if seat in people:
                self.happen(ev.Joined(seat, f"P{seat}"), Secret(token_hash=f"hash {seat}"))
            else:
                self.happen(ev.BotSeated(seat, bots))
        self.happen(self.table.start_event())
        self.now = max(self.now, self.table.round_start)
        return self

    def do(self, actor: Actor | int, kind: type[msg.Command], *, here: tuple[int, ...] = (), **fields: Any) -> None:
        who = Actor(actor) if isinstance(actor, int) else actor
        self.ids += 1
        self.write(self.table.act(kind(id=str(self.ids), **fields), who, Moment(self.now, here)))  # type: ignore[arg-type]

    def again(self) -> Table:
        """The table from its log."""
        table = Table("desk")
        for body, at in self.log:
            table.apply_entry(ev.decode(body), at)
        return table

    def move(self, seat: int, index: int = 0) -> str:
        move = self.table.game.legal_moves(seat)[index]
        self.do(seat, msg.DoMove, move=move)
        return move

    def play_round(self) -> None:
        while self.table.status == "running":
            self.move(self.table.game.to_act[0], -1)


def refusal(desk: Desk, actor: Actor | int, kind: type[msg.Command], **fields: Any) -> Declined:
    """Why this cannot be done; and nothing has changed."""
    before = desk.table.number, desk.table.info()
    with pytest.raises(Declined) as caught:
        desk.do(actor, kind, **fields)
    assert (desk.table.number, desk.table.info()) == before
    assert caught.value.text("de") != caught.value.text("en")
    return caught.value


@pytest.mark.parametrize("game", ["z3bra", "zatre"])
def test_the_log_gives_the_same_table(game: str) -> None:
    desk = Desk(game, 3, rounds=2).seat(0, 1, 2)
    desk.play_round()
    for seat in range(3):
        desk.do(seat, msg.DoReady)
    desk.play_round()
    again = desk.again()
    assert again.status == desk.table.status == "over"
    assert again.info() == desk.table.info()
    assert again.record(None) == desk.table.record(None)
    assert again.done_commands == desk.table.done_commands


def test_before_the_start_seats_are_filled_and_cleared() -> None:
    desk = Desk("z3bra", 3)
    assert refusal(desk, HOST, msg.DoStart).code == "not_now"
    desk.happen(ev.Joined(0, "Ann"), Secret(token_hash="hash 0"))
    desk.do(HOST, msg.DoSeatBot, seat=1, bot="expert")
    assert refusal(desk, HOST, msg.DoSeatBot, seat=1, bot="novice").code == "full"
    assert refusal(desk, HOST, msg.DoSeatBot, seat=2, bot="grandmaster").code == "bad_request"
    assert refusal(desk, HOST, msg.DoSeatBot, seat=2, bot="exec:rm").code == "bad_request"
    assert refusal(desk, HOST, msg.DoSeatBot, seat=2, bot="master:999999999").code == "bad_request"
    assert refusal(desk, HOST, msg.DoSeatBot, seat=5, bot="novice").code == "not_found"
    desk.do(HOST, msg.DoClearSeat, seat=1)
    assert desk.table.open_seat(None) == 1
    desk.happen(ev.Joined(1, "Bo"), Secret(token_hash="hash 1"))
    desk.happen(ev.Joined(2, "Cy"), Secret(token_hash="hash 2"))
    with pytest.raises(Declined, match="full"):
        desk.table.open_seat(None)
    assert refusal(desk, 1, msg.DoClearSeat, seat=2).code == "not_yours"
    desk.do(1, msg.DoLeave)
    assert desk.table.chairs[1].kind == "open"
    desk.do(HOST, msg.DoClearSeat, seat=2)
    assert desk.table.actor_for("hash 2") == Actor()


def test_a_spectator_can_do_nothing() -> None:
    desk = Desk("z3bra").seat(0, 1)
    for kind in (msg.DoStart, msg.DoReady, msg.DoPause, msg.DoLeave, msg.DoReturn):
        assert refusal(desk, Actor(), kind).code == "not_yours"
    assert refusal(desk, Actor(), msg.DoMove, move="flip a1").code == "not_yours"
    assert refusal(desk, Actor(is_host=True), msg.DoMove, move="flip a1").code == "not_yours"


def test_a_refused_move_names_its_rule_and_changes_nothing() -> None:
    desk = Desk("z3bra").seat(0, 1)
    with pytest.raises(IllegalMove) as caught:
        desk.do(0, msg.DoMove, move="draw")
    assert caught.value.rule == "Z3"
    assert desk.table.number == 4
    assert desk.table.game.moves == []


def test_bots_act_when_it_is_their_turn() -> None:
    desk = Desk("z3bra", 3).seat(0)
    assert desk.table.acting_bots() == [1, 2]
    assert desk.table.acting_people() == [0]
    desk.do(0, msg.DoPause)
    assert desk.table.acting_bots() == []


def test_in_pairs_a_bot_lets_its_human_partner_go_first() -> None:
    """T25: partners decide who lays first; a person may say: after you."""
    desk = Desk("zatre", 4, pairs=True).seat(0, 1)
    while set(desk.table.game.to_act) & {0, 1} == set() or len(desk.table.game.to_act) == 1:
        desk.write(desk.table.bot_moves(seat := desk.table.game.to_act[0], first_move(desk, seat), Moment(desk.now)))
    partners = desk.table.game.to_act
    people = [seat for seat in partners if seat in (0, 1)]
    assert desk.table.acting_bots() == []
    for seat in people:
        desk.do(seat, msg.DoAfterYou)
    assert desk.table.acting_bots() == [seat for seat in partners if seat not in people]
    assert desk.again().deferring_seats == set(people)


def first_move(desk: Desk, seat: int) -> str:
    return desk.table.game.legal_moves(seat)[0]


def test_after_you_needs_somebody_else() -> None:
    desk = Desk("zatre").seat(0, 1)
    assert refusal(desk, desk.table.game.to_act[0], msg.DoAfterYou).code == "not_now"


def test_ready_deals_the_next_round_when_all_people_are() -> None:
    desk = Desk("z3bra", 3, rounds=2).seat(0, 1)
    assert refusal(desk, 0, msg.DoReady).code == "not_now"
    while desk.table.status == "running":
        seat = desk.table.game.to_act[0]
        desk.write(desk.table.bot_moves(seat, desk.table.game.legal_moves(seat)[-1], Moment(desk.now)))
    assert desk.table.status == "between"
    assert desk.table.info().totals == list(desk.table.game.scores or ())
    assert refusal(desk, 0, msg.DoMove, move="draw").code == "not_now"
    desk.do(0, msg.DoReady)
    assert [seat.ready for seat in desk.table.info().seats] == [True, False, False]
    desk.do(1, msg.DoReady)
    assert (desk.table.status, desk.table.info().round) == ("running", 2)
    assert not any(seat.ready for seat in desk.table.info().seats)


def test_a_table_of_bots_needs_nobody_between_rounds() -> None:
    desk = Desk("zatre", rounds=2).seat()
    while desk.table.status == "running" and len(desk.table.match.rounds if desk.table.match else ()) == 1:
        seat = desk.table.game.to_act[0]
        desk.write(desk.table.bot_moves(seat, desk.table.game.legal_moves(seat)[0], Moment(desk.now)))
    assert (desk.table.status, desk.table.info().round) == ("running", 2)


def test_pause_stops_moves_and_the_clock() -> None:
    desk = Desk("z3bra", turn_limit=10).seat(0, 1)
    due = desk.table.deadline()
    assert due == desk.now + 10_000
    desk.now += 4000
    desk.do(1, msg.DoPause)
    assert desk.table.deadline() is None
    assert refusal(desk, 0, msg.DoMove, move="flip a1").code == "not_now"
    assert refusal(desk, 0, msg.DoPause).code == "not_now"
    desk.now += 3_600_000
    desk.do(0, msg.DoResume)
    assert desk.table.deadline() == due + 3_600_000
    assert refusal(desk, 0, msg.DoResume).code == "not_now"
    assert desk.again().deadline() == desk.table.deadline()


def test_a_bot_stands_in_after_the_turn_limit_until_the_person_returns() -> None:
    desk = Desk("zatre", turn_limit=60).seat(0, 1)
    late = desk.table.game.to_act[0]
    desk.now += 59_999
    assert desk.table.overdue(desk.now) is None
    desk.now += 1
    overdue = desk.table.overdue(desk.now)
    assert overdue == ev.HandedOver(late, "limit")
    desk.happen(overdue)
    assert desk.table.acting_bots() == [late]
    assert desk.table.deadline() is None
    assert refusal(desk, late, msg.DoMove, move="6h8").code == "not_now"
    desk.do(late, msg.DoReturn)
    assert desk.table.acting_bots() == []
    assert desk.table.deadline() == desk.now + 60_000
    assert refusal(desk, late, msg.DoReturn).code == "not_now"


def test_the_limit_also_counts_between_rounds() -> None:
    desk = Desk("z3bra", turn_limit=60, rounds=2).seat(0, 1)
    desk.play_round()
    desk.do(0, msg.DoReady)
    desk.now += 60_000
    assert desk.table.overdue(desk.now) == ev.HandedOver(1, "limit")
    desk.happen(ev.HandedOver(1, "limit"))
    assert (desk.table.status, desk.table.info().round) == ("running", 2)


def test_most_of_the_others_can_vote_for_a_bot() -> None:
    desk = Desk("z3bra", 4).seat(0, 1, 2, 3)
    assert refusal(desk, 0, msg.DoVote, seat=0).code == "not_now"
    assert refusal(desk, 0, msg.DoVote, seat=3, here=(0, 1, 2, 3)).code == "not_now"
    desk.do(0, msg.DoVote, seat=3, here=(0, 1, 2))
    assert desk.table.info().seats[3].votes == [0]
    assert desk.table.chairs[3].stand_in is None
    desk.do(1, msg.DoVote, seat=3, here=(0, 1, 2))
    assert desk.table.chairs[3].stand_in == "regular"
    assert refusal(desk, 2, msg.DoVote, seat=3).code == "not_now"
    desk.do(3, msg.DoReturn)
    assert desk.table.info().seats[3].votes == []


def test_a_connected_player_can_be_voted_for_after_a_minute_on_turn() -> None:
    desk = Desk("zatre").seat(0, 1)
    on_turn = desk.table.game.to_act[0]
    other = 1 - on_turn
    assert refusal(desk, other, msg.DoVote, seat=on_turn, here=(0, 1)).code == "not_now"
    desk.now += VOTE_AFTER + 1
    assert refusal(desk, on_turn, msg.DoVote, seat=other, here=(0, 1)).code == "not_now"
    desk.do(other, msg.DoVote, seat=on_turn, here=(0, 1))
    assert desk.table.acting_bots() == [on_turn]


def test_a_move_makes_votes_void() -> None:
    desk = Desk("z3bra", 4).seat(0, 1, 2, 3)
    desk.do(0, msg.DoVote, seat=3)
    desk.move(3)
    assert desk.table.info().seats[3].votes == []


def test_a_bot_stands_in_for_who_leaves() -> None:
    desk = Desk("z3bra").seat(0, 1)
    desk.do(1, msg.DoLeave)
    assert desk.table.acting_bots() == [1]
    assert refusal(desk, 1, msg.DoLeave).code == "not_now"


def test_a_bot_in_a_race_does_not_move_again_on_what_it_saw_before_its_last_move() -> None:
    """Two nodes may move the same bot, if one was so slow that the other took over."""
    desk = Desk("triple").seat(0)
    looked_at = desk.table.number
    desk.write(desk.table.bot_moves(1, "take 3", Moment(desk.now), seen=looked_at))
    before = desk.table.number
    with pytest.raises(Declined):
        desk.table.bot_moves(1, "take 3", Moment(desk.now), seen=looked_at)
    assert desk.table.number == before
    desk.write(desk.table.bot_moves(1, "take 3", Moment(desk.now), seen=before))


@pytest.mark.parametrize("game", ["z3bra", "zatre", "triple"])
def test_nothing_happens_at_a_closed_table(game: str) -> None:
    """Neither people nor bots act, no time runs, nobody learns the seed, and the log gives the same."""
    options = {"patience": 60_000} if game == "triple" else {}
    desk = Desk(game, 2, turn_limit=30, **options).seat(0)
    move = desk.table.game.legal_moves(1)
    desk.happen(desk.table.closed_event())
    for command in (msg.DoReady, msg.DoPause, msg.DoReturn, msg.DoLeave):
        assert "closed" in refusal(desk, 0, command).text("en")
    assert refusal(desk, 0, msg.DoMove, move="any").code == "not_now"
    with pytest.raises(Declined):
        desk.table.bot_moves(1, move[0] if move else "any", Moment(desk.now))
    with pytest.raises(Declined):
        desk.table.closed_event()
    assert (desk.table.acting_bots(), desk.table.acting_people()) == ([], [])
    assert desk.table.overdue(desk.now + 3_600_000) is None
    situation = desk.table.situation(0, desk.now)
    assert situation is not None
    assert situation.moves is None
    info = desk.again().info()
    assert info == desk.table.info()
    assert (info.status, info.seed, info.winners) == ("closed", None, [])


def test_a_finished_table_is_not_closed() -> None:
    desk = Desk("z3bra", 2, rounds=1).seat(0, 1)
    desk.play_round()
    with pytest.raises(Declined):
        desk.table.closed_event()


def test_taking_back_zatre_tiles_of_the_running_turn() -> None:
    desk = Desk("zatre").seat(0, 1)
    seat = desk.table.game.to_act[0]
    while True:
        desk.move(desk.table.game.to_act[0])
        seat = int(desk.table.game.last_move[0])
        if seat in desk.table.game.to_act and len(desk.table.game.to_act) == 1:
            break
    before = len(desk.table.game.moves)
    situation = desk.table.situation(seat, desk.now)
    assert situation is not None
    assert situation.undo
    desk.do(seat, msg.DoTakeBack)
    assert len(desk.table.game.moves) == before - 1
    assert desk.again().game.states.tobytes() == desk.table.game.states.tobytes()


def test_taking_back_a_z3bra_move_that_has_shown_nothing() -> None:
    desk = Desk("z3bra").seat(0, 1)
    while "take" not in desk.table.game.legal_moves(seat := desk.table.game.to_act[0]):
        desk.move(seat)
    before = desk.table.game.states.tobytes()
    desk.do(seat, msg.DoMove, move="take")
    situations = [desk.table.situation(viewer, desk.now) for viewer in (seat, 1 - seat, None)]
    assert [situation is not None and situation.undo for situation in situations] == [True, False, False]
    desk.do(seat, msg.DoTakeBack)
    assert desk.table.game.states.tobytes() == before
    assert desk.again().game.states.tobytes() == before


def test_nothing_else_can_be_taken_back() -> None:
    desk = Desk("z3bra").seat(0, 1)
    desk.move(0)
    number = desk.table.number
    with pytest.raises(MoveStands):
        desk.do(0, msg.DoTakeBack)
    assert desk.table.number == number


def test_the_record_before_the_end_has_no_deal() -> None:
    desk = Desk("triple", chips=2, patience=5000).seat(0, 1)
    desk.move(0)
    record = msg.encode(desk.table.record(0))
    assert b'"chance"' not in record
    assert SEED.encode() not in record
    assert desk.table.info().seed is None
    with pytest.raises(TercetError):
        Desk("triple").table.record(None)


# --- Everybody at once


def test_everybody_starts_after_the_countdown() -> None:
    desk = Desk("triple")
    for seat in (0, 1):
        desk.happen(ev.Joined(seat, f"P{seat}"), Secret(token_hash=f"hash {seat}"))
    desk.happen(desk.table.start_event())
    situation = desk.table.situation(0, desk.now)
    assert situation is not None
    assert situation.starts == COUNTDOWN
    assert refusal(desk, 0, msg.DoMove, move="take").code == "not_now"
    desk.now += COUNTDOWN
    desk.do(0, msg.DoMove, move="take 3")
    assert desk.table.game.last_move == [0, "take 3", 0]


def test_a_play_carries_its_arrival_and_the_round_trips() -> None:
    desk = Desk("triple").seat(0, 1)
    desk.now += 1234
    entry = desk.table.act(msg.DoMove(id="a", move="take"), Actor(1), Moment(desk.now, (0, 1), [20, 45]))
    assert entry.event == ev.Moved(1, "take", 1234, False, [20, 45])
    desk.now -= 500
    entry = desk.table.act(msg.DoMove(id="b", move="take"), Actor(0), Moment(desk.now))
    assert isinstance(entry.event, ev.Moved)
    assert entry.event.milliseconds == 1234, "another node's clock may be behind, the order of arrival stays (P11)"


def worked_desk(hands: list[str], **options: Any) -> Desk:
    """Two people at the worked grid of TRIPLE³."""
    desk = Desk("triple", **options).seat(0, 1)
    desk.table.game.states[:] = position(WORKED, hands).states
    return desk


def test_p10_a_play_counts_with_what_its_player_had_seen() -> None:
    """bd1 was blue and 1 on a1 when event 4 was the last; px1 on c3 has left 1."""
    desk = worked_desk(["px1 rs0", "bd1 pd3"])
    seen = desk.table.number
    desk.do(0, msg.DoMove, move="play px1 c3", seen=seen)
    desk.do(1, msg.DoMove, move="play bd1 a1", seen=seen)
    entry = ev.decode(desk.log[-1][0])
    assert entry.event == ev.Moved(1, "play bd1 a1 1", 0, False, [], seen)
    assert desk.table.game.last_move == [1, "play bd1 a1 1", 0]


def test_p10_what_made_nothing_when_it_was_seen_is_refused_and_old_clients_have_seen_everything() -> None:
    desk = worked_desk(["rs1 rx1 rs0", "yd1 pd3"])
    seen = [desk.table.number]
    for move in ("play rs1 b1", "play rx1 a1"):
        desk.do(0, msg.DoMove, move=move, seen=seen[-1])
        seen.append(desk.table.number)
    for number in (0, *seen[:2]):
        with pytest.raises(IllegalMove, match="P10"):
            desk.do(1, msg.DoMove, move="play yd1 c1", seen=number)
    assert desk.table.number == seen[-1]
    desk.do(1, msg.DoMove, move="play yd1 c1")
    assert desk.table.game.last_move[1] == "play yd1 c1 1"


def test_p10_a_number_from_before_the_round_means_the_grid_as_dealt() -> None:
    desk = Desk("triple", chips=2, patience=1000).seat(0, 1)
    desk.do(0, msg.DoMove, move="take")
    desk.now += 1000
    desk.happen(ev.TimeUp())
    for seat in (0, 1):
        desk.do(seat, msg.DoReady)
    desk.now = desk.table.round_start
    desk.table.game.states[:] = position(WORKED, ["bc2 rs0", "pd3"]).states
    desk.do(0, msg.DoMove, move="play bc2 a1", seen=2)
    assert desk.table.game.last_move[1] == "play bc2 a1 blue"


def test_p10_a_number_that_is_still_to_come_means_everything() -> None:
    desk = worked_desk(["bc2 rs0", "pd3"])
    desk.do(0, msg.DoMove, move="play bc2 a1", seen=2**50)
    assert desk.table.game.last_move[1] == "play bc2 a1 blue"


def test_p11_the_log_of_a_race_with_late_plays_gives_the_same_table() -> None:
    """Everybody plays what fits on the grid of three events before; who comes too late is refused."""
    random, desk = Random(1), Desk("triple", 3).seat(0, 1, 2)
    for seat in range(3):
        desk.do(seat, msg.DoMove, move="take 18")
    seen = [(desk.table.number, desk.table.game.copy())]
    late = 0
    while desk.table.status == "running":
        number, game = seen[max(0, len(seen) - 3)]
        seat = random.randrange(3)
        moves = [move for move in game.legal_moves(seat) if move.startswith("play")]
        desk.now += 10
        try:
            desk.do(seat, msg.DoMove, move=random.choice(moves or ["stop"]).rsplit(maxsplit=1)[0], seen=number)
        except IllegalMove:
            late += 1
        if desk.table.is_stopped():
            break
        seen.append((desk.table.number, desk.table.game.copy()))
    assert late > 0
    assert desk.again().game.moves == desk.table.game.moves


def test_a_stop_holds_the_patience() -> None:
    """P13, P15: while the game is stopped nobody can lay a card, so that the time does not count."""
    desk = Desk("triple", patience=10_000).seat(0, 1)
    assert desk.table.patience_ends() == desk.now + 10_000
    desk.now += 9000
    desk.do(0, msg.DoMove, move="take")
    assert desk.table.patience_ends() == desk.now + 1000, "taking cards is no progress"
    desk.do(0, msg.DoMove, move="stop")
    assert desk.table.patience_ends() is None
    assert desk.table.acting_people() == [0, 1]
    desk.now += 60_000
    desk.do(0, msg.DoMove, move="go")
    desk.do(1, msg.DoMove, move="go")
    assert desk.table.patience_ends() == desk.now + 10_000
    desk.now += 10_000
    assert desk.table.overdue(desk.now) == ev.TimeUp()
    desk.happen(ev.TimeUp())
    assert desk.table.status == "over"
    assert desk.again().record(None) == desk.table.record(None)


def test_there_is_no_pause_where_everybody_plays_at_once() -> None:
    desk = Desk("triple").seat(0, 1)
    assert "P13" in str(refusal(desk, 0, msg.DoPause))
