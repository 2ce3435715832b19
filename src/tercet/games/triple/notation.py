"""TRIPLE³ in text: cards, cells, properties and moves."""

from tercet.errors import IllegalMove, NotationError
from tercet.games.kind import CELL_NUMBERS, cell_name, no_cell
from tercet.games.triple import rules
from tercet.games.triple.words import as_sentence, card_words, lacks_property

CARD_NAMES = [colour + shape + quantity for colour in "rbpy" for shape in "cdxs" for quantity in "0123"]
CARD_NUMBERS = {name: number for number, name in enumerate(CARD_NAMES)}
PROPERTY_NAMES = [
    *("red", "blue", "purple", "yellow"),
    *("circle", "diamond", "plus", "star"),
    *("0", "1", "2", "3"),
]
PROPERTY_NUMBERS = {name: number for number, name in enumerate(PROPERTY_NAMES)}
WORDS = {"take": rules.TAKE, "stop": rules.STOP, "go": rules.GO}
TAKES = {str(number): rules.TAKE + number - 1 for number in range(1, rules.DEALT + 1)}


def text(move: int) -> str:
    """Return the text of a move number.

    >>> text(rules.TAKE), text(rules.TAKE + 2), text(rules.PLAY)
    ('take', 'take 3', 'play rc0 a1 red')
    """
    return MOVE_TEXTS[move]


def called(move: int) -> str | None:
    """Return the property that a play calls, None for other moves.

    >>> called(rules.PLAY), called(rules.TAKE)
    ('red', None)
    """
    return MOVE_TEXTS[move].rsplit(maxsplit=1)[1] if rules.PLAY <= move < rules.GO else None


def parse(move: str) -> int:
    """Return the number of a move text. Raise NotationError, or IllegalMove for a move that is legal in no position.

    >>> text(parse("play bc2 a1 circle"))
    'play bc2 a1 circle'
    >>> parse("play bc2 a1 red")
    Traceback (most recent call last):
    tercet.errors.IllegalMove: P10: The blue circle with two waves is not red.
    """
    match move.split():
        case [word] if word in WORDS:
            return WORDS[word]
        case ["take", number] if number in TAKES:
            return TAKES[number]
        case ["play", card, cell, called]:
            return parse_play(card, cell, called)
        case ["play", card, cell]:
            raise IllegalMove(
                "P10",
                [cell],
                en="Call the property of the new triple as well: a colour, a shape or 0 to 3.",
                de="Sage auch das Merkmal des neuen Dreiers an: eine Farbe, eine Form oder 0 bis 3.",
            )
    raise NotationError(
        en=f"{move[:40]!r} is no move. Write take, take 3, play bc2 a1 blue, stop or go.",
        de=f"{move[:40]!r} ist kein Zug. Schreibe take, take 3, play bc2 a1 blue, stop oder go.",
    )


def parse_play(card: str, cell: str, called: str) -> int:
    if card not in CARD_NUMBERS:
        raise NotationError(
            en=f"{card[:20]!r} is no card; bc2 is the blue circle with two waves (r b p y, c d x s, 0-3).",
            de=f"{card[:20]!r} ist keine Karte; bc2 ist der blaue Kreis mit zwei Wellen (r b p y, c d x s, 0-3).",
        )
    if cell not in CELL_NUMBERS:
        raise no_cell(cell)
    if called not in PROPERTY_NUMBERS:
        raise NotationError(
            en=f"{called[:20]!r} is no property; they are {', '.join(PROPERTY_NAMES)}.",
            de=f"{called[:20]!r} ist kein Merkmal; es gibt {', '.join(PROPERTY_NAMES)}.",
        )
    number = CARD_NUMBERS[card]
    kind, has = divmod(PROPERTY_NUMBERS[called], 4)
    if rules.PROPERTY[number, kind] != kind * 4 + has:
        name, lacks = card_words(number), lacks_property(PROPERTY_NUMBERS[called])
        raise IllegalMove(
            "P10",
            [cell],
            en=f"{as_sentence(name.en)} {lacks.en}.",
            de=f"{as_sentence(name.de)} {lacks.de}.",
            card=card,
        )
    return rules.PLAY + (number * rules.CELLS + CELL_NUMBERS[cell]) * 3 + kind


def _all_texts() -> list[str]:
    cells = [cell_name(cell) for cell in range(rules.CELLS)]
    texts = ["take", *(f"take {number}" for number in range(2, rules.DEALT + 1))]
    for card, name in enumerate(CARD_NAMES):
        properties = [PROPERTY_NAMES[number] for number in rules.PROPERTY[card]]
        texts += [f"play {name} {cell} {has}" for cell in cells for has in properties]
    return [*texts, "go", "stop"]


MOVE_TEXTS = _all_texts()
