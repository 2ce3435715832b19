// The arrow keys: piles and own cards form one grid, with draw pile, held card and discards above columns a, b and c.
import type { Z3braSeat } from "../../protocol";
import { cellName, columnOf, rowOf } from "./area";
import { DISCARDS, DRAW_PILE, HELD, cellOf, placeOf, seatOf } from "./gestures";

const PILES = [DRAW_PILE, HELD, DISCARDS];
const STEPS: { [key: string]: [number, number] } = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

/** Return the next place in the direction of an arrow key, skipping gaps; null if there is none. */
export function neighbour(place: string, key: string, seat: number, area: Z3braSeat["area"]): string | null {
  const step = STEPS[key];
  if (!step) return null;
  const isPile = seatOf(place) === null;
  let row = isPile ? -1 : rowOf(cellOf(place));
  let column = isPile ? PILES.indexOf(place) : columnOf(cellOf(place));
  for (;;) {
    row += step[0];
    column += step[1];
    if (row === -1) return PILES[column] ?? null;
    if (area[row]?.[column] === undefined) return null;
    if (area[row]![column] !== null) return placeOf(seat, cellName(row, column));
  }
}
