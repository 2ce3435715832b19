// The board as it is printed (T2, T3): 193 fields, a1 to o15. For drawing and for the arrow keys only.
export type Colour = "dark" | "light" | "red";

export interface Field {
  name: string;
  /** Both count from 0; rows from the top. */
  column: number;
  row: number;
  colour: Colour;
}

export const SIDE = 15;
export const COLUMNS = "abcdefghijklmno";
export const START = "h8";

const MIDDLE = 7;
const LAST = SIDE - 1;

/** Where fields stick out of the core, along each side. */
const OUT = [4, 5, 6, 8, 9, 10];

function isField(column: number, row: number): boolean {
  const inCore = (at: number) => at > 0 && at < LAST;
  const atRim = (at: number) => at === 0 || at === LAST;
  if (inCore(column) && inCore(row)) return true;
  return (atRim(row) && OUT.includes(column)) || (atRim(column) && OUT.includes(row));
}

function colourOf(column: number, row: number): Colour {
  if (column === MIDDLE && row === MIDDLE) return "red";
  const onDiagonal = column === row || column + row === LAST;
  const atRim = [column, row].some((at) => at === 0 || at === LAST);
  const besideMiddle = [column, row].some((at) => Math.abs(at - MIDDLE) === 1);
  return (atRim ? besideMiddle : onDiagonal) ? "light" : "dark";
}

export function nameOf(column: number, row: number): string {
  return `${COLUMNS[column]}${row + 1}`;
}

/** By rows: the order in which the board is read. */
export const FIELDS: Field[] = Array.from(
  { length: SIDE * SIDE },
  (_, at) => [at % SIDE, Math.floor(at / SIDE)] as const,
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

/** Where a key leads from a field: to the next one that way, over gaps at the rim; nowhere at the end of the board. */
export function stepFrom(name: string, key: string): string | null {
  const from = BY_NAME.get(name);
  if (!from) return null;
  if (key === "Home" || key === "End") {
    const inRow = FIELDS.filter((field) => field.row === from.row);
    return inRow.at(key === "Home" ? 0 : -1)!.name;
  }
  const way = ARROWS[key];
  if (!way) return null;
  for (let step = 1; step < SIDE; step++) {
    const next = fieldAt(from.column + way[0] * step, from.row + way[1] * step);
    if (next) return next.name;
  }
  return null;
}
