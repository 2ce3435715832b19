// The last seven days of a player, by game.
import type { DayScore } from "../../protocol";

/** Return the game that was played on most days; null if none was. */
export function busiestGame(week: DayScore[]): string | null {
  const counts = new Map<string, number>();
  for (const { game, score } of week) if (score !== null) counts.set(game, (counts.get(game) ?? 0) + 1);
  return [...counts].toSorted(([, one], [, other]) => other - one)[0]?.[0] ?? null;
}

/** Return the days of a game, the oldest first, with how many did worse in per cent. */
export function weekOf(week: DayScore[], game: string): { day: string; percent: number | null }[] {
  return week
    .filter((each) => each.game === game)
    .map(({ day, better_than: percent }) => ({ day, percent }))
    .toSorted((one, other) => (one.day < other.day ? -1 : 1));
}

/** Return the mean of the days that have a result; null without any. */
export function meanOf(days: { percent: number | null }[]): number | null {
  const known = days.flatMap(({ percent }) => (percent === null ? [] : [percent]));
  return known.length ? Math.round(known.reduce((sum, percent) => sum + percent, 0) / known.length) : null;
}
