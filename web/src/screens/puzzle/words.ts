// Texts about puzzles that several parts need.
import { dateLocale } from "../../lib/days";
import { both } from "../../lib/language.svelte";
import { formatPoints } from "../../lib/numbers";
import type { PuzzlePosition } from "../../protocol";
import type { Tried } from "../../lib/solving.svelte";

const words = both(
  {
    tries: ["first", "second", "third", "fourth", "fifth"],
    nth: (number: number) => `${number}th`,
    points: (points: number) => (points === 1 ? "1 point" : `${points} points`),
    less: (points: string) => `${points === "1" ? "1 point" : `${points} points`} less than the best turn.`,
    worth: (less: string) => `Worth ${less}`,
    butWorth: (points: string, less: string) => `${points}, but worth ${less}`,
    ofDay: (day: string) => `of ${day}`,
    ofAll: (number: number, of: number) => `${number} of ${of}`,
    puzzle: "Puzzle",
    solved: (nth: string) => `Solved with the ${nth} try`,
    shown: "Not found this time",
  },
  {
    tries: ["ersten", "zweiten", "dritten", "vierten", "fünften"],
    nth: (number) => `${number}.`,
    points: (points) => (points === 1 ? "1 Punkt" : `${points} Punkte`),
    less: (points) => `${points === "1" ? "1 Punkt" : `${points} Punkte`} weniger wert als der beste Zug.`,
    worth: (less) => `Das ist ${less}`,
    butWorth: (points, less) => `${points}, aber ${less}`,
    ofDay: (day) => `vom ${day}`,
    ofAll: (number, of) => `${number} von ${of}`,
    puzzle: "Rätsel",
    solved: (nth) => `Gelöst im ${nth} Versuch`,
    shown: "Diesmal nicht gefunden",
  },
);

export function describePoints(points: number): string {
  return words().points(points);
}

/** Say what a wrong turn is worth, without telling the best one. */
export function describeMiss({ points, cost }: Tried): string {
  const less = words().less(formatPoints(cost));
  return points === null ? words().worth(less) : words().butWorth(words().points(points), less);
}

/** Say how a puzzle ended. */
export function describeOutcome(isFound: boolean, tries: number): string {
  return isFound ? words().solved(words().tries[tries - 1] ?? words().nth(tries)) : words().shown;
}

/** Say which puzzle it is: "of 18 November" or "12 of 214". */
export function describeNumber({ day, number, of }: Pick<PuzzlePosition, "day" | "number" | "of">): string {
  return day ? words().ofDay(formatDay(day)) : words().ofAll(number, of);
}

function formatDay(day: string): string {
  return new Date(`${day}T12:00:00Z`).toLocaleDateString(dateLocale(), { day: "numeric", month: "long" });
}

/** A result to share that tells nothing about the solution: a square for each try, the last one full if it was found. */
export function shareText(title: string, puzzle: PuzzlePosition, isFound: boolean, tries: number, url: string): string {
  const missed = "▢".repeat(Math.min(isFound ? tries - 1 : tries, MOST_SQUARES));
  const squares = `${missed}${isFound ? "▣" : "✕"}`;
  const head = `Tercet · ${words().puzzle} ${title} ${describeNumber(puzzle)}`;
  return `${head}\n${squares} ${describeOutcome(isFound, tries)}\n${url}`;
}

const MOST_SQUARES = 9;
