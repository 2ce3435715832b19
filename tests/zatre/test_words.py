"""ZATRE in words: moves as text, and refusals in English and German (T2, T6, T7, T9 to T12, T21, T25)."""

import pytest

from tercet.errors import IllegalMove, NotationError
from tercet.games.zatre import rules
from zatre.positions import KIND, LATE, position, start

ROOMY = "3h8 1i8 1h9"
TIGHT = "6h8 5i8 5i9 5h9"


def words(refusal: IllegalMove) -> tuple[str, str]:
    return refusal.text("en"), refusal.text("de")


def test_t2_every_move_has_a_text_of_its_own() -> None:
    texts = [KIND.text(move) for move in range(rules.MOVES)]
    assert len(set(texts)) == 6 * 193
    assert [KIND.parse(text) for text in texts] == list(range(rules.MOVES))


@pytest.mark.parametrize(
    "text", ["", "6", "h8", "7h8", "0h8", "6p8", "6h0", "6h16", "6h08", "6H8", "6 h8", "66h8", "pass"]
)
def test_t2_what_is_no_move_is_refused_with_an_example(text: str) -> None:
    with pytest.raises(NotationError, match="6h8 lays a six on h8"):
        KIND.parse(text)


def test_t2_spaces_around_a_move_do_not_matter() -> None:
    assert KIND.text(KIND.parse(" 6h8\n")) == "6h8"


def test_t2_no_field_in_words() -> None:
    assert words(position(ROOMY, ["1 1", ""]).refused(0, "1a1")) == (
        "T2: The board has no field a1.",
        "T2: Das Feld a1 gibt es nicht.",
    )


def test_t6_the_red_field_in_words() -> None:
    assert words(start("6 3", players=2).refused(0, "6h9")) == (
        "T6: The first tile goes on the red field.",
        "T6: Der erste Stein kommt auf das rote Feld.",
    )


def test_t7_not_on_turn_in_words() -> None:
    assert words(position(ROOMY, ["1 1", "2 2"]).refused(1, "2h7")) == (
        "T7: It is another player's turn.",
        "T7: Jemand anders ist am Zug.",
    )


def test_t7_not_held_in_words() -> None:
    assert words(position(ROOMY, ["1 1", ""]).refused(0, "4h7")) == (
        "T7: You hold no tile with 4 pips.",
        "T7: Du hast keinen Stein mit 4 Augen.",
    )


def test_t9_covered_in_words() -> None:
    assert words(position(ROOMY, ["1 1", ""]).refused(0, "1h8")) == (
        "T9: A tile lies on this field already.",
        "T9: Auf diesem Feld liegt schon ein Stein.",
    )


def test_t9_touching_nothing_in_words() -> None:
    assert words(position(ROOMY, ["1 1", ""]).refused(0, "1b5")) == (
        "T9: This field touches no tile on the board.",
        "T9: Dieses Feld berührt keinen Stein auf dem Brett.",
    )


def test_t10_too_much_in_words() -> None:
    assert words(position(TIGHT, ["3 1", ""]).refused(0, "3i10")) == (
        "T10: A 3 here would make a line of 13; 12 is the most.",
        "T10: Eine 3 ergäbe hier eine Reihe mit 13; höchstens 12 sind erlaubt.",
    )


def test_t11_stuck_in_words() -> None:
    """In pairs, where the partner may lay."""
    assert words(position(TIGHT, ["3 4", "1 2", "", ""], pairs=True).refused(0, "3i10")) == (
        "T11: None of your tiles fits anywhere now.",
        "T11: Keiner deiner Steine passt jetzt irgendwo.",
    )


def test_t12_a_light_field_in_words() -> None:
    english, german = words(position("5h8 3i8", ["5 1", ""]).refused(0, "5i9"))
    assert english.startswith("T12: A light field needs a line of 10, 11 or 12 in this turn")
    assert german.startswith("T12: Ein helles Feld verlangt in diesem Zug eine Reihe mit 10, 11 oder 12")


def test_t12_a_promise_in_words() -> None:
    assert words(position("5h8 3i8", ["6 1", ""]).play(0, "6i9").refused(0, "1g8")) == (
        "T12: Your tile on the light field still needs a line of 10, 11 or 12 in this turn.",
        "T12: Dein Stein auf dem hellen Feld braucht in diesem Zug noch eine Reihe mit 10, 11 oder 12.",
    )


def test_t21_after_the_end_in_words() -> None:
    table = position(LATE, ["3 3", "", "3 5 5"], bag="6").play(0, "3d14", "3b14")
    assert words(table.refused(2, "3f10")) == ("T21: The game is over.", "T21: Die Partie ist vorbei.")


def test_t25_the_partner_is_laying_in_words() -> None:
    assert words(position(ROOMY, ["1 1", "1 1", "", ""], pairs=True).play(0, "1h7").refused(1, "1j8")) == (
        "T25: Your partner is laying; your turn comes after that.",
        "T25: Dein Partner legt gerade; danach bist du dran.",
    )


def test_t7_whose_turn_it_is_comes_before_what_is_held_and_that_before_where_it_fits() -> None:
    table = position("6h8 6i8", ["1 1", "2 2"])
    assert table.refused(1, "3b5").rule == "T7"
    assert "turn" in table.refused(1, "3b5").text("en")
    assert table.refused(0, "3b5").rule == "T7"
    assert table.refused(0, "1b5").rule == "T9"
    assert table.refused(0, "1j8").rule == "T10"
