"""Reviews: luck and losses add up to the result, and luck is nobody's merit."""

import json
import subprocess
import sys
from functools import cache
from math import fsum
from pathlib import Path

import msgspec
import pytest

import tercet
from tables import SETTINGS, Setting
from tercet.bots.registry import make
from tercet.coach.luck import luck_of, strokes_of
from tercet.coach.registry import coach_of
from tercet.coach.review import Account, Decision, Review, RoundFacts, RoundReview
from tercet.coach.story import story
from tercet.errors import UsageError
from tercet.games.registry import SHIPPED
from tercet.lab.tables import play_match, play_round
from tercet.match import Match
from tercet.records import Record

OURS = [setting for setting in SETTINGS if setting.game in SHIPPED]


def played(setting: Setting, seed: int, level: str = "regular") -> tercet.Game:
    """Return a finished round of bots."""
    game = setting.new(seed)
    play_round(game, [make(level, setting.game, f"{seed} {seat}") for seat in range(setting.players)])
    return game


@cache
def record_of(name: str) -> Record:
    """Return the record of a round of two regular bots."""
    return played(Setting(name, 2), 11).record()


def check_account(account: Account) -> None:
    parts = [account.start, account.luck, -account.own_losses, account.others_losses, account.remainder]
    assert fsum(parts) == pytest.approx(account.result, abs=1e-9)


@pytest.mark.parametrize("setting", OURS, ids=str)
def test_luck_and_losses_add_up_to_the_result(setting: Setting) -> None:
    game = played(setting, 2)
    review = tercet.review(game.record(), quick=True).result()
    (only,) = review.rounds
    assert only.scores == list(game.scores or ())
    for accounts in (only.leads, only.wins):
        for account in accounts:
            check_account(account)
            assert account.own_losses >= -1e-9
        assert fsum(account.result for account in accounts) == pytest.approx(0 if accounts is only.leads else 1)
    assert len(only.points) == len(game.moves) + 1


@pytest.mark.parametrize("setting", OURS, ids=str)
def test_the_last_value_of_a_round_is_its_result(setting: Setting) -> None:
    game = played(setting, 3)
    last = coach_of(setting.game).values(game.states)
    luck = luck_of(game)
    assert [value.lead for value in last] == pytest.approx(luck.lead.tolist())
    assert [value.win for value in last] == pytest.approx(luck.win.tolist())


@pytest.mark.parametrize("setting", OURS, ids=str)
def test_every_stroke_has_its_luck_for_each_side(setting: Setting) -> None:
    game = played(setting, 4)
    sides = len(game.kind.sides_of(game.states[0]))
    strokes = list(strokes_of(game))
    assert strokes
    for number, stroke in strokes:
        assert 0 <= number <= len(game.moves)
        assert len(stroke.luck) == len(stroke.win_luck) == sides
        assert fsum(stroke.win_luck) == pytest.approx(0, abs=1e-6)


@pytest.mark.parametrize("game", SHIPPED)
def test_parts_arrive_while_the_review_is_made(game: str) -> None:
    reviewing = tercet.review(record_of(game), quick=True)
    parts = list(reviewing)
    result = reviewing.result()
    assert isinstance(parts[-1], RoundReview)
    assert [part for part in parts if isinstance(part, Decision)] == result.rounds[0].decisions
    assert isinstance(parts[0], RoundFacts)
    assert parts[0].events == result.rounds[0].events
    assert reviewing.total == len(record_of(game).rounds[0].moves)


@pytest.mark.parametrize("game", SHIPPED)
def test_a_saved_review_is_the_same_when_it_is_read_again(game: str, tmp_path: Path) -> None:
    review = tercet.review(record_of(game), quick=True).result()
    review.save(tmp_path / "review.json")
    again = msgspec.json.decode((tmp_path / "review.json").read_bytes(), type=Review)
    assert msgspec.json.encode(again) == msgspec.json.encode(review)


@pytest.mark.parametrize("game", SHIPPED)
def test_the_same_record_has_the_same_review(game: str) -> None:
    one, two = (tercet.review(record_of(game), quick=True).result() for _ in range(2))
    assert msgspec.json.encode(one) == msgspec.json.encode(two)


def test_all_rounds_of_a_match_are_added_up() -> None:
    match = Match("z3bra", players=2, seed=5, rounds=2)
    play_match(match, [make("novice", "z3bra", seat) for seat in range(2)])
    review = tercet.review(match.record(), quick=True).result()
    assert [each.round for each in review.rounds] == [1, 2]
    for side in range(2):
        check_account(review.leads[side])
        assert review.leads[side].result == match.totals[1 - side] - match.totals[side]


def test_a_match_without_a_finished_round_is_refused() -> None:
    with pytest.raises(UsageError, match="No round of this match is over yet"):
        tercet.review(tercet.new("z3bra", players=2, seed=1).record())


@pytest.mark.parametrize("game", SHIPPED)
def test_the_story_has_the_result_in_both_languages(game: str) -> None:
    review = tercet.review(record_of(game), quick=True).result()
    for side in range(2):
        english, german = story(review, side)
        ahead = review.leads[side].result > 0
        assert english.startswith("Ahead by" if ahead else "Behind by")
        assert (" voraus" if ahead else " zurück") in german


def run(*arguments: str | Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "tercet", *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, check=False, timeout=300)


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("game", SHIPPED)
def test_the_terminal_shows_the_review(game: str, language: str, tmp_path: Path) -> None:
    file = tmp_path / "match.json"
    record_of(game).save(file)
    done = run(
        "review", file, "--quick", "--lang", language, "--out", tmp_path / "r.json", "--curve", tmp_path / "curve.svg"
    )
    assert done.returncode == 0, done.stderr
    assert ("Points ahead of the others" if language == "en" else "Punkte Vorsprung") in done.stdout
    assert "█" in done.stdout or "▇" in done.stdout
    review = msgspec.json.decode((tmp_path / "r.json").read_bytes(), type=Review)
    assert review.game == game
    assert (tmp_path / "curve.svg").read_text().startswith("<svg")


def test_the_terminal_refuses_what_is_no_match_or_not_over(tmp_path: Path) -> None:
    (tmp_path / "no.json").write_text("[]")
    assert "This is no record" in run("review", tmp_path / "no.json").stderr
    tercet.new("z3bra", players=2, seed=1).record().save(tmp_path / "begun.json")
    done = run("review", tmp_path / "begun.json")
    assert (done.returncode, done.stderr) == (2, "tercet: No round of this match is over yet.\n")


def test_the_review_is_printed_as_json(tmp_path: Path) -> None:
    record_of("zatre").save(tmp_path / "match.json")
    printed = json.loads(run("review", tmp_path / "match.json", "--quick", "--json").stdout)
    assert printed["format"] == "tercet-review/1"


def test_a_round_in_which_nobody_has_moved_is_reviewed() -> None:
    game = tercet.new("triple", players=2, seed=1, patience=1)
    game.time_up()
    review = tercet.review(game.record()).result()
    assert review.rounds[0].decisions == []
    assert [account.result for account in review.leads] == [0, 0]
