// What the last turns left behind, for the eye: the tiles of the last turn, and the boxes that each sheet got in its last one.
import type { ZatreSheet, ZatreTable } from "../../protocol";

export interface Trail {
  /** The fields of the last finished turn. */
  tiles: string[];
  /** By sheet: boxes as `row.column`. */
  boxes: string[][];
}

export const NO_TRAIL: Trail = { tiles: [], boxes: [] };

export const BOXES = ["cross", "ten", "eleven", "twelve"] as const;
export type Box = (typeof BOXES)[number];

export interface Entry {
  row: number;
  box: Box;
  /** How many points were written there; 1 for a cross. */
  points: number;
}

/** What has been written on a sheet, from the top. */
export function entered(before: ZatreSheet, after: ZatreSheet): Entry[] {
  return after.rows
    .flatMap((row, number) =>
      BOXES.map((box) => ({ row: number, box, points: Number(row[box]) - Number(before.rows[number]?.[box] ?? 0) })),
    )
    .filter((entry) => entry.points > 0);
}

/** The fields on which a tile has come to lie. */
export function laidSince(before: ZatreTable, after: ZatreTable): string[] {
  return Object.keys(after.board).filter((field) => !(field in before.board));
}

/** The turn that was running is over: its tiles are fresh no more. */
export function turnIsOver(before: ZatreTable, after: ZatreTable): boolean {
  const running = [...before.fresh, ...laidSince(before, after)];
  return running.length > 0 && !running.some((field) => after.fresh.includes(field));
}

/** The trail after one more event. Views that do not follow each other, as in a replay, leave none. */
export function follow(trail: Trail, before: ZatreTable | null, after: ZatreTable): Trail {
  if (!before || before === after) return trail;
  const gone = Object.keys(before.board).filter((field) => !(field in after.board));
  const laid = laidSince(before, after);
  if (laid.length > 1 || gone.length > 1) return NO_TRAIL;
  if (gone.length > 0 || !turnIsOver(before, after)) return trail;
  const boxes = after.sheets.map((sheet, number) => {
    const acted = sheet.seats.some((seat) => before.to_act.includes(seat));
    if (!acted) return trail.boxes[number] ?? [];
    return entered(before.sheets[number]!, sheet).map((entry) => `${entry.row}.${entry.box}`);
  });
  return { tiles: [...before.fresh, ...laid], boxes };
}
