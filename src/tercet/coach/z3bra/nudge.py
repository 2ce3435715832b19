"""Z3BRA: where to look for the best move, without giving it away."""

from tercet.games.options import Words

ROWS = {"1": ("top", "oberste"), "2": ("middle", "mittlere"), "3": ("bottom", "unterste")}


def nudge_towards(move: str | None) -> Words:
    """Return a hint at a move.

    >>> nudge_towards("put c2").en, nudge_towards("take").de
    ('Look at your middle row.', 'Sieh dir den Ablagestapel an.')
    """
    verb, *places = (move or "").split()
    match verb:
        case "put" | "flip":
            return row_words(places[0])
        case "swap":
            return Words("Two of your cards lie in the wrong places.", "Zwei deiner Karten liegen am falschen Platz.")
        case "trio":
            return Words("Something of yours can go already.", "Etwas von dir kann schon weg.")
        case "take":
            return Words("Look at the discards.", "Sieh dir den Ablagestapel an.")
        case "draw":
            return Words("What lies open helps you little.", "Was offen liegt, hilft dir wenig.")
        case "drop":
            return Words("Do you need this card anywhere?", "Brauchst du diese Karte irgendwo?")
        case "trade":
            return Words("Look at what the others have.", "Sieh dir an, was die anderen haben.")
    return Words("Look at what is left of your area.", "Sieh dir an, was von deiner Auslage übrig ist.")


def row_words(cell: str) -> Words:
    """Return the hint at the row of a cell."""
    en, de = ROWS[cell[1]]
    return Words(f"Look at your {en} row.", f"Sieh dir deine {de} Zeile an.")
