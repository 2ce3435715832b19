// A lesson as its file tells it: a deal, and steps that say something, play something, and wait for something.
import triple from "../lessons/triple.json?url";
import z3bra from "../lessons/z3bra.json?url";
import zatre from "../lessons/zatre.json?url";
import type { Words } from "../protocol";

export type PlayedMove = [seat: number, move: string];

export interface LessonStep {
  say: Words;
  /** Played at once, without showing how: "a few turns later". */
  skip?: PlayedMove[];
  /** Played before the learner's eyes, one after the other. */
  play?: PlayedMove[];
  /** The learner's moves that go on, as patterns with `*`; a step that waits for nothing has a button instead. */
  wait?: string[];
  /** What the learner is to try although it will be refused, by this rule. */
  tries?: string[];
  rule?: string;
  /** Nothing is lit: the learner finds the place without help. */
  blind?: boolean;
}

export interface LessonFile {
  game: string;
  options: { [key: string]: unknown };
  players: number;
  /** By seat; the learner's is empty. */
  names: string[];
  starter: number | null;
  chance: [string, unknown[]][];
  steps: LessonStep[];
}

export const LEARNER = 0;

/** Whether a move fits one of the patterns: `trio *` is any trio. */
export function isWaitedFor(move: string, patterns: string[]): boolean {
  return patterns.some((pattern) => {
    const [start, ...ends] = pattern.split("*");
    return ends.length === 0 ? move === pattern : move.startsWith(start!) && move.endsWith(ends.at(-1)!);
  });
}

const FILES: { [game: string]: string } = { z3bra, zatre, triple };

export async function readLesson(game: string): Promise<LessonFile> {
  return (await fetch(FILES[game]!)).json() as Promise<LessonFile>;
}
