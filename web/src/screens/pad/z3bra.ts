// A score pad of Z3BRA: rounds with the points of each player.
import { isCount } from "./values";

export type Z3braEntry =
  /** Who starts the first round (Z5). */
  | { kind: "start"; side: number }
  /** The points of one player in the current round; the players in order. */
  | { kind: "points"; points: number }
  /** One round more than agreed. */
  | { kind: "round" };

export interface Z3braPad {
  players: number;
  /** How many rounds are played (Z26). */
  goal: number;
  /** Who starts the first round; null until it is known. */
  starter: number | null;
  /** The points of each round; the last one may be unfinished. */
  rounds: number[][];
}

export type Z3braPhase = { is: "start" } | { is: "points"; round: number; player: number } | { is: "over" };

export const MOST_ROUNDS = 100;
const CARDS_EACH = 15;

/** The values of all cards, the highest first (Z1): in seven colours one each of 0 to 9, and two of 10, 11 and 12. */
const VALUES = [12, 12, 11, 11, 10, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0].flatMap((value) => Array<number>(7).fill(value));

/** Return the most points that so many players can have together: each has 15 cards at most, and no card is there twice. */
export function mostPoints(players: number): number {
  return VALUES.slice(0, CARDS_EACH * players).reduce((sum, value) => sum + value, 0);
}

/** Return whether these can be the points of players in one round. */
export function isPossible(points: number[]): boolean {
  const highest = [...points].sort((one, other) => other - one);
  let sum = 0;
  return highest.every((each, index) => isCount(each, mostPoints(1)) && (sum += each) <= mostPoints(index + 1));
}

export function newZ3braPad(players: number, goal: number): Z3braPad {
  return { players, goal, starter: null, rounds: [] };
}

/** Return the rounds in which everybody's points have been entered. */
export function finishedRounds({ players, rounds }: Z3braPad): number[][] {
  return rounds.filter((round) => round.length === players);
}

/** Z5: Return who starts a round; rounds count from 0. */
export function starterOf(pad: Z3braPad, round: number): number | null {
  return pad.starter === null ? null : (pad.starter + round) % pad.players;
}

export function z3braPhase(pad: Z3braPad): Z3braPhase {
  if (pad.starter === null) return { is: "start" };
  const round = finishedRounds(pad).length;
  return round < pad.goal ? { is: "points", round, player: pad.rounds[round]?.length ?? 0 } : { is: "over" };
}

/** Return the pad with one more entry; null if it is impossible there. */
export function addToZ3bra(pad: Z3braPad, entry: Z3braEntry): Z3braPad | null {
  const phase = z3braPhase(pad);
  if (phase.is === "start" && entry.kind === "start") {
    return isCount(entry.side, pad.players - 1) ? { ...pad, starter: entry.side } : null;
  }
  if (phase.is === "over" && entry.kind === "round" && pad.goal < MOST_ROUNDS) return { ...pad, goal: pad.goal + 1 };
  if (phase.is === "points" && entry.kind === "points") {
    const round = [...(pad.rounds[phase.round] ?? []), entry.points];
    return isPossible(round) ? { ...pad, rounds: [...pad.rounds.slice(0, phase.round), round] } : null;
  }
  return null;
}
