// The format of a lesson's file: a deal, and steps with a text, scripted moves, and the moves expected of the learner.
import triple from "../lessons/triple.json?url";
import z3bra from "../lessons/z3bra.json?url";
import zatre from "../lessons/zatre.json?url";
import type { GameName } from "../games/index";
import type { Words } from "../protocol";

export type PlayedMove = [seat: number, move: string];

export interface LessonStep {
  say: Words;
  /** One more sentence where the board is small and has to be zoomed. */
  on_phone?: Words;
  /** Moves that are played at once, without animation: "a few turns later". */
  skip?: PlayedMove[];
  /** Moves that are animated one after the other. */
  play?: PlayedMove[];
  /** The moves that lead to the next step, as patterns with `*`. A step without them has a button instead. */
  wait?: string[];
  /** Illegal moves that the learner is told to try; `rule` is the rule that refuses them. */
  tries?: string[];
  rule?: string;
  /** Whether to highlight no legal moves. */
  blind?: boolean;
}

export interface LessonFile {
  game: GameName;
  options: { [key: string]: unknown };
  players: number;
  /** By seat; the learner's is empty. */
  names: string[];
  starter: number | null;
  chance: [string, unknown[]][];
  steps: LessonStep[];
}

export const LEARNER = 0;

/** Return whether a move matches one of the patterns: `trio *` is any trio. */
export function matchesAnyPattern(move: string, patterns: string[]): boolean {
  return patterns.some((pattern) => {
    const [start, ...ends] = pattern.split("*");
    return ends.length === 0 ? move === pattern : move.startsWith(start!) && move.endsWith(ends.at(-1)!);
  });
}

const FILES: { [game in GameName]: string } = { z3bra, zatre, triple };

export async function fetchLesson(game: GameName): Promise<LessonFile> {
  return (await fetch(FILES[game])).json() as Promise<LessonFile>;
}
