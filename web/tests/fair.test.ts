import { describe, expect, it } from "vitest";
import { type Check, checkDeals, commitment, isHonest, lotsOf, shuffle } from "../src/lib/fair";
import type { Record } from "../src/protocol";
import triple from "./records/triple.json";
import tripleSpare from "./records/triple-spare.json";
import z3bra from "./records/z3bra.json";
import z3braRounds from "./records/z3bra-rounds.json";
import reshuffled from "./records/z3bra-reshuffled.json";
import zatre from "./records/zatre.json";

const SEVEN = "7".padStart(64, "0");

/** A record that may be changed; the piles before each reshuffle, by round. */
function open(record: unknown): Record {
  return structuredClone(record) as Record;
}
function check(record: Record, piles: (string[][] | null)[] = [[], []]): Check[] {
  return checkDeals(record, (round) => piles[round - 1] ?? null);
}
function wrong(checks: Check[]): string[] {
  return checks.filter(({ right }) => !right).map(({ what, round }) => (round ? `${what} ${round}` : what));
}

describe("the generator", () => {
  it("gives the numbers of docs/fairness.md", () => {
    expect(commitment(SEVEN)).toMatch(/^48428bdb7ddd8294/);
    expect(shuffle(SEVEN, "an example", [1, 2, 3, 4, 5])).toEqual([2, 4, 3, 1, 5]);
  });

  it("draws lots until one is the highest, who keeps their own highest tile", () => {
    expect(lotsOf([6, 2, 6, 1, 3], 3)).toEqual({
      lots: [
        [0, 6],
        [1, 2],
        [2, 6],
        [0, 1],
        [2, 3],
      ],
      starter: 2,
      kept: 6,
    });
  });
});

describe("honest records", () => {
  it.each([
    ["Z3BRA with a reshuffle and entropy", z3bra, reshuffled],
    ["Z3BRA over two rounds", z3braRounds, [[], []]],
    ["ZATRE", zatre, [[]]],
    ["TRIPLE³ with a handicap", triple, [[]]],
    ["TRIPLE³ with cards left over", tripleSpare, [[]]],
  ])("%s", (_, record, piles) => {
    const checks = check(open(record), piles);
    expect(wrong(checks)).toEqual([]);
    expect(isHonest(checks)).toBe(true);
  });

  it("list every shuffle", () => {
    const names = (record: unknown, piles?: string[][][]) => check(open(record), piles).map(({ what }) => what);
    expect(names(z3bra, reshuffled)).toEqual(["commitment", "starter", "deck", "reshuffle"]);
    expect(names(zatre)).toEqual(["commitment", "lots", "starter", "bag"]);
    expect(names(tripleSpare)).toEqual(["commitment", "deck", "spare"]);
    expect(names(z3braRounds)).toEqual(["commitment", "starter", "deck", "starter", "deck"]);
  });
});

describe("falsified records", () => {
  it("another seed", () => {
    const record = open(zatre);
    record.seed = record.seed.replace(/.$/, (digit) => (digit === "0" ? "1" : "0"));
    expect(wrong(check(record))).toEqual(["commitment", "lots 1", "starter 1", "bag 1"]);
  });

  it("a seed that is none", () => {
    expect(wrong(check({ ...open(zatre), seed: "seven" }))).toEqual(["commitment"]);
  });

  it("another commitment", () => {
    expect(wrong(check({ ...open(triple), commitment: commitment(SEVEN) }))).toEqual(["commitment"]);
  });

  it("another deck", () => {
    const record = open(z3braRounds);
    record.rounds[1]!.chance[0]![1].reverse();
    expect(wrong(check(record))).toEqual(["deck 2"]);
  });

  it("another reshuffle, one too many, or moves that cannot be replayed", () => {
    const record = open(z3bra);
    record.rounds[0]!.chance[1]![1].reverse();
    expect(wrong(check(record, reshuffled))).toEqual(["reshuffle 1"]);
    expect(wrong(check(open(z3bra), [[]]))).toEqual(["reshuffle 1"]);
    expect(wrong(check(open(z3bra), [null]))).toEqual(["reshuffle 1"]);
  });

  it("another starter", () => {
    const record = open(z3braRounds);
    record.rounds[1]!.starter = record.rounds[0]!.starter;
    expect(wrong(check(record))).toEqual(["starter 2"]);
  });

  it("another bag, other lots", () => {
    const record = open(zatre);
    record.rounds[0]!.chance[1]![1].reverse();
    (record.rounds[0]!.chance[0]![1][0] as number[])[1]! += 1;
    expect(wrong(check(record))).toEqual(["lots 1", "bag 1"]);
  });

  it("cards left over that lie elsewhere, or nowhere", () => {
    const elsewhere = open(tripleSpare);
    const spare = elsewhere.rounds[0]!.chance[1]![1] as string[][];
    spare[0]![1] = spare[0]![1] === "a1" ? "b1" : "a1";
    expect(wrong(check(elsewhere))).toEqual(["spare 1"]);
    const nowhere = open(tripleSpare);
    nowhere.rounds[0]!.chance[1]![1] = [];
    expect(wrong(check(nowhere))).toEqual(["spare 1"]);
  });

  it("a deal that is missing", () => {
    const record = open(triple);
    record.rounds[0]!.chance = [];
    expect(wrong(check(record))).toContain("deck 1");
  });

  it("entropy that is none, or not everybody's", () => {
    expect(wrong(check({ ...open(zatre), entropy: ["", "", "G"] }))).toEqual(["entropy"]);
    expect(wrong(check({ ...open(zatre), entropy: [""] }))).toEqual(["entropy"]);
  });

  it("entropy of somebody, changed", () => {
    const record = open(zatre);
    record.entropy[1] = "beef";
    expect(wrong(check(record)).length).toBeGreaterThan(0);
  });
});
