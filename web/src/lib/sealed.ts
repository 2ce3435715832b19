// The deals of a day are sealed before it begins: this browser keeps the commitments that it sees, and compares them with
// the seeds that are revealed afterwards (docs/fairness.md).
import type { SealedDeal } from "../protocol";
import { commitmentOf } from "./fair";
import { readStored, writeStored } from "./storage";

/** Whether the commitment is the one that this browser has kept; `unknown` if it has kept none. */
export type PromiseCheck = "kept" | "broken" | "unknown";

const KEY = "sealed";
/** Deals that are remembered: the newest ones, about two weeks of all games. */
const MOST = 60;

interface Seals {
  /** By day and game: "2026-11-16 z3bra". */
  [deal: string]: string;
}

function readSeals(): Seals {
  try {
    const found: unknown = JSON.parse(readStored(KEY) ?? "{}");
    return typeof found === "object" && found !== null ? (found as Seals) : {};
  } catch {
    return {};
  }
}

const nameOf = ({ day, game }: SealedDeal) => `${day} ${game}`;

/** Keep the commitments of deals that are still sealed, each once: it must not change later. */
export function rememberSeals(deals: SealedDeal[]): void {
  const sealed = deals.filter(({ seed }) => seed === null);
  const seen = Object.fromEntries(sealed.map((deal) => [nameOf(deal), deal.commitment]));
  const newest = Object.entries({ ...seen, ...readSeals() }).toSorted(([one], [other]) => (one < other ? 1 : -1));
  writeStored(KEY, JSON.stringify(Object.fromEntries(newest.slice(0, MOST))));
}

/** Return whether a deal has the commitment that this browser saw while it was sealed. */
export function checkPromise(deal: SealedDeal): PromiseCheck {
  const kept = readSeals()[nameOf(deal)];
  if (kept === undefined) return "unknown";
  return kept === deal.commitment ? "kept" : "broken";
}

/** Return whether the seed of an open deal is the one that was committed to. */
export function fitsCommitment({ seed, commitment }: SealedDeal): boolean {
  return seed !== null && /^[0-9a-f]{64}$/.test(seed) && commitmentOf(seed) === commitment;
}
