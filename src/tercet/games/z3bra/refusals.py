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
    return IllegalMove("Z11", en="It is another player's turn.", de="Jemand anders ist am Zug.")


def while_preparing(s: State, seat: int, move: int) -> IllegalMove:
    if move < rules.DRAW:
        return not_face_down(s, seat, move - rules.FLIP, "Z3")
    return IllegalMove(
        "Z3",
        en="First turn up two of your cards.",
        de="Decke zuerst zwei deiner Karten auf.",
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
        en="You hold no card yet: draw one, take the top discard, or swap two of your cards.",
        de="Du hast noch keine Karte: ziehe eine, nimm die oberste abgelegte oder vertausche zwei deiner Karten.",
    )


def while_placing(s: State, seat: int, move: int) -> IllegalMove:
    if move == rules.DROP:
        return IllegalMove(
            "Z8",
            en="A card from the discards cannot be declined: put it into your area or trade it.",
            de="Eine Karte vom Ablagestapel kannst du nicht ablehnen: lege sie in deine Auslage oder tausche sie.",
        )
    if rules.PUT <= move < rules.DROP:
        return no_card(s, seat, [move - rules.PUT], "Z7")
    if rules.TRADE <= move < rules.TRIO:
        return bad_trade(s, seat, move - rules.TRADE)
    return IllegalMove(
        "Z6",
        en="Put the drawn card into your area, trade it, or decline it if it came from the draw pile.",
        de="Lege die gezogene Karte in deine Auslage, tausche sie oder, wenn sie vom Nachziehstapel kam, lehne sie ab.",
    )


def bad_trade(s: State, seat: int, trade: int) -> IllegalMove:
    other, their, own = trade // rules.CELLS // rules.CELLS, trade // rules.CELLS % rules.CELLS, trade % rules.CELLS
    their_name, own_name = f"{other}{cell_name(their)}", cell_name(own)
    if other == seat or other >= s.players:
        return IllegalMove(
            "Z12",
            [their_name],
            en="You can trade only for another player's card.",
            de="Tauschen kannst du nur gegen eine Karte eines anderen Spielers.",
        )
    if not rules.is_up(s, other, their):
        return IllegalMove(
            "Z12",
            [their_name],
            en="You can trade only for a card that lies face up.",
            de="Tauschen kannst du nur gegen eine offene Karte.",
        )
    if s.area[seat, own] == rules.EMPTY:
        return no_card(s, seat, [own], "Z12")
    if not rules.is_match(s.held, s.area[other, their]):
        return IllegalMove(
            "Z12",
            [their_name],
            en="Your drawn card has neither the value nor the colour of that card.",
            de="Deine gezogene Karte hat weder den Wert noch die Farbe dieser Karte.",
        )
    return IllegalMove(
        "Z13",
        [their_name, own_name],
        en="The card that you get must complete a trio in your area; at this place it does not.",
        de="Die Karte, die du bekommst, muss bei dir ein Trio vollenden; an diesem Platz tut sie es nicht.",
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
        en="Now you must turn up one of your face-down cards.",
        de="Jetzt musst du eine deiner verdeckten Karten aufdecken.",
    )


def while_discarding(s: State, seat: int, move: int) -> IllegalMove:
    if not rules.TRIO <= move < rules.FOLD_ROWS:
        return IllegalMove(
            "Z15",
            en="You have a trio and must discard it now.",
            de="Du hast ein Trio und musst es jetzt ablegen.",
        )
    line = (move - rules.TRIO) // len(rules.ORDERS)
    cells = [cell_name(int(cell)) for cell in rules.LINES[line]]
    if rules.is_trio(s, seat, line):
        return IllegalMove(
            "Z13",
            cells,
            en="After a trade the trio must contain the card that you got.",
            de="Nach einem Tausch muss das Trio die eingetauschte Karte enthalten.",
        )
    return IllegalMove(
        "Z14",
        cells,
        en="These are not three open cards of the same value or of the same colour.",
        de="Das sind nicht drei offene Karten mit gleichem Wert oder gleicher Farbe.",
    )


def while_folding(s: State, seat: int, move: int) -> IllegalMove:
    return IllegalMove(
        "Z20",
        en="Your area must close up now: to two rows of three or to three rows of two.",
        de="Deine Auslage muss jetzt zusammenrücken: auf zwei Reihen zu dritt oder drei Reihen zu zweit.",
    )


def not_face_down(s: State, seat: int, cell: int, rule: str) -> IllegalMove:
    name = cell_name(cell)
    if s.area[seat, cell] == rules.EMPTY:
        return no_card(s, seat, [cell], rule)
    return IllegalMove(rule, [name], en="This card lies face up already.", de="Diese Karte liegt schon offen.")


def no_card(s: State, seat: int, cells: list[int], rule: str) -> IllegalMove:
    empty = [cell_name(cell) for cell in cells if s.area[seat, cell] == rules.EMPTY]
    return IllegalMove(rule, empty, en="There is no card at this place.", de="An diesem Platz liegt keine Karte.")
