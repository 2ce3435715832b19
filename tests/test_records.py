"""Records: hostile files are refused with a reason, changed records are detected, files are written atomically."""

import contextlib
import json
import re
from copy import deepcopy
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec import UNSET

import tercet
from tables import SETTINGS, Setting, finished_match
from tercet import fair, records, replay
from tercet.errors import IllegalMove, NoRecordError, NotationError, RecordError
from tercet.games.registry import NAMES, find

each_setting = pytest.mark.parametrize("setting", SETTINGS, ids=str)


@cache
def good_json(setting: Setting) -> bytes:
    more = {"chips": 2} if setting.game == "triple" else {"rounds": 2}
    return finished_match(setting, 31, **more).record().to_json()


def good(setting: Setting) -> dict[str, Any]:
    record: dict[str, Any] = json.loads(good_json(setting))
    return record


def verify(record: dict[str, Any]) -> None:
    replay.verify(records.parse(json.dumps(record).encode()))


@given(st.binary())
def test_any_bytes_are_a_record_or_a_clear_error(data: bytes) -> None:
    with pytest.raises(NoRecordError, match="This is no record: "):
        records.parse(data)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=10,
)


def paths(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Return every place in a JSON document."""
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [path, *(deeper for key, part in items for deeper in paths(part, (*path, key)))]


def replace(document: Any, path: tuple[Any, ...], value: Any) -> Any:
    if not path:
        return value
    changed = deepcopy(document)
    place = changed
    for key in path[:-1]:
        place = place[key]
    place[path[-1]] = value
    return changed


@settings(max_examples=150, suppress_health_check=[HealthCheck.too_slow], deadline=None)
@given(data=st.data())
def test_a_record_with_anything_replaced_is_judged_without_a_crash(data: st.DataObject) -> None:
    record = good(data.draw(st.sampled_from(SETTINGS)))
    path = data.draw(st.sampled_from(paths(record)))
    with contextlib.suppress(RecordError):
        verify(replace(record, path, data.draw(JSON)))


def other_number(number: int, data: st.DataObject) -> int:
    return data.draw(st.integers(-3, 70).filter(lambda other: other != number))


@each_setting
@settings(max_examples=40, suppress_health_check=list(HealthCheck), deadline=None)
@given(data=st.data())
def test_a_changed_card_is_refused(setting: Setting, data: st.DataObject) -> None:
    """Exchange two cards of a deal. The record is refused unless they are equal."""
    record = good(setting)
    chance = data.draw(
        st.sampled_from([event for each in record["rounds"] for event in each["chance"] if len(event[1]) > 1])
    )
    a, b = (data.draw(st.integers(0, len(chance[1]) - 1)) for _ in range(2))
    before = chance[1][:]
    chance[1][a], chance[1][b] = chance[1][b], chance[1][a]
    if chance[1] == before:
        verify(record)
    else:
        with pytest.raises(RecordError):
            verify(record)


@each_setting
@settings(max_examples=40, suppress_health_check=list(HealthCheck), deadline=None)
@given(data=st.data())
def test_a_changed_score_is_refused(setting: Setting, data: st.DataObject) -> None:
    record = good(setting)
    numbers = data.draw(
        st.sampled_from([*(each["scores"] for each in record["rounds"]), record["totals"], record["winners"]])
    )
    place = data.draw(st.integers(0, len(numbers) - 1))
    numbers[place] = other_number(numbers[place], data)
    with pytest.raises(RecordError):
        verify(record)


@each_setting
@settings(max_examples=40, suppress_health_check=list(HealthCheck), deadline=None)
@given(data=st.data())
def test_a_changed_move_is_refused_or_harmless(setting: Setting, data: st.DataObject) -> None:
    """Harmless: it was legal, all moves after it were too, and every deal, score and winner is the same."""
    record = good(setting)
    moves = data.draw(st.sampled_from(record["rounds"]))["moves"]
    n = data.draw(st.integers(0, len(moves) - 1))
    change = data.draw(st.sampled_from(["other move", "other seat", "left out", "twice"]))
    if change == "other move":
        kind = find(setting.game)
        moves[n][1] = kind.text(data.draw(st.integers(0, kind.rules.MOVES - 1)))
    elif change == "other seat":
        moves[n][0] = other_number(moves[n][0], data)
    elif change == "left out":
        del moves[n]
    else:
        moves.insert(n, moves[n])
    try:
        verify(record)
    except RecordError:
        return
    result = [(each["chance"], each["scores"]) for each in record["rounds"]], record["totals"], record["winners"]
    right = good(setting)
    assert result == ([(each["chance"], each["scores"]) for each in right["rounds"]], right["totals"], right["winners"])


@pytest.mark.parametrize("name", NAMES)
@given(st.text() | st.from_regex(r"(put|flip|trade|play|take|trio|swap|[1-6]) ?[a-o0-9 ]{0,12}", fullmatch=True))
def test_any_text_is_a_move_or_a_clear_error(name: str, text: str) -> None:
    kind = find(name)
    with contextlib.suppress(IllegalMove, NotationError):
        move = kind.parse(text)
        assert kind.parse(kind.text(move)) == move


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"{",
        b"[" * 100_000,
        b'{"a":' * 100_000,
        b"\xff\xfe\x00",
        b"null",
        b'"tercet/2"',
        b" " * (records.MAX_BYTES + 1),
        json.dumps({"format": "tercet/3"}).encode(),
        good_json(SETTINGS[0])[:-200],
        good_json(SETTINGS[0]).replace(b'"seed":"', b'"seed":7,"x":"'),
    ],
    ids=lambda data: repr(data[:20]),
)
def test_hostile_files_are_no_records(data: bytes, tmp_path: Path) -> None:
    file = tmp_path / "hostile.json"
    file.write_bytes(data)
    with pytest.raises(NoRecordError, match=r"^This is no record: .*\.$"):
        records.load(file)


def test_a_deeply_nested_deal_is_refused() -> None:
    text = good_json(SETTINGS[0]).decode()
    nested = re.sub(r'\["deck",\[', '["deck",[' + "[" * 50_000 + "]" * 50_000 + ",", text, count=1)
    with pytest.raises(RecordError):
        replay.verify(records.parse(nested.encode()))


@pytest.mark.parametrize(
    "change", ["commitment", "seed", "entropy", "option", "unfinished", "no rounds", "a round too many"]
)
def test_each_part_is_checked(change: str) -> None:
    record = good(SETTINGS[0])
    if change == "commitment":
        record["commitment"] = "00" * 32
    elif change == "seed":
        record["seed"] = "00" * 32
    elif change == "entropy":
        record["entropy"] = ["", "beef"]
    elif change == "option":
        del record["options"]["rounds"]
    elif change == "unfinished":
        record["unfinished"] = True
    elif change == "no rounds":
        record["rounds"] = []
    else:
        record["rounds"].append(record["rounds"][0])
    with pytest.raises(RecordError):
        verify(record)


OWN = ["beef", ""]


@pytest.mark.parametrize(
    ("commitments", "is_right"),
    [
        ([fair.entropy_commitment("beef"), ""], True),
        ([fair.entropy_commitment("beef"), fair.entropy_commitment("cafe")], True),
        (["", ""], False),
        ([fair.entropy_commitment("cafe"), ""], False),
        ([fair.entropy_commitment("beef"), "cafe"], False),
        ([fair.entropy_commitment("beef")], False),
        (None, False),
    ],
    ids=["revealed", "withheld by seat 1", "not committed", "another", "no commitment", "a seat too few", "absent"],
)
def test_entropy_is_what_its_player_committed_to(commitments: list[str] | None, is_right: bool) -> None:
    """A player who committed but did not reveal has a commitment and no entropy."""
    record = tercet.new("zatre", players=2, seed=1, entropy=OWN).record()
    record.entropy_commitments = UNSET if commitments is None else commitments
    if is_right:
        replay.verify(record)
    else:
        with pytest.raises(RecordError):
            replay.verify(record)


@pytest.mark.parametrize("name", NAMES)
def test_records_of_the_older_format_still_verify(name: str) -> None:
    """tests/data has one record of each game, written by the previous release."""
    file = Path(__file__).parent / "data" / f"tercet-1-{name}.json"
    record = records.load(file)
    assert record.format == "tercet/1"
    replay.verify(record)
    assert record.to_json() == file.read_bytes()
    record.rounds[0].chance[0][1].reverse()
    with pytest.raises(RecordError):
        replay.verify(record)


def test_an_unfinished_record_says_so_and_has_no_winners() -> None:
    game = tercet.new("z3bra", players=2, seed=1)
    game.play(0, "flip a1")
    record = json.loads(game.record().to_json())
    assert record["unfinished"] is True
    assert "winners" not in record
    assert "scores" not in record["rounds"][0]
    verify(record)


def test_records_have_exactly_the_documented_fields() -> None:
    record = good(Setting("triple", 3, (("handicap", (0, 7, 2)), ("call", "self"))))
    assert list(record) == [
        *("format", "game", "options", "players", "commitment", "seed", "entropy", "entropy_commitments"),
        *("rounds", "totals", "winners"),
    ]
    assert record["format"] == "tercet/2"
    assert record["entropy_commitments"] == ["", "", ""]
    assert list(record["rounds"][0]) == ["starter", "chance", "moves", "scores", "ended"]
    assert record["rounds"][0]["ended"] == record["rounds"][0]["moves"][-1][2]
    assert "ended" not in good(Setting("z3bra", 2))["rounds"][0]
    assert record["options"] == {"chips": 2, "handicap": [0, 7, 2], "call": "self"}
    assert record["players"][0] == {"name": "Player 1", "kind": "human", "bot": None}
    assert record["rounds"][0]["starter"] is None
    assert [name for name, _ in record["rounds"][0]["chance"]] == ["deck", "spare"]
    assert all(len(move) == 3 for move in record["rounds"][0]["moves"])
    assert "starter" not in good(Setting("z3bra", 2))["options"]
    assert good(Setting("z3bra", 3, (("starter", 2),)))["options"] == {"rounds": 2, "starter": 2}
    assert [each["starter"] for each in good(Setting("z3bra", 3, (("starter", 2),)))["rounds"]] == [2, 0]
    zatre = good(Setting("zatre", 4, (("pairs", True),)))
    assert zatre["options"] == {"rounds": 2, "pairs": True}
    assert len(zatre["totals"]) == 2
    assert set(zatre["winners"]) in ({0, 1}, {2, 3}, {0, 1, 2, 3})
    assert [name for name, _ in zatre["rounds"][0]["chance"]] == ["lots", "bag"]


def test_a_file_is_written_completely_or_not_at_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "record.json"
    file.write_bytes(b"old")

    def fail(descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", fail)
    with pytest.raises(OSError, match="No space"):
        tercet.new("zatre", players=2, seed=1).record().save(file)
    assert [path.name for path in tmp_path.iterdir()] == ["record.json"]
    assert file.read_bytes() == b"old"
