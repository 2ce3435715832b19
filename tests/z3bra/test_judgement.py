"""Z3BRA's judgement: rankings of all levels, exact values of small endings, reasons and odds that are true."""

from collections import Counter
from collections.abc import Iterator
from random import Random

import pytest

from tables import SETTINGS, Setting, play_on
from tercet.bots.base import Budget
from tercet.bots.judgement import JudgedMove
from tercet.bots.registry import LEVELS, make
from tercet.bots.z3bra import MASTER_WIN_WEIGHT
from tercet.coach.registry import coach_of, odds
from tercet.coach.z3bra.odds import DrawOdd, FaceDownOdd, LineOdd
from tercet.game import Game, View
from tercet.games.reasons import Reason
from tercet.games.z3bra.notation import CARD_NAMES
from tercet.games.z3bra.reasons import (
    BeginsLastRound,
    Chances,
    CompletesTrio,
    DiscardsTrio,
    Draws,
    LeavesCard,
    ReplacesCard,
    ReplacesUnknown,
    TakesCard,
    TurnsUp,
)
from tercet.games.z3bra.rules import ALL_CARDS
from tercet.games.z3bra.table import Z3braTable
from z3bra.last_round import KIND, Solver, small_positions, view_of
from z3bra.positions import CELLS, LINES, position

SHORT = Budget(nodes=40)
Z3BRA = [each for each in SETTINGS if each.game == "z3bra"]


def games(setting: Setting, seed: int, step: int) -> Iterator[Game]:
    """Yield a round at every `step`-th move."""
    for n, game in enumerate(play_on(setting.new(seed), Random(seed))):
        if n % step == 0 and not game.is_over:
            yield game


# --- Rankings


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("setting", Z3BRA, ids=str)
def test_a_judgement_has_each_move_once_with_the_choice_in_front(setting: Setting, level: str) -> None:
    bot = make(level, "z3bra", 3)
    for game in games(setting, seed=5, step=23):
        view = game.view(game.to_act[0])
        also = view.legal_moves()[-1]
        judged = bot.judge(view, SHORT, [also])
        moves = [each.move for each in judged.moves]
        assert bot.choose(view, SHORT) == bot.judge(view, SHORT).best.move == moves[0]
        assert len(set(moves)) == len(moves)
        assert also in moves
        assert set(moves) <= set(view.legal_moves())
        for value in (judged.before, *judged.moves):
            assert 0 <= value.win <= 1
            assert abs(value.lead) < 150
            assert value.error >= 0 <= value.win_error


@pytest.mark.parametrize("level", LEVELS)
def test_what_a_seat_cannot_know_changes_neither_judgement_nor_odds(level: str) -> None:
    for game in games(Setting("z3bra", 3), seed=11, step=9):
        view = game.view(game.to_act[0])
        redealt = View(KIND, view.redealt(seed=5), view.seat)
        assert make(level, "z3bra", 9).judge(redealt, SHORT) == make(level, "z3bra", 9).judge(view, SHORT)
        assert odds(redealt) == odds(view)


def test_a_master_knows_what_the_last_turn_is_worth() -> None:
    """Two cards at most are hidden at the table, so that lead and win can be enumerated.

    One thing is not: how the area closes up when the very last card turned up completes a diagonal. That concerns a few
    moves, of which the master thinks a little less than they are worth.
    """
    master, right, compared = make("master", "z3bra", 1), 0, 0
    for states, seat in small_positions(range(100, 120)):
        exact = Solver(states, seat, MASTER_WIN_WEIGHT).outcomes()
        for judged in master.judge(view_of(states, seat)).moves:
            assert judged.move is not None
            lead, win = exact[KIND.parse(judged.move)]
            right += judged.lead == pytest.approx(lead, abs=1e-3) and judged.win == pytest.approx(win, abs=1e-4)
            compared += 1
    assert compared > 50
    assert right >= 0.95 * compared


# --- Reasons, checked by the table in text


class Board:
    """What a seat sees, in text, and what follows from it. It shares no code with the bots."""

    def __init__(self, view: View) -> None:
        table = view.table
        assert isinstance(table, Z3braTable)
        self.table, self.seat, self.players = table, view.seat, len(table.seats)
        self.areas = [self.cells(each.area) for each in table.seats]
        self.own = self.areas[view.seat]
        seen = Counter(card for area in self.areas for card in area.values() if card != "?")
        seen += Counter(table.discards) + Counter([table.held] if table.held not in (None, "?") else [])
        pile = Counter(table.draw_pile_cards or [])
        self.face_down = Counter(CARD_NAMES[card] for card in ALL_CARDS) - seen - pile
        self.drawn = pile if table.draw_pile_cards is not None else self.face_down
        self.next = (view.seat + 1) % self.players

    @staticmethod
    def cells(rows: list[list[str | None]]) -> dict[str, str]:
        return {"abc"[x] + str(y + 1): card for y, row in enumerate(rows) for x, card in enumerate(row) if card}

    def mean(self) -> float:
        return sum(int(card[1:]) * n for card, n in self.face_down.items()) / self.face_down.total()


def trios(area: dict[str, str]) -> dict[str, int]:
    """Return the lines of an area that are trios, with their points."""
    found = {}
    for line in LINES:
        cards = [area.get(cell, "?") for cell in line.split()]
        if "?" not in cards and (len({card[0] for card in cards}) == 1 or len({card[1:] for card in cards}) == 1):
            found[line] = sum(int(card[1:]) for card in cards)
    return found


def completed(area: dict[str, str], cell: str, card: str) -> list[int]:
    """Return the points of the trios that a card on a cell completes."""
    before, after = trios(area), trios({**area, cell: card})
    return [points for line, points in after.items() if cell in line.split() and line not in before]


def completing(area: dict[str, str], cards: Counter[str], cells: list[str] | None = None) -> int:
    """Return how many of these cards complete a trio on one of the cells."""
    return sum(n for card, n in cards.items() if any(completed(area, cell, card) for cell in cells or area))


def moved(board: Board, judged: JudgedMove) -> tuple[dict[str, str], str | None, str | None]:
    """Return the own area after a judged move and the plan up to a trio, the card laid, and the one replaced."""
    area, held, old = dict(board.own), board.table.held, None
    for move in (judged.move or "", *judged.then):
        match move.split():
            case ["take"]:
                held = board.table.discards[-1]
            case ["put", cell]:
                old, area[cell] = area[cell], held or ""
            case ["trade", their, cell]:
                held = board.areas[int(their[0])][their[1:]]
                old, area[cell] = area[cell], held
            case ["swap", one, two]:
                area[one], area[two] = area[two], area[one]
    return area, held, old


def is_true(reason: Reason, board: Board, judged: JudgedMove, after: Game) -> bool:
    """Return whether a reason for a move holds, by the text of the table before and after it."""
    area, laid, old = moved(board, judged)
    match reason:
        case CompletesTrio():
            line = " ".join(reason.line)
            cards = [area[cell] for cell in reason.line]
            shared = {card[0] for card in cards} if reason.colour else {int(card[1:]) for card in cards}
            is_new = line not in trios(board.own) and trios(area)[line] == reason.points == reason.size
            return is_new and shared == {reason.colour or reason.value}
        case DiscardsTrio():
            return trios(area)[" ".join(reason.line)] == reason.points == reason.size
        case LeavesCard() | TakesCard():
            is_taken = isinstance(reason, TakesCard)
            top = board.table.discards[-1] if is_taken else after.view(None).table.discards[-1]  # type: ignore[attr-defined]
            areas = board.areas if is_taken else Board(after.view(board.seat)).areas  # a trade changes another's
            uses = completed(areas[board.next], reason.cell, reason.card)
            size = reason.points / (board.players - 1) * (1 if is_taken else -1)
            return (top, reason.seat, reason.size) == (reason.card, board.next, size) and reason.points in uses
        case Chances():
            counts = (completing(area, board.face_down), completing(board.own, board.face_down))
            return counts == (reason.helpful, reason.helpful_before) and reason.possible == board.face_down.total()
        case Draws():
            return (completing(board.own, board.drawn), board.drawn.total()) == (reason.helpful, reason.possible)
        case TurnsUp():
            n = completing(board.own, board.face_down, [reason.cell])
            return (n, board.face_down.total()) == (reason.helpful, reason.possible) and 0 < reason.size < 36
        case ReplacesCard():
            return (old, laid) == (reason.old, reason.new) and reason.size == int(reason.old[1:]) - int(reason.new[1:])
        case ReplacesUnknown():
            is_mean = reason.mean == pytest.approx(board.mean()) == reason.size + int(reason.card[1:])
            return (old, laid) == ("?", reason.card) and is_mean
        case BeginsLastRound():
            return "?" not in Board(after.view(board.seat)).own.values() or after.is_over
    return False


def test_every_reason_is_true_and_has_words_in_both_languages() -> None:
    kinds: Counter[str] = Counter()
    for players, seed in ((2, 1), (2, 2), (2, 3), (3, 4), (4, 5), (2, 6), (2, 7), (2, 8)):
        for game in games(Setting("z3bra", players), seed, step=5):
            view = game.view(game.to_act[0])
            board = Board(view)
            for judged in make("regular", "z3bra", 1).judge(view).moves:
                after = game.copy()
                for move in (judged.move or "", *judged.then):
                    after.play(view.seat, move)
                for reason in judged.reasons:
                    assert is_true(reason, board, judged, after), (reason, judged.move, judged.then, board.table)
                    english, german = reason.words()
                    assert english != german
                    assert english.endswith(".")
                    kinds[type(reason).__name__] += 1
    assert kinds.total() > 500
    assert len(kinds) >= 9, kinds


def test_reasons_name_what_counts() -> None:
    areas = ["b3 b5 ?r2 / ?o7 ?g9 ?p1 / ?y2 ?d4 ?o9", "g1 g3 ?d9 / ?y7 ?o5 ?p6 / ?r8 ?d1 ?g12"]
    judged = make("expert", "z3bra", 1).judge(position(areas, discards="b9").view(0))
    assert judged.best.move == "take"
    assert judged.best.then[0] == "put c1"
    assert judged.best.reasons[0].words() == (
        "Completes row 1: a pale blue trio worth 17 points.",
        "Vollendet Zeile 1: ein hellblaues Trio, 17 Punkte wert.",
    )


# --- Odds


def test_odds_are_exact() -> None:
    """Counted again card by card from the table in text, also after a reshuffle (Z10)."""
    seen: Counter[str] = Counter()
    for players, seed in ((2, 3), (3, 4), (5, 5)):
        for game in games(Setting("z3bra", players), seed, step=6):
            view = game.view(game.to_act[0])
            board = Board(view)
            for odd in coach_of("z3bra").odds(view):
                seen[type(odd).__name__] += 1
                english, german = odd.words()
                assert english != german
                match odd:
                    case DrawOdd():
                        counts = completing(board.own, board.drawn), board.drawn.total()
                    case LineOdd():
                        line = " ".join(odd.line)
                        helpful = sum(
                            n for card, n in board.drawn.items() if line in trios({**board.own, odd.cell: card})
                        )
                        counts = helpful, board.drawn.total()
                    case FaceDownOdd():
                        counts = completing(board.own, board.face_down, [odd.cell]), board.face_down.total()
                assert counts == (odd.helpful, odd.possible)
    assert len(seen) == 3


def test_the_known_draw_pile_counts_for_draws_alone() -> None:
    areas = ["b3 b5 ?r2 / ?o7 ?g9 ?p1 / ?y2 ?d4 ?o9", "g1 g3 ?d9 / ?y7 ?o5 ?p6 / ?r8 ?d1 ?g12"]
    table = position(areas, draw="b7 r3 r4 r5", discards="... o0", reshuffled=True)
    found = {type(odd): (odd.helpful, odd.possible) for odd in odds(table.view(0))}
    assert found[DrawOdd] == found[LineOdd] == (1, 4)
    assert found[FaceDownOdd][1] == 14 + 12
    assert CELLS[2] == "c1"
