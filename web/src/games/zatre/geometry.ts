// Which field lies under a point: computed, so that dragging over 193 fields asks the page for nothing.
import { SIDE, fieldAt, type Field } from "./fields";

export interface Rect {
  left: number;
  top: number;
  width: number;
  height: number;
}

export interface Grid {
  /** Where the field a1 would begin. */
  left: number;
  top: number;
  cell: number;
  /** What can be seen of the board: zoomed, it is larger than its frame. */
  frame: Rect;
}

/** `edge` is the strip for the letters and numbers, above and to the left. */
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

/** Fields of this size can be touched without looking twice. */
export const ZOOMED = 46;
const LARGEST = 72;
/** Fields from this size on need no zoom. */
export const ROOMY = 34;

/** The size of a field after pinching: between the whole board and large; null is the whole board. */
export function pinched(cell: number, ratio: number, whole: number): number | null {
  const wanted = Math.min(cell * ratio, Math.max(LARGEST, whole));
  return wanted < whole * 1.12 ? null : wanted;
}

/** How far to scroll so that the same spot of the board lies under the same spot of the frame. */
export function scrollFor(share: number, size: number, at: number): number {
  return share * size - at;
}
