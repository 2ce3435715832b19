// Moves as text: "6h8" lays a six on h8.
import type { LegalMove, ZatreTurn } from "../../protocol";

export interface TilePlay {
  pips: number;
  field: string;
}

export function formatMove({ pips, field }: TilePlay): string {
  return `${pips}${field}`;
}

export function parseMove(move: string): TilePlay | null {
  const found = /^([1-6])([a-o]\d{1,2})$/.exec(move);
  return found && { pips: Number(found[1]), field: found[2]! };
}

/** The sums of the two lines that a tile would join; 0 for none. */
export interface Sums {
  across: number;
  down: number;
}

/** Return the fields where a tile may go, each with the sums it makes there; null if the table gives no help. */
export function placesOf(moves: LegalMove[] | null, pips: number | null): Map<string, Sums> | null {
  if (!moves) return null;
  const plays = moves.map((legal) => ({
    ...parseMove(legal.move),
    sums: { across: legal.across ?? 0, down: legal.down ?? 0 },
  }));
  return new Map(plays.filter((each) => each.pips === pips && pips !== null).map((each) => [each.field!, each.sums]));
}

/** Return what the turn brings if this move ends it; null if it goes on, or if the table gives no help. */
export function turnEndedBy(moves: LegalMove[] | null, move: TilePlay): ZatreTurn | null {
  return moves?.find((legal) => legal.move === formatMove(move))?.turn ?? null;
}

/** Return the index of the tile in hand: the chosen one, else the first that fits somewhere, else the first. */
export function chooseFromRack(held: number[], chosen: number | null, moves: LegalMove[] | null): number | null {
  if (chosen !== null && chosen < held.length) return chosen;
  if (held.length === 0) return null;
  const usable = held.findIndex((pips) => moves?.some((legal) => legal.move.startsWith(`${pips}`)));
  return Math.max(usable, 0);
}

/** A stack of equal tiles in the rack. A rack of few tiles has a stack for each of them. */
export interface Stack {
  pips: number;
  /** The rack index of its first tile. */
  index: number;
  count: number;
}

const MAX_SINGLE_TILES = 4;

export function stacksOf(held: number[]): Stack[] {
  if (held.length <= MAX_SINGLE_TILES) return held.map((pips, index) => ({ pips, index, count: 1 }));
  const kinds = [...new Set(held)];
  return kinds.map((pips) => ({ pips, index: held.indexOf(pips), count: held.filter((each) => each === pips).length }));
}
