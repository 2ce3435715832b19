// The tables that somebody has sat down at: which come first, and with whom.
import { lookAt, problemOf } from "../../lib/api";
import { forgetLocal, localSeats, localTables } from "../../lib/local";
import { nameOf } from "../../lib/seats";
import type { Listing, Snapshot } from "../../protocol";

/** Whoever has many tables does not wait for all of them. */
const MOST_LOOKED_AT = 12;

/** Tables that can go on, then the newest finished ones. */
export function sorted(tables: Listing[]): { running: Listing[]; over: Listing[] } {
  const urgency = { running: 0, between: 0, open: 1, over: 2 };
  const running = tables.filter((table) => table.status !== "over");
  running.sort((a, b) => urgency[a.status] - urgency[b.status]);
  return { running, over: tables.filter((table) => table.status === "over") };
}

/** The others at a table, by name; free seats are left out. */
export function companions(table: Listing): string[] {
  return table.seats.flatMap((seat, index) =>
    index === table.seat || seat.kind === "open" ? [] : [nameOf(seat, index)],
  );
}

export function freeSeats(table: Listing): number {
  return table.seats.filter((seat) => seat.kind === "open").length;
}

/** Whose turn it is; nobody in particular where several may act, before the start and between rounds. */
export function onTurn(snapshot: Snapshot): number | null {
  const acting = snapshot.table.status === "running" ? (snapshot.situation?.view.to_act ?? []) : [];
  return acting.length === 1 ? acting[0]! : null;
}

/** Who is on turn at the tables that run, by table. What cannot be learned is left out. */
export async function turns(tables: Listing[]): Promise<{ [table: string]: number | null }> {
  const running = tables.filter((table) => table.status === "running").slice(0, MOST_LOOKED_AT);
  const found = await Promise.all(
    running.map((table) => lookAt(table.id, localSeats(table.id)[0]?.token).then(onTurn, () => null)),
  );
  return Object.fromEntries(running.map((table, index) => [table.id, found[index]!]));
}

/** The tables that were begun on this device; those that are gone are forgotten. */
export async function localListings(): Promise<Listing[]> {
  const listings = await Promise.all(localTables().map(localListing));
  return listings.filter((listing) => listing !== null);
}

async function localListing(id: string): Promise<Listing | null> {
  try {
    const { table } = await lookAt(id, localSeats(id)[0]?.token);
    return { id, game: table.game, status: table.status, players: table.players, seats: table.seats, seat: null };
  } catch (error) {
    if (problemOf(error).code === "not_found") forgetLocal(id);
    return null;
  }
}
