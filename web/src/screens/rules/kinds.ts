// Small positions beside the rules, as data. Each is drawn with the pieces of its game.
import type { Words } from "../../protocol";

/** Cards of Z3BRA by rows (`?` face down, null a gap), one picture after the other. */
export interface Areas {
  kind: "areas";
  areas: Picture<string | null>[];
  note: Words;
}

/** A part of ZATRE's board, from one field to another. */
export interface Board {
  kind: "board";
  from: string;
  to: string;
  tiles: { [field: string]: number };
  /** The tiles of this turn. */
  fresh?: string[];
  note: Words;
}

/** A score sheet from its first row on: cross, 10, 11, 12 and the row's total. */
export interface Sheet {
  kind: "sheet";
  rows: [cross: boolean, ten: number, eleven: number, twelve: number, total: number][];
  note: Words;
}

/** Cards of TRIPLE³ by rows. */
export interface Grids {
  kind: "grids";
  grids: Picture<string>[];
  note: Words;
}

export interface Picture<Card> {
  caption?: Words;
  rows: Card[][];
  /** Cells with a ring around them: a1 is the first of the first row. */
  marked?: string[];
}

export type Example = Areas | Board | Sheet | Grids;
export type ByRule = { [rule: string]: Example[] };
