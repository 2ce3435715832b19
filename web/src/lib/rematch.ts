// A rematch: a new table with the same players, for everybody who plays on this device.
import type { LiveTable } from "./live.svelte";
import { localSeats, saveLocalSeats } from "./local";
import { joinRematch } from "./seating";
import { countPeople } from "./seats";

/**
 * Return the id of the new table. The first request creates it, the others join it. It begins at once if everybody else is
 * a bot, or plays on this device.
 */
export async function startRematch(tables: LiveTable[]): Promise<string> {
  const { id, info } = tables[0]!;
  const players = localSeats(id);
  const isEverybodyHere = countPeople(info!.seats) === Math.max(1, players.length);
  if (players.length === 0) return (await joinRematch(id, isEverybodyHere)).table;
  let table = "";
  for (const [index, player] of players.entries()) {
    const isLast = index === players.length - 1;
    ({ table } = await joinRematch(id, isLast && isEverybodyHere, player.token));
  }
  saveLocalSeats(table, players);
  return table;
}
