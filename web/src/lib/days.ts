// Days as the server counts them (UTC), and times until the next one, in words.
import { both, language } from "./language.svelte";

const words = both(
  {
    minutes: (minutes: number) => `${minutes} min`,
    hours: (hours: number, minutes: number) => `${hours} h ${minutes} min`,
  },
  { minutes: (minutes) => `${minutes} Min.`, hours: (hours, minutes) => `${hours} Std. ${minutes} Min.` },
);

const DAY_MS = 86_400_000;
const LOCALES = { en: "en-GB", de: "de" };

/** Return the locale for dates. With a bare "en" the month would come first, as in the United States. */
export const dateLocale = () => LOCALES[language.current];

/** Return a day in words: "16 November". Days are texts like "2026-11-16". */
export function formatDay(day: string): string {
  return format(day, { day: "numeric", month: "long" });
}

/** Return a day with its weekday: "Monday, 16 November". */
export function formatWeekdayAndDay(day: string): string {
  return `${format(day, { weekday: "long" })}, ${formatDay(day)}`;
}

/** Return the short name of a day's weekday: "Mon". */
export function formatWeekday(day: string): string {
  return format(day, { weekday: "short" }).replace(".", "");
}

function format(day: string, parts: Intl.DateTimeFormatOptions): string {
  return new Date(`${day}T00:00Z`).toLocaleDateString(dateLocale(), { ...parts, timeZone: "UTC" });
}

/** Return the day that is a number of days after another, or before it. */
export function addDays(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);
}

/** Return a moment as clocks here show it: "8:12". `at` is in milliseconds since 1970. */
export function formatTime(at: number, timeZone?: string): string {
  return new Date(at).toLocaleTimeString(dateLocale(), {
    hour: "numeric",
    minute: "2-digit",
    hour12: false,
    timeZone,
  });
}

/** Return a duration in hours and minutes: "9 h 24 min". The last minute counts as one. */
export function describeWait(seconds: number): string {
  const minutes = Math.ceil(seconds / 60);
  return minutes < 60 ? words().minutes(minutes) : words().hours(Math.floor(minutes / 60), minutes % 60);
}

/** Return a moment of the next days with its weekday: "Thu, 1:10". */
export function formatMoment(at: number, timeZone?: string): string {
  const weekday = new Date(at).toLocaleDateString(dateLocale(), { weekday: "short", timeZone });
  return `${weekday.replace(".", "")}, ${formatTime(at, timeZone)}`;
}

/** Return a moment with its day: "16 November, 8:12". */
export function formatDayAndTime(at: number, timeZone?: string): string {
  const day = new Date(at).toLocaleDateString(dateLocale(), { day: "numeric", month: "long", timeZone });
  return `${day}, ${formatTime(at, timeZone)}`;
}
