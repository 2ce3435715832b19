// Where the lines of empty ZATRE sheets are on a page of A4, in millimetres.
import { printedBonus } from "../../games/zatre/paper";

/** A little less than A4 is high, so that no printer begins a second page. */
export const PAGE = { width: 210, height: 296 };
const MARGIN = 11;
/** Below the sheets there is a line of text. */
const BOTTOM = 16;
const GAP = 7;
/** With this many sheets they stand in one row. */
const MOST_IN_A_ROW = 3;

export const ROWS = 20;
const NAME = 9;
const HEADING = 6;
/** Below the rows: minus points and the grand total. */
const FOOT_ROWS = 2;

/** The right edges of the columns, as parts of the width: row number, ×2, 10, 11, 12, bonus, total. */
const COLUMNS = [0.09, 0.23, 0.37, 0.51, 0.65, 0.8, 1];

export interface PrintedSheet {
  x: number;
  y: number;
  width: number;
  height: number;
  rowHeight: number;
  /** The left edges of the columns and, at last, the right edge of the sheet. */
  columns: number[];
  /** The upper edges of the rows and, at last, the lower edge of the last one. */
  rows: number[];
  /** Where the name is written. */
  nameLine: number;
}

/** Return the sheets of a page: up to three side by side, four and more in two rows. */
export function layOutSheets(count: number): PrintedSheet[] {
  const across = count <= MOST_IN_A_ROW ? count : Math.ceil(count / 2);
  const down = Math.ceil(count / across);
  const width = (PAGE.width - 2 * MARGIN - (across - 1) * GAP) / across;
  const height = (PAGE.height - MARGIN - BOTTOM - (down - 1) * GAP) / down;
  return Array.from({ length: count }, (_, i) => {
    const x = MARGIN + (i % across) * (width + GAP);
    const y = MARGIN + Math.floor(i / across) * (height + GAP);
    const rowHeight = (height - NAME - HEADING) / (ROWS + FOOT_ROWS);
    return {
      x,
      y,
      width,
      height,
      rowHeight,
      columns: [0, ...COLUMNS].map((part) => x + part * width),
      rows: Array.from({ length: ROWS + 1 }, (_, row) => y + NAME + HEADING + row * rowHeight),
      nameLine: y + NAME - 2,
    };
  });
}

/** Return the bonus that is printed in a row (T4), as text; rows count from 1. */
export function bonusText(row: number): string {
  return printedBonus(row) ? `${printedBonus(row)}` : "";
}
