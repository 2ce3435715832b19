"""What the engine makes of hundreds of score sheets, for the score pad of the browser client, which counts by itself.

`python tests/pad_cases.py` rewrites the file. `tests/test_pad_cases.py` compares it with the engine, and
`web/tests/pad.test.ts` the client with the file.
"""

import json
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

from tables import Setting, busy_move, finished_match
from tercet.game import Game
from tercet.games.kind import Kind, copied, round_scores
from tercet.games.registry import find
from tercet.games.z3bra import rules as z3bra
from tercet.games.zatre import rules
from tercet.games.zatre.table import ZatreSheet, look_at_sheets

FILE = Path(__file__).parents[1] / "web" / "tests" / "pad-cases.json"

ZATRE, Z3BRA, TRIPLE = find("zatre"), find("z3bra"), find("triple")
ZATRE_SETTINGS = [
    *(Setting("zatre", players) for players in range(2, 7)),
    *(Setting("zatre", players, (("pairs", True),)) for players in (4, 6)),
]
REAL_ROUNDS = 6
MADE_UP_ROUNDS = 11
"""Rounds of ZATRE for each setting: played by the rules, and with turns made up at random, which fill more boxes."""

NOTHING = [0, 0, 0, 0]
Turn = list[int]
"""The numbers of tens, elevens, twelves and crosses of a turn."""


def cases() -> dict[str, Any]:
    """Return all cases, as the file has them."""
    return {"zatre": list(zatre_cases()), "z3bra": list(z3bra_cases()), "triple": list(triple_cases())}


def zatre_cases() -> Iterator[dict[str, Any]]:
    for setting in ZATRE_SETTINGS:
        for seed in range(REAL_ROUNDS):
            yield played_round(setting, seed)
        for seed in range(MADE_UP_ROUNDS):
            yield made_up_round(setting, seed)


def played_round(setting: Setting, seed: int) -> dict[str, Any]:
    """Return a round of ZATRE, played at random by the rules."""
    game, random = setting.new(seed), Random(seed)
    turns_each = 2 if setting.options else 1
    turns: list[Turn] = []
    first = int(rules.side_of(game.states[0], game.to_act[0]))
    previous = None
    while not game.is_over:
        seat, move = busy_move(game, random)
        made = turn_ended_by(game, seat, move)
        game.play(seat, move)
        if made is not None:
            side = int(rules.side_of(game.states[0], seat))
            sides = int(rules.sides(game.states[0]))
            if seat == previous:  # nobody else could lay: this side's turn has come again
                turns.append(NOTHING)
            while (first + len(turns) // turns_each) % sides != side:
                turns.append(NOTHING)  # who can lay nothing has no turn in the engine, but one on the pad
            turns.append(made)
            previous = seat
    while len(turns) % turns_each:
        turns.append(NOTHING)
    return zatre_case(setting, first, turns, game.states)


def turn_ended_by(game: Game, seat: int, move: str) -> Turn | None:
    """Return what the turn makes that this move ends (T16, T18); None if it goes on."""
    after = copied(game.states)
    rules.lay(after[0], seat, game.kind.number(move))
    return rules.count_turn(after[0]).tolist() if rules.has_finished(after[0], seat) else None


def made_up_round(setting: Setting, seed: int) -> dict[str, Any]:
    """Return a round of ZATRE whose turns and tiles left over are made up, entered into the sheets by the engine."""
    random = Random(f"{setting} {seed}")
    states = rules.blank(setting.players, bool(setting.options))
    s = states[0]
    sides, turns_each = int(rules.sides(s)), 2 if setting.options else 1
    first = random.randrange(sides)
    turns = [made_up_turn(random) for _ in range(turns_each * sides * random.randrange(4, 22))]
    turns[0] = random.choice([NOTHING, [1, 0, 0, 1], [0, 1, 1, 2], [0, 0, 2, 1]])  # the opening (T6, T18)
    for number, made in enumerate(turns):
        enter_turn(states, (first + number // turns_each) % sides, made)
    for seat in range(setting.players):
        for _ in range(random.choice([0, 0, 1, 2, 5])):
            s.held[seat, random.randrange(rules.PIPS)] += 1
    s.over = 1
    return zatre_case(setting, first, turns, states)


def made_up_turn(random: Random) -> Turn:
    lines = [random.choice([0, 0, 0, 1, 1, 2, 3]) for _ in range(3)]
    return [*lines, random.choice([0, 0, 1, 2, 3]) if any(lines) else 0]


def enter_turn(states: Any, side: int, made: Turn) -> None:
    """T17 to T19: Enter a turn into a sheet, with the engine's own function."""
    for box in range(3):
        if made[box]:
            rules.enter(states[0], side, box * rules.BOX_BITS, rules.BOX, made[box])
    for _ in range(made[rules.CROSSES]):
        rules.enter(states[0], side, rules.CROSS_SHIFT, 1, 1)


def zatre_case(setting: Setting, first: int, turns: list[Turn], states: Any) -> dict[str, Any]:
    """Return a finished round: turns and tiles that go into a pad, sheets and scores that must come out."""
    s, scores = states[0], round_scores(states)
    sides = range(int(rules.sides(s)))
    seats = [[seat for seat in range(setting.players) if rules.side_of(s, seat) == side] for side in sides]
    return {
        "players": setting.players,
        "pairs": bool(setting.options),
        "starter": first,
        "turns": " ".join("".join(map(str, turn)) for turn in turns),
        "left": [[int(sum(s.held[seat, pip] for seat in of)) for pip in range(rules.PIPS)] for of in seats],
        "sheets": [[sheet_text(sheet), sheet.minus, sheet.total] for sheet in look_at_sheets(states, over=True)],
        "winners": ZATRE.best(scores, lowest=ZATRE.lowest_wins),
    }


def sheet_text(sheet: ZatreSheet) -> str:
    """Return the rows of a sheet as the worked examples write them: cross, 10, 11, 12, bonus, total."""
    rows = [(row.cross and "X", row.ten, row.eleven, row.twelve, row.bonus, row.total) for row in sheet.rows]
    return " / ".join(" ".join(str(box or "-") for box in row) for row in rows)


def z3bra_cases() -> Iterator[dict[str, Any]]:
    """Yield matches played by the rules, with who started each round (Z5), and the highest scores there can be."""
    values = sorted((int(z3bra.VALUE[kind]) for kind in z3bra.ALL_CARDS), reverse=True)
    for players in range(Z3BRA.min_players, Z3BRA.max_players + 1):
        for seed in range(3):
            match = finished_match(Setting("z3bra", players), seed, rounds=players + seed)
            yield {
                "players": players,
                "starters": [game.starter for game in match.rounds],
                "rounds": [list(game.scores or ()) for game in match.rounds],
                "totals": list(match.totals),
                "winners": list(match.winners),
                "most": sum(values[: (z3bra.CELLS + z3bra.RESERVE) * players]),
            }


def triple_cases() -> Iterator[dict[str, Any]]:
    """Yield matches with made-up rounds: the winners of each, the chips, and who wins the match (P15, P16)."""
    for players in range(TRIPLE.min_players, TRIPLE.max_players + 1):
        for seed in range(20):
            random = Random(f"{players} {seed}")
            goal = random.choice([1, 2, 4, 4, 7])
            options = TRIPLE.make_options(players, {"chips": goal})
            rounds: list[list[int]] = []
            while not rounds or not TRIPLE.is_decided(options, rounds, TRIPLE.totals(rounds, players)):
                rounds.append([random.randrange(4) for _ in range(players)])
            yield {
                "players": players,
                "goal": goal,
                "rounds": [round_winners(TRIPLE, cards) for cards in rounds],
                "totals": TRIPLE.totals(rounds, players),
                "winners": TRIPLE.best(TRIPLE.totals(rounds, players), lowest=TRIPLE.lowest_wins),
            }


def round_winners(kind: Kind, scores: list[int]) -> list[int]:
    return kind.best(scores, lowest=kind.is_low_score_better)


def text_of(found: dict[str, Any]) -> str:
    """Return the cases as JSON, one in a line."""
    parts = []
    for game, of_game in found.items():
        lines = ",\n".join(json.dumps(case, separators=(",", ":")) for case in of_game)
        parts.append(f'"{game}": [\n{lines}\n]')
    return "{\n" + ",\n".join(parts) + "\n}\n"


if __name__ == "__main__":
    FILE.write_text(text_of(cases()), "utf-8")
