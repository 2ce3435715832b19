// What has happened, in one plain sentence for the log.
import { both } from "../../lib/language.svelte";
import type { Moved, ZatreTable } from "../../protocol";
import { read } from "./moves";
import { entered, turnIsOver, type Box, type Entry } from "./trail";

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

/** "Lena lays 5 on g4: 2 for 11, a cross". What it brought is read from the sheets, which are written on when a turn ends. */
export function tell(
  moved: Moved,
  names: string[],
  before: ZatreTable | null,
  after: ZatreTable | null,
  me: number | null,
): string {
  const laying = read(moved.move);
  if (!laying) return `${names[moved.seat]}: ${moved.move}`;
  const laid = words().lays(names[moved.seat] ?? "", moved.seat === me, laying.pips, laying.field);
  const brought = before && after && turnIsOver(before, after) ? outcome(before, after, moved.seat) : [];
  return brought.length > 0 ? `${laid}: ${brought.join(", ")}.` : `${laid}.`;
}

function outcome(before: ZatreTable, after: ZatreTable, seat: number): string[] {
  const number = after.sheets.findIndex((sheet) => sheet.seats.includes(seat));
  const entries = number < 0 ? [] : entered(before.sheets[number]!, after.sheets[number]!);
  const kept = (before.held_count[seat] ?? 0) - 1;
  return [...told(entries), ...(kept > 0 ? [words().keeps(kept)] : [])];
}

function told(entries: Entry[]): string[] {
  const lines = entries.filter((entry) => SUMS[entry.box]);
  lines.sort((one, other) => SUMS[one.box]! - SUMS[other.box]!);
  const crosses = entries.filter((entry) => entry.box === "cross").length;
  const points = lines.map((entry) => words().points(entry.points, SUMS[entry.box]!));
  return crosses ? [...points, words().crosses(crosses)] : points;
}
