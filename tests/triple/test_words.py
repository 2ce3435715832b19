"""TRIPLE³ in words: moves as text, and refusals in English and German (P6, P8, P10, P13, P14)."""

import re

import msgspec
import pytest

from tercet.errors import IllegalMove, NotationError
from tercet.games.triple import rules
from tercet.games.triple.notation import CARD_NAMES, PROPERTY_NAMES
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
    assert msgspec.to_builtins(KIND.describe(position(WORKED, ["bc2", ""]).states, 0, moves)) == [
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
        "P6: Your stack is empty.",
        "P6: Dein Stapel ist leer.",
    )


def test_p6_not_in_hand_in_words() -> None:
    assert words(position(WORKED, ["bc2", "pd3"]).refused(0, "play pd3 c3 3")) == (
        "P6: The purple diamond with three waves is not in your hand.",
        "P6: Das lila Karo mit drei Wellen ist nicht auf deiner Hand.",
    )


def test_p8_not_new_in_words() -> None:
    english, german = words(position(WORKED, ["bc2", "pd3"]).refused(0, "play bc2 a1 circle"))
    assert english == "P8: The card there is a circle too, so the triple would not be new."
    assert german == "P8: Die Karte dort ist auch ein Kreis, der Dreier wäre also nicht neu."


def test_p8_no_triple_in_words() -> None:
    english, german = words(position(WORKED, ["bc2", "pd3"]).refused(0, "play bc2 b1 blue"))
    assert english == "P8: The blue circle with two waves makes no new blue triple there."
    assert german == "P8: Der blaue Kreis mit zwei Wellen ergibt dort keinen neuen blauen Dreier."


def test_p10_not_of_the_card_in_words() -> None:
    english, german = words(position(WORKED, ["bc2", "pd3"]).refused(0, "play bc2 a1 red"))
    assert english == "P10: The blue circle with two waves is not red."
    assert german == "P10: Der blaue Kreis mit zwei Wellen ist nicht rot."


def test_p6_a_small_stack_in_words() -> None:
    table = position(WORKED, ["bc2", "pd3"], ["yd1", "rs1 rs2"])
    assert words(table.refused(0, "take 2")) == (
        "P6: Your stack has only one card.",
        "P6: Dein Stapel hat nur noch eine Karte.",
    )
    assert words(table.refused(1, "take 3")) == (
        "P6: Your stack has only 2 cards.",
        "P6: Dein Stapel hat nur noch 2 Karten.",
    )


@pytest.mark.parametrize(
    ("move", "english", "german"),
    [
        ("play pd3 a1 purple", "no new purple triple there.", "keinen neuen lila Dreier."),
        ("play pd3 a1 diamond", "no new triple of diamonds there.", "keinen neuen Dreier aus Karos."),
        ("play pd3 a1 3", "no new triple with three waves there.", "keinen neuen Dreier mit drei Wellen."),
        ("play yx0 b2 0", "no new triple without waves there.", "keinen neuen Dreier ohne Wellen."),
    ],
)
def test_p8_a_refusal_names_the_property_that_the_player_called(move: str, english: str, german: str) -> None:
    texts = words(position(WORKED, ["pd3 yx0", "bc2"]).refused(0, move))
    assert texts[0].endswith(english)
    assert texts[1].endswith(german)


@pytest.mark.parametrize(
    ("move", "english", "german"),
    [
        ("play pd3 a1 circle", "is not a circle.", "ist kein Kreis."),
        ("play pd3 a1 2", "does not have two waves.", "hat nicht zwei Wellen."),
        ("play pd3 a1 0", "has waves.", "hat Wellen."),
    ],
)
def test_p10_a_property_that_the_card_lacks_in_words(move: str, english: str, german: str) -> None:
    texts = words(position(WORKED, ["pd3", "bc2"]).refused(0, move))
    assert texts[0] == f"P10: The purple diamond with three waves {english}"
    assert texts[1] == f"P10: Das lila Karo mit drei Wellen {german}"


@pytest.mark.parametrize("waves", ["two waves", "no waves"])
def test_p8_a_covered_card_with_the_same_number_of_waves_in_words(waves: str) -> None:
    card, cell = {"two waves": ("yd2", "b1"), "no waves": ("yx0", "a1")}[waves]
    german = {"two waves": "zwei Wellen", "no waves": "keine Welle"}[waves]
    assert words(position(WORKED, [card, "bc2"]).refused(0, f"play {card} {cell} {card[2]}")) == (
        f"P8: The card there has {waves} too, so the triple would not be new.",
        f"P8: Die Karte dort hat auch {german}, der Dreier wäre also nicht neu.",
    )


CODES = re.compile(r"\b[rbpy][cdxs][0-3]\b|\b[abc][123]\b")


def refusals_of(card: str) -> list[IllegalMove]:
    """Return all refusals of a card, in the hand or not, with its own properties or those of others, called or not."""
    other = "ys1" if card != "ys1" else "ys2"
    table = position(WORKED, [card, other] if card not in WORKED else [other, "yx3"])
    refusals = []
    for called in (*PROPERTY_NAMES, ""):
        for cell in ("a1", "b2", "c3"):
            try:
                table.game().play(0, f"play {card} {cell} {called}".strip())
            except IllegalMove as error:
                refusals.append(error)
    return refusals


@pytest.mark.parametrize("card", CARD_NAMES)
def test_p8_refusals_have_words_instead_of_codes_and_carry_the_card(card: str) -> None:
    refusals = refusals_of(card)
    assert len(refusals) > 20
    assert {refused.card for refused in refusals} == {card}
    assert not any(CODES.search(refused.text("en") + refused.text("de")) for refused in refusals)


def test_p10_nothing_called_in_words() -> None:
    assert words(position(WORKED, ["bc2", "pd3"], call="self").refused(0, "play bc2 a1")) == (
        "P10: Call the property of the new triple as well: a colour, a shape or 0 to 3.",
        "P10: Sage auch das Merkmal des neuen Dreiers an: eine Farbe, eine Form oder 0 bis 3.",
    )


def test_p13_refusals_in_words() -> None:
    table = position(WORKED, ["bc2", "pd3"])
    assert words(table.refused(0, "go")) == ("P13: Nobody has said stop.", "P13: Niemand hat Stopp gesagt.")
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
