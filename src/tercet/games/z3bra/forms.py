"""Z3BRA: the forms of its options."""

from tercet.games.options import ROUNDS, Choice, Forms, OptionForm, Words

STARTER = OptionForm(
    label=Words("Starts the first round", "Beginnt die erste Runde"),
    about=Words("Who has the first turn of the match.", "Wer den allerersten Zug hat."),
    choices=(Choice(None, Words("by lot", "per Los")),),
    is_seat=True,
    is_rare=True,
)

FORMS: Forms = {"rounds": ROUNDS, "starter": STARTER}
