// Finds the field under a point by computation, since measuring 193 elements while dragging would be slow.
import { SIDE, fieldAt, type Field } from "./fields";

export interface Rect {
  left: number;
  top: number;
  width: number;
  height: number;
}

export interface Grid {
  /** The top left corner of column a and row 1. */
  left: number;
  top: number;
  cell: number;
  /** The visible part of the board, which is larger than its frame when zoomed. */
  frame: Rect;
}

/** `edge` is the width of the strip of letters and numbers, above and to the left. */
export function gridOf(board: Rect, edge: number, frame: Rect): Grid {
  return { left: board.left + edge, top: board.top + edge, cell: (board.width - edge) / SIDE, frame };
}

export function isInside(rect: Rect, x: number, y: number): boolean {
  return x >= rect.left && x <= rect.left + rect.width && y >= rect.top && y <= rect.top + rect.height;
}

export function fieldUnder(grid: Grid, x: number, y: number): Field | null {
  if (!isInside(grid.frame, x, y)) return null;
  return fieldAt(Math.floor((x - grid.left) / grid.cell), Math.floor((y - grid.top) / grid.cell)) ?? null;
}

/** The size of a field after zooming by a tap. */
export const ZOOMED_CELL_PX = 46;
const MAX_CELL_PX = 72;
/** Fields of this size or larger can be touched without zooming. */
export const TOUCHABLE_CELL_PX = 34;

/** Return the size of a field after a pinch; null for the whole board. */
export function zoomAfterPinch(cell: number, ratio: number, unzoomed: number): number | null {
  const wanted = Math.min(cell * ratio, Math.max(MAX_CELL_PX, unzoomed));
  return wanted < unzoomed * 1.12 ? null : wanted;
}

/** Return the scroll offset, nearest to the current one, at which a stretch of the board is in view with some margin. */
export function offsetShowing(current: number, visible: number, start: number, size: number, margin: number): number {
  const most = start - margin;
  const least = start + size + margin - visible;
  return Math.max(0, least > most ? start + size / 2 - visible / 2 : Math.min(Math.max(current, least), most));
}

/** Return the scroll offset that puts the point at `share` of the board's size at `at` in the frame. */
export function scrollOffset(share: number, size: number, at: number): number {
  return share * size - at;
}
