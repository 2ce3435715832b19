"""Simulate many matches, summarise them, and write a record of each if asked to."""

import hashlib
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

import numpy as np
from msgspec import UNSET

from tercet.bots import registry as bots
from tercet.bots.base import SEED_STEP
from tercet.bots.random import RandomBot
from tercet.errors import RecordError, UsageError
from tercet.games.kernel import State
from tercet.games.kind import Kind, Options
from tercet.games.registry import find
from tercet.lab.playout import play_out
from tercet.lab.tables import LONGEST_ROUND, play_match
from tercet.lab.workers import HERE, Workers
from tercet.match import Match
from tercet.records import Player, Record, load

CHUNK = 4096
"""Matches played at once in compiled code."""
MATCHES_PER_TASK = 8
"""Matches of other bots that a worker plays at a time."""
Deals = Literal["fair", "by the generator of random play"]


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
    deals: Deals
    """How matches were dealt. The two ways give other games for the same seed."""
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
            "deals": self.deals,
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
    workers: Workers = HERE,
    progress: Callable[[int], None] = lambda done: None,
) -> Summary:
    """Play matches and return their summary, which is the same for any number of workers.

    Deals are made as docs/fairness.md says, with one exception: without a folder for records, games of random bots
    are played in compiled code and dealt by the generator in the states. That is a hundred times faster, and gives
    other deals; `Summary.deals` says which they are. Matches whose records are in the folder are not played again.

    >>> simulate("zatre", 2, ["random"], 10, 1, {}).games
    10
    """
    kind = find(game)
    in_force = kind.make_options(players, options)
    seats = bots.names_for(players, names, game)
    if games < 1:
        raise UsageError(f"Simulate at least one game, not {games}.")
    is_compiled = records is None and set(seats) == {RandomBot.name} and in_force.time_limit is None
    deals: Deals = "by the generator of random play" if is_compiled else "fair"
    summary = Summary(game, players, in_force.to_record(), seats, seed, deals, wins=[0.0] * players)
    if records is not None:
        make_folder(records)
    size = CHUNK if is_compiled else MATCHES_PER_TASK
    matches = [(first, min(first + size, games)) for first in range(0, games, size)]
    if is_compiled:
        found = workers.map(compiled_matches, [(game, players, options, *each, seed) for each in matches])
    else:
        tasks = [(game, players, options, seats, *each, seed, records) for each in matches]
        found = workers.map(recorded_matches, tasks)
    for results in found:
        for result in results:
            summary.add(result)
        progress(len(results))
    return summary


def match_seed(seed: int, index: int) -> str:
    """Return the seed of one simulated match."""
    return hashlib.sha256(f"tercet simulate {seed} {index}".encode()).hexdigest()


def recorded_matches(
    game: str,
    players: int,
    options: dict[str, Any],
    names: Sequence[str],
    first: int,
    last: int,
    seed: int,
    records: Path | None,
) -> list[Result]:
    """Play the matches from the first to before the last through `Match`.

    If there is a folder for records, save one of each; a match that has one there is not played again.
    """
    results = []
    for index in range(first, last):
        own_seed = match_seed(seed, index)
        match = Match(game, players, seed=own_seed, seats=bot_players(names), **options)
        file = None if records is None else records / f"{game}-{players}-{seed}-{index:06}.json"
        record = None if file is None else saved_record(file, match.record())
        if record is None:
            play_match(match, [bots.make(name, game, f"{own_seed} {seat}") for seat, name in enumerate(names)])
            record = match.record()
            if file is not None:
                save(record, file)
        results.append(result_of(record))
    return results


def bot_players(names: Sequence[str]) -> list[Player]:
    return [Player(name=f"{name} {seat}", kind="bot", bot=name) for seat, name in enumerate(names)]


def result_of(record: Record) -> Result:
    """Return what counts of a match."""
    finished = record.unfinished is not True
    return Result(
        totals=record.totals if finished else None,
        winners=list(record.winners) if finished and record.winners is not UNSET else None,
        rounds=len(record.rounds),
        moves=sum(len(each.moves) for each in record.rounds),
    )


def saved_record(file: Path, begun: Record) -> Record | None:
    """Return the record in a file if it is one of the match that is about to begin; else None."""
    try:
        saved = load(file)
    except (OSError, RecordError):
        return None
    same = ("format", "game", "options", "players", "seed", "entropy")
    return saved if all(getattr(saved, name) == getattr(begun, name) for name in same) else None


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


def compiled_matches(game: str, players: int, values: dict[str, Any], first: int, last: int, seed: int) -> list[Result]:
    """Play the matches of random bots from the first to before the last in compiled code, many rounds at once."""
    kind, matches = find(game), range(first, last)
    options = kind.make_options(players, values)
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
    results = []
    for match in range(len(matches)):
        totals = kind.totals(rounds[match], len(sides))
        best = kind.best(totals, lowest=kind.lowest_wins)
        winners = [seat for side in best for seat in sides[side]]
        done = not cut_off[match]
        results.append(Result(totals if done else None, winners if done else None, len(rounds[match]), moves[match]))
    return results


def undealt_round(kind: Kind, players: int, options: Options, indices: Any, seed: int, round_number: int) -> State:
    """Return states that await their deal, each with its own random seed and the right starter (Z5)."""
    by_starter = np.concatenate([kind.blank(players, options, starter) for starter in range(players)])
    named = options.named_starter
    first = indices % np.uint64(players) if named is None else np.full(len(indices), named, np.uint64)
    states = by_starter[(first + np.uint64(round_number)) % np.uint64(players)]
    mixed = hashlib.sha256(f"{seed} {round_number}".encode()).digest()
    states["rng"] = np.uint64(int.from_bytes(mixed[:8])) + indices * np.uint64(SEED_STEP >> 1)
    return states
