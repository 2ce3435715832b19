// The arrow keys: piles and own cards stand on one grid, with draw, held and discards over the columns a, b, c.
import type { Z3braSeat } from "../../protocol";
import { cellName, columnOf, rowOf } from "./area";
import { DISCARDS, DRAW, HELD, cellOf, placeOf, seatOf } from "./gestures";

const PILES = [DRAW, HELD, DISCARDS];
const STEPS: { [key: string]: [number, number] } = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

/** The place next to one in the direction of an arrow key, over gaps; null if there is none. */
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
