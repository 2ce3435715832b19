// A score pad of TRIPLE³: who has won each round, and the chips for it (P16).
import { isCount } from "./values";

/** Who has won a round: several if they share it (P15). */
export interface TripleEntry {
  kind: "won";
  sides: number[];
}

export interface TriplePad {
  players: number;
  /** How many chips win the match. */
  goal: number;
  /** The winners of each round. */
  rounds: number[][];
}

export const MOST_CHIPS = 12;

export function newTriplePad(players: number, goal: number): TriplePad {
  return { players, goal, rounds: [] };
}

/** P16: Return the chips by player: one for each round that they have won, alone or with others. */
export function chipsOf({ players, rounds }: TriplePad): number[] {
  return Array.from({ length: players }, (_, player) => rounds.filter((winners) => winners.includes(player)).length);
}

/** P16: Return whether somebody has enough chips. */
export function isDecided(pad: TriplePad): boolean {
  return Math.max(...chipsOf(pad)) >= pad.goal;
}

/** Return the pad with one more entry; null if it is impossible there. */
export function addToTriple(pad: TriplePad, entry: TripleEntry): TriplePad | null {
  const isValid =
    entry.kind === "won" &&
    entry.sides.length > 0 &&
    new Set(entry.sides).size === entry.sides.length &&
    entry.sides.every((side) => isCount(side, pad.players - 1));
  return isValid && !isDecided(pad) ? { ...pad, rounds: [...pad.rounds, entry.sides] } : null;
}
