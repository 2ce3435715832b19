// Numbers in the current language.
import { language } from "./language.svelte";

/** Return a number without needless digits: one after the point, none from ten on. */
export function formatPoints(points: number): string {
  const digits = Math.abs(points) < 9.95 ? 1 : 0;
  return Math.abs(points).toLocaleString(language.current, { maximumFractionDigits: digits });
}

/** The same with a sign; "0" has none. */
export function formatSigned(points: number): string {
  const text = formatPoints(points);
  return text === "0" ? text : `${points < 0 ? "−" : "+"}${text}`;
}

/** Return a share in per cent: "39 %". */
export function formatPercent(share: number): string {
  return `${Math.round(100 * Math.abs(share))} %`;
}

/** The same with a sign. */
export function formatSignedPercent(share: number): string {
  const percent = Math.round(100 * Math.abs(share));
  return percent === 0 ? "0 %" : `${share < 0 ? "−" : "+"}${percent} %`;
}

/** Return a time in seconds with one digit after the point. */
export function formatSeconds(milliseconds: number): string {
  const seconds = milliseconds / 1000;
  return seconds.toLocaleString(language.current, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
}

/** Return a time as on a clock: "1:09". */
export function formatClock(milliseconds: number): string {
  const seconds = Math.floor(milliseconds / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
