"""TRIPLE³ in words: moves as text, and refusals in English and German (P6, P8, P10, P13, P14)."""

import msgspec
import pytest

from tercet.errors import IllegalMove, NotationError
from tercet.games.triple import rules
from triple.positions import KIND, WORKED, position


def words(refusal: IllegalMove) -> tuple[str, str]:
    return refusal.text("en"), refusal.text("de")


def test_p10_every_move_has_a_text_of_its_own() -> None:
    """55 numbers to take, 64 cards on 9 places by 3 properties, stop and go."""
    texts = [KIND.text(move) for move in range(rules.MOVES)]
    assert len(set(texts)) == 55 + 64 * 9 * 3 + 2
    assert [KIND.parse(text) for text in texts] == list(range(rules.MOVES))


def test_p6_take_1_is_take() -> None:
    assert KIND.text(KIND.parse("take 1")) == "take"


def test_p10_a_hint_names_the_property_that_a_play_calls_and_nothing_else() -> None:
    moves = [KIND.parse(text) for text in ("take 2", "play bc2 a1 blue", "play bc2 c3 2", "stop", "go")]
    assert msgspec.to_builtins(KIND.hints(position(WORKED, ["bc2", ""]).states, moves)) == [
        {"move": "take 2"},
        {"move": "play bc2 a1 blue", "property": "blue"},
        {"move": "play bc2 c3 2", "property": "2"},
        {"move": "stop"},
        {"move": "go"},
    ]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "wait",
        "take 0",
        "take 56",
        "take -1",
        "take 1 2",
        "take two",
        "take 01",
        "play",
        "play bc2",
        "stop now",
        "Go",
    ],
)
def test_p6_what_is_no_move_is_refused_with_examples(text: str) -> None:
    with pytest.raises(NotationError, match="take 3, play bc2 a1 blue, stop or go"):
        KIND.parse(text)


def test_p1_what_is_no_card_is_said() -> None:
    with pytest.raises(NotationError, match="'bc4' is no card"):
        KIND.parse("play bc4 a1 blue")


def test_p2_what_is_no_cell_is_said() -> None:
    with pytest.raises(NotationError, match="the cells are a1 to c3"):
        KIND.parse("play bc2 d1 blue")


def test_p10_what_is_no_property_is_said() -> None:
    with pytest.raises(NotationError, match="'green' is no property"):
        KIND.parse("play bc2 a1 green")


def test_p6_an_empty_stack_in_words() -> None:
    assert words(position(WORKED, ["bc2", "pd3"]).refused(0, "take 2")) == (
        "P6: Your stack has 0 cards.",
        "P6: Dein Stapel hat 0 Karten.",
    )


def test_p6_not_in_hand_in_words() -> None:
    assert words(position(WORKED, ["bc2", "pd3"]).refused(0, "play pd3 c3 3")) == (
        "P6: You do not have pd3 in your hand.",
        "P6: Du hast pd3 nicht auf der Hand.",
    )


def test_p8_not_new_in_words() -> None:
    english, german = words(position(WORKED, ["bc2", "pd3"]).refused(0, "play bc2 a1 circle"))
    assert english == "P8: The card on a1 is circle too, so that the triple would not be new."
    assert german == "P8: Die Karte auf a1 hat auch das Merkmal Kreis, der Dreier wäre also nicht neu."


def test_p8_no_triple_in_words() -> None:
    english, german = words(position(WORKED, ["bc2", "pd3"]).refused(0, "play bc2 b1 blue"))
    assert english == "P8: bc2 makes no new triple of blue on b1."
    assert german == "P8: bc2 ergibt auf b1 keinen neuen Dreier mit dem Merkmal Blau."


def test_p10_not_of_the_card_in_words() -> None:
    english, german = words(position(WORKED, ["bc2", "pd3"]).refused(0, "play bc2 a1 red"))
    assert english == "P10: The card bc2 is not red."
    assert german == "P10: Die Karte bc2 hat nicht das Merkmal Rot."


def test_p10_nothing_called_in_words() -> None:
    assert words(position(WORKED, ["bc2", "pd3"], call="self").refused(0, "play bc2 a1")) == (
        "P10: Call the property of the new triple as well: a colour, a shape or 0 to 3.",
        "P10: Sage auch das Merkmal des neuen Dreiers an: eine Farbe, eine Form oder 0 bis 3.",
    )


def test_p13_refusals_in_words() -> None:
    table = position(WORKED, ["bc2", "pd3"])
    assert words(table.refused(0, "go")) == ("P13: Nobody has said stop.", "P13: Niemand hat Stop gesagt.")
    table.play(1, "stop")
    assert words(table.refused(0, "play bc2 a1 blue")) == (
        "P13: The game is stopped; it goes on when every player has said go.",
        "P13: Das Spiel ist angehalten; es geht weiter, wenn alle Los gesagt haben.",
    )
    table.play(0, "go")
    assert words(table.refused(0, "go")) == (
        "P13: You have said go; the game goes on when all have.",
        "P13: Du hast Los gesagt; es geht weiter, wenn alle es gesagt haben.",
    )


def test_p14_refusal_in_words() -> None:
    table = position(WORKED, ["bc2", "pd3"]).play(0, "play bc2 a1 blue")
    assert words(table.refused(1, "play pd3 c3 3")) == ("P14: The round is over.", "P14: Die Runde ist vorbei.")
