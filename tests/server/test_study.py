"""The engine without a table: rounds that are studied, records that are shown again, and what both refuse."""

import json
import random
from functools import cache
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest

import tercet
from server.inside import serving
from server.playing import Message, Rest
from server.test_schema import check
from tercet import fair
from tercet.games.registry import NAMES
from tercet.games.z3bra.notation import CARD_NAMES
from tercet.games.z3bra.rules import ALL_CARDS
from tercet.records import Record

REFUSED = {"z3bra": ("draw", "Z3"), "zatre": ("6b2", "T6"), "triple": ("go", "P13")}
"""A move that cannot begin a round, and the rule that it breaks."""


def plain(value: Any) -> Any:
    """A value as it comes over the wire."""
    return json.loads(msgspec.json.encode(value))


def played(game: str, most: int = 60, seed: int = 7, **options: Any) -> tercet.Game:
    """A round in which anybody has made any moves."""
    round_, choice = tercet.new(game, players=2, seed=seed, **options), random.Random(seed)
    while not round_.is_over and len(round_.moves) < most:
        seat = choice.choice(round_.to_act)
        round_.play(seat, choice.choice([move for move in round_.legal_moves(seat) if move != "stop"]))
    return round_


def question(game: tercet.Game, **changes: Any) -> Message:
    """A round as a study asks for it."""
    given = plain(game.round_record())
    body = {"game": game.kind.name, "players": 2, "options": plain(game.options.to_record())}
    return {**body, "starter": given["starter"], "chance": given["chance"], "moves": given["moves"], **changes}


@cache
def reshuffled() -> tercet.Game:
    """Z3BRA: everybody exchanges one open card until the discards are shuffled, and a little longer."""
    game = tercet.new("z3bra", players=2, seed=3)
    for move in ("flip a1", "flip b2"):
        for seat in (0, 1):
            game.play(seat, move)
    for _ in range(90):
        seat = game.to_act[0]
        game.play(seat, "draw")
        game.play(seat, "put a1")
    return game


# --- Study


@pytest.mark.parametrize("game", NAMES)
def test_a_round_is_studied_move_by_move(rest: Rest, game: str) -> None:
    round_ = played(game, most=12)
    for count in range(len(round_.moves) + 1):
        for seat in (0, 1):
            asked = question(round_, moves=round_.moves[:count], seat=seat)
            check("Study", asked)
            answer = rest.post("/api/study", **asked)
            check("Studied", answer)
            assert not answer["over"]
            view = answer["situation"]["view"]
            assert view["seat"] == seat
            assert ("moves" in answer["situation"]) == (seat in view["to_act"])
            if count < len(round_.moves) and round_.moves[count][0] == seat:
                assert round_.moves[count][1] in [legal["move"] for legal in answer["situation"]["moves"]]
    assert view == plain(round_.view(1).table)


@pytest.mark.parametrize("game", NAMES)
def test_a_round_is_studied_to_its_end(rest: Rest, game: str) -> None:
    round_ = played(game, most=1500)
    answer = rest.post("/api/study", **question(round_))
    assert answer["over"]
    assert answer["situation"] == {"view": plain(round_.view(0).table)}


@pytest.mark.parametrize("game", NAMES)
def test_a_move_that_breaks_a_rule_is_refused_with_it(rest: Rest, game: str) -> None:
    round_ = tercet.new(game, players=2, seed=7)
    move, rule = REFUSED[game]
    response = rest.http.post("/api/study", json=question(round_, moves=[[round_.to_act[0], move]]))
    assert response.status_code == 409, response.text
    problem = response.json()
    check("Problem", problem)
    assert (problem["code"], problem["rule"]) == ("illegal_move", rule)
    assert problem["text"]["en"] != problem["text"]["de"]


def test_the_time_may_be_left_out_and_a_move_may_be_nonsense(rest: Rest) -> None:
    round_ = tercet.new("triple", players=2, seed=7)
    rest.post("/api/study", **question(round_, moves=[[0, "take"], [1, "take", 5]]))
    response = rest.http.post("/api/study", json=question(round_, moves=[[0, "sing"]]))
    assert (response.status_code, response.json()["code"]) == (400, "notation")


def test_the_deal_is_the_callers_whatever_the_seed(rest: Rest) -> None:
    round_ = tercet.new("z3bra", players=2, seed=7)
    asked = question(round_, moves=[[1, "flip c3"]])
    deck = asked["chance"][0][1]
    deck.reverse()
    view = rest.post("/api/study", **asked)["situation"]["view"]
    assert view["seats"][1]["area"][2][2] == deck[15 + 8]
    assert view["discards"] == [deck[30]]


def test_who_starts_is_named_or_seat_0(rest: Rest) -> None:
    asked = question(tercet.new("z3bra", players=2, seed=7))
    asked["moves"] = [[seat, move] for seat in (0, 1) for move in ("flip a1", "flip b1")]
    for starter, first in ((0, 0), (1, 1), (None, 0)):
        view = rest.post("/api/study", **{**asked, "starter": starter})["situation"]["view"]
        assert view["to_act"] == [first]


def test_a_missing_shuffle_is_refused(rest: Rest) -> None:
    asked = question(reshuffled())
    assert len(asked["chance"]) == 2
    rest.post("/api/study", **asked)
    response = rest.http.post("/api/study", json={**asked, "chance": asked["chance"][:1]})
    assert response.status_code == 400
    assert response.json()["text"]["en"] == "round 1: the reshuffle is missing where it is due"


DECK = question(tercet.new("z3bra", players=2, seed=7))["chance"][0][1]
HOSTILE: list[dict[str, Any]] = [
    {"game": "chess"},
    {"game": None},
    {"players": 6},
    {"players": 2.5},
    {"players": 10**40},
    {"options": {"rounds": -1}},
    {"options": {"nonsense": {}}},
    {"options": {"starter": 10**40}},
    {"options": []},
    {"starter": 2},
    {"starter": -1},
    {"seat": 2},
    {"seat": None},
    {"more": 1},
    {"chance": []},
    {"chance": [["deck", []]]},
    {"chance": [["deck", DECK[:-1]]]},
    {"chance": [["deck", [*DECK[:-1], DECK[0]]]]},
    {"chance": [["deck", [*DECK[:-1], "x" * 100]]]},
    {"chance": [["deck", [*DECK[:-1], {}]]]},
    {"chance": [["deck", [*DECK[:-1], [[]]]]]},
    {"chance": [["deck", [*DECK[:-1], 10**40]]]},
    {"chance": [["deck", DECK, 1]]},
    {"chance": [["reshuffle", DECK]]},
    {"chance": [[{}, DECK]]},
    {"chance": {"deck": DECK}},
    {"chance": [["deck", "r0"]]},
    {"moves": [[0]]},
    {"moves": [["flip a1", 0]]},
    {"moves": [[0, 0]]},
    {"moves": [[0, "flip a1", "now"]]},
    {"moves": [[0, "flip a1", 0, 0]]},
    {"moves": [[5, "flip a1"]]},
    {"moves": [[-1, "flip a1"]]},
    {"moves": [[10**40, "flip a1"]]},
    {"moves": [[0, "flip a1" * 10]]},
    {"moves": [[0, None]]},
    {"moves": [{}]},
    {"moves": [[0, "flip a1"]] * 2001},
]
OTHER_DEALS = [
    ("zatre", [["lots", []], ["bag", []]]),
    ("zatre", [["lots", [[0, 6], [1, 6]]], ["bag", []]]),
    ("zatre", [["lots", [[0, {}], [1, 6]]]]),
    ("zatre", [["lots", [[0, 6, 1], 1]]]),
    ("zatre", [["lots", [[1, 6], [0, 5]]]]),
    ("zatre", [["lots", [[0, 6], [1, 5]]], ["bag", [1.0] * 120]]),
    ("zatre", [["lots", [[0, 6], [1, 5]]], ["bag", [True] * 120]]),
    ("zatre", [["lots", [[0, 6], [1, 6]] * 60]]),
    ("triple", [["deck", [0] * 64]]),
    ("triple", [["deck", question(tercet.new("triple", seed=1))["chance"][0][1]]]),
    ("triple", [["deck", question(tercet.new("triple", seed=1))["chance"][0][1]], ["spare", [["rc0", []], {}]]]),
]


@pytest.mark.parametrize("change", HOSTILE, ids=lambda change: json.dumps(change)[:40])
def test_an_impossible_round_is_refused(rest: Rest, change: dict[str, Any]) -> None:
    refused(rest.http.post("/api/study", json={**question(tercet.new("z3bra", players=2, seed=7)), **change}))


@pytest.mark.parametrize(("game", "chance"), OTHER_DEALS)
def test_an_impossible_deal_is_refused(rest: Rest, game: str, chance: list[Any]) -> None:
    refused(rest.http.post("/api/study", json={"game": game, "chance": chance}))


def refused(response: httpx.Response) -> None:
    """As something that makes no sense, in one sentence."""
    assert response.status_code == 400, response.text
    check("Problem", response.json())
    assert response.json()["code"] == "bad_request"


@pytest.mark.parametrize(("path", "most"), [("/api/study", 64 * 1024), ("/api/replay", 256 * 1024)])
def test_large_bodies_are_refused(rest: Rest, path: str, most: int) -> None:
    assert rest.http.post(path, content=b" " * (most - 2) + b"{}").status_code == 400
    response = rest.http.post(path, content=b" " * most + b"{}")
    assert (response.status_code, response.json()["code"]) == (413, "too_large")
    assert rest.http.post(path, content=b"[" * 5000).status_code == 400


def test_too_many_studies_are_refused(tmp_path: Path) -> None:
    with serving(tmp_path / "tables.db", studies_per_minute=2) as server:
        rest = Rest(server.url)
        asked = question(tercet.new("triple", seed=1))
        answers = [rest.http.post("/api/study", json=asked).status_code for _ in range(2)]
        assert [*answers, rest.http.post("/api/replay", json={}).status_code] == [200, 200, 429]
        rest.close()


# --- Replay


def shown(rest: Rest, record: Record | Message, **more: Any) -> Message:
    """A record's round, by the schema."""
    answer = rest.post("/api/replay", record=plain(record), **more)
    check("Replayed", answer)
    return answer


@pytest.mark.parametrize("game", NAMES)
def test_a_record_is_shown_as_each_saw_it(rest: Rest, game: str) -> None:
    round_ = played(game)
    for seat in (None, 0, 1):
        answer = shown(rest, round_.record(), seat=seat)
        assert (answer["rounds"], answer["verdict"]) == (1, None)
        again = tercet.new(game, players=2, seed=7)
        for count, frame in enumerate(answer["frames"]):
            if count > 0:
                again.play(*round_.moves[count - 1])  # type: ignore[arg-type]
            assert frame["move"] == (again.last_move or None)
            assert frame["view"] == plain(again.view(seat).table)
            assert frame["open"] is None
        assert count == len(round_.moves)


@pytest.mark.parametrize("game", NAMES)
def test_cards_are_open_only_with_all_open(rest: Rest, game: str) -> None:
    """What seat 0 cannot know makes no difference to what it is shown."""
    one, other = tercet.new(game, players=2, seed=7).record(), tercet.new(game, players=2, seed=7).record()
    pieces = other.rounds[0].chance[-1 if game == "zatre" else 0][1]
    hidden = {"z3bra": [*range(30), *range(31, 112)], "zatre": range(2, 120), "triple": range(9, 63)}[game]
    moved = [pieces[place] for place in hidden][::-1]
    for place, piece in zip(hidden, moved, strict=True):
        pieces[place] = piece
    for seat in (0, None):
        first, second = (shown(rest, record, seat=seat, all_open=True)["frames"][0] for record in (one, other))
        assert first["view"] == second["view"]
        if game == "z3bra":
            assert first["open"] != second["open"]
            assert "?" not in json.dumps(first["open"]["seats"])


def test_open_hands_are_those_of_all(rest: Rest) -> None:
    for game, hands in (
        ("triple", lambda table: [seat["hand"] for seat in table["seats"]]),
        ("zatre", lambda t: t["held"]),
    ):
        frames = shown(rest, played(game, most=10).record(), seat=0, all_open=True)["frames"]
        assert all(hand is not None for frame in frames for hand in hands(frame["open"]))
        assert any(hands(frame["view"])[1] is None for frame in frames)


def test_a_reshuffle_can_be_done_again_from_the_record_alone() -> None:
    record = reshuffled().record()
    name, pile = record.rounds[0].chance[1]
    deck = [CARD_NAMES[card] for card in ALL_CARDS]
    label = fair.label("z3bra", 1, f"chance 1 {name}", record.entropy)
    assert fair.shuffled(record.seed, label, sorted(pile, key=deck.index)) == pile


def test_a_match_is_shown_round_by_round(rest: Rest) -> None:
    match = tercet.Match("triple", players=2, seed=5, chips=2, patience=1000)
    for _ in range(2):
        match.play(1, "take 2", 300)
        match.game.time_up()
        if not match.is_over:
            match.next_round()
    for number in (1, 2):
        answer = shown(rest, match.record(), round=number)
        assert (answer["rounds"], answer["verdict"]) == (len(match.rounds), None)
        assert [frame["move"] for frame in answer["frames"]] == [None, [1, "take 2", 300], None]
        assert answer["frames"][-1]["view"]["scores"] == list(match.rounds[number - 1].scores or ())
        assert answer["totals"] == [number - 1] * 2, "both had as many cards left and got a chip"
    assert shown(rest, match.record(), round=1)["frames"] != shown(rest, match.record(), round=2)["frames"]


FLIPS = [[seat, f"flip {cell}"] for seat in (0, 1) for cell in ("a1", "b2")]


def flipped() -> Message:
    """A Z3BRA record whose moves are legal whatever is dealt."""
    game = tercet.new("z3bra", players=2, seed=7)
    for seat, move in FLIPS:
        game.play(int(seat), str(move))
    record: Message = plain(game.record())
    return record


def test_a_deal_that_is_not_the_seeds_is_shown_with_the_verdict(rest: Rest) -> None:
    record = flipped()
    record["rounds"][0]["chance"][0][1].reverse()
    answer = shown(rest, record, all_open=True)
    assert len(answer["frames"]) == 5
    assert answer["frames"][0]["open"]["seats"][0]["area"][0][0] == record["rounds"][0]["chance"][0][1][0]
    assert (answer["verdict"]["round"], answer["verdict"]["frame"]) == (1, 0)
    assert "does not follow from the seed" in answer["verdict"]["text"]["en"]
    assert "folgt nicht aus dem Seed" in answer["verdict"]["text"]["de"]


def test_an_illegal_move_ends_the_frames(rest: Rest) -> None:
    record = flipped()
    record["rounds"][0]["moves"][2] = [0, "flip a1"]
    answer = shown(rest, record)
    assert [frame["move"] for frame in answer["frames"]] == [None, *FLIPS[:2]]
    assert (answer["verdict"]["round"], answer["verdict"]["frame"]) == (1, 3)
    assert answer["verdict"]["text"]["en"].startswith("round 1, move 3 (0: flip a1): Z")
    assert answer["verdict"]["text"]["de"].startswith("Runde 1, Zug 3 (0: flip a1): Z")


FALSE: list[tuple[str, Any, int]] = [
    ("commitment", "0" * 64, 5),
    ("seed", "no seed", 5),
    ("entropy", ["x", ""], 5),
    ("totals", [1, 2], 5),
    ("winners", [0], 5),
    ("unfinished", False, 5),
    ("options", {}, 5),
    ("options", {"rounds": 1, "x": 1}, 0),
    ("options", {"rounds": 10**40}, 0),
    ("game", "chess", 0),
    ("players", [{"name": "Ann", "kind": "human", "bot": None}], 0),
    ("rounds", [], 0),
]


@pytest.mark.parametrize(("field", "value", "frames"), FALSE)
def test_the_verdict_names_what_is_wrong_with_the_record(rest: Rest, field: str, value: Any, frames: int) -> None:
    answer = shown(rest, {**flipped(), field: value})
    assert len(answer["frames"]) == frames
    assert answer["verdict"]["round"] is None
    assert answer["verdict"]["text"]["en"]


FALSE_ROUNDS: list[tuple[str, Any, int, int | None]] = [
    ("starter", None, 0, 0),
    ("starter", 10**40, 0, 0),
    ("chance", [], 0, 0),
    ("chance", [["deck", [{}]]], 0, 0),
    ("scores", [1, 2], 5, None),
    ("scores", [10**40], 5, None),
    ("chance", [*flipped()["rounds"][0]["chance"], ["reshuffle", []]], 5, None),
    ("moves", [[0, "flip a1", 1]], 1, 1),
    ("moves", [[10**40, "flip a1"]], 1, 1),
    ("moves", [[0, "flip a1"], []], 2, 2),
    ("moves", [[0, "x" * 100_000]], 1, 1),
]


@pytest.mark.parametrize(("field", "value", "frames", "where"), FALSE_ROUNDS)
def test_the_verdict_names_what_is_wrong_with_a_round(
    rest: Rest, field: str, value: Any, frames: int, where: int | None
) -> None:
    record = flipped()
    record["rounds"][0][field] = value
    answer = shown(rest, record)
    assert len(answer["frames"]) == frames
    assert (answer["verdict"]["round"], answer["verdict"]["frame"]) == (1, where)
    assert len(answer["verdict"]["text"]["en"]) < 300


def test_an_absurd_time_of_a_move_ends_the_frames(rest: Rest) -> None:
    game = tercet.new("triple", seed=1)
    game.play(0, "take", 5)
    record = plain(game.record())
    record["rounds"][0]["moves"][0][2] = 10**19
    answer = shown(rest, record)
    assert (len(answer["frames"]), answer["verdict"]["frame"]) == (1, 1)


def test_a_later_round_is_shown_though_the_first_is_not_right(rest: Rest) -> None:
    match = tercet.Match("triple", players=2, seed=5, chips=2, patience=1000)
    for _ in range(2):
        match.game.time_up()
        if not match.is_over:
            match.next_round()
    record = plain(match.record())
    record["rounds"][0]["chance"][0][1].pop()
    answer = shown(rest, record, round=2)
    assert len(answer["frames"]) == 2
    assert answer["verdict"]["round"] == 1


@pytest.mark.parametrize(
    "change",
    [
        {"round": 0},
        {"round": 2},
        {"round": 10**40},
        {"seat": 2},
        {"seat": -1},
        {"record": {}},
        {"record": None},
        {"record": {**flipped(), "more": 1}},
        {"record": {**flipped(), "format": "tercet/2-public"}},
        {"all_open": "yes"},
        {"more": 1},
    ],
    ids=str,
)
def test_an_impossible_replay_is_refused(rest: Rest, change: dict[str, Any]) -> None:
    refused(rest.http.post("/api/replay", json={"record": flipped(), **change}))


def test_a_round_with_too_many_moves_is_refused(rest: Rest) -> None:
    record = plain(tercet.new("triple", seed=1).record())
    record["rounds"][0]["moves"] = [[0, "stop", 0], [0, "go", 0], [1, "go", 0]] * 667
    refused(rest.http.post("/api/replay", json={"record": record}))
    record["rounds"][0]["moves"].pop()
    assert len(shown(rest, record)["frames"]) == 2001
