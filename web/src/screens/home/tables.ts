// The user's tables for the home screen: their order, the other players, and whose turn it is.
import { fetchTable, problemOf } from "../../lib/api";
import { forgetLocalTable, localSeats, localTableIds } from "../../lib/local";
import { nameOf } from "../../lib/seats";
import type { Listing, Snapshot } from "../../protocol";

/** Limits the requests of a user with many tables. */
const MAX_FETCHED = 12;

/** Group tables into those that can continue, most urgent first, and finished or closed ones, the newest first. */
export function groupTables(tables: Listing[]): { running: Listing[]; over: Listing[] } {
  const urgency = { dealing: 0, running: 0, between: 0, open: 1, over: 2, closed: 2 };
  const running = tables.filter((table) => table.status !== "over" && table.status !== "closed");
  running.sort((a, b) => urgency[a.status] - urgency[b.status]);
  const over = tables.filter((table) => table.status === "over" || table.status === "closed");
  return { running, over: over.toSorted((a, b) => b.at - a.at) };
}

/** Return the names of the other players at a table. */
export function otherPlayers(table: Listing): string[] {
  return table.seats.flatMap((seat, index) =>
    index === table.seat || seat.kind === "open" ? [] : [nameOf(seat, index)],
  );
}

export function countFreeSeats(table: Listing): number {
  return table.seats.filter((seat) => seat.kind === "open").length;
}

/** Return the seat on turn; null if several may act, before the start and between rounds. */
export function seatOnTurn(snapshot: Snapshot): number | null {
  const acting = snapshot.table.status === "running" ? (snapshot.situation?.view.to_act ?? []) : [];
  return acting.length === 1 ? acting[0]! : null;
}

/** Return the seat on turn by running table; null where it is unknown. */
export async function fetchSeatsOnTurn(tables: Listing[]): Promise<{ [table: string]: number | null }> {
  const running = tables.filter((table) => table.status === "running").slice(0, MAX_FETCHED);
  const found = await Promise.all(
    running.map((table) => fetchTable(table.id, localSeats(table.id)[0]?.token).then(seatOnTurn, () => null)),
  );
  return Object.fromEntries(running.map((table, index) => [table.id, found[index]!]));
}

/** Return the tables that were created on this device; forget those that no longer exist. */
export async function fetchLocalListings(): Promise<Listing[]> {
  const listings = await Promise.all(localTableIds().map(fetchLocalListing));
  return listings.filter((listing) => listing !== null);
}

async function fetchLocalListing(id: string): Promise<Listing | null> {
  try {
    const { table, at } = await fetchTable(id, localSeats(id)[0]?.token);
    const { game, status, players, seats, totals, winners } = table;
    return { id, game, status, players, seats, seat: null, at, totals, winners, removable: true, waiting: 0 };
  } catch (error) {
    if (problemOf(error).code === "not_found") forgetLocalTable(id);
    return null;
  }
}
