"""Z3BRA: cards and lines in words, in English and German."""

from collections.abc import Iterable

from tercet.games.kind import cell_name

COLOUR_WORDS = {
    "r": ("red", "rot"),
    "o": ("orange", "orange"),
    "y": ("yellow", "gelb"),
    "g": ("green", "grün"),
    "b": ("pale blue", "hellblau"),
    "d": ("dark blue", "dunkelblau"),
    "p": ("purple", "lila"),
}
UNINFLECTED = ("orange", "lila")
"""German colours that stay as they are before a noun."""


def card_words(card: str) -> tuple[str, str]:
    """Return a card in words, as a subject or an object.

    >>> card_words("d12")
    ('the dark blue 12', 'die dunkelblaue 12')
    """
    english, german = COLOUR_WORDS[card[0]]
    return f"the {english} {card[1:]}", f"die {german if german in UNINFLECTED else german + 'e'} {card[1:]}"


def line_words(cells: tuple[str, ...]) -> tuple[str, str]:
    """Return a line of three cells in words.

    >>> line_words(("a2", "b2", "c2"))
    ('row 2', 'Zeile 2')
    """
    one, two, three = cells
    if one[1] == two[1]:
        return f"row {one[1]}", f"Zeile {one[1]}"
    if one[0] == two[0]:
        return f"column {one[0]}", f"Spalte {one[0]}"
    return f"the diagonal from {one} to {three}", f"die Diagonale von {one} nach {three}"


def trio_words(colour: str | None, value: int | None) -> tuple[str, str]:
    """Return what the cards of a trio have in common.

    >>> trio_words("g", None), trio_words(None, 7)
    (('a green trio', 'ein grünes Trio'), ('a trio of the value 7', 'ein Trio mit dem Wert 7'))
    """
    if colour is None:
        return f"a trio of the value {value}", f"ein Trio mit dem Wert {value}"
    english, german = COLOUR_WORDS[colour]
    article = "an" if english[0] in "aeiou" else "a"
    return f"{article} {english} trio", f"ein {german if german in UNINFLECTED else german + 'es'} Trio"


def wanted_words(colour: str | None, value: int | None) -> tuple[str, str]:
    """Return which cards complete a line.

    >>> wanted_words("g", 7)
    ('a green card or a 7', 'eine grüne Karte oder eine 7')
    """
    english, german = [], []
    if colour is not None:
        name, name_de = COLOUR_WORDS[colour]
        article = "an" if name[0] in "aeiou" else "a"
        english.append(f"{article} {name} card")
        german.append(f"eine {name_de if name_de in UNINFLECTED else name_de + 'e'} Karte")
    if value is not None:
        english.append(f"{'an' if value in (8, 11) else 'a'} {value}")
        german.append(f"eine {value}")
    return " or ".join(english), " oder ".join(german)


def cell_names(cells: Iterable[int]) -> tuple[str, ...]:
    """Return the names of cells by their numbers.

    >>> cell_names([0, 4])
    ('a1', 'b2')
    """
    return tuple(cell_name(int(cell)) for cell in cells)
