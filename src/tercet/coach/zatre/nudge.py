"""ZATRE: where to look for the best turn, without giving it away."""

from tercet.games.options import Words

COLUMNS = "abcdefghijklmno"
ACROSS = ("left", "", "right"), ("links", "", "rechts")
DOWN = ("upper", "", "lower"), ("oben", "", "unten")


def nudge_towards(move: str | None) -> Words:
    """Return a hint at the part of the board where a tile goes.

    >>> nudge_towards("1l3").en, nudge_towards("4h8").en, nudge_towards("2h14").de
    ('Look at the upper right.', 'Look at the middle of the board.', 'Sieh dir den Rand unten an.')
    """
    assert move is not None, "nobody waits in a game with turns"
    across, down = third(COLUMNS.index(move[1])), third(int(move[2:]) - 1)
    if across == down == 1:
        return Words("Look at the middle of the board.", "Sieh dir die Mitte des Bretts an.")
    if 1 in (across, down):
        en = (ACROSS[0][across] + DOWN[0][down]).replace("upper", "top").replace("lower", "bottom")
        return Words(f"Look at the {en} side.", f"Sieh dir den Rand {ACROSS[1][across] + DOWN[1][down]} an.")
    return Words(
        f"Look at the {DOWN[0][down]} {ACROSS[0][across]}.",
        f"Sieh dir das Brett {DOWN[1][down]} {ACROSS[1][across]} an.",
    )


def third(place: int) -> int:
    """Return in which third of the board a column or row is: 0, 1 or 2."""
    return place // 5
