"""Which moves of Z3BRA can be taken back: those that have shown nobody a card, while the turn goes on.

Taking back is a service of the table and no rule. This file is plain Python: an edit of it compiles nothing anew.
"""

from tercet.games.kernel import State
from tercet.games.z3bra.rules import CELLS, CHOOSE, DROP, OVER, PREPARE, PUT, SWAP, TAKE, TRADE, TRIO


def why_move_stands(before: State, now: State, seat: int, move: int) -> tuple[str, str] | None:
    """Return why a move stands, in English and German; None if it can be taken back."""
    if reveals(before, seat, move):
        return "Your move has shown a card: it stands.", "Dein Zug hat eine Karte gezeigt: Er gilt."
    if now.seat != seat or now.phase in (PREPARE, CHOOSE, OVER):
        return "Your turn is over: your move stands.", "Du bist nicht mehr am Zug: Was du getan hast, gilt."
    return None


def reveals(before: State, seat: int, move: int) -> bool:
    """Return whether a move shows somebody a card, apart from what the end of a turn or round shows.

    Discards may be looked through (Z4), so a card taken from them is known. A swap leaves the cards as they lie (Z9),
    and after a trio the gaps are refilled unseen (Z17). A card from the draw pile becomes known when it is laid down, a
    face-down card when it is replaced (Z7, Z12).
    """
    if move == TAKE or SWAP <= move < TRADE or move >= TRIO:
        return False
    if PUT <= move < DROP:
        cell = move - PUT
    elif move >= TRADE:
        cell = (move - TRADE) % CELLS
    else:
        return True
    return bool(before.from_pile) or not int(before.up[seat]) >> cell & 1
