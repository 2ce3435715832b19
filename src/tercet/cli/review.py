"""`tercet review`: what each decision of a match cost, what was luck, and how both add up."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from tercet.cli.arguments import default_language
from tercet.cli.words import WORDS
from tercet.errors import LANGUAGES, UsageError

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

    from tercet.coach.review import Decision, LuckyEvent, Review
    from tercet.records import Record

BARS = "▁▂▃▄▅▆▇█"
CURVE_WIDTH = 64
"""Columns of the curve in the terminal."""
SHOWN_COSTS, SHOWN_STROKES = 5, 5


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--quick", is_flag=True, help="Judge decisions without searching ahead: a second or two.")
@click.option("--lang", type=click.Choice(LANGUAGES), default=default_language, help="Language.")
@click.option("--out", type=click.Path(path_type=Path, dir_okay=False), help="Save the whole review as JSON.")
@click.option("--curve", type=click.Path(path_type=Path, dir_okay=False), help="Save the curve of the match as SVG.")
@click.option("--json", "as_json", is_flag=True, help="Print the whole review as JSON.")
def review(file: Path, quick: bool, lang: str, out: Path | None, curve: Path | None, as_json: bool) -> None:
    """Review a match: what each decision cost and what was better, what was luck, and how it adds up."""
    import msgspec
    from rich.console import Console

    from tercet import records
    from tercet.cli.progress import progress_bar, warm_up
    from tercet.coach.review import JUDGE, QUICK_JUDGE, Decision
    from tercet.coach.review import review as start
    from tercet.records import write_atomically

    record = records.load(file)
    reviewing = start(record, quick=quick)
    warm_up([record.game], [QUICK_JUDGE if quick else JUDGE], with_coach=True)
    with progress_bar(say("reviewing", lang), reviewing.total) as advance:
        for part in reviewing:
            if isinstance(part, Decision):
                advance(1)
    result = reviewing.result()
    try:
        if out is not None:
            result.save(out)
        if curve is not None:
            write_atomically(curve, curve_picture(result, lang).encode())
    except OSError as error:
        raise UsageError(f"The review cannot be written: {error.strerror}.") from None
    if as_json:
        click.echo(msgspec.json.encode(result))
    else:
        show(result, record, lang, Console(file=sys.stdout))


def say(key: str, language: str, **values: str | int | float) -> str:
    """Return a text of the terminal in a language."""
    return WORDS[key][LANGUAGES.index(language)].format(**values)


def number(value: float, language: str, sign: str = "") -> str:
    """Return a number with one decimal as the language writes it; with `+` it always has a sign.

    >>> number(1.25, "de", "+")
    '+1,2'
    """
    text = format(value + 0.0, f"{sign}.1f")
    return text.replace(".", ",") if language == "de" else text


def side_names(review: "Review") -> list[str]:
    """Return the names of the sides: of a player, or of both partners."""
    return [" + ".join(review.players[seat] for seat in seats) for seats in review.sides]


def show(review: "Review", record: "Record", lang: str, console: "Console") -> None:
    """Print a review."""
    from tercet.coach.story import story

    console.print(accounts_table(review, lang))
    for side, name in enumerate(side_names(review)):
        console.print(f"{name}: {story(review, side)[LANGUAGES.index(lang)]}", highlight=False, soft_wrap=True)
    show_curve(review, lang, console)
    show_costs(review, lang, console)
    show_luck(review, lang, console)
    show_times(review, lang, console)


def accounts_table(review: "Review", lang: str) -> "Table":
    """Return how the lead of each side came about."""
    from rich.table import Table

    table = Table(title=say("review_title", lang, judge=review.judge))
    table.add_column("")
    for key in ("start", "luck", "own_losses", "others_losses", "remainder", "result"):
        table.add_column(say(f"review_{key}", lang), justify="right")
    for name, account in zip(side_names(review), review.leads, strict=True):
        parts = (account.start, account.luck, -account.own_losses, account.others_losses, account.remainder)
        table.add_row(name, *(number(each, lang, "+") for each in (*parts, account.result)))
    table.caption = say("review_caption", lang)
    return table


def show_curve(review: "Review", lang: str, console: "Console") -> None:
    """Print each side's chance to win, round by round, as a row of bars."""
    for each in review.rounds:
        console.print("\n" + say("review_curve", lang, n=each.round), highlight=False, soft_wrap=True)
        for side, name in enumerate(side_names(review)):
            chances = [point.win[side] for point in each.points]
            console.print(f"{bars(chances)}  {name}", highlight=False, soft_wrap=True)


def bars(chances: list[float]) -> str:
    """Return numbers from 0 to 1 as a row of bars, at most `CURVE_WIDTH` of them.

    >>> bars([0, 0.5, 1])
    '▁▅█'
    """
    step = max(1, -(-len(chances) // CURVE_WIDTH))
    return "".join(BARS[min(len(BARS) - 1, int(chance * len(BARS)))] for chance in chances[::step])


def show_costs(review: "Review", lang: str, console: "Console") -> None:
    """Print the most costly decisions with what was better and why."""
    console.print("\n" + say("review_costs", lang))
    costly = review.costliest(SHOWN_COSTS)
    if not costly:
        console.print(say("review_no_costs", lang))
    for decision in costly:
        console.print(cost_text(review, decision, lang), highlight=False, soft_wrap=True)


def cost_text(review: "Review", decision: "Decision", lang: str) -> str:
    """Return a costly decision in words."""
    text = say(
        "review_cost",
        lang,
        round=decision.round,
        n=decision.number,
        name=review.players[decision.seat],
        played=str(decision.played.move),
        better=" ".join(filter(None, [decision.best.move, *decision.best.then])),
        cost=number(decision.cost, lang),
        chance=f"{100 * decision.win_cost:.0f}",
    )
    reasons = [why.de if lang == "de" else why.en for why in decision.best.reasons[:2]]
    return "\n    ".join([text, *reasons])


def show_luck(review: "Review", lang: str, console: "Console") -> None:
    """Print the strokes of luck that counted most."""
    console.print("\n" + say("review_luck_title", lang))
    for event in review.luckiest(SHOWN_STROKES):
        side = max(range(len(event.luck)), key=lambda each: abs(event.luck[each]))
        console.print(
            say(
                "review_stroke",
                lang,
                round=event.round,
                n=event.number,
                what=words_of(review, event, lang),
                pieces=" ".join(event.pieces),
                side=side_names(review)[side],
                luck=number(event.luck[side], lang, "+"),
            ),
            highlight=False,
            soft_wrap=True,
        )


def words_of(review: "Review", event: "LuckyEvent", lang: str) -> str:
    """Return whose piece was shown and how."""
    from tercet.coach.registry import coach_of

    what = coach_of(review.game).events[event.event][LANGUAGES.index(lang)]
    return what if event.seat is None else f"{review.players[event.seat]}, {what}"


def show_times(review: "Review", lang: str, console: "Console") -> None:
    """Print how fast everybody was, where everybody plays at once."""
    for each in review.rounds:
        for player, time in zip(review.players, each.times, strict=False):
            mean = "-" if time.mean is None else number(time.mean / 1000, lang)
            counts = {"round": each.round, "laid": time.laid, "left": time.left, "missed": time.missed}
            console.print(
                "\n" + say("review_time", lang, name=player, mean=mean, **counts), highlight=False, soft_wrap=True
            )
            for moment in time.moments:
                console.print(f"    {moment.de if lang == 'de' else moment.en}", highlight=False, soft_wrap=True)


def curve_picture(review: "Review", lang: str) -> str:
    """Return the chances to win over all moves of the match as SVG."""
    from tercet.games.registry import find
    from tercet.pictures.chart import Series, line_chart

    lines: list[Series] = []
    for side, name in enumerate(side_names(review)):
        chances = [point.win[side] for each in review.rounds for point in each.points]
        lines.append(Series(name, [(float(at), 100 * chance) for at, chance in enumerate(chances)]))
    title = f"{find(review.game).title}: {', '.join(side_names(review))}"
    return line_chart(title, lines, say("review_moves", lang), say("review_chance", lang))
