"""The story of a match in a sentence for each side: by how much it won or lost, what the luck did, what its moves."""

from tercet.coach.review import Account, Review
from tercet.games.registry import find

NOTICED = 0.5
"""Points below which something is not worth mentioning."""
COSTLY = 1.0
"""Points that a move costs at least to be counted as costly."""

Words = tuple[str, str]
"""English and German."""


def story(review: Review, side: int) -> tuple[str, str]:
    """Return how the result of a side came about, in English and German.

    Points are those ahead of or behind the mean of the other sides; in TRIPLE³ cards.
    """
    kind, account = find(review.game), review.leads[side]
    parts = [each for each in (luck_words(account, kind.pieces_are), losses_words(review, account, side)) if each]
    en, de = result_words(account, kind.scores_are)
    if not parts:
        return f"{en}.", f"{de}."
    return (
        f"{en}: {', '.join(each for each, _ in parts)}.",
        f"{de}: {', '.join(each for _, each in parts)}.",
    )


def rounded(points: float) -> str:
    """Return a number of points without needless digits.

    >>> rounded(7.04), rounded(-2.5), rounded(11.6)
    ('7', '2.5', '12')
    """
    size = abs(points)
    text = f"{size:.1f}" if size < 10 else f"{size:.0f}"
    return text.removesuffix(".0")


def german(number: str) -> str:
    """Return a number with a decimal comma."""
    return number.replace(".", ",")


def result_words(account: Account, unit: str) -> Words:
    """Return by how much a side is ahead or behind."""
    size = rounded(account.result)
    if size == "0":
        return "Level with the others", "Gleichauf mit den anderen"
    nouns = {"points": ("point", "points", "Punkt", "Punkte"), "cards": ("card", "cards", "Karte", "Karten")}[unit]
    en = f"{size} {nouns[0] if size == '1' else nouns[1]}"
    de = f"{german(size)} {nouns[2] if size == '1' else nouns[3]}"
    if account.result > 0:
        return f"Ahead by {en}", f"{de} voraus"
    return f"Behind by {en}", f"{de} zurück"


def luck_words(account: Account, piece: str) -> Words | None:
    """Return what luck gave or cost."""
    if abs(account.luck) < NOTICED:
        return None
    size = rounded(account.luck)
    german_piece = {"cards": "die Karten", "tiles": "die Steine"}[piece]
    if account.luck > 0:
        return f"the {piece} gave you {size}", f"{german_piece} brachten dir {german(size)}"
    return f"the {piece} cost you {size}", f"{german_piece} kosteten dich {german(size)}"


def losses_words(review: Review, account: Account, side: int) -> Words | None:
    """Return what the side's own moves cost, and how many of them cost most of it."""
    if account.own_losses < NOTICED:
        return None
    costly = [each for each in review.costliest(1000, side) if each.cost >= COSTLY]
    size = rounded(sum(each.cost for each in costly) if costly else account.own_losses)
    count_en, count_de = counted(len(costly)) if costly else ("small slips", "kleine Ungenauigkeiten")
    if account.luck <= -NOTICED:  # "the cards cost you 9, two moves 7"
        return f"{count_en} {size}", f"{count_de} {german(size)}"
    verb = "kostete" if len(costly) == 1 else "kosteten"
    return f"{count_en} cost you {size}", f"{count_de} {verb} dich {german(size)}"


def counted(moves: int) -> Words:
    """Return a number of moves in words.

    >>> counted(1), counted(2), counted(14)
    (('one move', 'ein Zug'), ('two moves', 'zwei Züge'), ('14 moves', '14 Züge'))
    """
    names = {
        1: ("one move", "ein Zug"),
        2: ("two moves", "zwei Züge"),
        3: ("three moves", "drei Züge"),
        4: ("four moves", "vier Züge"),
        5: ("five moves", "fünf Züge"),
    }
    return names.get(moves, (f"{moves} moves", f"{moves} Züge"))
