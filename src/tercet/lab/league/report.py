"""The result of a league: as plain values for JSON, and as a chart."""

from typing import Any

import numpy as np

from tercet.games.registry import find
from tercet.lab.league.play import Deal, Played
from tercet.lab.league.ratings import mean_interval, points, rate_interval, ratings, winners
from tercet.lab.league.run import by_deal, comparisons, lucky_comparisons
from tercet.lab.league.schedule import League
from tercet.pictures.chart import Dot, dot_chart


def report(league: League, deals: list[Deal]) -> dict[str, Any]:
    """Return the whole result. Everything but `timing` is the same in every run, on any workers.

    For each bot, the strongest first: rating, share of games won, mean points. For each pair: how often and by how many
    points the first is ahead of the second.
    """
    games = [game for each in deals for game in each.games]
    shares, ahead = comparisons(league, deals)
    rows = [bot_row(league, bot, games, row) for bot, row in enumerate(ratings(shares, league.seed))]
    return {
        "format": league.format,
        "game": league.game,
        "players": league.players,
        "options": league.options,
        "seed": league.seed,
        "deals": len(deals) // len(league.tables),
        "games": len(games),
        "unfinished": sum(game.unfinished for game in games),
        "fewer_points_are_better": find(league.game).is_low_score_better,
        "bots": sorted(rows, key=lambda row: -row["rating"]),
        "pairs": [
            pair_row(league, a, b, deals, shares[:, a, b], ahead[:, a, b])
            for a in range(len(league.bots))
            for b in range(a + 1, len(league.bots))
        ],
        "adjusted": adjusted_rows(league, deals, shares, ahead) if league.is_adjusted else None,
        "adjusted_wins": adjusted_wins(league, deals) if league.is_adjusted else None,
        "forfeits": forfeits(league, deals),
        "timing": [timing_row(league, bot, deals) for bot in range(len(league.bots))],
    }


def bot_row(league: League, bot: int, games: list[Played], rating: dict[str, Any]) -> dict[str, Any]:
    """Return one bot's results."""
    own = [game for game in games if bot in game.bots]
    won = sum(share_won(league, bot, game) for game in own)
    scores: list[int] = []
    for game in own:
        if not game.unfinished and game.forfeit is None:
            scores += [score for side, score in enumerate(points(game)) if game.bots[side] == bot]
    mean = {"mean_points": round(float(np.mean(scores)), 3) if scores else None}
    return {"bot": league.bots[bot], **rating, "games": len(own), "won": round(won / len(own), 4), **mean}


def share_won(league: League, bot: int, game: Played) -> float:
    """Return the share of a win that the sides of a bot have together."""
    best = winners(find(league.game), game)
    return sum(game.bots[side] == bot for side in best) / max(len(best), 1)


def pair_row(league: League, a: int, b: int, deals: list[Deal], shares: Any, ahead: Any) -> dict[str, Any]:
    """Return two bots compared: the rate and the difference are the first one's, positive if it is better."""
    difference = mean_interval(ahead)
    return {
        "bot": league.bots[a],
        "against": league.bots[b],
        "games": sum(a in game.bots and b in game.bots for each in deals for game in each.games),
        "win_rate": round(float(shares.mean()), 4),
        "win_rate_95": list(rate_interval(shares)),
        "difference": difference and difference.mean,
        "difference_95": difference and list(difference.interval),
    }


def adjusted_rows(league: League, deals: list[Deal], shares: Any, ahead: Any) -> list[dict[str, Any]]:
    """Return the pairs with luck removed: win rate, points ahead, and how many times fewer games that is worth."""
    won_by_luck, ahead_by_luck = lucky_comparisons(league, deals)
    return [
        {
            "bot": league.bots[a],
            "against": league.bots[b],
            **adjusted_row("win_rate", shares[:, a, b], won_by_luck[:, a, b]),
            **adjusted_row("difference", ahead[:, a, b], ahead_by_luck[:, a, b]),
        }
        for a in range(len(league.bots))
        for b in range(a + 1, len(league.bots))
    ]


def adjusted_wins(league: League, deals: list[Deal]) -> list[dict[str, Any]]:
    """Return how much of all games each bot has won with luck removed, beside what it would win if all were equal."""
    rows = []
    for bot, name in enumerate(league.bots):
        by_deals = [
            [game for each in same for game in each.games if bot in game.bots] for same in by_deal(league, deals)
        ]
        won = np.array([np.mean([share_won(league, bot, game) for game in games]) for games in by_deals])
        luck = np.array([np.mean([luck_in_win(bot, game) for game in games]) for games in by_deals])
        even = np.mean([game.bots.count(bot) / len(game.bots) for games in by_deals for game in games])
        rows.append({"bot": name, "even_share": round(float(even), 4), **adjusted_row("won", won, luck)})
    return rows


def luck_in_win(bot: int, game: Played) -> float:
    """Return the share of a win that was luck of a bot's sides; 0 in a game that was cut off or forfeited."""
    return sum(luck for luck, own in zip(game.win_luck or (), game.bots, strict=False) if own == bot)


def adjusted_row(name: str, plain: Any, luck: Any) -> dict[str, Any]:
    """Return one number with luck removed: its mean, its 95 % interval, and the share of variance gone."""
    adjusted = plain - luck
    estimate = mean_interval(adjusted)
    known = ~np.isnan(adjusted)
    spread = float(np.var(adjusted[known])) if known.any() else 0.0
    return {
        name: estimate and estimate.mean,
        f"{name}_95": estimate and list(estimate.interval),
        f"{name}_times_fewer_games": round(float(np.var(plain[known])) / spread, 2) if spread > 0 else None,
    }


def forfeits(league: League, deals: list[Deal]) -> list[dict[str, Any]]:
    """Return the games that a bot lost by failing, and why."""
    return [
        {
            "bot": league.bots[game.forfeit.bot],
            "deal": each.deal,
            "seats": [league.bots[bot] for bot in game.bots],
            "reason": game.forfeit.reason,
        }
        for each in deals
        for game in each.games
        if game.forfeit is not None
    ]


def timing_row(league: League, bot: int, deals: list[Deal]) -> dict[str, Any]:
    """Return how long one bot thought about a decision, in milliseconds."""
    decisions, seconds, longest = 0, 0.0, 0.0
    for each in deals:
        table = league.tables[each.table]
        if bot in table:
            place = table.index(bot)
            decisions += each.decisions[place]
            seconds += each.timing[place].seconds
            longest = max(longest, each.timing[place].longest)
    mean = 1000 * seconds / max(decisions, 1)
    return {
        "bot": league.bots[bot],
        "decisions": decisions,
        "mean_ms": round(mean, 3),
        "longest_ms": round(1000 * longest, 3),
    }


def chart(league: League, result: dict[str, Any]) -> str:
    """Return the ratings with their intervals as SVG."""
    dots = [Dot(row["bot"], row["rating"], *row["rating_95"]) for row in result["bots"]]
    title = f"{find(league.game).title}, {league.players} players, {result['games']} games"
    return dot_chart(title, dots, "rating (Elo scale, mean 0) with 95 % interval")
