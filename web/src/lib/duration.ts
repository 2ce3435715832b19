// Durations in words.
import { both } from "./language.svelte";

const words = both(
  {
    noLimit: "no limit",
    seconds: (n: number) => (n === 1 ? "1 second" : `${n} seconds`),
    minutes: (n: number) => (n === 1 ? "1 minute" : `${n} minutes`),
    days: (n: number) => (n === 1 ? "1 day" : `${n} days`),
    justNow: "just now",
    short: (minutes: number) => `${minutes} min`,
  },
  {
    noLimit: "unbegrenzt",
    seconds: (n) => (n === 1 ? "1 Sekunde" : `${n} Sekunden`),
    minutes: (n) => (n === 1 ? "1 Minute" : `${n} Minuten`),
    days: (n) => (n === 1 ? "1 Tag" : `${n} Tage`),
    justNow: "gerade eben",
    short: (minutes) => `${minutes} Min.`,
  },
);

/** Describe a duration in the largest unit that divides it; null is no limit. */
export function describeDuration(seconds: number | null): string {
  if (seconds === null) return words().noLimit;
  if (seconds % 86_400 === 0) return words().days(seconds / 86_400);
  return seconds % 60 === 0 ? words().minutes(seconds / 60) : words().seconds(seconds);
}

/** Describe how long somebody has been waiting, in minutes or hours: "just now", "3 min", "1 h 05". */
export function describeWait(seconds: number): string {
  return seconds < 60 ? words().justNow : describeTimeLeft(seconds);
}

/** Describe a time that is left, in minutes or hours, rounded down: "24 min", "9 h 24". */
export function describeTimeLeft(seconds: number): string {
  const minutes = Math.max(0, Math.floor(seconds / 60));
  if (minutes < 60) return words().short(minutes);
  return `${Math.floor(minutes / 60)} h ${String(minutes % 60).padStart(2, "0")}`;
}
