"""Simulate many matches, summarise them, and write a record of each if asked to."""

import hashlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from tercet.bots import registry as bots
from tercet.bots.base import SEED_STEP
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
    """The summary of many matches."""

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
    """The totals of each finished match, by side."""
    moves: list[int] = field(default_factory=list)
    rounds: list[int] = field(default_factory=list)

    def add(self, result: Result) -> None:
        """Add one match."""
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
        """Return the summary as plain values for JSON."""
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
    """Return mean, standard deviation, lowest and highest.

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
    """Play matches and return their summary.

    Deals are made as docs/fairness.md says, with one exception: without a folder for records, games of random bots
    are played in compiled code and dealt by the generator in the states. That is a hundred times faster, and gives
    other deals.

    >>> simulate("zatre", 2, ["random"], 10, 1, {}).games
    10
    """
    kind = find(game)
    in_force = kind.make_options(players, options)
    seats = bots.names_for(players, names, game)
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
    """Return the seed of one simulated match."""
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
    """Play matches through `Match`, and save a record of each if there is a folder for them."""
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
    """Make the folder for records; raise UsageError if that is not possible."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UsageError(f"Records cannot be written to {folder}: {error.strerror}.") from None


def save(record: Record, file: Path) -> None:
    """Write a record; raise UsageError if that is not possible."""
    try:
        record.save(file)
    except OSError as error:
        raise UsageError(f"Records cannot be written to {file.parent}: {error.strerror}.") from None


def compiled_matches(kind: Kind, players: int, options: Options, games: int, seed: int) -> Iterator[Result]:
    """Play matches of random bots in compiled code, a chunk at a time."""
    for start in range(0, games, CHUNK):
        yield from compiled_chunk(kind, players, options, range(start, min(start + CHUNK, games)), seed)


def compiled_chunk(kind: Kind, players: int, options: Options, matches: range, seed: int) -> Iterator[Result]:
    """Play the rounds of many matches at once until each match is decided or cut off."""
    sides = kind.sides_of(kind.blank(players, options, 0)[0])
    rounds: list[list[list[int]]] = [[] for _ in matches]
    moves = [0] * len(matches)
    cut_off = [False] * len(matches)
    unfinished = list(range(len(matches)))
    round_number = 0
    while unfinished:
        indices = np.array([matches[match] for match in unfinished], np.uint64)
        states = undealt_round(kind, players, options, indices, seed, round_number)
        lengths, points = play_out(states, is_race=kind.is_race, limit=LONGEST_ROUND)
        for match, length, scores in zip(unfinished, lengths, points, strict=True):
            moves[match] += abs(int(length))
            cut_off[match] = length < 0
            rounds[match].append([int(score) for score in scores[: len(sides)]])
        unfinished = [
            match
            for match in unfinished
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
    """Return states that await their deal, each with its own random seed and the right starter (Z5)."""
    by_starter = np.concatenate([kind.blank(players, options, starter) for starter in range(players)])
    named = options.named_starter
    first = indices % np.uint64(players) if named is None else np.full(len(indices), named, np.uint64)
    states = by_starter[(first + np.uint64(round_number)) % np.uint64(players)]
    mixed = hashlib.sha256(f"{seed} {round_number}".encode()).digest()
    states["rng"] = np.uint64(int.from_bytes(mixed[:8])) + indices * np.uint64(SEED_STEP >> 1)
    return states
