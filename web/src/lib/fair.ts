// Honest deals: from the seed that a record reveals, every shuffle is made again and compared. docs/fairness.md is the
// definition. The hashes are computed here, as browsers have none of their own on plain http.
import { hmac } from "@noble/hashes/hmac.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, hexToBytes, utf8ToBytes } from "@noble/hashes/utils.js";
import type { Record, Round } from "../protocol";

/** One thing that follows from the seed, and whether it does in this record. */
export interface Check {
  what: "commitment" | "starter" | "deck" | "lots" | "bag" | "spare" | "reshuffle" | "entropy";
  /** Counts from 1; null for what concerns the whole match. */
  round: number | null;
  right: boolean;
}

/** What lay there before each reshuffle of a round, in its order; null if its moves cannot be replayed. */
export type Reshuffled = (round: number) => string[][] | null;

const VALUES = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 11, 11, 12, 12];
const Z3BRA_DECK = product([..."roygbdp"], VALUES.map(String));
const TRIPLE_DECK = product(product([..."rbpy"], [..."cdxs"]), [..."0123"]);
const CELLS = [..."123"].flatMap((row) => [..."abc"].map((column) => column + row));
const TILES = [1, 2, 3, 4, 5, 6].flatMap((pips) => Array<number>(pips === 1 ? 21 : 20).fill(pips));

/** Every shuffle of a match, in order. A record is honest if all of them are right. */
export function checkDeals(record: Record, reshuffled: Reshuffled): Check[] {
  if (!isSeed(record.seed)) return [wrong("commitment", null)];
  const checks: Check[] = [{ what: "commitment", round: null, right: commitment(record.seed) === record.commitment }];
  if (!isEntropy(record)) return [...checks, wrong("entropy", null)];
  record.rounds.forEach((round, i) => {
    checks.push(...checkRound(record, round, i + 1, reshuffled));
  });
  return checks;
}

export function isHonest(checks: Check[]): boolean {
  return checks.every((check) => check.right);
}

function checkRound(record: Record, round: Round, number: number, reshuffled: Reshuffled): Check[] {
  const shuffled = (index: number, name: string) => {
    return <T>(items: T[]) => shuffle(record.seed, labelOf(record, number, `chance ${index} ${name}`), items);
  };
  const compare = (what: Check["what"], index: number, expected: unknown): Check => {
    const [name, outcome] = round.chance[index] ?? [];
    return { what, round: number, right: name === what && same(outcome, expected) };
  };
  switch (record.game) {
    case "z3bra": {
      const replayed = reshuffled(number);
      const piles = replayed ?? [];
      return [
        { what: "starter", round: number, right: round.starter === starterOf(record, number) },
        compare("deck", 0, shuffled(0, "deck")(Z3BRA_DECK)),
        ...piles.map((pile, i) => compare("reshuffle", i + 1, shuffled(i + 1, "reshuffle")(pile))),
        ...(replayed ? tooMany(round, piles.length + 1, number, "reshuffle") : [wrong("reshuffle", number)]),
      ];
    }
    case "zatre": {
      const { lots, starter, kept } = lotsOf(shuffled(0, "lots")(TILES), record.players.length);
      const rest = TILES.toSpliced(TILES.indexOf(kept), 1);
      return [
        compare("lots", 0, lots),
        { what: "starter", round: number, right: round.starter === starter },
        compare("bag", 1, shuffled(1, "bag")(rest)),
        ...tooMany(round, 2, number, "bag"),
      ];
    }
    default: {
      const spare = spareOf(record, round, shuffled(1, "spare")(CELLS));
      return [
        compare("deck", 0, shuffled(0, "deck")(TRIPLE_DECK)),
        compare("spare", 1, spare),
        ...tooMany(round, 2, number, "spare"),
      ];
    }
  }
}

/** A record that tells of more shuffles than there were is as wrong as one that tells of fewer. */
function tooMany(round: Round, due: number, number: number, what: Check["what"]): Check[] {
  return round.chance.length > due ? [wrong(what, number)] : [];
}

function wrong(what: Check["what"], round: number | null): Check {
  return { what, round, right: false };
}

/** Z5: drawn by lot unless the table names somebody; then clockwise, round by round. */
function starterOf(record: Record, number: number): number {
  const players = record.players.length;
  const named = record.options["starter"];
  const first = typeof named === "number" ? named : below(words(record.seed, labelOf(record, 1, "starter")), players);
  return (first + number - 1) % players;
}

/** T5: the lots that are drawn until one is the highest, who that is, and the tile that the starter keeps. */
export function lotsOf(tiles: number[], players: number): { lots: number[][]; starter: number; kept: number } {
  const lots: number[][] = [];
  let tied = Array.from({ length: players }, (_, seat) => seat);
  while (tied.length > 1) {
    const drawn = tied.map((seat, i) => [seat, tiles[lots.length + i]!]);
    lots.push(...drawn);
    const highest = Math.max(...drawn.map(([, tile]) => tile!));
    tied = drawn.filter(([, tile]) => tile === highest).map(([seat]) => seat!);
  }
  const starter = tied[0]!;
  const own = lots.filter(([seat]) => seat === starter).map(([, tile]) => tile!);
  return { lots, starter, kept: Math.max(...own) };
}

/** P3, P5: what cannot be dealt evenly is the deck's last cards, and each goes on a cell of its own. */
function spareOf(record: Record, round: Round, cells: string[]): unknown[][] {
  const deck = round.chance[0]?.[1] ?? [];
  const handicap = record.options["handicap"];
  const extra = Array.isArray(handicap) ? handicap.reduce((sum: number, each) => sum + Number(each), 0) : 0;
  const count = (TRIPLE_DECK.length - CELLS.length - extra) % record.players.length;
  return count ? deck.slice(-count).map((card, i) => [card, cells[i]]) : [];
}

// --- The generator

export function commitment(seed: string): string {
  return bytesToHex(sha256(hexToBytes(seed)));
}

export function shuffle<T>(seed: string, label: string, items: readonly T[]): T[] {
  const stream = words(seed, label);
  const order = [...items];
  for (let i = order.length - 1; i > 0; i--) {
    const j = below(stream, i + 1);
    [order[i], order[j]] = [order[j]!, order[i]!];
  }
  return order;
}

function* words(seed: string, label: string): Generator<number, never> {
  for (let block = 0; ; block++) {
    const digest = hmac(sha256, hexToBytes(seed), utf8ToBytes(`${label}|${block}`));
    const view = new DataView(digest.buffer, digest.byteOffset, digest.byteLength);
    for (let at = 0; at < digest.length; at += 4) yield view.getUint32(at);
  }
}

/** Each number below n is equally likely: words above the last multiple of n are thrown away. */
function below(stream: Generator<number, never>, n: number): number {
  const limit = Math.floor(2 ** 32 / n) * n;
  let word = stream.next().value;
  while (word >= limit) word = stream.next().value;
  return word % n;
}

function labelOf(record: Record, round: number, purpose: string): string {
  return `tercet/1|${record.game}|round ${round}|${purpose}|${record.entropy.join(",")}`;
}

function isSeed(seed: string): boolean {
  return /^[0-9a-f]{64}$/.test(seed);
}

function isEntropy(record: Record): boolean {
  return (
    record.entropy.length === record.players.length && record.entropy.every((part) => /^[0-9a-f]{0,64}$/.test(part))
  );
}

function product(first: string[], second: string[]): string[] {
  return first.flatMap((one) => second.map((other) => one + other));
}

function same(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
