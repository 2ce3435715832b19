// What flies where when somebody moves.
import type { Flight } from "../../lib/motion";
import type { Step } from "../../lib/play";
import type { TripleTable } from "../../protocol";
import { parseTake, playOf } from "./moves";

export const handPlace = (card: string) => `hand-${card}`;
export const cellPlace = (cell: string) => `cell-${cell}`;
export const seatPlace = (seat: number) => `seat-${seat}`;
export const STACK = "stack";

/** Cards taken together follow one another so closely; the last of many still comes soon. */
const STAGGER = 40;

export function flightsOf(step: Step<TripleTable>): Flight[] {
  const me = step.after.seat;
  const laid = playOf(step.event);
  if (laid) {
    const from = laid.seat === me ? handPlace(laid.card) : seatPlace(laid.seat);
    return [{ from, to: cellPlace(laid.cell) }];
  }
  if (step.event.kind !== "moved" || step.event.seat !== me || !parseTake(step.event.move)) return [];
  const before = step.before?.seats[me]?.hand ?? [];
  const taken = (step.after.seats[me]?.hand ?? []).filter((card) => !before.includes(card));
  return taken.map((card, i) => ({ from: STACK, to: handPlace(card), after: Math.min(i, 6) * STAGGER }));
}
