"""TRIPLE³: what to look for, without naming the card."""

from tercet.games.options import Words


def nudge_towards(move: str | None) -> Words:
    """Return a hint at a move; None is to wait.

    >>> nudge_towards("play bc2 a1 circle").en
    'One of your cards fits.'
    """
    verb = (move or "").partition(" ")[0]
    match verb:
        case "play":
            return Words("One of your cards fits.", "Eine deiner Karten passt.")
        case "take":
            return Words("Take up cards.", "Nimm Karten auf.")
        case "go":
            return Words("Say go.", "Sag: Weiter.")
    return Words("Nothing of yours fits now.", "Gerade passt nichts von dir.")
