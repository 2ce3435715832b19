// Several people on one device: each has a seat and a token of their own, and this browser remembers all of them.
import { keep, kept } from "./keep";

export interface LocalSeat {
  seat: number;
  name: string;
  token: string;
}

const KEY = "local";

interface Remembered {
  [table: string]: LocalSeat[];
}

function remembered(): Remembered {
  try {
    const found: unknown = JSON.parse(kept(KEY) ?? "{}");
    return typeof found === "object" && found !== null ? (found as Remembered) : {};
  } catch {
    return {};
  }
}

/** The people who share this device at a table; nobody at tables that were not begun here. */
export function localSeats(table: string): LocalSeat[] {
  return remembered()[table] ?? [];
}

/** The tables that were begun here, the newest first. */
export function localTables(): string[] {
  return Object.keys(remembered()).reverse();
}

/** Also for a rematch: the new table has the old seats and tokens. */
export function rememberLocal(table: string, seats: LocalSeat[]): void {
  keep(KEY, JSON.stringify({ ...remembered(), [table]: seats }));
}

export function forgetLocal(table: string): void {
  const rest = Object.entries(remembered()).filter(([id]) => id !== table);
  keep(KEY, rest.length ? JSON.stringify(Object.fromEntries(rest)) : null);
}
