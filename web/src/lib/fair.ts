// Checks that a match was dealt honestly: repeats every shuffle from the seed that the record reveals and compares the
// outcomes. docs/fairness.md defines the algorithm. The hashes come from a library because browsers offer
// crypto.subtle only on https.
import { hmac } from "@noble/hashes/hmac.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, hexToBytes, utf8ToBytes } from "@noble/hashes/utils.js";
import { commitmentTo } from "./entropy";
import type { AnyTable, Record, Round } from "../protocol";

/** One outcome that the seed determines, and whether the record agrees with it. */
export interface Check {
  subject: "commitment" | "starter" | "deck" | "lots" | "bag" | "spare" | "reshuffle" | "entropy";
  /** Counts from 1; null for a check of the whole match. */
  round: number | null;
  isRight: boolean;
}

const VALUES = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 11, 11, 12, 12];
const Z3BRA_DECK = combine([..."roygbdp"], VALUES.map(String));
const TRIPLE_DECK = combine(combine([..."rbpy"], [..."cdxs"]), [..."0123"]);
const CELLS = [..."123"].flatMap((row) => [..."abc"].map((column) => column + row));
const TILES = [1, 2, 3, 4, 5, 6].flatMap((pips) => Array<number>(pips === 1 ? 21 : 20).fill(pips));

/** Check every shuffle of a match, in order. */
export function checkDeals(record: Record): Check[] {
  if (!isSeed(record.seed)) return [failedCheck("commitment", null)];
  const checks: Check[] = [
    { subject: "commitment", round: null, isRight: commitmentOf(record.seed) === record.commitment },
  ];
  checks.push({ subject: "entropy", round: null, isRight: isEntropyValid(record) });
  if (!isEntropyValid(record)) return checks;
  const checkDeal = DEAL_CHECKS[record.game as AnyTable["game"]];
  if (!checkDeal) return [...checks, failedCheck("deck", null)];
  record.rounds.forEach((round, i) => {
    checks.push(...checkRound(record, round, i + 1, checkDeal));
  });
  return checks;
}

/** Return whether every outcome in the record follows from its seed. */
export function isHonest(checks: Check[]): boolean {
  return checks.every((check) => check.isRight);
}

/** One round of a record, with the means to repeat its shuffles and compare them with the recorded outcomes. */
interface Deal {
  record: Record;
  round: Round;
  /** Counts from 1. */
  number: number;
  /** Repeat the shuffle that is the round's chance event `index`. */
  repeatShuffle<T>(index: number, name: string, items: readonly T[]): T[];
  /** Check that the round's chance event `index` has the expected outcome. */
  compare(subject: Check["subject"], index: number, expected: unknown): Check;
}

type DealCheck = (deal: Deal) => Check[];

/** How each game deals; a missing game is a type error. */
const DEAL_CHECKS: { [game in AnyTable["game"]]: DealCheck } = {
  z3bra: ({ record, round, number, repeatShuffle, compare }) => [
    { subject: "starter", round: number, isRight: round.starter === starterOf(record, number) },
    compare("deck", 0, repeatShuffle(0, "deck", Z3BRA_DECK)),
    ...round.chance.slice(1).map(([, pile], i) => {
      return compare("reshuffle", i + 1, repeatShuffle(i + 1, "reshuffle", sortInDeckOrder(pile as string[])));
    }),
  ],
  zatre: ({ record, round, number, repeatShuffle, compare }) => {
    const { lots, starter, kept } = drawLots(repeatShuffle(0, "lots", TILES), record.players.length);
    const rest = TILES.toSpliced(TILES.indexOf(kept), 1);
    return [
      compare("lots", 0, lots),
      { subject: "starter", round: number, isRight: round.starter === starter },
      compare("bag", 1, repeatShuffle(1, "bag", rest)),
      ...checkForExtraShuffles(round, 2, number, "bag"),
    ];
  },
  triple: ({ record, round, number, repeatShuffle, compare }) => [
    compare("deck", 0, repeatShuffle(0, "deck", TRIPLE_DECK)),
    compare("spare", 1, placeSpareCards(record, round, repeatShuffle(1, "spare", CELLS))),
    ...checkForExtraShuffles(round, 2, number, "spare"),
  ],
};

function checkRound(record: Record, round: Round, number: number, checkDeal: DealCheck): Check[] {
  return checkDeal({
    record,
    round,
    number,
    repeatShuffle: (index, name, items) =>
      shuffle(record.seed, labelOf(record, number, `chance ${index} ${name}`), items),
    compare: (subject, index, expected) => {
      const [name, outcome] = round.chance[index] ?? [];
      return { subject, round: number, isRight: name === subject && isEqual(outcome, expected) };
    },
  });
}

/** Z10: a reshuffle starts from the order of the full deck, whatever order the discards lay in. */
function sortInDeckOrder(pile: string[]): string[] {
  return pile.toSorted((one, other) => Z3BRA_DECK.indexOf(one) - Z3BRA_DECK.indexOf(other));
}

/** Return a failed check if the record has more shuffles than the round can have had. */
function checkForExtraShuffles(round: Round, expected: number, number: number, subject: Check["subject"]): Check[] {
  return round.chance.length > expected ? [failedCheck(subject, number)] : [];
}

function failedCheck(subject: Check["subject"], round: number | null): Check {
  return { subject, round, isRight: false };
}

/** Z5: the first starter is drawn by lot unless the options name one; each later round starts one seat further. */
function starterOf(record: Record, number: number): number {
  const players = record.players.length;
  const named = record.options["starter"];
  const first =
    typeof named === "number" ? named : randomBelow(randomWords(record.seed, labelOf(record, 1, "starter")), players);
  return (first + number - 1) % players;
}

/** T5: draw lots until one seat has the highest. Return all lots, that seat, and the tile that it keeps. */
export function drawLots(tiles: number[], players: number): { lots: number[][]; starter: number; kept: number } {
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

/** P3, P5: the cards that cannot be dealt evenly are the deck's last ones; each goes on a cell of its own. */
function placeSpareCards(record: Record, round: Round, cells: string[]): unknown[][] {
  const deck = round.chance[0]?.[1] ?? [];
  const handicap = record.options["handicap"];
  const extra = Array.isArray(handicap) ? handicap.reduce((sum: number, each) => sum + Number(each), 0) : 0;
  const count = (TRIPLE_DECK.length - CELLS.length - extra) % record.players.length;
  return count ? deck.slice(-count).map((card, i) => [card, cells[i]]) : [];
}

// --- The random generator

export function commitmentOf(seed: string): string {
  return bytesToHex(sha256(hexToBytes(seed)));
}

export function shuffle<T>(seed: string, label: string, items: readonly T[]): T[] {
  const stream = randomWords(seed, label);
  const order = [...items];
  for (let i = order.length - 1; i > 0; i--) {
    const j = randomBelow(stream, i + 1);
    [order[i], order[j]] = [order[j]!, order[i]!];
  }
  return order;
}

/** Generate the 32-bit words that HMAC-SHA-256 derives from the seed and the label. */
function* randomWords(seed: string, label: string): Generator<number, never> {
  for (let block = 0; ; block++) {
    const digest = hmac(sha256, hexToBytes(seed), utf8ToBytes(`${label}|${block}`));
    const view = new DataView(digest.buffer, digest.byteOffset, digest.byteLength);
    for (let at = 0; at < digest.length; at += 4) yield view.getUint32(at);
  }
}

/** Return a uniform number below n. Words above the last multiple of n are skipped: they would favour small numbers. */
function randomBelow(stream: Generator<number, never>, n: number): number {
  const limit = Math.floor(2 ** 32 / n) * n;
  let word = stream.next().value;
  while (word >= limit) word = stream.next().value;
  return word % n;
}

function labelOf(record: Record, round: number, purpose: string): string {
  return `${record.format}|${record.game}|round ${round}|${purpose}|${record.entropy.join(",")}`;
}

function isSeed(seed: string): boolean {
  return /^[0-9a-f]{64}$/.test(seed);
}

/** Return whether each seat has revealed the entropy it committed to, or none. */
function isEntropyValid(record: Record): boolean {
  const { entropy, entropy_commitments: committed = [], players } = record;
  return (
    entropy.length === players.length &&
    committed.length === players.length &&
    entropy.every((part, seat) => {
      if (!/^[0-9a-f]{0,64}$/.test(part)) return false;
      return part === "" ? /^([0-9a-f]{64})?$/.test(committed[seat]!) : committed[seat] === commitmentTo(part);
    })
  );
}

function combine(first: string[], second: string[]): string[] {
  return first.flatMap((one) => second.map((other) => one + other));
}

function isEqual(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
