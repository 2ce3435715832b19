"""The options of the games as forms get them, and tables made with what forms send."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from server.playing import Message, Rest
from tercet.errors import LANGUAGES
from tercet.games.registry import NAMES, find


def options_of(rest: Rest, game: str) -> dict[str, Message]:
    """What the server tells of a game's options, by their names."""
    games = {info["name"]: info for info in rest.get("/api/games")}
    return {option["name"]: option for option in games[game]["options"]}


def texts(option: Message) -> Iterator[Message]:
    """All words that people read about an option."""
    yield from (option["label"], option["about"])
    for choice in option["choices"]:
        yield choice["label"]
        if choice["about"]:
            yield choice["about"]


@pytest.mark.parametrize("game", NAMES)
def test_every_option_has_words_in_both_languages(rest: Rest, game: str) -> None:
    options = options_of(rest, game)
    assert list(options) == list(find(game).options.__struct_fields__)
    for option in options.values():
        assert all(words[language] for words in texts(option) for language in LANGUAGES)


@pytest.mark.parametrize("game", NAMES)
def test_every_choice_is_a_value_and_values_that_are_listed_are_choices(rest: Rest, game: str) -> None:
    kind = find(game)
    for name, option in options_of(rest, game).items():
        values = [choice["value"] for choice in option["choices"]]
        for value in values:
            assert getattr(kind.make_options(2, {name: value}), name) == value
        if "enum" in option["schema"]:
            assert sorted(values) == sorted(option["schema"]["enum"])
        if option["input"] == "choice":
            assert option["default"] in values


@pytest.mark.parametrize("game", NAMES)
def test_every_number_has_its_limits(rest: Rest, game: str) -> None:
    for option in options_of(rest, game).values():
        schema = option["schema"]
        if option["input"] in ("number", "number_per_seat"):
            limits = schema.get("items", schema)
            assert limits["minimum"] < limits["maximum"]


def test_every_kind_of_option_is_asked_for_in_its_way(rest: Rest) -> None:
    inputs = {f"{game}.{name}": option["input"] for game in NAMES for name, option in options_of(rest, game).items()}
    assert inputs == {
        "z3bra.rounds": "number",
        "z3bra.starter": "seat",
        "zatre.rounds": "number",
        "zatre.pairs": "switch",
        "triple.chips": "number",
        "triple.handicap": "number_per_seat",
        "triple.call": "choice",
        "triple.patience": "choice",
    }


def test_an_option_that_needs_some_numbers_of_players_says_which(rest: Rest) -> None:
    pairs = options_of(rest, "zatre")["pairs"]
    wishes = [{"game": "zatre", "players": players, "options": {"pairs": True}} for players in range(2, 7)]
    possible = [wish["players"] for wish in wishes if rest.http.post("/api/tables", json=wish).is_success]
    assert possible == pairs["players"]


@pytest.mark.parametrize("game", NAMES)
def test_an_option_without_words_is_an_error(game: str) -> None:
    kind = find(game)
    first = next(iter(kind.forms))
    with pytest.raises(ValueError, match=first):
        replace(kind, forms={name: form for name, form in kind.forms.items() if name != first})


@pytest.mark.parametrize("game", NAMES)
def test_a_quick_match_can_begin(rest: Rest, game: str) -> None:
    bots = next(info["quick"] for info in rest.get("/api/games") if info["name"] == game)
    made = rest.create(game, players=len(bots) + 1, bots=bots, name="Ada", start=True)
    assert rest.get(f"/api/tables/{made['table']}")["table"]["status"] == "running"


@pytest.mark.parametrize(
    ("asked", "patience"), [({}, 120_000), ({"patience": None}, None), ({"patience": 300_000}, 300_000)], ids=str
)
def test_p15_a_table_waits_as_long_as_it_was_asked_to(rest: Rest, asked: dict[str, Any], patience: int | None) -> None:
    """Two minutes unless it says otherwise; null is for ever, and the record has no time then."""
    made = rest.create("triple", players=2, name="Ada", bots=["random"], start=True, options=asked)
    snapshot = rest.get(f"/api/tables/{made['table']}", made["token"])
    record = rest.get(f"/api/tables/{made['table']}/record", made["token"])
    for options in (snapshot["table"]["options"], record["options"]):
        assert options.get("patience", "none") == (patience or "none")
    assert ("patience" in snapshot["situation"]) == (patience is not None)


@pytest.mark.parametrize(
    ("wish", "german"),
    [
        ({"game": "chess"}, "Das Spiel 'chess' gibt es nicht"),
        ({"game": "triple", "players": 6}, "TRIPLE³ ist für 2 bis 4 Personen, nicht für 6."),
        ({"game": "zatre", "players": 5, "options": {"pairs": True}}, "T25: In Paaren spielt man zu viert"),
        ({"game": "zatre", "options": {"colour": 1}}, "ZATRE hat keine Option 'colour'"),
        ({"game": "zatre", "options": {"rounds": 0}}, "Dieser Wert ist nicht möglich"),
        ({"game": "triple", "options": {"handicap": [60, 0]}}, "Karten werden verteilt"),
        ({"game": "z3bra", "bots": ["champion"]}, "Hier gibt es keinen Bot 'champion'"),
    ],
    ids=["game", "players", "pairs", "option", "value", "handicap", "bot"],
)
def test_a_wrong_wish_is_refused_in_both_languages(rest: Rest, wish: Message, german: str) -> None:
    response = rest.http.post("/api/tables", json={"name": "Ada", **wish})
    assert response.status_code == 400
    text = response.json()["text"]
    assert german in text["de"]
    assert text["en"] != text["de"]
