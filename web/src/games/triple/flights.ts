// The animation of a move: which cards move between which places.
import type { Flight } from "../../lib/motion";
import type { Step } from "../../lib/play";
import type { TripleTable } from "../../protocol";
import { parseTake, playOf } from "./moves";

export const handPlace = (card: string) => `hand-${card}`;
export const cellPlace = (cell: string) => `cell-${cell}`;
export const seatPlace = (seat: number) => `seat-${seat}`;
export const STACK = "stack";

/** The delay between cards that are taken together. */
const STAGGER_MS = 40;

export function flightsOf(step: Step<TripleTable>): Flight[] {
  const me = step.after.seat;
  const played = playOf(step.event);
  if (played) {
    const from = played.seat === me ? handPlace(played.card) : seatPlace(played.seat);
    return [{ from, to: cellPlace(played.cell) }];
  }
  if (step.event.kind !== "moved" || step.event.seat !== me || !parseTake(step.event.move)) return [];
  const before = step.before?.seats[me]?.hand ?? [];
  const taken = (step.after.seats[me]?.hand ?? []).filter((card) => !before.includes(card));
  return taken.map((card, i) => ({ from: STACK, to: handPlace(card), delay: Math.min(i, 6) * STAGGER_MS }));
}
