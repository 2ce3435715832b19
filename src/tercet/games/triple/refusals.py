"""TRIPLE³: refusals of illegal moves, in English and German. `rules` decides; here we find which rule is broken."""

from tercet.errors import IllegalMove
from tercet.games.kernel import State
from tercet.games.kind import cell_name
from tercet.games.triple import rules
from tercet.games.triple.notation import CARD_NAMES, GERMAN_PROPERTIES, PROPERTY_NAMES


def refusal(s: State, seat: int, move: int) -> IllegalMove:
    """Return the refusal of a move that is not legal for this seat. The state is masked for the seat."""
    if s.over:
        return IllegalMove("P14", en="The round is over.", de="Die Runde ist vorbei.")
    if s.stopped:
        return while_stopped(s, seat)
    if move == rules.GO:
        return IllegalMove("P13", en="Nobody has said stop.", de="Niemand hat Stop gesagt.")
    if move < rules.PLAY:
        n = int(s.stack_n[seat])
        return IllegalMove("P6", en=f"Your stack has {n} cards.", de=f"Dein Stapel hat {n} Karten.")
    return bad_play(s, seat, move - rules.PLAY)


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
    card_name, place_name = CARD_NAMES[card], cell_name(cell)
    called, merkmal = (names[rules.PROPERTY[card, kind]] for names in (PROPERTY_NAMES, GERMAN_PROPERTIES))
    if card not in s.hand[seat, : s.hand_n[seat]]:
        return IllegalMove(
            "P6",
            [place_name],
            en=f"You do not have {card_name} in your hand.",
            de=f"Du hast {card_name} nicht auf der Hand.",
        )
    if rules.PROPERTY[s.grid[cell], kind] == rules.PROPERTY[card, kind]:
        return IllegalMove(
            "P8",
            [place_name],
            en=f"The card on {place_name} is {called} too, so that the triple would not be new.",
            de=f"Die Karte auf {place_name} hat auch das Merkmal {merkmal}, der Dreier wäre also nicht neu.",
        )
    return IllegalMove(
        "P8",
        [place_name],
        en=f"{card_name} makes no new triple of {called} on {place_name}.",
        de=f"{card_name} ergibt auf {place_name} keinen neuen Dreier mit dem Merkmal {merkmal}.",
    )
