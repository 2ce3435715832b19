"""A bot program for all games: tercet league zatre --bots novice,"exec:python examples/foreign_bot.py"."""

import json
import random
import sys

for line in sys.stdin:
    question = json.loads(line)
    moves = question["moves"]
    chance = random.Random(f"{question['seed']} {moves}")

    if question["game"] == "triple":  # everybody plays at once: lay a card if one fits, else take one, else wait
        plays = [move for move in moves if move.startswith("play")]
        takes = [move for move in moves if move == "go" or move.startswith("take")]
        answer = {"move": plays[0] if plays else takes[-1] if takes else None, "after": chance.randrange(500, 1500)}
    elif question["game"] == "z3bra":  # complete a trio if possible
        trios = [move for move in moves if move.startswith(("trio", "trade"))]
        answer = {"move": chance.choice(trios or moves)}
    else:
        answer = {"move": chance.choice(moves)}

    print(json.dumps(answer), flush=True)
