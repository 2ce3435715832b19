// The nine cells: columns a b c, rows 1 2 3 from the top.
import { both } from "../../lib/language.svelte";
import { propertiesOf } from "./cards";

export const CELLS = ["a1", "b1", "c1", "a2", "b2", "c2", "a3", "b3", "c3"];

const words = both(
  {
    places: [
      ...["top left", "top middle", "top right"],
      ...["middle left", "centre", "middle right"],
      ...["bottom left", "bottom middle", "bottom right"],
    ],
  },
  {
    places: [
      ...["oben links", "oben Mitte", "oben rechts"],
      ...["Mitte links", "Mitte", "Mitte rechts"],
      ...["unten links", "unten Mitte", "unten rechts"],
    ],
  },
);

/** Return where a cell is, in words. */
export function placeName(cell: string): string {
  return words().places[CELLS.indexOf(cell)] ?? cell;
}

/** Every line of three, as indices of CELLS. */
const LINES = [
  [0, 1, 2],
  [3, 4, 5],
  [6, 7, 8],
  [0, 3, 6],
  [1, 4, 7],
  [2, 5, 8],
  [0, 4, 8],
  [2, 4, 6],
];

export function cardAt(grid: string[][], cell: string): string {
  const index = CELLS.indexOf(cell);
  return grid[Math.floor(index / 3)]![index % 3]!;
}

export function heightAt(heights: number[][], cell: string): number {
  const index = CELLS.indexOf(cell);
  return heights[Math.floor(index / 3)]![index % 3]!;
}

/** Return the cells of all lines through `cell` in which every card has the called property, and `cell` itself. */
export function cellsWithCall(grid: string[][], cell: string, call: string): string[] {
  const hasProperty = (index: number) => propertiesOf(cardAt(grid, CELLS[index]!)).includes(call);
  const lines = LINES.filter((line) => line.includes(CELLS.indexOf(cell)) && line.every(hasProperty));
  const cells = new Set([cell, ...lines.flat().map((index) => CELLS[index]!)]);
  return CELLS.filter((each) => cells.has(each));
}

const ARROWS: { [key: string]: [number, number] } = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** Return the next cell in the direction of an arrow key; null beyond the edge, undefined for other keys. */
export function neighbour(cell: string, key: string): string | null | undefined {
  const arrow = ARROWS[key];
  if (!arrow) return undefined;
  const index = CELLS.indexOf(cell);
  const [column, row] = [(index % 3) + arrow[0], Math.floor(index / 3) + arrow[1]];
  return column >= 0 && column < 3 && row >= 0 && row < 3 ? CELLS[row * 3 + column]! : null;
}

/** Return the cell of a key of the numeric keypad, which is arranged like the grid: 7 8 9 on top. */
export function keypadCell(code: string): string | null {
  const digit = /^Numpad([1-9])$/.exec(code)?.[1];
  return digit ? ["a3", "b3", "c3", "a2", "b2", "c2", "a1", "b1", "c1"][Number(digit) - 1]! : null;
}
