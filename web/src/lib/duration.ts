// Durations in words.
import { both } from "./language.svelte";

const words = both(
  {
    noLimit: "no limit",
    seconds: (n: number) => (n === 1 ? "1 second" : `${n} seconds`),
    minutes: (n: number) => (n === 1 ? "1 minute" : `${n} minutes`),
    days: (n: number) => (n === 1 ? "1 day" : `${n} days`),
  },
  {
    noLimit: "unbegrenzt",
    seconds: (n) => (n === 1 ? "1 Sekunde" : `${n} Sekunden`),
    minutes: (n) => (n === 1 ? "1 Minute" : `${n} Minuten`),
    days: (n) => (n === 1 ? "1 Tag" : `${n} Tage`),
  },
);

/** Describe a duration in the largest unit that divides it; null is no limit. */
export function describeDuration(seconds: number | null): string {
  if (seconds === null) return words().noLimit;
  if (seconds % 86_400 === 0) return words().days(seconds / 86_400);
  return seconds % 60 === 0 ? words().minutes(seconds / 60) : words().seconds(seconds);
}
