"""A match of a person against bots, in the terminal."""

import asyncio
import secrets
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from time import monotonic
from typing import Any

from rich.columns import Columns
from rich.console import Console
from rich.markdown import Markdown
from rich.text import Text

from tercet.bots.base import Bot
from tercet.bots.registry import LEVELS, available, live_budget, make, names_for
from tercet.cli.input import Lines
from tercet.cli.progress import warm_up
from tercet.cli.words import say
from tercet.errors import IllegalMove, TercetError, UsageError
from tercet.game import Game
from tercet.games.kind import LegalMove
from tercet.games.registry import NAMES, find
from tercet.match import Match
from tercet.pictures.terminal import draw
from tercet.records import Player
from tercet.rules_text import rule_text

CHECK_INTERVAL = 100
"""Milliseconds between checks of a deadline that a move or a stop may have put off."""


@dataclass(frozen=True)
class Seating:
    """The arguments of `tercet play`."""

    game: str | None
    players: int | None
    seat: int
    bots: Sequence[str] | None
    seed: int | None
    options: dict[str, Any]
    record: Path | None


class Left(Exception):
    """Raised when the person leaves the table."""


def play_at_table(seating: Seating, language: str) -> None:
    """Play a match; ask for the game if none is given. Raise UsageError for impossible arguments."""
    lines = Lines()
    game = seating.game
    while game is None:
        answer = lines.ask(say(language, "which_game", games=", ".join(NAMES), first=NAMES[0]), NAMES)
        if answer is None:
            return
        game = answer if answer in NAMES else None if answer else NAMES[0]
    kind = find(game)
    players = seating.players or kind.min_players
    kind.make_options(players, seating.options)
    if not 0 <= seating.seat < players:
        raise UsageError(f"The seats are 0 to {players - 1}; there is no seat {seating.seat}.")
    names = names_for(players - 1, seating.bots or [available(LEVELS[0] if kind.is_race else "expert", game)], game)
    warm_up([game], names)
    Terminal(kind.name, players, seating, names, lines, language).run()


class Terminal:
    """A match in a terminal: shows the table, reads the person's moves, moves the bots."""

    def __init__(
        self, game: str, players: int, seating: Seating, bots: Sequence[str], lines: Lines, language: str
    ) -> None:
        self.seat, self.language, self.lines = seating.seat, language, lines
        self.record_file = seating.record
        self.console = Console()
        others = [seat for seat in range(players) if seat != self.seat]
        chance = secrets.token_hex() if seating.seed is None else seating.seed
        self.bots: dict[int, Bot] = {
            seat: make(name, game, f"{chance} {seat}") for seat, name in zip(others, bots, strict=True)
        }
        seats = [
            Player(name=f"{bot.name} {seat}", kind="bot", bot=bot.name)
            if (bot := self.bots.get(seat))
            else Player(name=say(language, "you"), kind="human")
            for seat in range(players)
        ]
        self.names = [player.name for player in seats]
        self.match = Match(game, players, seed=seating.seed, seats=seats, **seating.options)
        self.refused: IllegalMove | None = None

    @property
    def game(self) -> Game:
        """The round being played."""
        return self.match.game

    def say(self, key: str, **values: object) -> str:
        """Return a phrase in the person's language."""
        return say(self.language, key, **values)

    def run(self) -> None:
        """Play all rounds, then offer the record."""
        try:
            while True:
                if self.game.kind.is_race:
                    self.show_table()
                    self.ask(self.say("ready"))
                    asyncio.run(self.play_race())
                else:
                    self.play_turns()
                self.show_table()
                self.show_result()
                if self.match.is_over:
                    break
                self.ask(self.say("next_round"))
                self.match.next_round()
            self.offer_record()
        except Left:
            self.console.print(self.say("goodbye"))

    def ask(self, prompt: str, choices: Sequence[str] = ()) -> str:
        """Return a line from the person. Raise Left if they leave."""
        line = self.lines.ask(prompt, choices)
        if line is None or line.lower() in ("q", "quit", "exit"):
            raise Left
        return line

    # --- Output

    def show_table(self) -> None:
        """Print the table as the person's seat may see it."""
        self.console.print()
        self.console.print(draw(self.game.view(self.seat).table, self.names, self.language))

    def show_moves(self, described: Sequence[LegalMove]) -> None:
        """Print the legal moves, numbered and grouped by what they do."""
        groups: dict[str, list[str]] = {}
        for number, legal in enumerate(described, 1):
            heading, note = self.explain(legal)
            groups.setdefault(heading, []).append(f"{number} {legal.move}{note}")
        for heading, entries in groups.items():
            self.console.print(Text(f"  {heading}", style="dim"))
            self.console.print(Columns([Text(f"    {entry}") for entry in entries], padding=(0, 1)))

    def explain(self, legal: LegalMove) -> tuple[str, str]:
        """Return the kind of a move as a heading, and what this move does in particular."""
        if self.game.kind.pieces_are == "tiles":
            sums = "/".join(map(str, legal.sums))
            return self.say("do_lay", pips=legal.move[0]), f" ({sums})" if sums else ""
        word = legal.move.split(maxsplit=1)[0]
        return f"{word}: {self.say(f'do_{word}')}", ""

    def show_happened(self, seat: int, move: str) -> None:
        """Print a move that somebody has made."""
        self.console.print(Text(self.say("happened", name=self.names[seat], move=move), style="bold"))

    def show_result(self) -> None:
        """Print the scores of the round, the totals, and the winners once the match is over."""
        self.console.print(self.say("round_over"))
        key = {"points": "points", "cards": "cards_left"}[self.game.kind.scores_are]
        scores = self.game.scores or ()
        sides = self.game.kind.sides_of(self.game.states[0])
        for side, points in zip(sides, scores, strict=True):
            name = " + ".join(self.names[seat] for seat in side)
            self.console.print("  " + self.say(key, name=name, points=points))
        if len(self.match.rounds) > 1 or not self.match.is_over:
            self.console.print(self.say("totals", totals=", ".join(map(str, self.match.totals))))
        if self.match.is_over:
            winners = ", ".join(self.names[seat] for seat in self.match.winners)
            self.console.print(Text(self.say("winner", names=winners), style="bold"))

    # --- In turns

    def play_turns(self) -> None:
        """Play a round in turns."""
        while not self.game.is_over:
            if self.seat in self.game.to_act:
                self.play_person_turn()
            else:
                self.play_bot_turn()

    def play_bot_turn(self) -> None:
        """Make a move of the first bot that may act; say so if there is none."""
        seats = [seat for seat in self.game.to_act if seat != self.seat]
        if not seats:
            self.console.print(self.say("nobody_else"))
            return
        bot = self.bots[seats[0]]
        move = bot.choose(self.game.view(seats[0]), live_budget(bot.name))
        assert move is not None, "nobody may wait in a game with turns"
        self.game.play(seats[0], move)
        self.show_happened(seats[0], move)

    def play_person_turn(self) -> None:
        """Ask the person until a move has been made."""
        self.show_table()
        described = self.game.view(self.seat).described_moves()
        moves = [legal.move for legal in described]
        self.show_moves(described)
        before = len(self.game.moves)
        while len(self.game.moves) == before:
            line = self.ask(self.say("your_move"), moves)
            if line.isdecimal() and 1 <= int(line) <= len(moves):
                line = moves[int(line) - 1]
            self.carry_out(line)

    def carry_out(self, line: str, milliseconds: int | None = None) -> None:
        """Carry out an input line: a move or another command."""
        match line.split():
            case []:
                return
            case ["h" | "help" | "?"]:
                self.console.print(self.say("help"))
            case ["why"]:
                self.show_rule(self.refused.rule if self.refused else None)
            case ["rule", rule]:
                self.show_rule(rule.upper())
            case ["wait"] if not self.game.kind.is_race:
                self.play_bot_turn()
            case ["save" | "save!" as word, file]:
                self.save(Path(file), at_once=word == "save!")
            case _:
                self.try_move(line, milliseconds)

    def try_move(self, line: str, milliseconds: int | None) -> None:
        """Make the person's move, or print why it is refused."""
        try:
            self.game.play(self.seat, line, milliseconds)
        except IllegalMove as error:
            self.refused = error
            self.console.print(Text(self.say("refused", reason=error.text(self.language)), style="red"))
        except TercetError as error:
            self.console.print(Text(error.text(self.language), style="red"))
        else:
            self.show_happened(self.seat, str(self.game.last_move[1]))

    def show_rule(self, rule: str | None) -> None:
        """Print the text of a rule."""
        if rule is None:
            self.console.print(self.say("nothing_refused"))
            return
        try:
            self.console.print(Markdown(f"**{rule}** {rule_text(rule, self.language)}"))
        except UsageError as error:
            self.console.print(Text(str(error), style="red"))

    # --- All at once

    async def play_race(self) -> None:
        """Play a round in real time: everybody acts at once, and the first move to arrive counts (P11)."""
        for count in ("3", "2", "1"):
            self.console.print(count)
            await asyncio.sleep(0.7)
        self.start = monotonic()
        self.show_table()
        self.console.print(self.say("any_time"))
        if getattr(self.game.options, "call", "auto") == "self":
            self.console.print(self.say("call_yourself"))
        async with self.lines.printing_above():
            tasks = [asyncio.create_task(self.play_bot_in_race(seat)) for seat in self.bots]
            tasks.append(asyncio.create_task(self.end_by_time()))
            person = asyncio.create_task(self.play_person_in_race())
            try:
                while not self.game.is_over and not person.done():
                    await asyncio.wait([person, *tasks], return_when=asyncio.FIRST_COMPLETED)
                if person.done() and not self.game.is_over:
                    raise Left
            finally:
                for task in (person, *tasks):
                    task.cancel()

    def milliseconds(self) -> int:
        """Return the milliseconds since the start of the round."""
        return int((monotonic() - self.start) * 1000)

    async def play_bot_in_race(self, seat: int) -> None:
        """Play one bot at its own pace until the round is over."""
        bot = self.bots[seat]
        while not self.game.is_over:
            view, seen = self.game.view(seat), len(self.game.moves)
            move = bot.choose(view, live_budget(bot.name))
            await asyncio.sleep(bot.pace(view, move) / 1000)
            if move is not None:
                with suppress(IllegalMove):  # it comes too late (P11)
                    self.game.play(seat, move, self.milliseconds(), seen=seen)
                    self.show_happened(seat, str(self.game.last_move[1]))
                    if move.startswith("play"):
                        self.show_table()

    async def end_by_time(self) -> None:
        """End the round when the game says that its time is up (P15)."""
        while not self.game.is_over:
            ends_at = self.game.ends_at
            left = CHECK_INTERVAL if ends_at is None else ends_at - self.milliseconds()
            if left <= 0:
                self.game.time_up()
            await asyncio.sleep(min(max(left, 1), CHECK_INTERVAL) / 1000)

    async def play_person_in_race(self) -> None:
        """Carry out what the person types while the others play."""
        while not self.game.is_over:
            line = await self.lines.ask_meanwhile(">")
            if line is None or line.lower() in ("q", "quit", "exit"):
                return
            if not self.game.is_over:
                words = line.split()
                is_card = bool(words) and len(words[0]) == 3 and len(words) in (2, 3) and words[0] not in ("why",)
                self.carry_out(f"play {line}" if is_card else line, self.milliseconds())
                self.show_table()

    # --- The record

    def save(self, file: Path, *, at_once: bool) -> None:
        """Save the record. It shows all cards: before the end of the match only if `at_once`."""
        if not self.match.is_over and not at_once:
            self.console.print(self.say("no_save_yet"))
            return
        try:
            self.match.record().save(file)
        except OSError as error:
            self.console.print(Text(self.say("not_saved", reason=error.strerror), style="red"))
        else:
            self.console.print(self.say("saved", file=file))

    def offer_record(self) -> None:
        """Save the record to the file of the command line, or else ask for one."""
        if self.record_file is not None:
            self.save(self.record_file, at_once=True)
            return
        answer = self.ask(self.say("save_prompt"))
        if answer:
            self.save(Path(answer), at_once=True)
