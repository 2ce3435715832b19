"""TRIPLE³: refusals of illegal moves, in English and German. `rules` decides; here we find which rule is broken."""

from tercet.errors import IllegalMove
from tercet.games.kernel import State
from tercet.games.kind import cell_name
from tercet.games.triple import rules
from tercet.games.triple.notation import CARD_NAMES
from tercet.games.triple.words import as_sentence, card_words, has_property_too, new_triple_of


def refusal(s: State, seat: int, move: int) -> IllegalMove:
    """Return the refusal of a move that is not legal for this seat. The state is masked for the seat."""
    if s.over:
        return IllegalMove("P14", en="The round is over.", de="Die Runde ist vorbei.")
    if s.stopped:
        return while_stopped(s, seat)
    if move == rules.GO:
        return IllegalMove("P13", en="Nobody has said stop.", de="Niemand hat Stopp gesagt.")
    if move < rules.PLAY:
        return too_many(int(s.stack_n[seat]))
    return bad_play(s, seat, move - rules.PLAY)


def too_many(stack: int) -> IllegalMove:
    """Return the refusal of taking more cards than the stack has."""
    if stack == 0:
        return IllegalMove("P6", en="Your stack is empty.", de="Dein Stapel ist leer.")
    if stack == 1:
        return IllegalMove("P6", en="Your stack has only one card.", de="Dein Stapel hat nur noch eine Karte.")
    return IllegalMove("P6", en=f"Your stack has only {stack} cards.", de=f"Dein Stapel hat nur noch {stack} Karten.")


def while_stopped(s: State, seat: int) -> IllegalMove:
    if int(s.gone) >> seat & 1:
        return IllegalMove(
            "P13",
            en="You have said go; the game goes on when all have.",
            de="Du hast Los gesagt; es geht weiter, wenn alle es gesagt haben.",
        )
    return IllegalMove(
        "P13",
        en="The game is stopped; it goes on when every player has said go.",
        de="Das Spiel ist angehalten; es geht weiter, wenn alle Los gesagt haben.",
    )


def bad_play(s: State, seat: int, play: int) -> IllegalMove:
    place, kind = divmod(play, 3)
    card, cell = divmod(place, rules.CELLS)
    name, called = card_words(card), int(rules.PROPERTY[card, kind])
    if card not in s.hand[seat, : s.hand_n[seat]]:
        return IllegalMove(
            "P6",
            [cell_name(cell)],
            en=f"{as_sentence(name.en)} is not in your hand.",
            de=f"{as_sentence(name.de)} ist nicht auf deiner Hand.",
            card=CARD_NAMES[card],
        )
    if rules.PROPERTY[s.grid[cell], kind] == called:
        too = has_property_too(called)
        return IllegalMove(
            "P8",
            [cell_name(cell)],
            en=f"The card there {too.en}, so the triple would not be new.",
            de=f"Die Karte dort {too.de}, der Dreier wäre also nicht neu.",
            card=CARD_NAMES[card],
        )
    triple = new_triple_of(called)
    return IllegalMove(
        "P8",
        [cell_name(cell)],
        en=f"{as_sentence(name.en)} makes no {triple.en} there.",
        de=f"{as_sentence(name.de)} ergibt dort keinen {triple.de}.",
        card=CARD_NAMES[card],
    )
