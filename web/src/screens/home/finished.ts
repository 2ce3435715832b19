// What the home screen says of finished tables, and their removal from the list.
import { enterTable, forgetTables } from "../../lib/api";
import { dateLocale } from "../../lib/days";
import { both } from "../../lib/language.svelte";
import { forgetLocalTable, localSeats, saveLocalSeats, type LocalSeat } from "../../lib/local";
import { joinNames, namesOf } from "../../lib/seats";
import type { Forgotten, Listing } from "../../protocol";

const words = both(
  {
    youWin: "You won",
    wins: (name: string) => `${name} won`,
    share: (names: string) => `${names} won`,
  },
  {
    youWin: "Du hast gewonnen",
    wins: (name) => `${name} hat gewonnen`,
    share: (names) => `${names} haben gewonnen`,
  },
);

export function describeWinners(table: Listing): string {
  const names = table.winners.map((seat) => namesOf(table.seats, table.seat)[seat]!);
  if (names.length > 1) return words().share(joinNames(names));
  return table.winners[0] === table.seat ? words().youWin : words().wins(names[0] ?? "?");
}

/** Partners share a score. */
export function describeScores(table: Listing): string {
  const names = namesOf(table.seats, table.seat);
  const perSide = table.players / Math.max(1, table.totals.length);
  return table.totals
    .map((total, side) => `${names.slice(side * perSide, (side + 1) * perSide).join(" & ")} ${total}`)
    .join(" · ");
}

export function formatDate(at: number): string {
  return new Date(at).toLocaleDateString(dateLocale(), { day: "numeric", month: "short", year: "numeric" });
}

/** Tables that were removed from the list, with what brings them back. */
export interface Removed {
  cookies: Forgotten[];
  local: { table: string; seats: LocalSeat[] }[];
}

/** Remove tables from this browser's list. They stay as they are for everybody else, and the seats stay one's own. */
export async function removeTables(tables: Listing[]): Promise<Removed> {
  const local = tables.flatMap(({ id }) => {
    const seats = localSeats(id);
    return seats.length ? [{ table: id, seats }] : [];
  });
  const others = tables.map(({ id }) => id).filter((id) => !local.some(({ table }) => table === id));
  const cookies = others.length ? await forgetTables(others) : [];
  for (const { table } of local) forgetLocalTable(table);
  return { cookies, local };
}

/** Bring removed tables back to the list. */
export async function restoreTables({ cookies, local }: Removed): Promise<void> {
  for (const { table, seats } of local) saveLocalSeats(table, seats);
  for (const { table, token } of cookies) await enterTable(table, token);
}
