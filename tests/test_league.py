"""Leagues: the luck of the deal cancels out, and results do not depend on workers or interruptions."""

import json
import os
import re
import signal
import subprocess
import sys
import warnings
import xml.etree.ElementTree as ET
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from time import monotonic, sleep
from typing import Any

import msgspec
import numpy as np
import pytest
from distributed import LocalCluster

from tercet.bots.base import Bot
from tercet.cli import main
from tercet.errors import UsageError
from tercet.games.registry import find
from tercet.lab.league import play, run, schedule
from tercet.lab.league.play import Deal, Forfeit, Played
from tercet.lab.league.ratings import Numbers, compare, half_width, rate_interval, ratings, standing, strengths
from tercet.lab.league.report import chart, report
from tercet.lab.league.results import Results
from tercet.lab.league.run import BATCH, Goal
from tercet.lab.league.schedule import League, make, rotations
from tercet.lab.tables import play_match
from tercet.lab.workers import Workers, cluster, processes
from tercet.match import Match
from waiting import LONGEST_WAIT

EXAMPLE = Path(__file__).parents[1] / "examples" / "foreign_bot.py"
FOREIGN = f"exec:{sys.executable} {EXAMPLE}"
LEAGUE = [sys.executable, "-m", "tercet", "league"]


@contextmanager
def threads(number: int = 1) -> Iterator[Workers]:
    with ThreadPoolExecutor(number) as pool:
        yield Workers(pool, 3)


def play_league(league: League, folder: Path, games: int = 8, width: float | None = None) -> list[Deal]:
    """Play a league in one thread; return its deals."""
    with Results(folder, league) as results, threads() as workers:
        return run.play(league, Goal(games, width), results, workers, lambda done, total: None)


def without_timing(deals: Sequence[Deal]) -> list[Deal]:
    return [msgspec.structs.replace(deal, timing=[]) for deal in deals]


def run_command(*arguments: str | Path) -> subprocess.CompletedProcess[str]:
    command = [*LEAGUE, *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, check=False, timeout=300)


def read_result(folder: Path) -> dict[str, Any]:
    """Return the result of a league without its timing, which differs from run to run."""
    result: dict[str, Any] = json.loads((folder / "league.json").read_text())
    return {name: value for name, value in result.items() if name != "timing"}


# --- Who meets whom


def test_every_table_plays_the_same_deals_and_everybody_every_seat(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[tuple[Match, list[str]]] = []

    def record_and_play(match: Match, bots: Sequence[Bot]) -> None:
        seen.append((match, [bot.name for bot in bots]))
        play_match(match, bots)

    monkeypatch.setattr(play, "play_match", record_and_play)
    league = make("z3bra", 3, {}, ["random", "random:1", "random:2", "random:3"], seed=1)
    for place in range(4):
        play.play_deal(*run.task(league, place))
    assert len(seen) == 4 * 3
    dealt = {json.dumps(match.game.round_record().chance[0]) for match, _ in seen}
    assert len(dealt) == 1
    assert len({match.game.starter for match, _ in seen}) == 1
    for first in range(0, 12, 3):
        by_game = [names for _, names in seen[first : first + 3]]
        for seat in range(3):
            assert sorted(names[seat] for names in by_game) == sorted(by_game[0])
    play.play_deal(*run.task(league, 4))
    assert json.dumps(seen[-1][0].game.round_record().chance[0]) not in dealt


def test_equal_bots_with_the_same_chance_are_exactly_equal(tmp_path: Path) -> None:
    """The luck of the deal cancels out: each has the same pieces once and does the same with them."""
    league = make("zatre", 2, {}, ["random", "random:1"], seed=3)
    result = report(league, play_league(league, tmp_path, 40))
    (pair,) = result["pairs"]
    assert pair["win_rate"] == 0.5
    assert pair["difference"] == 0
    assert pair["difference_95"] == [0, 0]
    assert [row["rating"] for row in result["bots"]] == [0, 0]


def test_partners_in_zatre_are_the_same_bot(monkeypatch: pytest.MonkeyPatch) -> None:
    seatings: list[list[str]] = []

    def record_and_play(match: Match, bots: Sequence[Bot]) -> None:
        seatings.append([bot.name for bot in bots])
        play_match(match, bots)

    monkeypatch.setattr(play, "play_match", record_and_play)
    league = make("zatre", 4, {"pairs": True}, ["random", "random:1"], seed=1)
    deal = msgspec.json.decode(play.play_deal(*run.task(league, 0)), type=Deal)
    sides = schedule.sides_of("zatre", 4, {"pairs": True})
    assert [[{names[seat] for seat in side} for side in sides] for names in seatings] == [
        [{"random"}, {"random:1"}],
        [{"random:1"}, {"random"}],
    ]
    assert [len(game.rounds[0]) for game in deal.games] == [2, 2]


def test_tables_with_more_and_with_fewer_bots_than_sides() -> None:
    names = ["random", "random:1", "random:2", "random:3"]
    assert make("triple", 3, {}, names, 1).tables == [(0, 1, 2), (0, 1, 3), (0, 2, 3), (1, 2, 3)]
    assert make("zatre", 6, {"pairs": True}, names[:2], 1).tables == [(0, 1)]
    assert rotations([0, 1], 5) == [[0, 1, 0, 1, 0], [1, 0, 1, 0, 1]]


def test_games_are_rounded_up_to_whole_deals(tmp_path: Path) -> None:
    league = make("triple", 3, {}, ["random", "random:1", "random:2"], seed=1)
    deals = play_league(league, tmp_path, 4)
    assert len(deals) == 2
    assert report(league, deals)["games"] == 6


# --- What is counted


def game_of_two(scores: list[int], **more: Any) -> Played:
    return Played([0, 1], [scores], **more)


@pytest.mark.parametrize(
    ("game", "scores", "share", "difference"),
    [("z3bra", [10, 30], 1, 20), ("zatre", [10, 30], 0, -20), ("triple", [0, 7], 1, 7), ("zatre", [5, 5], 0.5, 0)],
)
def test_the_difference_is_positive_for_the_better(game: str, scores: list[int], share: float, difference: int) -> None:
    shares, ahead = compare(find(game), 2, [game_of_two(scores)])
    assert (shares[0, 1], ahead[0, 1]) == (share, difference)
    assert (shares[1, 0], ahead[1, 0]) == (1 - share, -difference)


def test_losers_of_a_round_are_ranked_by_their_points() -> None:
    """In TRIPLE³ only the winner gets a chip. The cards left say who was second."""
    shares, ahead = compare(find("triple"), 3, [Played([0, 1, 2], [[4, 0, 9]])])
    assert shares[1].tolist() == [1, pytest.approx(np.nan, nan_ok=True), 1]
    assert shares[0, 2] == 1
    assert ahead[0, 2] == 5
    ranks = standing(find("triple"), Played([0, 1, 2], [[0, 0, 3], [5, 1, 0]]))
    assert ranks[0] == ranks[1] == ranks[2] == (1,)


def test_a_bot_in_two_seats_is_compared_with_each_of_the_others() -> None:
    shares, ahead = compare(find("zatre"), 2, [Played([0, 1, 0], [[10, 20, 30]])])
    assert shares[0, 1] == 0.5
    assert ahead[0, 1] == 0


def test_a_bot_that_fails_loses_to_all_and_the_others_are_equal() -> None:
    game = Played([2, 0, 1], [[1, 50, 3]], forfeit=Forfeit(0, "It has ended."))
    shares, ahead = compare(find("z3bra"), 3, [game])
    assert shares[0, 1] == shares[0, 2] == 0
    assert shares[1, 2] == shares[2, 1] == 0.5
    assert np.isnan(ahead).all()
    league = make("z3bra", 3, {}, ["random", "random:1", "random:2"], 1)
    deals = [Deal(0, number, [game], [1, 1, 1], [play.Timing(0, 0)] * 3) for number in range(2)]
    result = report(league, deals)
    assert {row["bot"]: row["won"] for row in result["bots"]} == {"random": 0, "random:1": 0.5, "random:2": 0.5}
    assert [row["mean_points"] for row in result["bots"]] == [None] * 3
    assert result["forfeits"][0] == {
        "bot": "random",
        "deal": 0,
        "seats": ["random:2", "random", "random:1"],
        "reason": "It has ended.",
    }


def test_luck_is_removed_from_the_games_that_each_bot_has_won() -> None:
    """Wins and luck of a bot's seats add up; a game without luck, since it was forfeited, counts as it is."""
    league = make("zatre", 3, {}, ["random", "random:1"], seed=1, is_adjusted=True)
    lucky = Played([0, 1, 0], [[10, 5, 10]], luck=[4.0, -6.0, 2.0], win_luck=[0.2, -0.3, 0.1])
    forfeited = Played([1, 0, 1], [], forfeit=Forfeit(0, "It has ended."))
    deals = [Deal(0, number, [lucky, forfeited], [1, 1], [play.Timing(0, 0)] * 2) for number in range(2)]
    first, second = report(league, deals)["adjusted_wins"]
    assert (first["even_share"], second["even_share"]) == (0.5, 0.5)
    assert first["won"] == pytest.approx((1 - 0.3 + 0) / 2)
    assert second["won"] == pytest.approx((0 + 0.3 + 1) / 2)


def test_nobody_wins_a_game_that_was_cut_off(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(play, "play_match", lambda match, bots: play_match(match, bots, 10))
    league = make("z3bra", 2, {}, ["random", "random:1"], seed=1)
    result = report(league, play_league(league, tmp_path, 4))
    assert result["unfinished"] == result["games"] == 4
    assert [row["won"] for row in result["bots"]] == [0, 0]
    assert result["pairs"][0]["win_rate"] == 0.5
    assert result["pairs"][0]["difference"] is None


# --- Ratings


def random_results(true: Sequence[float], deals: int, seed: int) -> Numbers:
    """Return random results that follow from the true ratings, with two games per deal between each pair."""
    random, n = np.random.default_rng(seed), len(true)
    shares = np.zeros((deals, n, n))
    for a in range(n):
        for b in range(a + 1, n):
            chance = 1 / (1 + 10 ** ((true[b] - true[a]) / 400))
            shares[:, a, b] = random.binomial(2, chance, deals) / 2
            shares[:, b, a] = 1 - shares[:, a, b]
    return shares


def test_estimated_ratings_and_intervals_agree_with_the_true_ratings() -> None:
    true = [-150.0, -30.0, 40.0, 140.0]
    covered = 0
    for seed in range(30):
        rows = ratings(random_results(true, 300, seed), seed)
        assert sorted(row["rating"] for row in rows) == [row["rating"] for row in rows]
        intervals = [row["rating_95"] for row in rows]
        covered += sum(low <= wanted <= high for wanted, (low, high) in zip(true, intervals, strict=True))
    assert 0.9 <= covered / 120 <= 0.99


def test_intervals_of_win_rates_cover_what_they_should() -> None:
    covered = 0
    for seed in range(400):
        low, high = rate_interval(random_results([100, 0], 40, seed)[:, 0, 1])
        covered += low <= 1 / (1 + 10**-0.25) <= high
    assert 0.92 <= covered / 400 <= 0.98


def test_a_bot_that_won_everything_has_a_finite_rating_and_an_interval() -> None:
    always = np.array([[[0, 1.0], [0, 0]]] * 20)
    first, second = ratings(always, 1)
    assert 200 < first["rating"] == -second["rating"] < 400
    assert first["rating_95"][0] < first["rating"] < first["rating_95"][1] < 1500
    low, high = rate_interval(always[:, 0, 1])
    assert 0.8 < low < 0.9
    assert high == 1


def test_the_order_of_the_bots_does_not_matter() -> None:
    shares = random_results([0, 100, 30], 20, 1)
    forth, back = ratings(shares, 1), ratings(shares[:, ::-1, ::-1], 1)[::-1]
    assert [row["rating"] for row in forth] == [row["rating"] for row in back]
    for one, other in zip(forth, back, strict=True):
        assert one["rating_95"] == pytest.approx(other["rating_95"], abs=15)


def test_strengths_are_those_of_the_model_for_many_samples_at_once() -> None:
    won = np.array([[[0, 75.0], [25, 0]], [[0, 10], [10, 0]]])
    found = strengths(won)
    assert found[:, 0] - found[:, 1] == pytest.approx([np.log(3), 0])


# --- When a league ends


def test_it_stops_when_the_intervals_are_narrow_enough(tmp_path: Path) -> None:
    league = make("zatre", 2, {}, ["random", "random:1"], seed=1)
    deals = play_league(league, tmp_path, 1000, width=0.05)
    assert len(deals) == 2 * BATCH
    assert half_width(run.comparisons(league, deals)[0]) <= 0.05
    assert half_width(run.comparisons(league, deals[:BATCH])[0]) > 0.05
    # The number of deals depends neither on games that are there already nor on an interrupted run.
    assert without_timing(play_league(league, tmp_path, 1000, width=0.05)) == without_timing(deals)
    assert len(play_league(league, tmp_path, 200)) == 100
    assert without_timing(play_league(league, tmp_path, 1000, width=0.05)) == without_timing(deals)
    assert len(play_league(league, tmp_path, 40, width=0.01)) == 20


def test_progress_ends_at_its_total(tmp_path: Path) -> None:
    progress: list[tuple[int, int]] = []
    league = make("zatre", 2, {}, ["random", "random:1"], seed=1)
    with Results(tmp_path, league) as results, threads() as workers:
        run.play(league, Goal(6), results, workers, lambda done, total: progress.append((done, total)))
    assert progress == [(0, 3), (1, 3), (2, 3), (3, 3)]


# --- The same on all kinds of workers


def test_threads_and_processes_play_the_same(tmp_path: Path) -> None:
    league = make("triple", 3, {"chips": 2}, ["random", "random:1", FOREIGN], seed=5)
    alone = without_timing(play_league(league, tmp_path / "alone", 9))
    with Results(tmp_path / "threads", league) as results, threads(3) as workers:
        assert without_timing(run.play(league, Goal(9), results, workers, lambda done, total: None)) == alone
    with Results(tmp_path / "processes", league) as results, processes(2) as workers:
        assert without_timing(run.play(league, Goal(9), results, workers, lambda done, total: None)) == alone
    assert not any(game.forfeit for deal in alone for game in deal.games)


def test_a_dask_cluster_plays_the_same(tmp_path: Path) -> None:
    setting = ["zatre", "--bots", f"random,{FOREIGN},exec:false", "--games", "6", "--seed", "4"]
    here = run_command(*setting, "--out", tmp_path / "here", "--workers", "1")
    assert here.returncode == 0, here.stderr
    with warnings.catch_warnings():
        # When a cluster starts and stops, Dask warns about sockets and loops that it closes a moment later.
        warnings.simplefilter("ignore", ResourceWarning)
        warnings.simplefilter("ignore", DeprecationWarning)
        settings = {"n_workers": 2, "threads_per_worker": 2, "processes": True, "dashboard_address": None}
        local = LocalCluster(**settings)  # type: ignore[no-untyped-call]
        with local as cluster:
            there = run_command(*setting, "--out", tmp_path / "there", "--cluster", cluster.scheduler_address)
    assert there.returncode == 0, there.stderr
    assert read_result(tmp_path / "there") == read_result(tmp_path / "here")
    assert (tmp_path / "there" / "league.svg").read_bytes() == (tmp_path / "here" / "league.svg").read_bytes()
    assert len(read_result(tmp_path / "here")["forfeits"]) == 12


def test_workers_with_other_code_are_refused() -> None:
    arguments = list(run.task(make("zatre", 2, {}, ["random", "random:1"], seed=1), 0))
    arguments[-2] = "0" * 16
    with pytest.raises(UsageError, match="another version"):
        play.play_deal(*arguments)


def test_a_cluster_without_dask_is_refused_in_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(UsageError, match=r"pip install 'tercet\[cluster\]'"), cluster("tcp://127.0.0.1:8786"):
        pass


# --- Interrupted and continued


def test_an_incomplete_last_line_is_removed_and_played_again(tmp_path: Path) -> None:
    league = make("z3bra", 2, {}, ["random", "random:1", "random:2"], seed=2)
    whole = play_league(league, tmp_path, 8)
    file = tmp_path / "results.jsonl"
    lines = file.read_bytes().splitlines(keepends=True)
    assert len(lines) == 1 + 3 * 4
    for left in (b"".join(lines[:6]) + lines[6][:50], b"".join(lines[:3]), lines[0][:10], b""):
        file.write_bytes(left)
        assert without_timing(play_league(league, tmp_path, 8)) == without_timing(whole)
        assert file.read_bytes().count(b"\n") == 13


def test_a_longer_league_continues_a_shorter_one(tmp_path: Path) -> None:
    league = make("zatre", 2, {}, ["random", "random:1"], seed=2)
    few = without_timing(play_league(league, tmp_path, 6))
    more = without_timing(play_league(league, tmp_path, 14))
    assert more[:3] == few
    assert without_timing(play_league(league, tmp_path, 6)) == few


def test_another_league_in_the_same_folder_is_refused(tmp_path: Path) -> None:
    league = make("zatre", 2, {}, ["random", "random:1"], seed=2)
    play_league(league, tmp_path, 2)
    others = {"seed": 3, "bots": ("random", "random:9"), "code": "0" * 16, "players": 3, "options": {"rounds": 2}}
    for name, value in others.items():
        other = msgspec.structs.replace(league, **{name: value})
        with pytest.raises(UsageError, match=f"{re.escape(str(tmp_path))} holds another league.*--fresh"):
            Results(tmp_path, other)
    with Results(tmp_path, msgspec.structs.replace(league, seed=3), fresh=True) as results:
        assert results.deals == []


def test_a_damaged_file_is_refused(tmp_path: Path) -> None:
    league = make("zatre", 2, {}, ["random", "random:1"], seed=2)
    play_league(league, tmp_path, 6)
    file = tmp_path / "results.jsonl"
    header, first, second, third = file.read_bytes().splitlines(keepends=True)
    for content in (header + b"{}\n" + second, header + second + first, b"\xff\n" + first, b"[]\n" + first + third):
        file.write_bytes(content)
        with pytest.raises(UsageError, match="is damaged"):
            Results(tmp_path, league)


LONG = ["z3bra", "--bots", "random,random:1,random:2", "--games", "400", "--workers", "2"]
"""A league of 600 deals, long enough to be interrupted before its end on a busy machine."""


def start_league(folder: Path) -> "subprocess.Popen[str]":
    """Start a league with worker processes; return when it has written its first deals."""
    command = [*LEAGUE, *LONG, "--out", str(folder)]
    league = subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True
    )
    deadline = monotonic() + 240
    file = folder / "results.jsonl"
    while not file.exists() or file.read_bytes().count(b"\n") < 4:
        assert league.poll() is None, league.communicate()
        assert monotonic() < deadline
        sleep(0.01)
    return league


@pytest.fixture(scope="module")
def uninterrupted(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    folder = tmp_path_factory.mktemp("whole")
    done = run_command(*LONG, "--out", folder)
    assert done.returncode == 0, done.stderr
    return read_result(folder)


def test_a_killed_league_that_is_continued_gives_the_same_results(
    tmp_path: Path, uninterrupted: dict[str, Any]
) -> None:
    league = start_league(tmp_path)
    league.kill()
    # The pipes close when the last process that holds them ends, so this shows that no worker outlives its league.
    league.communicate(timeout=LONGEST_WAIT)
    lines = (tmp_path / "results.jsonl").read_bytes().count(b"\n")
    assert 4 <= lines < 601
    assert not (tmp_path / "league.json").exists()
    done = run_command(*LONG, "--out", tmp_path)
    assert done.returncode == 0, done.stderr
    assert read_result(tmp_path) == uninterrupted


def test_ctrl_c_keeps_finished_deals_and_says_so(tmp_path: Path, uninterrupted: dict[str, Any]) -> None:
    league = start_league(tmp_path)
    os.killpg(league.pid, signal.SIGINT)
    _, errors = league.communicate(timeout=LONGEST_WAIT)
    assert league.returncode == 130
    assert re.search(r"Interrupted. \d+ deals are kept in .*: run the same command to continue.", errors)
    assert "Traceback" not in errors
    assert run_command(*LONG, "--out", tmp_path).returncode == 0
    assert read_result(tmp_path) == uninterrupted


# --- The command


def test_the_command_prints_a_table_and_writes_json_and_a_chart(tmp_path: Path) -> None:
    setting = ["zatre", "--bots", "random,random:1,exec:./no-such-bot", "--games", "10", "--out", str(tmp_path)]
    first = run_command(*setting, "--workers", "1")
    assert first.returncode == 0, first.stderr
    for words in ("rating", "ahead", "random:1", "50.0%", "30 games of 5 deals, 0 unfinished, 20 forfeited"):
        assert words in first.stdout
    assert "exec:./no-such-bot lost a game of deal 0. It cannot be started: No such file" in first.stdout
    assert "and 12 more games were lost like this" in first.stdout
    again = run_command(*setting)
    assert again.stdout == first.stdout
    result = json.loads((tmp_path / "league.json").read_text())
    assert [row["bot"] for row in result["timing"]] == ["random", "random:1", "exec:./no-such-bot"]
    assert result["timing"][0]["decisions"] > 0
    assert json.loads(run_command(*setting, "--json").stdout) == result
    shown = {text.text for text in ET.parse(tmp_path / "league.svg").iter("{http://www.w3.org/2000/svg}text")}
    assert {"random", "random:1", "exec:./no-such-bot"} <= shown


def test_the_chart_names_the_game_and_escapes_names() -> None:
    league = make("triple", 2, {}, ["random", "exec:./a<b>&c"], seed=1)
    deals = [
        Deal(0, n, [game_of_two([0, 5]), Played([1, 0], [[5, 0]])], [1, 1], [play.Timing(0, 0)] * 2) for n in range(3)
    ]
    root = ET.fromstring(chart(league, report(league, deals)))
    words = [text.text for text in root.iter("{http://www.w3.org/2000/svg}text")]
    assert "TRIPLE³, 2 players, 6 games" in words
    assert "exec:./a<b>&c" in words


BAD_CALLS = [
    (["chess", "--bots", "random,random:1"], "There is no game 'chess'"),
    (["zatre"], "--bots"),
    (["zatre", "--bots", "random"], "at least two bots"),
    (["zatre", "--bots", "random,random"], "named twice"),
    (["zatre", "--bots", "random,deepthought"], "There is no bot 'deepthought'"),
    (["zatre", "--bots", "random,master:fast"], "A budget is"),
    (["zatre", "--bots", "random,exec:"], "exec:COMMAND"),
    (["zatre", "--bots", "random,random:1", "--players", "7"], "2 to 6 players"),
    (["zatre", "--bots", "random,random:1", "--option", "pairs=true"], "T25"),
    (["zatre", "--bots", "random,random:1", "--games", "0"], "at least one game"),
    (["zatre", "--bots", "random,random:1", "--until-ci", "5"], "between 0 and 0.5"),
    (["zatre", "--bots", "random,random:1", "--workers", "0"], "0"),
    (["zatre", "--bots", "random,random:1", "--out", "/dev/null/x"], "cannot be written"),
    (["zatre", "--bots", "random,random:1", "--cluster", "tcp://x:1", "--workers", "2"], "a cluster has its own"),
    (["zatre", "--bots", "random,random:1", "--cluster", "gopher://x:1"], "written tcp://HOST:PORT"),
    (["zatre", "--bots", "random,random:1", "--cluster", "tcp://x:many"], "written tcp://HOST:PORT"),
    (["zatre", "--bots", "random,random:1", "--cluster", "tcp://127.0.0.1:1"], "No Dask cluster answers at tcp://127"),
]


@pytest.mark.parametrize(
    ("arguments", "sentence"), BAD_CALLS, ids=lambda value: " ".join(value) if isinstance(value, list) else ""
)
def test_bad_input_is_refused_in_a_sentence(
    arguments: list[str],
    sentence: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(sys, "argv", ["tercet", "league", "--out", str(tmp_path), *arguments])
    with pytest.raises(SystemExit) as ended:
        main()
    printed = capsys.readouterr()
    assert ended.value.code == 2
    assert sentence in printed.err
    assert "Traceback" not in printed.err
    assert printed.out == ""
