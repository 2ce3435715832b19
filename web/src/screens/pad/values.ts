// Checks of values that come from storage, and changes of lists.

/** Return whether this is a whole number from 0 to `most`. */
export function isCount(value: unknown, most: number): value is number {
  return Number.isInteger(value) && (value as number) >= 0 && (value as number) <= most;
}

export function replaceAt<T>(list: T[], index: number, value: T): T[] {
  return list.map((each, i) => (i === index ? value : each));
}

/** Return the sums of the rounds' scores by side (Z26, T24). */
export function addUp(rounds: number[][], sides: number): number[] {
  return Array.from({ length: sides }, (_, side) => rounds.reduce((sum, scores) => sum + (scores[side] ?? 0), 0));
}

/** Return the sides with the best total: several if they share it. */
export function bestOf(totals: number[], isLowestBest: boolean): number[] {
  const best = isLowestBest ? Math.min(...totals) : Math.max(...totals);
  return totals.flatMap((total, side) => (total === best ? [side] : []));
}
