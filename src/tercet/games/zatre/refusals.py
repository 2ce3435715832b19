"""ZATRE: refusals of illegal moves, in English and German. `rules` decides; here we find which rule is broken."""

from tercet.errors import IllegalMove
from tercet.games.kernel import State
from tercet.games.zatre import rules
from tercet.games.zatre.notation import FIELD_NAMES


def refusal(s: State, seat: int, move: int) -> IllegalMove:
    """Return the refusal of a move that is not legal for this seat. The state is masked for the seat."""
    pips, field = move // rules.FIELDS + 1, move % rules.FIELDS
    name = FIELD_NAMES[field]
    if not int(s.acting) >> seat & 1:
        return not_on_turn(s, seat)
    if s.held[seat, pips - 1] == 0:
        return IllegalMove("T7", en=f"You hold no tile with {pips} pips.", de=f"Du hast keinen Stein mit {pips} Augen.")
    if s.opening and s.tile[rules.CENTRE] == 0:
        return IllegalMove(
            "T6",
            [name, "h8"],
            en="The first tile goes on the red field.",
            de="Der erste Stein kommt auf das rote Feld.",
        )
    if s.room[field] < pips:
        return does_not_fit(s, field, pips)
    return light_field(s, name, field)


def not_on_turn(s: State, seat: int) -> IllegalMove:
    if s.over:
        return IllegalMove("T21", en="The game is over.", de="Die Partie ist vorbei.")
    if int(s.waiting) >> seat & 1:
        if s.laying >= 0:
            return IllegalMove(
                "T25",
                en="Your partner is laying; your turn comes after that.",
                de="Dein Partner legt gerade; danach bist du dran.",
            )
        if s.opening:
            return IllegalMove(
                "T25",
                en="Your partner opens; your turn comes after that.",
                de="Dein Partner eröffnet; danach bist du dran.",
            )
        return IllegalMove(
            "T11", en="None of your tiles fits anywhere now.", de="Keiner deiner Steine passt jetzt irgendwo."
        )
    return IllegalMove("T7", en="It is another player's turn.", de="Jemand anders ist am Zug.")


def does_not_fit(s: State, field: int, pips: int) -> IllegalMove:
    name = FIELD_NAMES[field]
    if s.tile[field] != 0:
        return IllegalMove(
            "T9", [name], en="A tile lies on this field already.", de="Auf diesem Feld liegt schon ein Stein."
        )
    lines = [(rules.run(s, field, way), rules.run(s, field, way ^ 1)) for way in (rules.WEST, rules.NORTH)]
    sums = [one[0] + two[0] for one, two in lines]
    if max(sums) == 0:
        return IllegalMove(
            "T9",
            [name],
            en="This field touches no tile on the board.",
            de="Dieses Feld berührt keinen Stein auf dem Brett.",
        )
    total = max(sums) + pips
    cells = [name, *line_cells(s, field, rules.WEST if sums[0] == max(sums) else rules.NORTH)]
    return IllegalMove(
        "T10",
        cells,
        en=f"A {pips} here would make a line of {total}; 12 is the most.",
        de=f"Eine {pips} ergäbe hier eine Reihe mit {total}; höchstens 12 sind erlaubt.",
    )


def line_cells(s: State, field: int, way: int) -> list[str]:
    """Return the fields of the tiles that a tile on an empty field would join along an axis."""
    names = []
    for side in (way, way ^ 1):
        end = int(rules.NEXT[side, field])
        while s.tile[end] != 0:
            names.append(FIELD_NAMES[end])
            end = int(rules.NEXT[side, end])
    return names


def light_field(s: State, name: str, field: int) -> IllegalMove:
    owing = [FIELD_NAMES[each] for each in range(rules.DARK, rules.FIELDS) if is_owing(s, each)]
    if owing:
        return IllegalMove(
            "T12",
            [name, *owing],
            en="Your tile on the light field still needs a line of 10, 11 or 12 in this turn.",
            de="Dein Stein auf dem hellen Feld braucht in diesem Zug noch eine Reihe mit 10, 11 oder 12.",
        )
    return IllegalMove(
        "T12",
        [name],
        en="A light field needs a line of 10, 11 or 12 in this turn; your tile fits on a dark field.",
        de="Ein helles Feld verlangt in diesem Zug eine Reihe mit 10, 11 oder 12; dein Stein passt auf ein dunkles.",
    )


def is_owing(s: State, field: int) -> bool:
    fresh = int(s.tile[field]) & (rules.FRESH | rules.EXCUSED) == rules.FRESH
    return fresh and not rules.is_in_scoring_line(s, field)
