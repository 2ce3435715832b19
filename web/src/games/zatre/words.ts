// Describes moves in one sentence, for the log.
import { both } from "../../lib/language.svelte";
import type { Moved, ZatreTable } from "../../protocol";
import { parseMove } from "./moves";
import { newEntries, hasTurnEnded, type Box, type Entry } from "./trail";

const words = both(
  {
    lays: (name: string, isMe: boolean, pips: number, field: string) =>
      `${isMe ? "You lay" : `${name} lays`} ${pips} on ${field}`,
    points: (points: number, sum: number) => `${points} for ${sum}`,
    crosses: (count: number) => (count === 1 ? "a cross" : `${count} crosses`),
    keeps: (count: number) => (count === 1 ? "one tile is kept" : `${count} tiles are kept`),
  },
  {
    lays: (name, isMe, pips, field) => `${isMe ? "Du legst" : `${name} legt`} ${pips} auf ${field}`,
    points: (points, sum) => `${points} für ${sum}`,
    crosses: (count) => (count === 1 ? "ein Kreuz" : `${count} Kreuze`),
    keeps: (count) => (count === 1 ? "ein Stein bleibt übrig" : `${count} Steine bleiben übrig`),
  },
);

const SUMS: { [box in Box]?: number } = { ten: 10, eleven: 11, twelve: 12 };

/** Describe a move: "Lena lays 5 on g4: 2 for 11, a cross". The results are read from the sheets when a turn ends. */
export function describeMove(
  moved: Moved,
  names: string[],
  before: ZatreTable | null,
  after: ZatreTable | null,
  me: number | null,
): string {
  const play = parseMove(moved.move);
  if (!play) return `${names[moved.seat]}: ${moved.move}`;
  const playText = words().lays(names[moved.seat] ?? "", moved.seat === me, play.pips, play.field);
  const results = before && after && hasTurnEnded(before, after) ? describeResults(before, after, moved.seat) : [];
  return results.length > 0 ? `${playText}: ${results.join(", ")}.` : `${playText}.`;
}

function describeResults(before: ZatreTable, after: ZatreTable, seat: number): string[] {
  const number = after.sheets.findIndex((sheet) => sheet.seats.includes(seat));
  const entries = number < 0 ? [] : newEntries(before.sheets[number]!, after.sheets[number]!);
  const kept = (before.held_count[seat] ?? 0) - 1;
  return [...describeEntries(entries), ...(kept > 0 ? [words().keeps(kept)] : [])];
}

/** Describe what was written on a sheet: "2 for 11", "a cross". */
export function describeEntries(entries: Pick<Entry, "box" | "points">[]): string[] {
  const sums = entries.filter((entry) => SUMS[entry.box]);
  sums.sort((one, other) => SUMS[one.box]! - SUMS[other.box]!);
  const crosses = entries.filter((entry) => entry.box === "cross").length;
  const points = sums.map((entry) => words().points(entry.points, SUMS[entry.box]!));
  return crosses ? [...points, words().crosses(crosses)] : points;
}
