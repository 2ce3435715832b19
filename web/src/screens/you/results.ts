// Finished matches in words.
import { both, language } from "../../lib/language.svelte";
import { botName, joinNames } from "../../lib/seats";
import type { MatchResult } from "../../protocol";

const words = both(
  {
    guest: "a guest",
    today: "today",
    yesterday: "yesterday",
    points: (score: string) => `${score} points`,
    chips: (score: string) => `${score} chips`,
    places: ["first", "second", "third", "fourth", "fifth", "sixth"],
    of: (place: string, sides: string) => `${place} of ${sides}`,
    numbers: ["", "one", "two", "three", "four", "five", "six"],
  },
  {
    guest: "Gast",
    today: "heute",
    yesterday: "gestern",
    points: (score) => `${score} Punkte`,
    chips: (score) => `${score} Chips`,
    places: ["Platz eins", "Platz zwei", "Platz drei", "Platz vier", "Platz fünf", "Platz sechs"],
    of: (place, sides) => `${place} von ${sides}`,
    numbers: ["", "einem", "zwei", "drei", "vier", "fünf", "sechs"],
  },
);

/** Return the names of the others at the table: "Lena, Oskar and Kudu". */
export function describeOthers({ seats, seat }: MatchResult): string {
  const names = seats.map(({ kind, name }, index) => (kind === "bot" ? botName(index) : name || words().guest));
  return joinNames(names.filter((_, index) => index !== seat));
}

/** Return score and place: "152 points, third of four". */
export function describeResult({ game, score, place, seats }: MatchResult): string {
  const sides = new Set(seats.map(({ side }) => side)).size;
  const number = score.toLocaleString(language.current);
  const points = game === "triple" ? words().chips(number) : words().points(number);
  const placed = words().places[place - 1] ?? `${place}.`;
  return `${points}, ${words().of(placed, words().numbers[sides] ?? String(sides))}`;
}

/** Return the day of a match: "today", "yesterday", "14 Nov". */
export function describeDay(at: number, now = Date.now()): string {
  const days = Math.round((startOfDay(now) - startOfDay(at)) / 86_400_000);
  if (days === 0) return words().today;
  if (days === 1) return words().yesterday;
  const isThisYear = new Date(at).getFullYear() === new Date(now).getFullYear();
  const year = isThisYear ? undefined : "numeric";
  return new Date(at).toLocaleDateString(language.current, { day: "numeric", month: "short", year });
}

function startOfDay(at: number): number {
  return new Date(at).setHours(0, 0, 0, 0);
}
