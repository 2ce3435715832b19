"""Calibration: whether positions that a bot judges at 65 % are won in 65 % of games."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from tercet.bots import registry as bots
from tercet.bots.base import Bot, Budget, LevelBot
from tercet.bots.judgement import Judgement, Value
from tercet.errors import UsageError
from tercet.game import View
from tercet.games.kind import leads, win_shares
from tercet.games.registry import find
from tercet.lab.simulate import match_seed
from tercet.lab.tables import play_round
from tercet.lab.workers import Workers
from tercet.match import Match
from tercet.pictures.chart import Series, line_chart

TENTHS = 10
GAMES_PER_TASK = 4
Numbers = npt.NDArray[np.float64]


class Judging(Bot):
    """A bot that notes what it thinks of each position in which it decides."""

    def __init__(self, bot: Bot) -> None:
        self.bot, self.name = bot, bot.name
        self.noted: list[Value] = []

    def judge(self, view: View, budget: Budget | None = None, also: Sequence[str] = ()) -> Judgement:
        return self.bot.judge(view, budget, also)

    def choose(self, view: View, budget: Budget | None = None) -> str | None:
        if isinstance(self.bot, LevelBot):  # the same decision without the reasons
            ranking = self.bot.rank(view, budget)
            self.noted.append(ranking.before)
            return view.kind.text(ranking.best)
        judgement = self.bot.judge(view, budget)
        self.noted.append(judgement.before)
        return judgement.best.move

    def pace(self, view: View, move: str | None) -> int:
        return self.bot.pace(view, move)

    def goes_first(self, view: View) -> int:
        return self.bot.goes_first(view)


def judge_games(game: str, players: int, options: dict[str, Any], name: str, seed: int, first: int, last: int) -> Any:
    """Play the rounds from the first to before the last; return a row for each position that was judged.

    A row has the number of the round, the chance judged, the share won, the lead judged and the lead at the end.
    """
    rows: list[list[float]] = []
    for index in range(first, last):
        own_seed = match_seed(seed, index)
        match = Match(game, players, seed=own_seed, **options)
        judging = [Judging(bots.make(name, game, f"{own_seed} {seat}")) for seat in range(players)]
        play_round(match.game, judging)
        scores = match.game.scores
        if scores is None:
            continue
        final, shares = leads(match.kind, scores), win_shares(match.kind, scores)
        for side, seats in enumerate(match.kind.sides_of(match.game.states[0])):
            for seat in seats:
                rows += [[index, value.win, shares[side], value.lead, final[side]] for value in judging[seat].noted]
    return rows


class Tenth(NamedTuple):
    """The positions whose chance to win was judged between two tenths."""

    low: float
    positions: int
    judged: float
    """The mean of the chances judged."""
    won: float
    """The mean share won."""
    error: float
    """The standard error of `won - judged`; positions of the same round are not independent."""
    lead_judged: float
    lead: float


class Calibration(NamedTuple):
    """How far the judgement of a bot can be trusted."""

    game: str
    players: int
    bot: str
    rounds: int
    positions: int
    brier: float
    """The mean squared error of the chances."""
    brier_of_share: float
    """The same for always saying an even share: what a judgement has to beat."""
    lead_error: float
    """The root of the mean squared error of the leads."""
    lead_spread: float
    """The standard deviation of the leads at the end."""
    tenths: list[Tenth]

    def to_dict(self) -> dict[str, Any]:
        """Return plain values for JSON."""
        return {**self._asdict(), "tenths": [tenth._asdict() for tenth in self.tenths]}


def calibrate(
    game: str,
    players: int,
    options: dict[str, Any],
    name: str,
    games: int,
    seed: int,
    workers: Workers,
    progress: Callable[[int], None] = lambda done: None,
) -> Calibration:
    """Let a bot play rounds against itself, and compare what it thought of its positions with what came of them."""
    bots.check(name, game)
    find(game).make_options(players, options)
    if games < 1:
        raise UsageError(f"Calibrate with at least one game, not {games}.")
    tasks = [
        (game, players, options, name, seed, first, min(first + GAMES_PER_TASK, games))
        for first in range(0, games, GAMES_PER_TASK)
    ]
    rows: list[list[float]] = []
    for found, task in zip(workers.map(judge_games, tasks), tasks, strict=True):
        rows += found
        progress(task[-1] - task[-2])
    return summarise(game, players, name, games, np.array(rows).reshape(-1, 5))


def summarise(game: str, players: int, name: str, rounds: int, rows: Numbers) -> Calibration:
    """Return the calibration of judged positions."""
    number, judged, won, lead_judged, lead = rows.T
    place = np.clip((judged * TENTHS).astype(int), 0, TENTHS - 1)
    return Calibration(
        game=game,
        players=players,
        bot=name,
        rounds=rounds,
        positions=len(rows),
        brier=round(float(np.mean((judged - won) ** 2)), 4),
        brier_of_share=round(float(np.mean((np.mean(won) - won) ** 2)), 4),
        lead_error=round(float(np.sqrt(np.mean((lead_judged - lead) ** 2))), 3),
        lead_spread=round(float(np.std(lead)), 3),
        tenths=[
            tenth(at / TENTHS, number[here], judged[here], won[here], lead_judged[here], lead[here])
            for at in range(TENTHS)
            if (here := place == at).any()
        ],
    )


def tenth(low: float, number: Numbers, judged: Numbers, won: Numbers, lead_judged: Numbers, lead: Numbers) -> Tenth:
    """Return the summary of one tenth."""
    _, group = np.unique(number, return_inverse=True)
    by_round = np.bincount(group, won - judged)
    error = float(np.sqrt(np.sum(by_round**2))) / len(won)
    return Tenth(
        low=low,
        positions=len(won),
        judged=round(float(np.mean(judged)), 4),
        won=round(float(np.mean(won)), 4),
        error=round(error, 4),
        lead_judged=round(float(np.mean(lead_judged)), 3),
        lead=round(float(np.mean(lead)), 3),
    )


def plot(calibrations: Iterable[Calibration]) -> str:
    """Return a reliability diagram as SVG: what was won over what was judged, with the diagonal."""
    lines = [Series("as judged", [(0.0, 0.0), (1.0, 1.0)])]
    title = ""
    for each in calibrations:
        title = f"{find(each.game).title}: chances as {each.bot} judges them"
        lines.append(Series(f"{each.players} players", [(tenth.judged, tenth.won) for tenth in each.tenths]))
    return line_chart(title, lines, "chance judged", "share won")
