"""ZATRE: the forms of its options."""

from tercet.games.options import ROUNDS, Forms, OptionForm, Words

PAIRS = OptionForm(
    label=Words("In pairs", "In Paaren"),
    about=Words(
        "For 4 or 6 players: partners sit side by side and share one sheet.",
        "Zu viert oder zu sechst: Je zwei sitzen nebeneinander und füllen ein gemeinsames Blatt.",
    ),
    players=(4, 6),
)

FORMS: Forms = {"rounds": ROUNDS, "pairs": PAIRS}
