"""The texts of the terminal, in English and German. Refusals of moves are with the games."""

WORDS = {
    "which_game": ("Which game ({games})? Enter for {first}:", "Welches Spiel ({games})? Enter für {first}:"),
    "goodbye": ("Goodbye.", "Tschüss."),
    "you": ("you", "du"),
    "seat": ("seat {seat}", "Platz {seat}"),
    "your_move": ("Your move (a number or its text; h for help):", "Dein Zug (Nummer oder Text; h für Hilfe):"),
    "any_time": (
        "You may act at any time: take [n] · CARD CELL, e.g. bc2 a1 · stop · go (h for help)",
        "Du darfst jederzeit handeln: take [n] · KARTE FELD, z. B. bc2 a1 · stop · go (h für Hilfe)",
    ),
    "call_yourself": ("Name the property too: bc2 a1 blue", "Sage auch das Merkmal an: bc2 a1 blue"),
    "nobody_else": ("Nobody but you may act now.", "Niemand außer dir darf jetzt handeln."),
    "ready": ("Press Enter to start.", "Drücke Enter zum Start."),
    "refused": ("Not possible. {reason} Ask why for the rule.", "Geht nicht. {reason} Frage mit why nach der Regel."),
    "nothing_refused": ("Nothing has been refused yet.", "Bisher wurde nichts abgelehnt."),
    "saved": ("Saved as {file}.", "Gespeichert als {file}."),
    "not_saved": ("That could not be saved: {reason}", "Das konnte nicht gespeichert werden: {reason}"),
    "no_save_yet": (
        "The record would show hidden cards: it can be saved when the match is over, or with save! at once.",
        "Die Aufzeichnung würde verdeckte Karten zeigen: Speichern geht nach dem Ende, oder sofort mit save!.",
    ),
    "round_over": ("The round is over.", "Die Runde ist vorbei."),
    "points": ("{name}: {points} points", "{name}: {points} Punkte"),
    "cards_left": ("{name}: {points} cards left", "{name}: {points} Karten übrig"),
    "totals": ("So far: {totals}", "Bisher: {totals}"),
    "next_round": ("Press Enter for the next round.", "Drücke Enter für die nächste Runde."),
    "winner": ("Won by {names}.", "Gewonnen: {names}."),
    "save_prompt": ("Save the record as (Enter for no):", "Aufzeichnung speichern als (Enter für nein):"),
    "step": ("Move {n} of {all}: {what}", "Zug {n} von {all}: {what}"),
    "deal": ("the deal", "die Verteilung"),
    "step_prompt": ("Enter next · b back · number · q leave:", "Enter weiter · b zurück · Nummer · q Ende:"),
    "round": ("Round {n}", "Runde {n}"),
    "help": (
        "Type a move or its number. why: the rule behind the last refusal. rule Z12: that rule. save FILE: the record. "
        "wait: let somebody else go first who may (a partner in ZATRE). q: leave.",
        "Gib einen Zug oder seine Nummer ein. why: die Regel zur letzten Ablehnung. rule Z12: diese Regel. "
        "save DATEI: die Aufzeichnung. wait: jemand anderem den Vortritt lassen (dem Partner in ZATRE). q: Ende.",
    ),
    # The review.
    "reviewing": ("Reviewing", "Durchsehen"),
    "review_title": ("Points ahead of the others, as {judge} judges", "Punkte Vorsprung, nach dem Urteil von {judge}"),
    "review_start": ("start", "Start"),
    "review_luck": ("luck", "Glück"),
    "review_own_losses": ("own moves", "eigene Züge"),
    "review_others_losses": ("others' moves", "Züge der anderen"),
    "review_remainder": ("unforeseen", "unvorhersehbar"),
    "review_result": ("result", "Ergebnis"),
    "review_caption": ("The columns add up to the result.", "Die Spalten ergeben zusammen das Ergebnis."),
    "review_curve": ("Chance to win, round {n}", "Gewinnchance, Runde {n}"),
    "review_costs": ("The most costly decisions:", "Die teuersten Entscheidungen:"),
    "review_no_costs": ("None cost anything.", "Keine hat etwas gekostet."),
    "review_cost": (
        "Round {round}, move {n}, {name}: {played} cost {cost} points and {chance} % of winning; better: {better}",
        "Runde {round}, Zug {n}, {name}: {played} kostete {cost} Punkte und {chance} % Gewinnchance; besser: {better}",
    ),
    "review_luck_title": ("The largest strokes of luck:", "Die größten Glücksfälle:"),
    "review_stroke": (
        "Round {round}, move {n}: {what} ({pieces}): {luck} points for {side}",
        "Runde {round}, Zug {n}: {what} ({pieces}): {luck} Punkte für {side}",
    ),
    "review_time": (
        "Round {round}, {name}: {laid} laid, {left} left, {mean} s until a card that fitted was laid, {missed} missed",
        "Runde {round}, {name}: {laid} gelegt, {left} übrig, {mean} s, bis eine passende Karte lag, {missed} verpasst",
    ),
    "review_moves": ("moves", "Züge"),
    "review_chance": ("chance to win, %", "Gewinnchance, %"),
    # Puzzles.
    "puzzle_title": (
        "Puzzle {n}, grade {grade} of 5: find the best turn.",
        "Rätsel {n}, Stufe {grade} von 5: Finde den besten Zug.",
    ),
    "puzzle_prompt": ("Your move (? for the solution, q to leave):", "Dein Zug (? für die Lösung, q zum Beenden):"),
    "puzzle_right": (
        "Right! Any other turn is at least {margin} points worse.",
        "Richtig! Jeder andere Zug ist mindestens {margin} Punkte schlechter.",
    ),
    "puzzle_wrong": (
        "There is a better turn: this one costs {cost} points. Try again.",
        "Es geht besser: Dieser Zug kostet {cost} Punkte. Versuch es noch einmal.",
    ),
    "puzzle_solution": ("The best turn: {moves}", "Der beste Zug: {moves}"),
    # What a kind of move does, as a heading over its moves.
    "do_flip": ("turn a card up", "eine Karte aufdecken"),
    "do_draw": ("draw the top card of the draw pile", "die oberste Karte vom Nachziehstapel ziehen"),
    "do_take": ("take the top discard", "die oberste Karte vom Ablagestapel nehmen"),
    "do_put": (
        "put the card here; what lies there is discarded",
        "die Karte hierhin legen; was dort liegt, wird abgelegt",
    ),
    "do_drop": ("decline the card, then turn one up", "die Karte ablehnen, dann eine aufdecken"),
    "do_trade": (
        "give the card to another player for this one, which completes your trio here",
        "die Karte einem anderen geben und dafür diese nehmen, die hier dein Trio vollendet",
    ),
    "do_swap": ("swap two of your cards, then turn one up", "zwei Karten vertauschen, dann eine aufdecken"),
    "do_trio": ("discard this trio, the last card on top", "dieses Trio ablegen, die letzte Karte nach oben"),
    "do_fold": (
        "close the area up to 2 rows of 3 or 3 rows of 2",
        "die Auslage zu 2 Zeilen mit 3 oder 3 Zeilen mit 2 Karten zusammenschieben",
    ),
    "do_lay": ("lay a {pips}", "eine {pips} legen"),
    "happened": ("{name}: {move}", "{name}: {move}"),
}


def say(language: str, key: str, **values: object) -> str:
    """Return a phrase in one of the languages.

    >>> say("de", "round", n=3)
    'Runde 3'
    """
    english, german = WORDS[key]
    return (german if language == "de" else english).format(**values)
