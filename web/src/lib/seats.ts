// The names of seats and bots.
import type { SeatInfo } from "../protocol";
import { both } from "./language.svelte";

/** Bots have names of their own, so that two of the same level can be told apart. */
const BOT_NAMES = ["Okapi", "Kudu", "Tapir", "Ibis", "Gecko", "Marabu"];

const words = both(
  {
    you: "You",
    open: "free",
    levels: {
      random: "random",
      gentle: "gentle",
      novice: "novice",
      regular: "regular",
      expert: "expert",
      master: "master",
    },
  },
  {
    you: "Du",
    open: "frei",
    levels: {
      random: "Zufall",
      gentle: "Gemütlich",
      novice: "Anfänger",
      regular: "Stammgast",
      expert: "Könner",
      master: "Meister",
    },
  },
);

export function nameOf(seat: SeatInfo, index: number): string {
  if (seat.kind === "open") return words().open;
  return seat.kind === "bot" ? BOT_NAMES[index % BOT_NAMES.length]! : seat.name;
}

export function namesOf(seats: SeatInfo[], me: number | null): string[] {
  return seats.map((seat, index) => (index === me ? words().you : nameOf(seat, index)));
}

/** Return a bot's level in the current language; an unknown bot keeps its name. */
export function levelName(bot: string): string {
  const levels: { [level: string]: string } = words().levels;
  return levels[bot] ?? bot;
}
