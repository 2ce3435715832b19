// The cells of an area: a column letter and a row number, row 1 on top.
import type { Z3braSeat } from "../../protocol";

const COLUMNS = "abc";

export interface Cell {
  name: string;
  /** Counts from 0. */
  row: number;
  column: number;
  card: string | null;
}

export type Shape = "2x3" | "3x2";

export function cellName(row: number, column: number): string {
  return `${COLUMNS[column]}${row + 1}`;
}

export function rowOf(cell: string): number {
  return Number(cell[1]) - 1;
}

export function columnOf(cell: string): number {
  return COLUMNS.indexOf(cell[0]!);
}

/** Return the cells of an area in reading order, including gaps. */
export function cellsOf(area: Z3braSeat["area"]): Cell[] {
  return area.flatMap((cards, row) =>
    cards.map((card, column) => ({ name: cellName(row, column), row, column, card })),
  );
}

export function cardAt(area: Z3braSeat["area"], cell: string): string | null {
  return area[rowOf(cell)]?.[columnOf(cell)] ?? null;
}

/** Return two cells in reading order, as the notation writes a swap. */
export function sortCells(one: string, two: string): [string, string] {
  return rowOf(one) * 3 + columnOf(one) <= rowOf(two) * 3 + columnOf(two) ? [one, two] : [two, one];
}

/**
 * Return the new cell of each card when the cards close up towards a1: upwards into 2x3, to the left into 3x2.
 *
 *     closedUp(["b1", "a2"], "2x3")  // b1 stays, a2 goes to a1
 */
export function closeUp(cells: string[], shape: Shape): Map<string, string> {
  const usedByLine = new Map<number, number>();
  const nextFree = (line: number) => {
    const place = usedByLine.get(line) ?? 0;
    usedByLine.set(line, place + 1);
    return place;
  };
  return new Map(
    cells.map((cell) => {
      const [row, column] = [rowOf(cell), columnOf(cell)];
      return [cell, shape === "2x3" ? cellName(nextFree(column), column) : cellName(row, nextFree(row))];
    }),
  );
}

/** The direction of a line of three; "falling" is the diagonal from a1. */
export type Direction = "row" | "column" | "falling" | "rising";

export interface Line {
  direction: Direction;
  /** The number of the row or column, from 0; 0 for diagonals. */
  index: number;
}

export function lineOf(cells: string[]): Line {
  const rows = new Set(cells.map(rowOf));
  const columns = new Set(cells.map(columnOf));
  if (rows.size === 1) return { direction: "row", index: rowOf(cells[0]!) };
  if (columns.size === 1) return { direction: "column", index: columnOf(cells[0]!) };
  return { direction: cells.includes("a1") ? "falling" : "rising", index: 0 };
}
