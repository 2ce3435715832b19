// The arithmetic of a score sheet that is kept by hand (T16 to T23), for the score pad, which works without a server.
// tests/pad.test.ts compares it with the engine.
import type { ZatreEntry, ZatreRow, ZatreSheet, ZatreTurn } from "../../protocol";
import { printedBonus } from "./paper";
import { newEntries, type Box } from "./trail";

/** What a turn has made: the number of lines of each sum, and of crosses. */
export interface Made {
  ten: number;
  eleven: number;
  twelve: number;
  cross: number;
}

export const NOTHING: Made = { ten: 0, eleven: 0, twelve: 0, cross: 0 };

const POINTS = { ten: 1, eleven: 2, twelve: 4 } as const;
const LINES = ["ten", "eleven", "twelve"] as const;

/** How many tiles there are of one to six pips (T1). */
export const COPIES = [21, 20, 20, 20, 20, 20];

/** The opening turn lays three tiles (T6): they are in one line or in two, and at most one of them is on a light field. */
const OPENING = { lines: 2, lightFields: 1 };

export function countLines(made: Made): number {
  return made.ten + made.eleven + made.twelve;
}

/** T18: Return the same with the cross of the red field, which an opening turn has if it has made a line. */
export function withRedField(made: Made): Made {
  return countLines(made) > 0 ? { ...made, cross: made.cross + 1 } : made;
}

/** Return why a turn cannot have made this: a cross without a line (T18), or more than an opening can; else null. */
export function impossibility(made: Made, isOpening: boolean): "cross" | "opening" | null {
  const lines = countLines(made);
  if (lines === 0) return made.cross > 0 ? "cross" : null;
  if (!isOpening) return null;
  const isTooMuch = lines > OPENING.lines || made.cross < 1 || made.cross > 1 + OPENING.lightFields;
  return isTooMuch ? "opening" : null;
}

export function emptySheet(seats: number[]): ZatreSheet {
  return { seats, rows: [], minus: null, total: 0 };
}

/** T17 to T20: Return the sheet with what a turn has made: the points of each sum in one box, each cross in its own. */
export function enterTurn(sheet: ZatreSheet, made: Made): ZatreSheet {
  const rows = sheet.rows.map((row) => ({ ...row }));
  for (const line of LINES) if (made[line] > 0) freeRow(rows, line)[line] = made[line] * POINTS[line];
  for (let i = 0; i < made.cross; i++) freeRow(rows, "cross").cross = true;
  const counted = rows.map(countRow);
  return { ...sheet, rows: counted, total: counted.reduce((sum, row) => sum + row.total, 0) };
}

/** Return the topmost row whose box is free; add a row if there is none (T4, T19). */
function freeRow(rows: ZatreRow[], box: Box): ZatreRow {
  const free = rows.find((row) => !row[box]);
  if (free) return free;
  rows.push({ cross: false, ten: 0, eleven: 0, twelve: 0, bonus: 0, total: 0 });
  return rows.at(-1)!;
}

/** T20: Return the row with its bonus, if all three boxes are filled, and its total, doubled by a cross. */
function countRow(row: ZatreRow, index: number): ZatreRow {
  const bonus = LINES.every((line) => row[line] > 0) ? printedBonus(index + 1) : 0;
  const points = row.ten + row.eleven + row.twelve + bonus;
  return { ...row, bonus, total: row.cross ? 2 * points : points };
}

/** T23: Return the pips of tiles, given as their number by pips. */
export function pipsOf(tiles: number[]): number {
  return tiles.reduce((sum, count, index) => sum + count * (index + 1), 0);
}

/** T23: Return the finished sheet of a side that has these tiles left over. */
export function finishSheet(sheet: ZatreSheet, tiles: number[]): ZatreSheet {
  const minus = pipsOf(tiles);
  return { ...sheet, minus, total: sheet.total - minus };
}

/** Return what a turn would write on a sheet, to be shown in pencil. */
export function previewTurn(sheet: ZatreSheet, made: Made): ZatreTurn {
  const after = enterTurn(sheet, made);
  const entries: ZatreEntry[] = newEntries(sheet, after).map((entry) => ({
    ...entry,
    row_total: after.rows[entry.row]!.total,
  }));
  return { lines: [], entries, total: after.total };
}
