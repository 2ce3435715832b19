// Numbers of the coach in the user's language: chances and leads.
import { language } from "./language.svelte";

/** Leads of this size and more are written without decimals. */
const WHOLE_FROM = 10;

/** Return a chance in per cent: "46 %". */
export function formatChance(chance: number): string {
  return `${Math.round(chance * 100)} %`;
}

/** Return a lead with its sign: "+6.0", "−0.4", "+19". */
export function formatLead(lead: number): string {
  const digits = Math.abs(lead) >= WHOLE_FROM ? 0 : 1;
  const size = formatNumber(Math.abs(lead), digits);
  const isZero = Number(Math.abs(lead).toFixed(digits)) === 0;
  return isZero ? size : `${lead < 0 ? "−" : "+"}${size}`;
}

/** Return a number with exactly this many decimals. */
export function formatNumber(number: number, digits: number): string {
  return number.toLocaleString(language.current, { minimumFractionDigits: digits, maximumFractionDigits: digits });
}
