// What the pages about today's deal say in several places.
import { traitsOf } from "../../games/index";
import { both } from "../../lib/language.svelte";
import { levelName } from "../../lib/levels";
import type { Progress } from "../../protocol";

const plural = (n: number, one: string, many: string) => `${n} ${n === 1 ? one : many}`;

const words = both(
  {
    points: (n: number) => plural(n, "point", "points"),
    cards: (n: number) => (n === 0 ? "no card left" : plural(n, "card left", "cards left")),
    done: {
      points: (n: number) => `You have ${plural(n, "point", "points")}`,
      trios: (n: number) => (n === 0 ? "No trio yet" : plural(n, "trio", "trios")),
      cards: (n: number) => plural(n, "card laid", "cards laid"),
    },
    left: {
      tiles: (n: number) => (n === 0 ? "no tile to come" : plural(n, "tile to come", "tiles to come")),
      cards: (n: number) => plural(n, "card left", "cards left"),
    },
    numbers: ["no bot", "one bot", "two bots", "three bots", "four bots", "five bots"],
    company: (bots: string, levels: string) => `You and ${bots}, ${levels}`,
    and: " and ",
    played: (n: number) => (n === 0 ? "nobody has played" : n === 1 ? "one has played" : `${n} have played`),
  },
  {
    points: (n) => plural(n, "Punkt", "Punkte"),
    cards: (n) => (n === 0 ? "keine Karte übrig" : plural(n, "Karte übrig", "Karten übrig")),
    done: {
      points: (n) => `Du hast ${plural(n, "Punkt", "Punkte")}`,
      trios: (n) => (n === 0 ? "Noch kein Trio" : plural(n, "Trio", "Trios")),
      cards: (n) => plural(n, "Karte gelegt", "Karten gelegt"),
    },
    left: {
      tiles: (n) => (n === 0 ? "kein Stein im Beutel" : plural(n, "Stein im Beutel", "Steine im Beutel")),
      cards: (n) => plural(n, "Karte übrig", "Karten übrig"),
    },
    numbers: ["kein Bot", "ein Bot", "zwei Bots", "drei Bots", "vier Bots", "fünf Bots"],
    company: (bots, levels) => `Du und ${bots}, ${levels}`,
    and: " und ",
    played: (n) =>
      n === 0 ? "noch niemand hat gespielt" : n === 1 ? "eine Person hat gespielt" : `${n} haben gespielt`,
  },
);

/** Return a score in words: points or, where chips decide a match, the cards that were left. */
export function describeScore(game: string, score: number): string {
  return traitsOf(game)?.wonBy === "chips" ? words().cards(score) : words().points(score);
}

/** Return who plays a deal: "You and two bots, regular". */
export function describeCompany(bots: string[]): string {
  const levels = [...new Set(bots)].map(levelName);
  return words().company(words().numbers[bots.length] ?? String(bots.length), levels.join(words().and));
}

/** Return how many have played a deal: "214 have played". */
export function describePlayed(count: number): string {
  return words().played(count);
}

/** Return how far a game is: "You have 48 points, 83 tiles to come". */
export function describeProgress({ done, done_are, left, left_are }: Progress): string {
  return `${words().done[done_are](done)}, ${words().left[left_are](left)}`;
}
