// A player's own part of the deal: random digits that are committed to with a seat, kept in this browser, and revealed when
// the seats are final. What the table promised until then is kept too: the record must have it (docs/fairness.md).
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import type { Record, TableInfo } from "../protocol";
import { readStored, storedNames, writeStored } from "./storage";

/** What was fixed before this browser revealed anything. */
interface Promised {
  seed: string;
  entropy: string[];
}

interface Kept {
  /** The entropies that this browser has committed to at a table, by their commitments. */
  own: { [commitment: string]: string };
  promised: Promised | null;
  /** When it was last changed. */
  at: number;
}

/** Whether the own part is in a deal; `broken` if the record is not what the table promised before the deal. */
export type OwnPart = "in" | "left out" | "broken" | "unknown";

const KEY = "entropy.";
/** Tables that are remembered; older ones can no longer be checked. */
const MOST = 100;

/** For browsers that keep nothing: good until the page is left. */
const memory = new Map<string, Kept>();

/** 64 hexadecimal digits. */
export function newEntropy(): string {
  return bytesToHex(crypto.getRandomValues(new Uint8Array(32)));
}

export function commitmentTo(entropy: string): string {
  return bytesToHex(sha256(utf8ToBytes(entropy)));
}

export function rememberEntropy(table: string, entropy: string): void {
  const { own, promised } = recall(table) ?? { own: {}, promised: null };
  write(table, { own: { ...own, [commitmentTo(entropy)]: entropy }, promised, at: Date.now() });
}

/** The entropy behind a commitment, if this browser made it. */
export function entropyBehind(table: string, commitment: string): string | null {
  return recall(table)?.own[commitment] ?? null;
}

/** Keep what a table promises, once: it must not promise anything else later. */
export function rememberPromise(info: TableInfo): void {
  const found = recall(info.id);
  if (!found || found.promised) return;
  const promised = { seed: info.commitment, entropy: info.entropy_commitments };
  write(info.id, { ...found, promised, at: Date.now() });
}

/** Whether this browser's part is in the deal of a record: of this table or, for a file, of any that is remembered. */
export function ownPart(record: Record, table: string | null): OwnPart {
  const found = table ? recall(table) : behindRecord(record);
  if (!found) return "unknown";
  const { own, promised } = found;
  if (!promised) return "left out";
  const committed = record.entropy_commitments ?? [];
  if (promised.seed !== record.commitment || promised.entropy.join() !== committed.join()) return "broken";
  const seats = promised.entropy.flatMap((commitment, seat) => (commitment in own ? [seat] : []));
  const isIn = seats.length > 0 && seats.every((seat) => record.entropy[seat] === own[committed[seat]!]);
  return isIn ? "in" : "left out";
}

function behindRecord(record: Record): Kept | null {
  const committed = record.entropy_commitments ?? [];
  const all = [...memory.keys(), ...storedNames(KEY).map((name) => name.slice(KEY.length))].map(recall);
  return (
    all.find((each) => each?.promised?.seed === record.commitment) ??
    all.find((each) => committed.some((commitment) => commitment && commitment in (each?.own ?? {}))) ??
    null
  );
}

function recall(table: string): Kept | null {
  try {
    const found = JSON.parse(readStored(KEY + table) ?? "null") as Kept | null;
    return found ?? memory.get(table) ?? null;
  } catch {
    return memory.get(table) ?? null;
  }
}

function write(table: string, value: Kept): void {
  memory.set(table, value);
  writeStored(KEY + table, JSON.stringify(value));
  const tables = storedNames(KEY).map((name) => name.slice(KEY.length));
  if (tables.length <= MOST) return;
  const oldest = tables.toSorted((one, other) => (recall(one)?.at ?? 0) - (recall(other)?.at ?? 0));
  for (const each of oldest.slice(0, tables.length - MOST)) writeStored(KEY + each, null);
}
