// When bots take the free seats at a table for whoever comes.
import type { SeatInfo, TableInfo } from "../../protocol";

/**
 * Return the milliseconds until bots take the free seats; null if they do not. `now` is this machine's clock, which may
 * be wrong: then it is at least never more than the table waits.
 */
export function millisecondsToFill({ fills_at, fill_after }: TableInfo, now: number): number | null {
  if (fills_at === null || fill_after === null) return null;
  return Math.max(0, Math.min(fill_after, fills_at - now));
}

/** Return the names of the others who would rather wait for people. */
export function namesAgainstBots(seats: SeatInfo[], me: number): string[] {
  return seats
    .filter((seat, index) => seat.kind === "human" && index !== me && !seat.welcomes_bots)
    .map(({ name }) => name);
}
