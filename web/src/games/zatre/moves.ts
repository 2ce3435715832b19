// Moves as text: the pips and the field. "6h8" lays a six on h8.
import type { Hint } from "../../protocol";

export interface Laying {
  pips: number;
  field: string;
}

export function write({ pips, field }: Laying): string {
  return `${pips}${field}`;
}

export function read(move: string): Laying | null {
  const found = /^([1-6])([a-o]\d{1,2})$/.exec(move);
  return found && { pips: Number(found[1]), field: found[2]! };
}

/** The places where a tile may go, each with the sums it makes there. null: the table gives no help. */
export function placesOf(moves: Hint[] | null, pips: number | null): Map<string, number[]> | null {
  if (!moves) return null;
  const layings = moves.map((hint) => ({ ...read(hint.move), sums: hint.sums ?? [] }));
  return new Map(layings.filter((each) => each.pips === pips && pips !== null).map((each) => [each.field!, each.sums]));
}

/** Which of the tiles in the rack is in hand: the one wanted, else the first that has a place, else the first. */
export function inHand(held: number[], wanted: number | null, moves: Hint[] | null): number | null {
  if (wanted !== null && wanted < held.length) return wanted;
  if (held.length === 0) return null;
  const usable = held.findIndex((pips) => moves?.some((hint) => hint.move.startsWith(`${pips}`)));
  return Math.max(usable, 0);
}

/** Tiles as they stand in the rack: each by itself, or in stacks of equal ones where there are too many for that. */
export interface Stack {
  pips: number;
  /** The first of them. */
  at: number;
  count: number;
}

const SINGLE = 4;

export function stacksOf(held: number[]): Stack[] {
  if (held.length <= SINGLE) return held.map((pips, at) => ({ pips, at, count: 1 }));
  const kinds = [...new Set(held)];
  return kinds.map((pips) => ({ pips, at: held.indexOf(pips), count: held.filter((each) => each === pips).length }));
}
