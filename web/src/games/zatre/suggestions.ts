// What the coach suggests: in words, by the fields to mark, and the odds at their fields.
import { both } from "../../lib/language.svelte";
import type { ShownHint } from "../../lib/play";
import type { OddInWords } from "../../protocol";
import { parseMove } from "./moves";

const words = both(
  { lay: (pips: number, field: string) => `${pips} on ${field}`, then: ", then " },
  { lay: (pips, field) => `${pips} auf ${field}`, then: ", dann " },
);

/** Say what to do: "1 on l3, then 5 on k3." */
export function suggestMove(moves: string[]): string {
  const parts = moves.map((move) => {
    const play = parseMove(move);
    return play ? words().lay(play.pips, play.field) : move;
  });
  return `${parts.join(words().then)}.`;
}

/** Say all moves of a turn. */
export const suggestTurn = suggestMove;

/** A tile that the coach suggests for a field. */
export interface SuggestedTile {
  pips: number;
  /** Its number in the turn; null if it is the only one. */
  order: number | null;
}

/** Return the suggested tiles by field. */
export function suggestedTiles(hint: ShownHint | null | undefined): ReadonlyMap<string, SuggestedTile> {
  const tiles = new Map<string, SuggestedTile>();
  hint?.moves.forEach((move, i) => {
    const play = parseMove(move);
    if (play) tiles.set(play.field, { pips: play.pips, order: hint.isNumbered ? hint.first + i : null });
  });
  return tiles;
}

/** The chance that one of the next tiles completes a line at a field. */
export interface FieldOdd {
  chance: number;
  /** The tiles that do. */
  pips: number[];
  text: OddInWords["text"];
}

interface OddFact {
  field?: string;
  drawn?: number;
  tiles?: { pips: number }[];
}

/** Return the odds by field: those of a whole draw, which is of two tiles if there are as many. */
export function oddsByField(odds: OddInWords[]): ReadonlyMap<string, FieldOdd> {
  const found = new Map<string, FieldOdd & { drawn: number }>();
  for (const { chance, text, fact } of odds) {
    const { field, drawn = 1, tiles = [] } = fact as OddFact;
    if (!field || (found.get(field)?.drawn ?? 0) >= drawn) continue;
    found.set(field, { chance, drawn, pips: tiles.map(({ pips }) => pips), text });
  }
  return found;
}
