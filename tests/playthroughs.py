"""Golden playthroughs: one file for each setting, with every move and what it changes in every seat's view.

`python tests/playthroughs.py` rewrites them. Look at the difference before committing it.
"""

from pathlib import Path
from random import Random
from typing import Any

import msgspec

from tables import SETTINGS, Setting, play_on
from tercet.game import Game

FOLDER = Path(__file__).parent / "golden"
SEED = 2026


def file_of(setting: Setting) -> Path:
    name = str(setting).replace("=", "-").replace(", ", ".").strip("()").replace("(", "").replace(")", "")
    return FOLDER / f"{name}.txt"


def facts(value: Any, path: str = "") -> dict[str, str]:
    """Return the values in a view by their path, as text. ZATRE's lines are named by their fields."""
    if isinstance(value, dict):
        return {key: text for name, part in value.items() for key, text in facts(part, f"{path}.{name}").items()}
    if isinstance(value, list) and path.endswith("lines"):
        return {f"{path[1:]}.{line['first']}-{line['last']}": str(line["sum"]) for line in value}
    if isinstance(value, list) and any(isinstance(part, dict) for part in value):
        return {key: text for n, part in enumerate(value) for key, text in facts(part, f"{path}.{n}").items()}
    return {path[1:]: msgspec.json.encode(value).decode()}


def views(game: Game) -> dict[str, dict[str, str]]:
    """Return the views of all seats and of a spectator, with their legal moves."""
    shown = {}
    for seat in (*range(game.players), None):
        view = game.view(seat)
        name = "spectator" if seat is None else str(seat)
        shown[name] = facts(msgspec.to_builtins(view.table)) | {"moves": " | ".join(view.legal_moves())}
        shown[name].pop("seat")
    return shown


def changes(before: dict[str, dict[str, str]], after: dict[str, dict[str, str]]) -> list[str]:
    """Return a line for each change, with the viewers who see it."""
    seen_by: dict[str, list[str]] = {}
    for viewer, new in after.items():
        old = before.get(viewer, {})
        for path in sorted(old.keys() | new.keys()):
            if old.get(path) != new.get(path):
                seen_by.setdefault(f"{path} = {new.get(path, 'gone')}", []).append(viewer)
    return [f"  {'all' if len(who) == len(after) else ','.join(who)}: {line}" for line, who in seen_by.items()]


def playthrough(setting: Setting, moves: list[str] | None = None) -> str:
    """Return the text of a playthrough with these moves, or with random ones."""
    game = setting.new(SEED)
    lines = [f"# {setting}, seed {SEED}"]
    lines += [f"# {name} {msgspec.json.encode(outcome).decode()}" for name, outcome in game.round_record().chance]
    now = views(game)
    lines += changes({}, now)
    random = Random(SEED)
    steps = play_on(game, random, limit=200) if moves is None else replayed(game, moves)
    for step in steps:
        if step.moves:
            lines.append(
                "> " + " ".join(str(part) for part in (step.moves[-1][0], *step.moves[-1][2:], step.moves[-1][1]))
            )
            before, now = now, views(step)
            lines += changes(before, now)
    lines.append(f"# scores {game.scores}, winners {game.winners}")
    return "\n".join(lines) + "\n"


def replayed(game: Game, moves: list[str]) -> Any:
    """Play the moves of a golden file. Yield the game after each."""
    for line in moves:
        seat, *rest = line.split(" ")
        time = int(rest.pop(0)) if game.kind.is_race else None
        game.play(int(seat), " ".join(rest), time)
        yield game


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for each in SETTINGS:
        file_of(each).write_text(playthrough(each), "utf-8")
