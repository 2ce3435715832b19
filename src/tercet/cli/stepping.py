"""Step through a record in the terminal."""

from pathlib import Path

from rich.console import Console, RenderableType
from rich.text import Text

from tercet import records
from tercet.cli.input import Lines
from tercet.cli.progress import warm_up
from tercet.cli.words import say
from tercet.errors import RecordError, UsageError
from tercet.game import Game
from tercet.games.registry import NAMES
from tercet.pictures.terminal import draw
from tercet.replay import replay


def step_through(file: Path, seat: int | None, *, is_open: bool, language: str) -> None:
    """Show a record position by position, as a seat or a spectator saw it. Raise RecordError or UsageError."""
    record = records.load(file)
    warm_up([record.game] if record.game in NAMES else [])
    names = [player.name for player in record.players]
    if seat is not None and not 0 <= seat < len(names):
        raise UsageError(f"The seats are 0 to {len(names) - 1}; there is no seat {seat}.")
    frames: list[tuple[str, RenderableType]] = []
    wrong: RecordError | None = None
    try:
        for match in replay(record):
            frames.append((caption(match.game, names, language), picture(match.game, seat, names, is_open, language)))
    except RecordError as error:
        wrong = error
    if wrong is not None and not frames:
        raise wrong
    show_frames(frames, wrong, language)


def caption(game: Game, names: list[str], language: str) -> str:
    """Return the round and the last move."""
    what = say(language, "deal") if not game.moves else f"{names[int(game.moves[-1][0])]}: {game.moves[-1][1]}"
    return f"{say(language, 'round', n=game.round_number)}: {what}"


def picture(game: Game, seat: int | None, names: list[str], is_open: bool, language: str) -> RenderableType:
    """Return a drawing of the table as a seat or a spectator saw it, or with all cards open."""
    table = game.open_table if is_open else game.view(seat).table
    return draw(table, names, language)


def show_frames(frames: list[tuple[str, RenderableType]], wrong: RecordError | None, language: str) -> None:
    """Show frames as the user asks: Enter for the next, b back, a number to jump, q to leave."""
    console, lines = Console(), Lines()
    number = 0
    while True:
        what, drawing = frames[number]
        console.print(drawing)
        console.print(Text(say(language, "step", n=number, all=len(frames) - 1, what=what), style="bold"))
        if wrong is not None and number == len(frames) - 1:
            console.print(Text(str(wrong), style="red"))
        answer = lines.ask(say(language, "step_prompt"))
        if answer is None or answer == "q":
            return
        if answer.isdecimal():
            number = min(int(answer), len(frames) - 1)
        elif answer == "b":
            number = max(number - 1, 0)
        elif number == len(frames) - 1:
            return
        else:
            number += 1
