// Several people on one device: each has a seat and a token of their own, and this browser stores all of them.
import { writeStored, readStored } from "./storage";

export interface LocalSeat {
  seat: number;
  name: string;
  token: string;
}

const KEY = "local";

interface LocalTables {
  [table: string]: LocalSeat[];
}

function readLocalTables(): LocalTables {
  try {
    const found: unknown = JSON.parse(readStored(KEY) ?? "{}");
    return typeof found === "object" && found !== null ? (found as LocalTables) : {};
  } catch {
    return {};
  }
}

/** Return the people who share this device at a table; none for a table that was not created here. */
export function localSeats(table: string): LocalSeat[] {
  return readLocalTables()[table] ?? [];
}

/** Return the tables that were created here, the newest first. */
export function localTableIds(): string[] {
  return Object.keys(readLocalTables()).reverse();
}

/** Store a table's seats. A rematch stores the old ones, since the new table has the same seats and tokens. */
export function saveLocalSeats(table: string, seats: LocalSeat[]): void {
  writeStored(KEY, JSON.stringify({ ...readLocalTables(), [table]: seats }));
}

export function forgetLocalTable(table: string): void {
  const rest = Object.entries(readLocalTables()).filter(([id]) => id !== table);
  writeStored(KEY, rest.length ? JSON.stringify(Object.fromEntries(rest)) : null);
}
