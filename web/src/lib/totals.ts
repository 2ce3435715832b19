// Points before a round, as the table had them then.
import type { Record } from "../protocol";

/** By seat or pair, the sum of the rounds before; TRIPLE³ counts a chip for each round won. */
export function totalsBefore(record: Record, round: number): number[] {
  const finished = record.rounds.slice(0, round - 1).flatMap(({ scores }) => (scores ? [scores] : []));
  const points = record.game === "triple" ? finished.map(chips) : finished;
  return record.totals.map((_, side) => points.reduce((sum, each) => sum + (each[side] ?? 0), 0));
}

/** P14, P15: the fewest cards left win the round. */
function chips(cardsLeft: number[]): number[] {
  const fewest = Math.min(...cardsLeft);
  return cardsLeft.map((cards) => (cards === fewest ? 1 : 0));
}
