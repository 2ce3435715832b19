// The names of seats.
import type { SeatInfo } from "../protocol";
import { both } from "./language.svelte";

/** Bots have names of their own, so that two of the same level can be told apart. */
const BOT_NAMES = ["Okapi", "Kudu", "Tapir", "Ibis", "Gecko", "Marabu"];

const words = both({ you: "You", open: "free", and: " and " }, { you: "Du", open: "frei", and: " und " });

export function nameOf(seat: Pick<SeatInfo, "kind" | "name">, index: number): string {
  if (seat.kind === "open") return words().open;
  return seat.kind === "bot" ? botName(index) : seat.name;
}

/** Return the name of a bot in this seat. */
export function botName(seat: number): string {
  return BOT_NAMES[seat % BOT_NAMES.length]!;
}

/** Return names as a list in words: "Mira, Lena and Oskar". */
export function joinNames(names: string[]): string {
  return names.map((name, index) => separatorBefore(index, names.length) + name).join("");
}

/** Return what stands before a name in a list of so many. */
export function separatorBefore(index: number, count: number): string {
  if (index === 0) return "";
  return index === count - 1 ? words().and : ", ";
}

/** Return how many people have a seat, connected or not. */
export function countPeople(seats: SeatInfo[]): number {
  return seats.filter((seat) => seat.kind === "human").length;
}

export function namesOf(seats: SeatInfo[], me: number | null): string[] {
  return seats.map((seat, index) => (index === me ? words().you : nameOf(seat, index)));
}
