// Finished matches in words.
import { dateLocale } from "../../lib/days";
import { both, language } from "../../lib/language.svelte";
import { botName, joinNames } from "../../lib/seats";
import type { MatchResult, ProfileStatistics } from "../../protocol";

const words = both(
  {
    guest: "a guest",
    matches: (n: string, isOne: boolean, since: string) => `${n} ${isOne ? "match" : "matches"} since ${since}`,
    here: (since: string) => `Here since ${since}`,
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
    matches: (n, isOne, since) => `${n} ${isOne ? "Partie" : "Partien"} seit ${since}`,
    here: (since) => `Hier seit ${since}`,
    today: "heute",
    yesterday: "gestern",
    points: (score) => `${score} Punkte`,
    chips: (score) => `${score} Chips`,
    places: ["Platz eins", "Platz zwei", "Platz drei", "Platz vier", "Platz fünf", "Platz sechs"],
    of: (place, sides) => `${place} von ${sides}`,
    numbers: ["", "einem", "zwei", "drei", "vier", "fünf", "sechs"],
  },
);

/** Return the others at the table, with their profiles if they have one. */
export function othersOf({ seats, seat }: MatchResult): { name: string; profile: string | null }[] {
  const all = seats.map(({ kind, name, profile }, index) => ({
    name: kind === "bot" ? botName(index) : name || words().guest,
    profile,
  }));
  return all.filter((_, index) => index !== seat);
}

/** Return the names of the others at the table: "Lena, Oskar and Kudu". */
export function describeOthers(result: MatchResult): string {
  return joinNames(othersOf(result).map(({ name }) => name));
}

/** Return for how long somebody has played: "212 matches since 3 March". */
export function describeSince({ matches, since }: ProfileStatistics, created: number): string {
  if (since === null) return words().here(formatDate(created));
  return words().matches(matches.toLocaleString(language.current), matches === 1, formatDate(since));
}

function formatDate(at: number): string {
  const isThisYear = new Date(at).getFullYear() === new Date().getFullYear();
  const year = isThisYear ? undefined : "numeric";
  return new Date(at).toLocaleDateString(dateLocale(), { day: "numeric", month: "long", year });
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
  return new Date(at).toLocaleDateString(dateLocale(), { day: "numeric", month: "short", year });
}

function startOfDay(at: number): number {
  return new Date(at).setHours(0, 0, 0, 0);
}
