// The score sheet as it is printed (T4): what stands on the paper before anybody writes on it.
import type { ZatreRow, ZatreSheet } from "../../protocol";

export const LEAST_ROWS = 10;

const EMPTY: ZatreRow = { cross: false, ten: 0, eleven: 0, twelve: 0, bonus: 0, total: 0 };

export interface PaperRow extends ZatreRow {
  number: number;
  /** The bonus as printed, pale until it is earned. */
  printed: number;
  isFull: boolean;
  /** It is too late to earn the bonus. */
  isLost: boolean;
}

/** 3, 4, 5 and from row 13 on 6; rows count from 1. */
export function printedBonus(number: number): number {
  return Math.min(3 + Math.floor((number - 1) / 4), 6);
}

/** The rows to show: as many as the paper has, more if they are needed, and always an empty one to come. */
export function rowsOf(sheet: ZatreSheet): PaperRow[] {
  const isOver = sheet.minus !== null;
  const count = Math.max(LEAST_ROWS, sheet.rows.length + (isOver ? 0 : 1));
  return Array.from({ length: count }, (_, at) => {
    const row = sheet.rows[at] ?? EMPTY;
    const isFull = row.bonus > 0;
    return { ...row, number: at + 1, printed: printedBonus(at + 1), isFull, isLost: isOver && !isFull };
  });
}
