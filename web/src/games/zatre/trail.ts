// What the board marks of the last turns: the tiles of the last turn, and the boxes filled in the last turn of each sheet.
import type { Change } from "../../lib/play";
import { groupByTurn } from "../../lib/since";
import type { ZatreSheet, ZatreTable } from "../../protocol";
import { parseMove } from "./moves";

export interface Trail {
  /** The fields of the last finished turn. */
  tiles: string[];
  /** By sheet: the boxes filled in its last turn, as `row.column`. */
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

/** Return the entries written on a sheet between two views, from the top. */
export function newEntries(before: ZatreSheet, after: ZatreSheet): Entry[] {
  return after.rows
    .flatMap((row, number) =>
      BOXES.map((box) => ({ row: number, box, points: Number(row[box]) - Number(before.rows[number]?.[box] ?? 0) })),
    )
    .filter((entry) => entry.points > 0);
}

/** Return the fields on which a tile was laid between two views. */
export function laidSince(before: ZatreTable, after: ZatreTable): string[] {
  return Object.keys(after.board).filter((field) => !(field in before.board));
}

/** Return whether the running turn has ended: its tiles are no longer fresh. */
export function hasTurnEnded(before: ZatreTable, after: ZatreTable): boolean {
  const turnTiles = [...before.fresh, ...laidSince(before, after)];
  return turnTiles.length > 0 && !turnTiles.some((field) => after.fresh.includes(field));
}

/** Return the trail after one more view. Views that do not follow each other, as after a jump in a replay, clear it. */
export function extendTrail(trail: Trail, before: ZatreTable | null, after: ZatreTable): Trail {
  if (!before || before === after) return trail;
  const removed = Object.keys(before.board).filter((field) => !(field in after.board));
  const laid = laidSince(before, after);
  if (laid.length > 1 || removed.length > 1) return NO_TRAIL;
  if (removed.length > 0 || !hasTurnEnded(before, after)) return trail;
  const boxes = after.sheets.map((sheet, number) => {
    const isOfActingSeat = sheet.seats.some((seat) => before.to_act.includes(seat));
    if (!isOfActingSeat) return trail.boxes[number] ?? [];
    return boxesFilled(before.sheets[number]!, sheet);
  });
  return { tiles: [...before.fresh, ...laid], boxes };
}

/** Return the fields on which the others laid tiles. */
export function fieldsLaidIn(changes: Change<ZatreTable>[]): string[] {
  return changes.flatMap(({ event }) => parseMove(event.move)?.field ?? []);
}

/** Return the fields of the last finished turn: as this page saw it, or else, after a reload, as the log tells it. */
export function lastTurnTiles(trail: Trail, changes: Change<ZatreTable>[], view: ZatreTable): string[] {
  if (trail.tiles.length > 0) return trail.tiles;
  const turns = groupByTurn(changes).map(fieldsLaidIn);
  return turns.findLast((fields) => !fields.some((field) => view.fresh.includes(field))) ?? [];
}

/**
 * Return the boxes of each sheet to mark: those that the others have filled since the player's last turn, and on the
 * player's own sheet those of its last turn. Without such changes, those of the last turn of each sheet.
 */
export function markedBoxes(
  trail: Trail,
  changes: Change<ZatreTable>[],
  view: ZatreTable,
  ownSheet: number,
): string[][] {
  return view.sheets.map((_, number) => {
    const last = trail.boxes[number] ?? [];
    if (changes.length === 0) return last;
    const filled = changes.flatMap(({ before, after }) =>
      before && after ? boxesFilled(before.sheets[number]!, after.sheets[number]!) : [],
    );
    return number === ownSheet ? [...new Set([...last, ...filled])] : filled;
  });
}

function boxesFilled(before: ZatreSheet, after: ZatreSheet): string[] {
  return newEntries(before, after).map((entry) => `${entry.row}.${entry.box}`);
}
