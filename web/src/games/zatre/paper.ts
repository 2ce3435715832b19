// The rows of a score sheet (T4), with what is printed on the paper.
import type { ZatreRow, ZatreSheet, ZatreTurn } from "../../protocol";

export const MIN_ROWS = 10;

const EMPTY: ZatreRow = { cross: false, ten: 0, eleven: 0, twelve: 0, bonus: 0, total: 0 };

export interface PaperRow extends ZatreRow {
  number: number;
  /** The printed bonus; 0 where the paper has none. */
  printed: number;
  isFull: boolean;
  /** Whether the bonus can no longer be earned. */
  isLost: boolean;
}

const BONUS_ROWS = 16;

/** Return the printed bonus of a row: 3, 4, 5, 6 for four rows each, 0 from row 17 on. Rows count from 1. */
export function printedBonus(number: number): number {
  return number <= BONUS_ROWS ? 3 + Math.floor((number - 1) / 4) : 0;
}

/**
 * Return the rows to show: at least those of the paper, during a round an empty one after the last, and those that the
 * running turn would write into.
 */
export function rowsOf(sheet: ZatreSheet, pencil: ZatreTurn | null = null): PaperRow[] {
  const isOver = sheet.minus !== null;
  const lastPencilled = Math.max(-1, ...(pencil?.entries ?? []).map((entry) => entry.row));
  const count = Math.max(MIN_ROWS, sheet.rows.length + (isOver ? 0 : 1), lastPencilled + 1);
  return Array.from({ length: count }, (_, index) => {
    const row = sheet.rows[index] ?? EMPTY;
    const isFull = row.ten > 0 && row.eleven > 0 && row.twelve > 0;
    const printed = printedBonus(index + 1);
    return { ...row, number: index + 1, printed, isFull, isLost: isOver && !isFull && printed > 0 };
  });
}
