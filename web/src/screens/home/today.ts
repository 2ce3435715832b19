// What the home screen says of today's deals and puzzles.
import type { PuzzleOfDay, TodayPage, TodaysPuzzles } from "../../protocol";

/** Return in how many games today's deal is still to be played: not begun, or not finished. */
export function countUnplayed({ games }: TodayPage): number {
  return games.filter(({ you }) => you?.score == null).length;
}

/** Return the first of today's puzzles that is neither solved nor given up; null if there is none left. */
export function openPuzzle({ puzzles }: TodaysPuzzles): PuzzleOfDay | null {
  return puzzles.find(({ outcome }) => outcome === "open") ?? null;
}

/** Return on how many days in a row a puzzle of the day was found, in the game in which it was most. */
export function longestRow({ puzzles }: TodaysPuzzles): number {
  return Math.max(0, ...puzzles.map(({ days }) => days));
}
