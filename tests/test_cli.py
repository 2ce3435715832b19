"""The command line, in real processes with real pipes and a real terminal; only mistakes are tried in this process."""

import json
import os
import subprocess
import sys
from dataclasses import fields
from pathlib import Path

import pexpect
import pytest

from tercet import records, replay
from tercet.cli import main
from tercet.games.registry import NAMES
from tercet.server.settings import Settings

TERCET = [sys.executable, "-m", "tercet"]


def run(*arguments: str | Path, text: str = "") -> subprocess.CompletedProcess[str]:
    command = [*TERCET, *map(str, arguments)]
    return subprocess.run(command, input=text, capture_output=True, text=True, check=False, timeout=300)


def test_help_lists_the_commands_and_does_not_load_the_engine() -> None:
    done = subprocess.run(
        [sys.executable, "-X", "importtime", "-m", "tercet", "--help"], capture_output=True, text=True, check=True
    )
    for command in ("play", "simulate", "league", "train", "replay", "verify", "puzzles", "perft", "bench"):
        assert command in done.stdout
    check_engine_is_not_loaded(done.stderr)


def test_help_of_serve_has_every_setting_and_does_not_load_the_engine() -> None:
    done = subprocess.run(
        [sys.executable, "-X", "importtime", "-m", "tercet", "serve", "--help"],
        capture_output=True,
        text=True,
        check=True,
    )
    for field in fields(Settings):
        assert f"TERCET_{field.name.upper()}" in done.stdout
    check_engine_is_not_loaded(done.stderr)


def check_engine_is_not_loaded(import_times: str) -> None:
    """Check the list of imported modules, as `-X importtime` prints it."""
    for module in ("numba", "numpy", "litestar", "sqlalchemy"):
        assert module not in import_times


BAD_CALLS = [
    (["simulate", "chess"], "There is no game 'chess'"),
    (["simulate", "z3bra", "--players", "6"], "2 to 5 players, not 6"),
    (["simulate", "zatre", "--players", "1"], "2 to 6 players, not 1"),
    (["simulate", "triple", "--players", "5"], "2 to 4 players, not 5"),
    (["simulate", "zatre", "--players", "5", "--option", "pairs=true"], "T25"),
    (["simulate", "zatre", "--option", "pairs=perhaps"], "pairs"),
    (["simulate", "triple", "--option", "rounds=3"], "no option 'rounds'"),
    (["simulate", "z3bra", "--option", "rounds=0"], "rounds"),
    (["simulate", "z3bra", "--option", "starter=2"], "Z5"),
    (["simulate", "z3bra", "--option", "rounds"], "KEY=VALUE"),
    (["simulate", "z3bra", "--option", "rounds=1", "--option", "rounds=2"], "twice"),
    (["simulate", "triple", "--option", "handicap=1,2,3"], "P5"),
    (["simulate", "triple", "--option", "handicap=-1,2"], "P5"),
    (["simulate", "triple", "--option", "handicap=50,50"], "P5"),
    (["simulate", "triple", "--option", "call=nobody"], "call"),
    (["simulate", "z3bra", "--bots", "deepthought"], "There is no bot"),
    (["simulate", "z3bra", "--players", "3", "--bots", "random,random"], "3 seats"),
    (["simulate", "z3bra", "--games", "0"], "at least one game"),
    (["simulate", "z3bra", "--games", "many"], "many"),
    (["simulate", "z3bra", "--games", "2", "--records", "/dev/null/x"], "cannot be written"),
    (["perft", "z3bra", "--depth", "0"], "depth"),
    (["perft", "go"], "There is no game 'go'"),
    (["play", "z3bra", "--seat", "7"], "no seat 7"),
    (["play", "z3bra", "--players", "9"], "2 to 5 players"),
    (["play", "nothing"], "There is no game"),
    (["play", "z3bra", "--bots", "champion"], "There is no bot 'champion'"),
    (["simulate", "z3bra", "--bots", "master:soon"], "A budget is"),
    (["train", "chess"], "There is no game 'chess'"),
    (["puzzles", "make", "chess"], "There is no game 'chess'"),
    (["puzzles", "make", "triple"], "no puzzles of TRIPLE³"),
    (["puzzles", "solve", "triple"], "no puzzles of TRIPLE³"),
    (["puzzles", "solve", "zatre", "9999"], "there is no 9999"),
    (["play", "z3bra", "--seed", "-1"], "seed"),
    (["replay", "missing.json"], "cannot be read"),
    (["verify"], "FILES"),
    (["frobnicate"], "frobnicate"),
]


@pytest.mark.parametrize(
    ("arguments", "sentence"), BAD_CALLS, ids=lambda value: " ".join(value) if isinstance(value, list) else ""
)
def test_bad_input_is_answered_in_a_sentence_with_exit_code_2(
    arguments: list[str], sentence: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["tercet", *arguments])
    with pytest.raises(SystemExit) as ended:
        main()
    printed = capsys.readouterr()
    assert ended.value.code == 2
    assert sentence in printed.err
    assert "Traceback" not in printed.err
    assert printed.out == ""


@pytest.mark.parametrize("arguments", [["simulate", "chess"], ["frobnicate"]], ids=" ".join)
def test_the_exit_code_of_a_process_is_2(arguments: list[str]) -> None:
    """One mistake that Tercet finds, and one that Click finds."""
    done = run(*arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert arguments[-1] in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize(
    ("game", "players", "options"),
    [
        ("z3bra", 3, ["rounds=2"]),
        ("zatre", 4, ["pairs=true"]),
        ("triple", 3, ["chips=2", "handicap=0,3,1"]),
        ("triple", 2, ["patience=1"]),
    ],
)
def test_simulated_records_verify_and_agree_with_the_summary(
    game: str, players: int, options: list[str], tmp_path: Path
) -> None:
    arguments = [part for option in options for part in ("--option", option)]
    done = run("simulate", game, "--players", str(players), "--games", "5", *arguments, "--records", tmp_path, "--json")
    assert done.returncode == 0, done.stderr
    summary = json.loads(done.stdout)
    files = sorted(tmp_path.iterdir())
    assert summary["games"] == len(files) == 5
    assert summary["unfinished"] == 0
    assert sum(summary["wins"]) == pytest.approx(5)
    verified = run("verify", *files)
    assert verified.returncode == 0, verified.stdout
    assert verified.stdout.splitlines() == [f"{file}: right" for file in files]
    loaded = [records.load(file) for file in files]
    means = [sum(record.totals[side] for record in loaded) / 5 for side in range(len(loaded[0].totals))]
    assert [column["mean"] for column in summary["totals"]] == pytest.approx(means)
    assert {player.bot for player in loaded[0].players} == {"random"}


@pytest.mark.parametrize("game", NAMES)
def test_simulation_is_the_same_for_the_same_seed_and_silent_in_a_pipe(game: str) -> None:
    first, second, other = (
        run("simulate", game, "--games", "50", "--seed", seed, "--json") for seed in ("5", "5", "6")
    )
    assert first.stdout == second.stdout != other.stdout
    assert second.stderr == ""
    assert json.loads(first.stdout)["games"] == 50


def test_the_printed_summary_has_unfinished_games_and_pairs() -> None:
    done = run("simulate", "zatre", "--players", "6", "--games", "20", "--option", "pairs=true")
    assert "20 games, 0 unfinished" in done.stdout
    assert "4 and 5" in done.stdout


def test_verify_says_what_is_wrong_and_continues(tmp_path: Path) -> None:
    run("simulate", "zatre", "--games", "2", "--records", tmp_path)
    good, bad = sorted(tmp_path.iterdir())
    record = json.loads(bad.read_text())
    record["totals"][0] += 1
    bad.write_text(json.dumps(record))
    done = run("verify", bad, good)
    assert done.returncode == 1
    assert done.stdout.splitlines()[0].startswith(f"{bad}: WRONG: totals should be")
    assert done.stdout.splitlines()[1] == f"{good}: right"
    bad.write_bytes(good.read_bytes()[:500])
    done = run("verify", good, bad)
    assert done.returncode == 2
    assert "WRONG: This is no record" in done.stdout
    assert "Traceback" not in done.stderr


def test_perft_prints_one_line_for_each_depth() -> None:
    assert run("perft", "z3bra", "--seed", "1", "--depth", "3").stdout == "1 18\n2 306\n3 3888\n"


def test_bench_measures_every_game_and_number_of_players() -> None:
    done = run("bench", "--seconds", "0.01", "--json")
    speeds = [json.loads(line) for line in done.stdout.splitlines()]
    ours = [speed for speed in speeds if speed["state_bytes"]]
    assert len(ours) == 4 + 5 + 3
    assert all(speed["decisions"] > speed["games"] >= 0 for speed in speeds)
    assert sum("single games" in speed["name"] for speed in speeds) == 3
    assert sum("batch from Python" in speed["name"] for speed in speeds) == 3


@pytest.mark.parametrize(("game", "language"), [("z3bra", "de"), ("zatre", "en")])
def test_a_whole_game_through_a_pipe_with_moves_chosen_by_number(game: str, language: str, tmp_path: Path) -> None:
    file = tmp_path / "mine.json"
    done = run("play", game, "--seed", "4", "--lang", language, "--record", file, text="1\n" * 3000)
    assert done.returncode == 0, done.stderr
    assert ("Gewonnen: " if language == "de" else "Won by ") in done.stdout
    record = records.load(file)
    replay.verify(record)
    assert record.players[0].kind == "human"
    assert record.players[1].bot == "expert"


def test_several_rounds_and_another_seat(tmp_path: Path) -> None:
    file = tmp_path / "match.json"
    seating = ["--players", "3", "--seat", "1", "--seed", "2", "--option", "rounds=2", "--record", str(file)]
    done = run("play", "z3bra", *seating, text="1\n" * 3000)
    assert done.returncode == 0, done.stderr
    assert len(records.load(file).rounds) == 2
    assert records.load(file).players[1].kind == "human"


def test_refused_moves_and_why(tmp_path: Path) -> None:
    commands = [
        "put a1",
        "why",
        "nonsense",
        "rule z13",
        "rule z99",
        "help",
        "save x.json",
        f"save! {tmp_path}/now.json",
        "q",
    ]
    done = run("play", "z3bra", "--seed", "1", "--lang", "en", text="\n".join(commands))
    assert "Not possible. Z3: First turn up two of your cards" in done.stdout
    assert done.stdout.count("Z3 ") >= 1
    assert "'nonsense' is no move." in done.stdout
    assert "There is no rule 'Z99'" in done.stdout
    assert "it can be saved when the match is over" in done.stdout
    assert records.load(tmp_path / "now.json").unfinished is True
    assert "Goodbye." in done.stdout


def test_wait_lets_another_seat_act_first() -> None:
    """Z3: any seat may turn up its cards first. Afterwards it is the person's turn, and waiting is refused."""
    moves = ["wait", "wait", "wait", "flip a1", "flip b1", "q"]
    done = run("play", "z3bra", "--seed", "1", "--lang", "en", text="\n".join(moves))
    happened = [line for line in done.stdout.splitlines() if ": flip" in line and "turn" not in line]
    assert [line.split(":")[0] for line in happened[:4]] == ["expert 1", "expert 1", "you", "you"]
    assert "Nobody but you may act now." in done.stdout


def test_the_end_of_input_ends_the_game_without_an_error() -> None:
    done = run("play", "z3bra", "--seed", "1", "--lang", "de")
    assert done.returncode == 0
    assert "Tschüss." in done.stdout


def test_replay_steps_forward_and_back_and_quits(tmp_path: Path) -> None:
    run("simulate", "z3bra", "--games", "1", "--records", tmp_path)
    (file,) = tmp_path.iterdir()
    done = run("replay", file, "--lang", "en", text="\n\nb\n5\nq\n")
    assert [line.split(" of ")[0] for line in done.stdout.splitlines() if line.startswith("Move ")] == [
        *("Move 0", "Move 1", "Move 2", "Move 1", "Move 5"),
    ]
    closed, opened = (run("replay", file, *more, text="q\n").stdout for more in ([], ["--open"]))
    assert "▒" in closed
    assert "▒" not in opened


def terminal(*arguments: str) -> pexpect.spawn:  # type: ignore[type-arg]
    environment = os.environ | {"TERM": "xterm-256color", "LANG": "C.UTF-8"}
    return pexpect.spawn(
        sys.executable,
        ["-m", "tercet", *arguments],
        env=environment,
        encoding="utf-8",
        timeout=120,
        dimensions=(60, 140),
    )


def test_play_asks_for_the_game_on_a_terminal() -> None:
    screen = terminal("play", "--lang", "en", "--seed", "1")
    screen.expect("Which game")
    screen.sendline("zatre")
    screen.expect("Your move")
    screen.sendline("1")
    screen.expect("Your move")
    screen.sendeof()
    screen.expect("Goodbye")
    screen.expect(pexpect.EOF)


def test_triple_runs_in_real_time_on_a_terminal() -> None:
    """Bots act while the person does nothing. `stop` pauses everybody until all say `go`."""
    screen = terminal("play", "triple", "--players", "3", "--bots", "random", "--lang", "en", "--seed", "1")
    screen.expect("Press Enter")
    screen.sendline("")
    screen.expect("any time")
    screen.expect("random 1: (take|play)")
    screen.expect("random 2: (take|play)")
    screen.sendline("take 5")
    screen.expect("you: take 5")
    screen.sendline("stop")
    screen.expect("you: stop")
    screen.expect("Stopped")
    screen.expect("random [12]: go")
    screen.sendline("go")
    screen.expect("you: go")
    screen.expect("random [12]: (take|play)")
    screen.sendline("q")
    screen.expect("Goodbye")
    screen.expect(pexpect.EOF)


def test_a_triple_round_ends_after_a_standstill_of_the_given_patience(tmp_path: Path) -> None:
    file = tmp_path / "idle.json"
    options = ["--option", "patience=4000", "--record", str(file)]
    screen = terminal("play", "triple", "--bots", "random", "--lang", "de", "--seed", "1", *options)
    screen.expect("Drücke Enter")
    screen.sendline("")
    screen.expect("random 1: play")
    screen.expect("Die Runde ist vorbei")
    screen.expect("Gewonnen: random 1")
    screen.expect("Gespeichert")
    screen.expect(pexpect.EOF)
    replay.verify(records.load(file))
