"""Bots that are separate programs can play every game. Whatever they do wrong costs them only the current game."""

import gc
import os
import subprocess
import sys
from functools import partial
from pathlib import Path
from time import monotonic, sleep

import msgspec
import pytest

import tercet
from tercet.bots import foreign, registry
from tercet.bots.base import Budget
from tercet.bots.foreign import ForeignBot
from tercet.errors import BotFailure, UsageError
from tercet.game import View
from tercet.games.registry import NAMES
from tercet.lab.league.play import Deal, play_deal
from tercet.lab.league.schedule import fingerprint
from tercet.lab.tables import play_match
from waiting import LONGEST_WAIT

ROOT = Path(__file__).parents[1]
EXAMPLE = ROOT / "examples" / "foreign_bot.py"
ASK = "import json, os, sys, time\nquestion = json.loads(sys.stdin.readline())\n"


def first_view(game: str = "zatre") -> View:
    """Return the view of the seat to act at the start of a round."""
    table = tercet.new(game, players=2, seed=7)
    return table.view(table.to_act[0])


def write_program(folder: Path, program: str) -> str:
    """Write a program and return the command that starts it."""
    file = folder / "bot.py"
    file.write_text(program)
    return f"{sys.executable} {file}"


def is_alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


@pytest.mark.parametrize("game", NAMES)
def test_the_example_plays_whole_games(game: str) -> None:
    match = tercet.Match(game, players=3, seed=5)
    bots = [ForeignBot(f"{sys.executable} {EXAMPLE}", seat) for seat in range(3)]
    play_match(match, bots)
    assert match.is_over
    assert {seat for seat, *_ in match.game.moves} == {0, 1, 2}
    for bot in bots:
        bot.close()


def test_the_docs_show_the_example_as_it_is() -> None:
    assert EXAMPLE.read_text() in (ROOT / "docs" / "foreign-bots.md").read_text()
    assert len(EXAMPLE.read_text().splitlines()) <= 25


def test_the_question_that_a_bot_gets(tmp_path: Path) -> None:
    asked = tmp_path / "question.json"
    command = write_program(
        tmp_path, f"{ASK}open({str(asked)!r}, 'w').write(json.dumps(question))\nprint('{{\"move\": \"4h8\"}}')"
    )
    bot = ForeignBot(command, seed="secret")
    view = first_view()
    assert bot.choose(view, Budget(milliseconds=250)) == "4h8"
    bot.close()
    question = msgspec.json.decode(asked.read_bytes())
    assert question == {
        "game": "zatre",
        "players": 2,
        "seat": 0,
        "seed": question["seed"],
        "view": msgspec.to_builtins(view.table),
        "moves": ["4h8", "6h8"],
        "budget": {"milliseconds": 250},
    }
    assert question["view"]["held"] == [[4, 4, 6], None]
    assert 0 <= question["seed"] < 2**32


def test_a_bot_can_wait_and_set_its_pace_in_triple(tmp_path: Path) -> None:
    command = write_program(tmp_path, f'{ASK}print(\'{{"move": null, "after": 700}}\')')
    bot = ForeignBot(command, 1)
    view = first_view("triple")
    assert bot.choose(view) is None
    assert bot.pace(view, None) == 700
    bot.close()


FAILURES = {
    "hangs": (ASK + "time.sleep(1000)", "has not answered within 0.3"),
    "hangs without reading": ("import time\ntime.sleep(1000)", "has not answered within 0.3"),
    "dies": (ASK + "sys.exit('no idea')", "ended with exit code 1. Its standard error ends with: no idea"),
    "dies at once": ("raise SystemExit(3)", "ended with exit code 3"),
    "is killed": (ASK + "os.kill(os.getpid(), 9)", "ended by signal SIGKILL"),
    "crashes": (ASK + "1 / 0", "ZeroDivisionError"),
    "leaves with its output": (ASK + "os.close(1)\ntime.sleep(1000)", "closed its input or output"),
    "answers no JSON": (ASK + "print('put b2')", "It answered 'put b2'"),
    "answers no text": (ASK + "sys.stdout.buffer.write(bytes([255, 254, 10]))", "It answered"),
    "answers a list": (ASK + "print('[]')", "Expected `object`, got `array`"),
    "forgets the move": (ASK + "print('{}')", "missing required field `move`"),
    "answers a number": (ASK + "print('{\"move\": 1}')", "Expected `str | null`"),
    "is deeply nested": (ASK + "print('[' * 4000)", "It answered '[[["),
    "moves illegally": (ASK + 'print(\'{"move": "1h8"}\')', "'1h8', which is none of the 2 legal moves"),
    "waits in its turn": (ASK + "print('{\"move\": null}')", "it is its turn"),
    "is too quick": (ASK + 'print(\'{"move": null, "after": 1}\')', "Expected `int` >= 100"),
    "floods": (ASK + "while True: print('x' * 1000, end='')", "more than 4096 bytes"),
    "floods with lines": (ASK + "while True: os.write(1, b'{}\\n' * 1000)", "It wrote more than"),
    "complains without end": (ASK + "while True: print('help', file=sys.stderr)", "Its standard error ends with: help"),
    "answers twice": (ASK + 'os.write(1, b\'{"move": "4h8"}\\n{}\\n\')', "more than one line"),
}


@pytest.mark.parametrize("name", FAILURES)
def test_a_failure_says_what_went_wrong(name: str, tmp_path: Path) -> None:
    program, words = FAILURES[name]
    patience = 0.3 if "hang" in name or "without end" in name else 60
    bot = ForeignBot(write_program(tmp_path, program), 1, patience)
    with pytest.raises(BotFailure) as failed:
        bot.choose(first_view(), Budget(milliseconds=1))
    assert words in str(failed.value)


@pytest.mark.parametrize(("command", "words"), [("./no-such-bot", "No such file"), ("/dev/null", "Permission denied")])
def test_a_program_that_cannot_be_started(command: str, words: str) -> None:
    with pytest.raises(BotFailure, match=f"It cannot be started: {words}"):
        ForeignBot(command, 1).choose(first_view())


def test_output_that_nobody_asked_for_is_noticed_with_the_next_question(tmp_path: Path) -> None:
    answer = 'print(\'{"move": "4h8"}\', flush=True)\n'
    program = f"{ASK}{answer}sys.stdin.readline()\n{answer}print('thinking ...', flush=True)\nsys.stdin.readline()\n"
    bot = ForeignBot(write_program(tmp_path, program), 1)

    def ask_three_times() -> None:
        for _ in range(3):
            assert bot.choose(first_view()) == "4h8"

    with pytest.raises(BotFailure, match=r"before it was asked|more than one line|thinking"):
        ask_three_times()


def test_a_bot_that_waits_for_ever_fails(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing else would end a round of TRIPLE³ in which all bots wait."""
    monkeypatch.setattr(foreign, "MOST_WAITS", 20)
    waits = "import sys\nfor line in sys.stdin: print('{\"move\": null}', flush=True)"
    bots = [ForeignBot(write_program(tmp_path, waits), seat) for seat in range(2)]
    with pytest.raises(BotFailure, match="waited 20 times in a row"):
        play_match(tercet.Match("triple", players=2, seed=1), bots)
    for bot in bots:
        bot.close()


def test_a_program_is_ended_with_its_child_processes(tmp_path: Path) -> None:
    """Even if it ignores that its input has ended."""
    pids = tmp_path / "pids"
    stubborn = (
        f"{ASK}import subprocess\nchild = subprocess.Popen(['sleep', '1000'])\n"
        f"open({str(pids)!r}, 'w').write(f'{{os.getpid()}} {{child.pid}}')\n"
        'print(\'{"move": "4h8"}\', flush=True)\ntime.sleep(1000)'
    )
    bot = ForeignBot(write_program(tmp_path, stubborn), 1)
    bot.choose(first_view())
    own, child = map(int, pids.read_text().split())
    assert is_alive(own)
    bot.close()
    assert not is_alive(own)
    # We cannot wait for the child, which is not our own. It has been killed, and ends when the system gets to it.
    deadline = monotonic() + LONGEST_WAIT
    while is_running(child):
        assert monotonic() < deadline
        sleep(0.01)


def is_running(pid: int) -> bool:
    """Return whether a process runs, and is not a zombie."""
    try:
        return "(zombie)" not in Path(f"/proc/{pid}/status").read_text()
    except (FileNotFoundError, ProcessLookupError):
        return False


def test_a_bot_that_is_garbage_collected_ends_its_program(tmp_path: Path) -> None:
    bot = registry.make(f"exec:{sys.executable} {EXAMPLE}", "zatre", 1)
    assert isinstance(bot, ForeignBot)
    assert bot.choose(first_view()) in ("4h8", "6h8")
    assert bot._program is not None
    pid = bot._program._process.pid
    assert is_alive(pid)
    del bot
    gc.collect()
    assert not is_alive(pid)


@pytest.mark.parametrize(("name", "words"), [("exec:", "exec:COMMAND"), ("exec:say 'hi", "No closing quotation")])
def test_an_invalid_command_is_refused_before_the_match(name: str, words: str) -> None:
    with pytest.raises(UsageError, match=words):
        registry.check(name, "zatre")


def test_a_league_continues_when_one_of_its_bots_hangs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It forfeits each of its games, with the reason."""
    monkeypatch.setattr(foreign, "DEFAULT_MILLISECONDS", 1)
    monkeypatch.setattr(foreign, "ForeignBot", partial(ForeignBot, grace=0.3))
    hangs = f"exec:{write_program(tmp_path, ASK + 'time.sleep(1000)')}"
    names = ["random", hangs, "random:1"]
    line = play_deal("z3bra", 3, {}, names, 1, 0, [0, 1, 2], 0, fingerprint("z3bra"))
    deal = msgspec.json.decode(line, type=Deal)
    assert [game.bots for game in deal.games] == [[0, 1, 2], [1, 2, 0], [2, 0, 1]]
    for game in deal.games:
        assert game.forfeit is not None
        assert game.forfeit.bot == 1
        assert "has not answered" in game.forfeit.reason


def test_a_foreign_bot_can_play_in_a_simulation() -> None:
    command = [sys.executable, "-m", "tercet", "simulate", "zatre", "--games", "2", "--json"]
    done = subprocess.run(
        [*command, "--bots", f"random,exec:{sys.executable} {EXAMPLE}"], capture_output=True, text=True, check=True
    )
    assert '"games": 2' in done.stdout
    assert "ResourceWarning" not in done.stderr
