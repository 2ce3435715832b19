"""Z3BRA: refusals of illegal moves, in English and German. `rules` decides; here we find which rule is broken."""

from tercet.errors import IllegalMove
from tercet.games.kernel import State
from tercet.games.kind import cell_name
from tercet.games.z3bra import rules


def refusal(s: State, seat: int, move: int) -> IllegalMove:
    """Return the refusal of a move that is not legal for this seat. The state is masked for the seat."""
    if not rules.to_act(s) >> seat & 1:
        return not_on_turn(s)
    reasons = {
        rules.PREPARE: while_preparing,
        rules.CHOOSE: while_choosing,
        rules.PLACE: while_placing,
        rules.UNCOVER: while_uncovering,
        rules.DISCARD: while_discarding,
        rules.FOLD: while_folding,
        rules.REVIVE: while_reviving,
    }
    return reasons[int(s.phase)](s, seat, move)


def not_on_turn(s: State) -> IllegalMove:
    if s.phase == rules.OVER:
        return IllegalMove("Z24", en="The round is over.", de="Die Partie ist vorbei.")
    if s.phase == rules.PREPARE:
        return IllegalMove(
            "Z3",
            en="You have turned up your two cards; wait for the others.",
            de="Du hast deine zwei Karten aufgedeckt; warte auf die anderen.",
        )
    return IllegalMove("Z11", en=f"It is seat {s.seat}'s turn.", de=f"Platz {s.seat} ist am Zug.")


def while_preparing(s: State, seat: int, move: int) -> IllegalMove:
    if move < rules.DRAW:
        return not_face_down(s, seat, move - rules.FLIP, "Z3")
    return IllegalMove(
        "Z3",
        en="First turn up two cards of your area (flip).",
        de="Decke zuerst zwei Karten deiner Auslage auf (flip).",
    )


def while_choosing(s: State, seat: int, move: int) -> IllegalMove:
    if rules.SWAP <= move < rules.TRADE:
        a, b = rules.PAIRS[move - rules.SWAP]
        return no_card(s, seat, [int(a), int(b)], "Z9")
    if move >= rules.FOLD_ROWS:
        return IllegalMove(
            "Z20",
            en="An area closes up when a trio has left it and the reserve is empty.",
            de="Eine Auslage rückt zusammen, wenn ein Trio sie verlassen hat und der Vorrat leer ist.",
        )
    if move >= rules.TRIO:
        return IllegalMove(
            "Z15",
            en="A trio is discarded at the end of your turn; first draw a card or swap two of yours.",
            de="Ein Trio wird am Ende deines Zuges abgelegt; ziehe zuerst eine Karte oder vertausche zwei.",
        )
    return IllegalMove(
        "Z6",
        en="You hold no card yet: draw, take, or swap two of your cards.",
        de="Du hast noch keine Karte: ziehe (draw, take) oder vertausche zwei deiner Karten (swap).",
    )


def while_placing(s: State, seat: int, move: int) -> IllegalMove:
    if move == rules.DROP:
        return IllegalMove(
            "Z8",
            en="A card taken from the discards cannot be declined; put it into your area or trade it.",
            de="Eine Karte vom Ablagestapel darf nicht abgelehnt werden; lege sie in deine Auslage oder tausche sie.",
        )
    if rules.PUT <= move < rules.DROP:
        return no_card(s, seat, [move - rules.PUT], "Z7")
    if rules.TRADE <= move < rules.TRIO:
        return bad_trade(s, seat, move - rules.TRADE)
    return IllegalMove(
        "Z6",
        en="You hold a drawn card: put it into your area, trade it, or drop it if it came from the draw pile.",
        de="Du hast eine gezogene Karte: lege sie in deine Auslage, tausche sie, oder lege sie ab, "
        "wenn sie vom Nachziehstapel kam.",
    )


def bad_trade(s: State, seat: int, trade: int) -> IllegalMove:
    other, their, own = trade // rules.CELLS // rules.CELLS, trade // rules.CELLS % rules.CELLS, trade % rules.CELLS
    their_name, own_name = f"{other}{cell_name(their)}", cell_name(own)
    if other == seat or other >= s.players:
        return IllegalMove(
            "Z12",
            [their_name],
            en=f"You trade with another player; {their_name} is not in another player's area.",
            de=f"Getauscht wird mit anderen Spielern; {their_name} liegt in keiner fremden Auslage.",
        )
    if not rules.is_up(s, other, their):
        return IllegalMove(
            "Z12",
            [their_name],
            en=f"On {their_name} lies no open card.",
            de=f"Auf {their_name} liegt keine offene Karte.",
        )
    if s.area[seat, own] == rules.EMPTY:
        return no_card(s, seat, [own], "Z12")
    if not rules.is_match(s.held, s.area[other, their]):
        return IllegalMove(
            "Z12",
            [their_name],
            en=f"Your drawn card has neither the value nor the colour of the card on {their_name}.",
            de=f"Deine gezogene Karte hat weder den Wert noch die Farbe der Karte auf {their_name}.",
        )
    return IllegalMove(
        "Z13",
        [their_name, own_name],
        en=f"The card you take must complete a trio, and that of {their_name} does not on {own_name}.",
        de=f"Die genommene Karte muss ein Trio vollenden, und die von {their_name} tut das auf {own_name} nicht.",
    )


def while_uncovering(s: State, seat: int, move: int) -> IllegalMove:
    rule = "Z8" if s.from_pile else "Z9"
    if move < rules.DRAW:
        return not_face_down(s, seat, move - rules.FLIP, rule)
    return must_flip(rule)


def while_reviving(s: State, seat: int, move: int) -> IllegalMove:
    if move < rules.DRAW:
        return not_face_down(s, seat, move - rules.FLIP, "Z18")
    return must_flip("Z18")


def must_flip(rule: str) -> IllegalMove:
    return IllegalMove(
        rule,
        en="Now you must turn one of your face-down cards up (flip).",
        de="Jetzt musst du eine deiner verdeckten Karten aufdecken (flip).",
    )


def while_discarding(s: State, seat: int, move: int) -> IllegalMove:
    if not rules.TRIO <= move < rules.FOLD_ROWS:
        return IllegalMove(
            "Z15",
            en="You have a trio and must discard one now (trio).",
            de="Du hast ein Trio und musst jetzt eines ablegen (trio).",
        )
    line = (move - rules.TRIO) // len(rules.ORDERS)
    cells = [cell_name(int(cell)) for cell in rules.LINES[line]]
    names = ", ".join(cells)
    if rules.is_trio(s, seat, line):
        taken = cell_name(int(s.taken))
        return IllegalMove(
            "Z13",
            cells,
            en=f"After a trade the trio must contain the card you took, on {taken}; {names} does not.",
            de=f"Nach einem Tausch muss das Trio die genommene Karte auf {taken} enthalten; {names} tut es nicht.",
        )
    return IllegalMove(
        "Z14",
        cells,
        en=f"On {names} lie not three open cards of the same value or of the same colour.",
        de=f"Auf {names} liegen nicht drei offene Karten mit gleichem Wert oder gleicher Farbe.",
    )


def while_folding(s: State, seat: int, move: int) -> IllegalMove:
    return IllegalMove(
        "Z20",
        en="Your area must close up now: fold 2x3 or fold 3x2.",
        de="Deine Auslage muss jetzt zusammenrücken: fold 2x3 oder fold 3x2.",
    )


def not_face_down(s: State, seat: int, cell: int, rule: str) -> IllegalMove:
    name = cell_name(cell)
    if s.area[seat, cell] == rules.EMPTY:
        return no_card(s, seat, [cell], rule)
    return IllegalMove(rule, [name], en=f"{name} lies face up already.", de=f"{name} liegt schon offen.")


def no_card(s: State, seat: int, cells: list[int], rule: str) -> IllegalMove:
    empty = [cell_name(cell) for cell in cells if s.area[seat, cell] == rules.EMPTY]
    names = ", ".join(empty)
    return IllegalMove(rule, empty, en=f"There is no card on {names}.", de=f"Auf {names} liegt keine Karte.")
