// A rematch: a new table with the same players, for everybody who plays on this device.
import type { LiveTable } from "./live.svelte";
import { localSeats, saveLocalSeats } from "./local";
import { joinRematch } from "./seating";

/** Return the id of the new table. The first request creates it, the others join it. */
export async function startRematch(tables: LiveTable[]): Promise<string> {
  const oldTable = tables[0]!.id;
  const players = localSeats(oldTable);
  const requests = players.length
    ? players.map((player) => joinRematch(oldTable, player.token))
    : [joinRematch(oldTable)];
  const { table } = (await Promise.all(requests))[0]!;
  if (players.length) saveLocalSeats(table, players);
  return table;
}
