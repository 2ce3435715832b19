// The chart of a round in which everybody plays at once: pieces left over time, and when each piece could be laid.
import type { Chance, Round, SeatTime } from "../protocol";

/** Return when a round ended, in milliseconds since its start. */
export function durationOf({ ended, moves }: Pick<Round, "ended" | "moves">): number {
  return Math.max(1, ended ?? Number(moves.at(-1)?.[2] ?? 0));
}

/** Return the number of moves that had been made at a time. */
export function numberAt({ moves }: Pick<Round, "moves">, time: number): number {
  const next = moves.findIndex(([, , at]) => Number(at) > time);
  return next < 0 ? moves.length : next;
}

/** Return when the position after a number of moves came about. */
export function timeAt(round: Pick<Round, "ended" | "moves">, number: number): number {
  if (number <= 0) return 0;
  return number > round.moves.length ? durationOf(round) : Number(round.moves[number - 1]![2]);
}

/** Return a count over time as the points of a line in a box of 100 × 100, which falls from `most` to nothing. */
export function stairsOf(counts: { time: number; count: number }[], duration: number, most: number): string {
  const at = (time: number) => round((100 * time) / duration);
  const height = (count: number) => round(100 - (100 * count) / Math.max(1, most));
  const corners: string[] = [];
  counts.forEach(({ time, count }, i) => {
    if (i > 0) corners.push(`${at(time)},${height(counts[i - 1]!.count)}`);
    corners.push(`${at(time)},${height(count)}`);
  });
  corners.push(`100,${height(counts.at(-1)?.count ?? 0)}`);
  return corners.join(" ");
}

/** The pieces that a seat had left over time, those in hand and the hidden ones. */
export function piecesLeft({ pieces }: SeatTime): { time: number; count: number }[] {
  return pieces.map(([time, inHand, hidden]) => ({ time, count: inHand + hidden }));
}

export function piecesInHand({ pieces }: SeatTime): { time: number; count: number }[] {
  return pieces.map(([time, count]) => ({ time, count }));
}

/** Return the row of each chance: the first in which no other one is at that time. */
export function rowsOf(chances: Chance[]): number[] {
  const order = chances.map((_, i) => i).sort((one, other) => chances[one]!.start - chances[other]!.start);
  const ends: number[] = [];
  const rows: number[] = chances.map(() => 0);
  for (const i of order) {
    const { start, end } = chances[i]!;
    const free = ends.findIndex((at) => at <= start);
    rows[i] = free < 0 ? ends.length : free;
    ends[rows[i]!] = end;
  }
  return rows;
}

const round = (value: number) => Math.round(100 * value) / 100;
