// The scoring lines that the board lights up. Which lines score comes from the server; here is only where they are drawn.
import type { ZatreLine } from "../../protocol";
import { fieldNamed, nameOf } from "./fields";

/** A line to draw: of the running turn, of a turn that waits for its confirmation, or of the last turn. */
export interface LitLine extends ZatreLine {
  kind: "turn" | "pencil" | "last";
}

export interface Span {
  /** Columns and rows count from 0; both ends included. */
  column: number;
  row: number;
  lastColumn: number;
  lastRow: number;
  isDown: boolean;
}

export function spanOf(line: ZatreLine): Span {
  const first = fieldNamed(line.first)!;
  const last = fieldNamed(line.last)!;
  return {
    column: first.column,
    row: first.row,
    lastColumn: last.column,
    lastRow: last.row,
    isDown: first.column === last.column,
  };
}

/** Return the fields of a line, from its first to its last. */
export function fieldsOf(line: ZatreLine): string[] {
  const { column, row, lastColumn, lastRow, isDown } = spanOf(line);
  const length = isDown ? lastRow - row + 1 : lastColumn - column + 1;
  return Array.from({ length }, (_, i) => (isDown ? nameOf(column, row + i) : nameOf(column + i, row)));
}

/** Return those of the lines that contain one of these tiles. */
export function linesWith(lines: ZatreLine[], tiles: string[]): ZatreLine[] {
  return lines.filter((line) => fieldsOf(line).some((field) => tiles.includes(field)));
}

export function keyOf(line: ZatreLine): string {
  return `${line.first}-${line.last}`;
}
