"""Measure the games as research problems: choices, lengths, hidden information, luck and skill. Print Markdown tables.

    nice python benchmarks/research_facts.py            # five minutes of one core
    nice python benchmarks/research_facts.py --rounds 20 --game triple

Rounds are those of `tercet simulate`: the same seed gives the same tables. docs/research-problems.md shows them.
"""

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations_with_replacement
from typing import Any, NamedTuple

import click
import numpy as np

from tercet.coach.luck import luck_of
from tercet.game import Game, View
from tercet.games.kind import leads, win_shares
from tercet.games.registry import NAMES, find
from tercet.games.z3bra import rules as z3bra
from tercet.games.zatre import rules as zatre
from tercet.lab.trials import finished_rounds

BOTS = ("random", "expert")
WEAKER = ("random", "novice", "regular")
"""The bots that an expert plays against, to see how much skill decides. In a race `random` is left out: its pace is
arbitrary, and pace decides there."""
DECIDED = 1.6449
"""The 95 % quantile of the normal distribution."""


# --- Hidden information


class Hidden(NamedTuple):
    """How much a seat does not know, as decimal logarithms of numbers of possibilities."""

    worlds: float
    """The true states that look the same to the seat, with the order of what will be drawn."""
    private: float
    """The possibilities of what other seats know and this one does not."""


def log_permutations(counts: Iterable[int]) -> float:
    """Return the logarithm of the number of orders of things, some of them alike.

    >>> round(math.exp(log_permutations([2, 1, 1])))
    12
    """
    alike = list(counts)
    return math.lgamma(sum(alike) + 1) - sum(math.lgamma(count + 1) for count in alike)


def hidden_from(view: View) -> Hidden:
    """Return how much a view hides."""
    worlds, private = {"z3bra": z3bra_hidden, "zatre": zatre_hidden, "triple": triple_hidden}[view.kind.name](view)
    return Hidden(worlds / math.log(10), private / math.log(10))


def z3bra_hidden(view: View) -> tuple[float, float]:
    """Return both logarithms for Z3BRA: every order of the unseen cards over the hidden places is possible.

    After a reshuffle the cards of the draw pile are known, but not their order. Face-down cards and reserves are
    unknown to their owners too: private is only a card that another seat has just drawn.
    """
    s = view.states[0]
    is_held = int(s.held == z3bra.HIDDEN)
    pile = Counter(s.draw[: int(s.draw_n) + is_held].tolist()) if s.reshuffled else Counter[int]()
    shown = [s.held, *s.area[: int(s.players)].flat, *s.discards[: int(s.discards_n)]]
    unseen = Counter(z3bra.ALL_CARDS.tolist()) - Counter(int(card) for card in shown if card >= 0) - pile
    drawn_from = pile if s.reshuffled else unseen
    worlds = log_permutations(unseen.values()) + log_permutations(pile.values())
    return worlds, math.log(len(drawn_from)) if is_held else 0.0


def triple_hidden(view: View) -> tuple[float, float]:
    """Return both logarithms for TRIPLE³: the unseen cards may be in any order in the others' hands and all stacks.

    The order of a hand does not count. Private are the others' hands; nobody knows the stacks.
    """
    s = view.states[0]
    players = range(int(s.players))
    hands = [int(s.hand_n[seat]) for seat in players if seat != view.seat]
    unseen = sum(hands) + sum(int(s.stack_n[seat]) for seat in players)
    in_hands = sum(math.lgamma(count + 1) for count in hands)
    worlds = math.lgamma(unseen + 1) - in_hands
    return worlds, worlds - math.lgamma(unseen - sum(hands) + 1)


def zatre_hidden(view: View) -> tuple[float, float]:
    """Return both logarithms for ZATRE: the others' tiles within the bounds that all know, and the order of the bag.

    Exact at a decision of the seat in games without pairs, where no other seat is laying.
    """
    s = view.states[0]
    hands = {tuple(int(count) for count in zatre.unseen_tiles(visible(s))): 1.0}
    for seat in range(int(s.players)):
        if s.held[seat, 0] == zatre.HIDDEN and s.held_n[seat] > 0:
            hands = deal_hand(hands, list(possible_hands(s, seat)))
    most = max(log_permutations(left) for left in hands)
    worlds = most + math.log(sum(ways * math.exp(log_permutations(left) - most) for left, ways in hands.items()))
    return worlds, math.log(sum(hands.values()))


def visible(s: Any) -> Any:
    """Return a state in which hidden hands count as empty."""
    shown = s.copy()
    shown.held[shown.held == zatre.HIDDEN] = 0
    return shown


def possible_hands(s: Any, seat: int) -> Iterator[tuple[int, ...]]:
    """Yield the hands that a seat may have, as counts of tiles with 1 to 6 pips."""
    size, bounds = int(s.held_n[seat]), np.cumsum(s.at_least[seat][::-1])[::-1]
    has_lot = s.lot > 0 and seat == s.starter
    for tiles in combinations_with_replacement(range(zatre.PIPS), size):
        counts = np.bincount(tiles, minlength=zatre.PIPS)
        if has_lot:
            counts[s.lot - 1] -= 1
        above = np.cumsum(counts[::-1])[::-1]
        if counts.min() >= 0 and (above >= bounds).all() and (s.at_most[seat] == 0 or tiles[0] < s.at_most[seat]):
            yield tuple(np.bincount(tiles, minlength=zatre.PIPS).tolist())


def deal_hand(ways: dict[tuple[int, ...], float], hands: Sequence[tuple[int, ...]]) -> dict[tuple[int, ...], float]:
    """Return the number of ways to each rest of the tiles after one more seat has its hand."""
    after: dict[tuple[int, ...], float] = {}
    for left, count in ways.items():
        for hand in hands:
            rest = tuple(have - need for have, need in zip(left, hand, strict=True))
            if min(rest) >= 0:
                after[rest] = after.get(rest, 0.0) + count
    return after


# --- Rounds


class Measured(NamedTuple):
    """The rounds of one setting."""

    lengths: list[int]
    """Decisions in each round."""
    choices: list[int]
    """Legal moves at each decision."""
    hidden: list[Hidden]
    """At each decision, for the seat that decides."""
    leads: list[float]
    """By round and side: points ahead of the mean of the other sides, positive if that is better."""
    lucky_leads: list[float]
    """The part of each of them that was luck; empty unless measured."""
    starter_leads: list[float]
    """The leads of the side that started; empty if there is no starter."""
    starter_wins: list[float]
    """Their shares of the win."""


def measure(game: str, players: int, bots: Sequence[str], rounds: int, seed: int, *, with_luck: bool) -> Measured:
    """Play rounds and measure them."""
    measured = Measured([], [], [], [], [], [], [])
    for _, each in finished_rounds(game, players, {}, bots, seed, range(rounds)):
        views = [each.view_before(number, int(move[0])) for number, move in enumerate(each.moves)]
        measured.lengths.append(len(views))
        measured.choices.extend(len(view.legal_moves()) for view in views)
        measured.hidden.extend(hidden_from(view) for view in views)
        add_result(measured, each, with_luck=with_luck)
    return measured


def add_result(measured: Measured, game: Game, *, with_luck: bool) -> None:
    """Add the leads of a finished round, and their luck if it is asked for."""
    result = luck_of(game) if with_luck else None
    lead, win = (result.lead, result.win) if result else plain_result(game)
    measured.leads.extend(lead.tolist())
    if result:
        measured.lucky_leads.extend(result.luck.tolist())
    if game.starter is not None:
        measured.starter_leads.append(float(lead[game.starter]))
        measured.starter_wins.append(float(win[game.starter]))


def plain_result(game: Game) -> tuple[Any, Any]:
    """Return leads and shares of the win without the luck in them, which takes far longer."""
    assert game.scores is not None
    return np.array(leads(game.kind, game.scores)), np.array(win_shares(game.kind, game.scores))


# --- Tables


def settings(games: Sequence[str]) -> Iterator[tuple[str, int]]:
    """Yield every game with every number of players."""
    for game in games:
        for players in range(find(game).min_players, find(game).max_players + 1):
            yield game, players


def row(*cells: object) -> str:
    """Return a row of a Markdown table."""
    return f"| {' | '.join(str(cell) for cell in cells)} |"


def print_head(*names: str) -> None:
    """Print the head of a table, after an empty line."""
    click.echo("\n" + row(*names))
    click.echo(row(*["---"] * len(names)))


def mean_error(values: Sequence[float], digits: int = 1) -> str:
    """Return a mean with its standard error.

    >>> mean_error([1, 2, 3, 4])
    '2.5 ± 0.6'
    """
    error = np.std(values, ddof=1) / math.sqrt(len(values))
    return f"{np.mean(values):.{digits}f} ± {error:.{digits}f}"


def luck_share(measured: Measured) -> str:
    """Return the share of the variance of leads that is luck: what is gone once luck is removed."""
    lead, luck = np.array(measured.leads), np.array(measured.lucky_leads)
    return f"{100 * (1 - (lead - luck).var() / lead.var()):.0f} %" if len(luck) else ""


def print_problem(name: str, players: int, bot: str, measured: Measured) -> None:
    """Print a row of the first table."""
    worlds, private = np.array(measured.hidden).T
    choices = np.array(measured.choices)
    click.echo(
        row(
            name,
            players,
            bot,
            f"{choices.mean():.1f}",
            f"{np.median(choices):.0f}",
            choices.max(),
            f"{np.mean(measured.lengths):.0f} ± {np.std(measured.lengths):.0f}",
            f"{worlds.max():.0f}",
            f"{worlds.mean():.0f}",
            f"{private.mean():.2f}",
            f"{private.max():.1f}",
        )
    )


def print_results(name: str, players: int, bot: str, measured: Measured) -> None:
    """Print a row of the second table."""
    click.echo(
        row(
            name,
            players,
            bot,
            f"{np.std(measured.leads):.1f}",
            mean_error(measured.starter_leads) if measured.starter_leads else "none",
            mean_error([100 * win for win in measured.starter_wins]) + " %" if measured.starter_wins else "none",
            f"{100 / players:.0f} %",
            luck_share(measured),
        )
    )


def print_skill(game: str, bot: str, rounds: int, seed: int) -> None:
    """Print how an expert does against a weaker bot: each deal is played from both seats."""
    expert: list[float] = []
    wins: list[float] = []
    for seat, bots in enumerate((("expert", bot), (bot, "expert"))):
        for _, each in finished_rounds(game, 2, {}, bots, seed, range(rounds // 2)):
            lead, win = plain_result(each)
            expert.append(float(lead[seat]))
            wins.append(float(win[seat]))
    effect = np.mean(expert) / np.std(expert)
    needed = math.ceil((DECIDED / effect) ** 2) if effect > 0 else "never"
    explained = effect**2 / (1 + effect**2)
    click.echo(
        row(
            find(game).title,
            bot,
            len(expert),
            f"{100 * np.mean(wins):.0f} %",
            mean_error(expert),
            f"{effect:.2f}",
            f"{100 * explained:.0f} %",
            needed,
        )
    )


@click.command()
@click.option("--game", "games", multiple=True, type=click.Choice(NAMES), help="One game alone; may be repeated.")
@click.option("--rounds", default=100, show_default=True, help="Rounds of each setting.")
@click.option("--seed", default=1, show_default=True)
def main(games: tuple[str, ...], rounds: int, seed: int) -> None:
    """Print all tables as Markdown."""
    chosen = games or NAMES
    results = {}
    print_head(
        *("game", "players", "bots", "moves", "median", "most", "decisions", "worlds", "mean", "private", "most")
    )
    for game, players in settings(chosen):
        for bot in BOTS:
            found = measure(game, players, [bot] * players, rounds, seed, with_luck=bot == "expert")
            results[find(game).title, players, bot] = found
            print_problem(find(game).title, players, bot, found)
    print_head("game", "players", "bots", "spread", "starter's lead", "starter wins", "even", "luck")
    for (name, players, bot), found in results.items():
        print_results(name, players, bot, found)
    print_head("game", "expert against", "rounds", "wins", "lead", "effect", "skill", "rounds to decide")
    for game in chosen:
        for bot in WEAKER:
            if not (bot == "random" and find(game).is_race):
                print_skill(game, bot, rounds, seed)


if __name__ == "__main__":
    main()
