// The names of seats.
import type { SeatInfo } from "../protocol";
import { both } from "./language.svelte";

/** Bots have names of their own, so that two of the same level can be told apart. */
const BOT_NAMES = ["Okapi", "Kudu", "Tapir", "Ibis", "Gecko", "Marabu"];

const words = both({ you: "You", open: "free" }, { you: "Du", open: "frei" });

export function nameOf(seat: SeatInfo, index: number): string {
  if (seat.kind === "open") return words().open;
  return seat.kind === "bot" ? BOT_NAMES[index % BOT_NAMES.length]! : seat.name;
}

/** Return how many people have a seat, connected or not. */
export function countPeople(seats: SeatInfo[]): number {
  return seats.filter((seat) => seat.kind === "human").length;
}

export function namesOf(seats: SeatInfo[], me: number | null): string[] {
  return seats.map((seat, index) => (index === me ? words().you : nameOf(seat, index)));
}
