// Seats that this browser has given up for another one at the same table, so that there is a way back.
import type { ReplacedSeat } from "../protocol";
import { readStored, writeStored } from "./storage";

const KEY = "earlier";
/** As many as the server gives cookies for. */
const MOST_TABLES = 40;

interface Remembered {
  [table: string]: ReplacedSeat[];
}

function remembered(): Remembered {
  try {
    const found: unknown = JSON.parse(readStored(KEY) ?? "{}");
    return typeof found === "object" && found !== null ? (found as Remembered) : {};
  } catch {
    return {};
  }
}

function write(table: string, seats: ReplacedSeat[]): void {
  const others = Object.entries(remembered()).filter(([id]) => id !== table);
  const all = seats.length ? [...others, [table, seats] as const] : others;
  writeStored(KEY, all.length ? JSON.stringify(Object.fromEntries(all.slice(-MOST_TABLES))) : null);
}

/** The seats at a table that were this browser's before, the oldest first. */
export function earlierSeats(table: string): ReplacedSeat[] {
  return remembered()[table] ?? [];
}

export function rememberEarlier(table: string, seat: ReplacedSeat): void {
  forgetEarlier(table, seat.token);
  write(table, [...earlierSeats(table), seat]);
}

export function forgetEarlier(table: string, token: string): void {
  write(
    table,
    earlierSeats(table).filter((each) => each.token !== token),
  );
}
