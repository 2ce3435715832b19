"""Simulation: many matches, a summary, and records if they are wanted."""

import hashlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from tercet.bots import registry as bots
from tercet.bots.random import RandomBot
from tercet.errors import UsageError
from tercet.games.kernel import State
from tercet.games.kind import Kind, Options
from tercet.games.registry import find
from tercet.lab.playout import play_out
from tercet.lab.tables import LONGEST_ROUND, play_match
from tercet.match import Match
from tercet.records import Player, Record

CHUNK = 4096
"""Matches played at once in compiled code."""


@dataclass(frozen=True)
class Result:
    """One match. Its totals and winners are None if a round was cut off."""

    totals: list[int] | None
    winners: list[int] | None
    rounds: int
    moves: int


@dataclass
class Summary:
    """What many matches came to."""

    game: str
    players: int
    options: dict[str, Any]
    bots: list[str]
    seed: int
    games: int = 0
    unfinished: int = 0
    wins: list[float] = field(default_factory=list)
    """Won matches by seat; a shared win counts in parts."""
    totals: list[list[int]] = field(default_factory=list)
    """Of each finished match."""
    moves: list[int] = field(default_factory=list)
    rounds: list[int] = field(default_factory=list)

    def add(self, result: Result) -> None:
        """Count one more match."""
        self.games += 1
        self.moves.append(result.moves)
        self.rounds.append(result.rounds)
        if result.winners is None or result.totals is None:
            self.unfinished += 1
            return
        self.totals.append(result.totals)
        for seat in result.winners:
            self.wins[seat] += 1 / len(result.winners)

    def to_dict(self) -> dict[str, Any]:
        """The summary for a program."""
        totals = np.array(self.totals or [[]], float)
        return {
            "game": self.game,
            "players": self.players,
            "options": self.options,
            "bots": self.bots,
            "seed": self.seed,
            "games": self.games,
            "unfinished": self.unfinished,
            "wins": [round(share, 6) for share in self.wins],
            "totals": [spread(column) for column in totals.T],
            "moves": spread(self.moves),
            "rounds": spread(self.rounds),
        }


def spread(numbers: Iterable[float]) -> dict[str, float]:
    """Mean, standard deviation, lowest and highest.

    >>> spread([1, 2, 3])
    {'mean': 2.0, 'sd': 0.8165, 'min': 1, 'max': 3}
    """
    values = np.array(list(numbers), float)
    if not len(values):
        return {}
    return {
        "mean": round(float(values.mean()), 4),
        "sd": round(float(values.std()), 4),
        "min": int(values.min()),
        "max": int(values.max()),
    }


def simulate(
    game: str,
    players: int,
    names: Sequence[str],
    games: int,
    seed: int,
    options: dict[str, Any],
    *,
    records: Path | None = None,
    progress: Callable[[int], None] = lambda done: None,
) -> Summary:
    """Play matches and sum them up. With a folder for records every deal is made as docs/fairness.md says.

    Without, games of random bots are played in compiled code and dealt by the generator in the states: a
    hundred times faster, other deals.

    >>> simulate("zatre", 2, ["random"], 10, 1, {}).games
    10
    """
    kind = find(game)
    in_force = kind.make_options(players, options)
    seats = bots.names_for(players, names)
    if games < 1:
        raise UsageError(f"Simulate at least one game, not {games}.")
    summary = Summary(game, players, in_force.to_record(), seats, seed, wins=[0.0] * players)
    if records is None and set(seats) == {RandomBot.name} and in_force.time_limit is None:
        results = compiled_matches(kind, players, in_force, games, seed)
    else:
        results = recorded_matches(kind, players, options, seats, games, seed, records)
    for result in results:
        summary.add(result)
        progress(1)
    return summary


def match_seed(seed: int, index: int) -> str:
    """The seed of one simulated match."""
    return hashlib.sha256(f"tercet simulate {seed} {index}".encode()).hexdigest()


def recorded_matches(
    kind: Kind,
    players: int,
    options: dict[str, Any],
    names: Sequence[str],
    games: int,
    seed: int,
    records: Path | None,
) -> Iterator[Result]:
    """Matches through the shell, each with a record."""
    if records is not None:
        make_folder(records)
    seats = [Player(name=f"{name} {seat}", kind="bot", bot=name) for seat, name in enumerate(names)]
    for index in range(games):
        own_seed = match_seed(seed, index)
        match = Match(kind.name, players, seed=own_seed, seats=seats, **options)
        play_match(match, [bots.make(name, kind.name, f"{own_seed} {seat}") for seat, name in enumerate(names)])
        record = match.record()
        if records is not None:
            save(record, records / f"{kind.name}-{players}-{seed}-{index:06}.json")
        finished = record.unfinished is not True
        yield Result(
            totals=record.totals if finished else None,
            winners=list(match.winners) if finished else None,
            rounds=len(record.rounds),
            moves=sum(len(each.moves) for each in record.rounds),
        )


def make_folder(folder: Path) -> None:
    """The folder for records; UsageError if it cannot be made."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UsageError(f"Records cannot be written to {folder}: {error.strerror}.") from None


def save(record: Record, file: Path) -> None:
    """Write a record; UsageError if that is not possible."""
    try:
        record.save(file)
    except OSError as error:
        raise UsageError(f"Records cannot be written to {file.parent}: {error.strerror}.") from None


def compiled_matches(kind: Kind, players: int, options: Options, games: int, seed: int) -> Iterator[Result]:
    """Matches of random bots in compiled code, a chunk at a time."""
    for start in range(0, games, CHUNK):
        yield from compiled_chunk(kind, players, options, range(start, min(start + CHUNK, games)), seed)


def compiled_chunk(kind: Kind, players: int, options: Options, matches: range, seed: int) -> Iterator[Result]:
    """Play the rounds of many matches side by side until each is decided or cut off."""
    sides = kind.sides_of(kind.blank(players, options, 0)[0])
    rounds: list[list[list[int]]] = [[] for _ in matches]
    moves = [0] * len(matches)
    cut_off = [False] * len(matches)
    going = list(range(len(matches)))
    round_number = 0
    while going:
        indices = np.array([matches[match] for match in going], np.uint64)
        states = undealt_round(kind, players, options, indices, seed, round_number)
        lengths, points = play_out(states, has_turns=kind.has_turns, limit=LONGEST_ROUND)
        for match, length, scores in zip(going, lengths, points, strict=True):
            moves[match] += abs(int(length))
            cut_off[match] = length < 0
            rounds[match].append([int(score) for score in scores[: len(sides)]])
        going = [
            match
            for match in going
            if not cut_off[match]
            and not kind.is_decided(options, rounds[match], kind.totals(rounds[match], len(sides)))
        ]
        round_number += 1
    for match in range(len(matches)):
        totals = kind.totals(rounds[match], len(sides))
        best = kind.best(totals, lowest=kind.lowest_wins)
        winners = [seat for side in best for seat in sides[side]]
        done = not cut_off[match]
        yield Result(totals if done else None, winners if done else None, len(rounds[match]), moves[match])


def undealt_round(kind: Kind, players: int, options: Options, indices: Any, seed: int, round_number: int) -> State:
    """States that await their deal, each with a generator of its own and the right starter (Z5)."""
    by_starter = np.concatenate([kind.blank(players, options, starter) for starter in range(players)])
    named = options.named_starter
    first = indices % np.uint64(players) if named is None else np.full(len(indices), named, np.uint64)
    states = by_starter[(first + np.uint64(round_number)) % np.uint64(players)]
    mixed = hashlib.sha256(f"{seed} {round_number}".encode()).digest()
    states["rng"] = np.uint64(int.from_bytes(mixed[:8])) + indices * np.uint64(0x9E3779B97F4A7C15 >> 1)
    return states
