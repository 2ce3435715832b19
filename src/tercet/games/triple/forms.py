"""TRIPLE³: the forms of its options."""

from tercet.games.options import Choice, Forms, OptionForm, Words

MINUTE = 60_000

CHIPS = OptionForm(
    label=Words("Chips to win", "Chips zum Sieg"),
    about=Words(
        "Whoever wins a round gets a chip. The first with this many wins the match.",
        "Wer eine Runde gewinnt, bekommt einen Chip. Wer zuerst so viele hat, gewinnt.",
    ),
)
HANDICAP = OptionForm(
    label=Words("Extra cards", "Zusätzliche Karten"),
    about=Words(
        "A handicap: stronger players get more cards.",
        "Eine Vorgabe: Wer stärker spielt, bekommt mehr Karten.",
    ),
    is_rare=True,
)
CALL = OptionForm(
    label=Words("Who calls", "Wer sagt an"),
    about=Words(
        "Who names what the three cards have in common.",
        "Wer nennt, was die drei Karten gemeinsam haben.",
    ),
    choices=(
        Choice(
            "auto",
            Words("The table calls", "Der Tisch sagt an"),
            Words(
                "The table calls for you: every property of which your card made a new triple on the grid you saw.",
                "Der Tisch sagt für dich an: jedes Merkmal, mit dem deine Karte im Raster, das du gesehen hast, "
                "einen neuen Dreier ergab.",
            ),
        ),
        Choice(
            "self",
            Words("Call it yourself", "Selbst ansagen"),
            Words(
                "As printed: you name the colour, the shape or the number yourself. A wrong call does not count.",
                "Wie in der Anleitung: Du sagst Farbe, Form oder Anzahl selbst an. Eine falsche Ansage gilt nicht.",
            ),
        ),
    ),
)
PATIENCE = OptionForm(
    label=Words("A standstill ends the round", "Stillstand beendet die Runde"),
    about=Words(
        "If nobody lays a card for that long, the round ends, and whoever has the fewest cards wins.",
        "Legt so lange niemand eine Karte, endet die Runde, und wer die wenigsten Karten hat, gewinnt.",
    ),
    choices=(
        Choice(
            None,
            Words("never", "nie"),
            Words(
                "The round goes on until somebody has no cards left, or no card fits anywhere.",
                "Die Runde geht weiter, bis jemand keine Karten mehr hat oder nirgends mehr eine passt.",
            ),
        ),
        Choice(MINUTE, Words("after 1 min", "nach 1 Min.")),
        Choice(2 * MINUTE, Words("after 2 min", "nach 2 Min.")),
        Choice(5 * MINUTE, Words("after 5 min", "nach 5 Min.")),
    ),
    unit="milliseconds",
)

FORMS: Forms = {"chips": CHIPS, "handicap": HANDICAP, "call": CALL, "patience": PATIENCE}
