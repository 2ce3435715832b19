"""Two worlds that look the same to somebody: the same moves, other cards where that somebody cannot look.

World A is dealt from a seed and played busily. For world B pieces of A's shuffles change places, as long as every
masked state that the viewer gets stays the same to the byte, from the deal to the last move.
"""

from collections.abc import Iterator
from random import Random
from typing import NamedTuple

from tables import Setting, busy_move
from tercet.errors import TercetError
from tercet.fair import FORMAT, seed_from_number
from tercet.game import Game, SeedDealer
from tercet.games.kernel import Outcome, State
from tercet.games.kind import Kind
from tercet.games.registry import find
from tercet.match import Match

Viewer = int | None
"""A seat, or None for a spectator."""

Shuffles = dict[tuple[int, int], Outcome]
"""Every shuffle of a match, by its round and its place in there."""

TRIALS = 350
"""Pairs of pieces that are tried."""


class Step(NamedTuple):
    """Something that a seat does: a move, or take_back, or ready."""

    seat: int
    what: str
    move: str = ""


class WorldDealer:
    """Deals given shuffles; what is not given yet comes from the seed and is kept."""

    def __init__(self, shuffles: Shuffles, seed: str, entropy: list[str]) -> None:
        self.shuffles = shuffles
        self.seed = seed
        self.entropy = entropy
        self.entropy_commitments = list[str]()
        self.form = FORMAT

    def starter(self, kind: Kind, players: int) -> int:
        return players - 1

    def outcome(self, kind: Kind, s: State, round_number: int, index: int) -> Outcome:
        place = (round_number, index)
        if place not in self.shuffles:
            self.shuffles[place] = SeedDealer(self.seed, [""]).outcome(kind, s, round_number, index)
        return self.shuffles[place].copy()


def open_match(setting: Setting, shuffles: Shuffles) -> Match:
    """The first round, dealt."""
    kind = find(setting.game)
    options = kind.make_options(setting.players, dict(setting.options))
    return Match.dealt_by(kind, setting.players, options, WorldDealer(shuffles, seed_from_number(11), []))


def write_script(setting: Setting, random: Random, moves: int) -> tuple[list[Step], Shuffles]:
    """Play: a match of several rounds through its first one, then so many moves. Somebody has a secret at the end."""
    shuffles: Shuffles = {}
    match, steps = open_match(setting, shuffles), list[Step]()
    while not match.options.is_one_round and not match.game.is_over:
        steps.append(play_busily(match.game, random))
    if steps:
        steps += [Step(seat, "ready") for seat in range(setting.players)]
        match.next_round()
    start = len(match.game.moves)
    while len(match.game.moves) < start + moves or not has_secret(match.game):
        steps.append(play_busily(match.game, random))
    if setting.game == "z3bra":
        steps.append(Step(match.game.to_act[0], "move", "draw"))
    return steps, shuffles


def has_secret(game: Game) -> bool:
    """Whether somebody knows what others do not, or will soon: who draws in Z3BRA, who begins a turn in ZATRE."""
    assert not game.is_over, "the script is too long"
    first = game.to_act[0]
    if game.kind.name == "z3bra":
        return "draw" in game.legal_moves(first)
    return game.kind.name == "triple" or bool(game.states[0].held[first].sum() >= 2)


def outsider(match: Match) -> int:
    """A seat that does not share the secret at the end of a script."""
    game = match.game
    holder = int(game.moves[-1][0]) if game.kind.name == "triple" else game.to_act[0]
    return next(side[0] for side in match.kind.sides_of(game.states[0]) if holder not in side)


def play_busily(game: Game, random: Random) -> Step:
    """A move, now and then taken back where that may be."""
    if game.moves and random.random() < 0.2:
        seat = int(game.moves[-1][0])
        if game.why_move_stands(seat) is None:
            game.take_back(seat)
            return Step(seat, "take_back")
    seat, move = busy_move(game, random)
    game.play(seat, move)
    return Step(seat, "move", move)


def replayed(setting: Setting, shuffles: Shuffles, script: list[Step]) -> Iterator[Match]:
    """The match after the deal and after every step; TercetError where a step cannot be made."""
    match = open_match(setting, shuffles)
    yield match
    ready = 0
    for step in script:
        if step.what == "move":
            match.play(step.seat, step.move)
        elif step.what == "take_back":
            match.game.take_back(step.seat)
        else:
            ready += 1
            if ready == setting.players:
                match.next_round()
        yield match


def views(setting: Setting, shuffles: Shuffles, script: list[Step], viewer: Viewer) -> Iterator[bytes]:
    """All that somebody sees, from the deal to the last step."""
    for match in replayed(setting, shuffles, script):
        yield match.game.view(viewer).states.tobytes()


def look_alike(seen: list[bytes], setting: Setting, shuffles: Shuffles, script: list[Step], viewer: Viewer) -> bool:
    """Whether somebody who has seen this would see the same here."""
    try:
        return all(now == then for now, then in zip(views(setting, shuffles, script, viewer), seen, strict=True))
    except (TercetError, ValueError):  # a move is not legal here, or a round ends elsewhere
        return False


def other_world(setting: Setting, shuffles: Shuffles, script: list[Step], viewer: Viewer, random: Random) -> Shuffles:
    """Another world that looks the same to somebody, and as different as it can be."""
    seen = list(views(setting, shuffles, script, viewer))
    other = {place: outcome.copy() for place, outcome in shuffles.items()}
    pieces = [(place, index) for place, outcome in reversed(other.items()) for index in range(len(outcome))]
    for n in range(TRIALS):
        place, one = pieces[n % len(pieces)]
        outcome = other[place]
        two = random.randrange(len(outcome))
        if outcome[one] == outcome[two]:
            continue
        outcome[[one, two]] = outcome[[two, one]]
        if not look_alike(seen, setting, other, script, viewer):
            outcome[[one, two]] = outcome[[two, one]]
    return other


def differences(setting: Setting, one: Shuffles, two: Shuffles, script: list[Step]) -> int:
    """How many of the pieces that were dealt are others, but for the lots for ZATRE's start: few of them are drawn."""
    dealt = []
    for shuffles in (one, two):
        *_, match = replayed(setting, shuffles, script)
        chance = [event for each in match.record().rounds for event in each.chance]
        dealt.append([piece for name, outcome in chance if name != "lots" for piece in outcome])
    return sum(here != there for here, there in zip(*dealt, strict=True))


def wrong_moves(match: Match, seat: Viewer, random: Random) -> list[str]:
    """Moves that a seat cannot make now, some of them nonsense. A spectator cannot make any."""
    kind, legal = match.kind, [] if seat is None else match.game.legal_moves(seat)
    texts = [kind.text(number) for number in random.sample(range(kind.rules.MOVES), 5)]
    if kind.name == "triple":
        texts += [" ".join(text.split()[:3]) for text in texts if text.startswith("play")]
        legal += [" ".join(move.split()[:3]) for move in legal]
    return [text for text in texts if text not in legal] + ["?", "flip b2 c3"]
