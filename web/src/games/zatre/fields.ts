// The printed board (T2, T3): 193 fields, a1 to o15. Only for drawing and for the arrow keys.
export type Colour = "dark" | "light" | "red";

export interface Field {
  name: string;
  /** Columns and rows count from 0; rows from the top. */
  column: number;
  row: number;
  colour: Colour;
}

export const SIDE = 15;
export const COLUMNS = "abcdefghijklmno";
export const START = "h8";

const MIDDLE = 7;
const LAST = SIDE - 1;

/** The columns or rows in which each side has fields outside the square core. */
const PROTRUDING = [4, 5, 6, 8, 9, 10];

function isField(column: number, row: number): boolean {
  const isInCore = (index: number) => index > 0 && index < LAST;
  const isAtRim = (index: number) => index === 0 || index === LAST;
  if (isInCore(column) && isInCore(row)) return true;
  return (isAtRim(row) && PROTRUDING.includes(column)) || (isAtRim(column) && PROTRUDING.includes(row));
}

function colourOf(column: number, row: number): Colour {
  if (column === MIDDLE && row === MIDDLE) return "red";
  const isOnDiagonal = column === row || column + row === LAST;
  const isAtRim = [column, row].some((index) => index === 0 || index === LAST);
  const isBesideMiddle = [column, row].some((index) => Math.abs(index - MIDDLE) === 1);
  return (isAtRim ? isBesideMiddle : isOnDiagonal) ? "light" : "dark";
}

export function nameOf(column: number, row: number): string {
  return `${COLUMNS[column]}${row + 1}`;
}

/** All fields in reading order. */
export const FIELDS: Field[] = Array.from(
  { length: SIDE * SIDE },
  (_, index) => [index % SIDE, Math.floor(index / SIDE)] as const,
)
  .filter(([column, row]) => isField(column, row))
  .map(([column, row]) => ({ name: nameOf(column, row), column, row, colour: colourOf(column, row) }));

const BY_NAME = new Map(FIELDS.map((field) => [field.name, field]));

export function fieldNamed(name: string): Field | undefined {
  return BY_NAME.get(name);
}

export function fieldAt(column: number, row: number): Field | undefined {
  return BY_NAME.get(nameOf(column, row));
}

const ARROWS: { [key: string]: readonly [number, number] } = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** Return the field that a key leads to, skipping gaps at the rim; null at the end of the board or for other keys. */
export function neighbour(name: string, key: string): string | null {
  const from = BY_NAME.get(name);
  if (!from) return null;
  if (key === "Home" || key === "End") {
    const inRow = FIELDS.filter((field) => field.row === from.row);
    return inRow.at(key === "Home" ? 0 : -1)!.name;
  }
  const direction = ARROWS[key];
  if (!direction) return null;
  for (let step = 1; step < SIDE; step++) {
    const next = fieldAt(from.column + direction[0] * step, from.row + direction[1] * step);
    if (next) return next.name;
  }
  return null;
}
