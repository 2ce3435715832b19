import { describe, expect, it } from "vitest";
import { type Check, checkDeals, commitmentOf, isHonest, drawLots, shuffle } from "../src/lib/fair";
import type { Record } from "../src/protocol";
import triple from "./records/triple.json";
import tripleSpare from "./records/triple-spare.json";
import z3bra from "./records/z3bra.json";
import z3braRounds from "./records/z3bra-rounds.json";
import zatre from "./records/zatre.json";

const SEVEN = "7".padStart(64, "0");

/** Copy a record so that a test can change it. */
function cloneRecord(record: unknown): Record {
  return structuredClone(record) as Record;
}
function failedSubjects(checks: Check[]): string[] {
  return checks
    .filter(({ isRight }) => !isRight)
    .map(({ subject, round }) => (round ? `${subject} ${round}` : subject));
}

describe("the random generator", () => {
  it("gives the examples of docs/fairness.md", () => {
    expect(commitmentOf(SEVEN)).toMatch(/^48428bdb7ddd8294/);
    expect(shuffle(SEVEN, "an example", [1, 2, 3, 4, 5])).toEqual([2, 4, 3, 1, 5]);
  });

  it("draws lots until one seat has the highest; it keeps its highest tile", () => {
    expect(drawLots([6, 2, 6, 1, 3], 3)).toEqual({
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
    ["Z3BRA with a reshuffle and entropy", z3bra],
    ["Z3BRA over two rounds", z3braRounds],
    ["ZATRE", zatre],
    ["TRIPLE³ with a handicap", triple],
    ["TRIPLE³ with cards left over", tripleSpare],
  ])("%s", (_, record) => {
    const checks = checkDeals(cloneRecord(record));
    expect(failedSubjects(checks)).toEqual([]);
    expect(isHonest(checks)).toBe(true);
  });

  it("list every shuffle", () => {
    const names = (record: unknown) => checkDeals(cloneRecord(record)).map(({ subject }) => subject);
    expect(names(z3bra)).toEqual(["commitment", "entropy", "starter", "deck", "reshuffle"]);
    expect(names(zatre)).toEqual(["commitment", "entropy", "lots", "starter", "bag"]);
    expect(names(tripleSpare)).toEqual(["commitment", "entropy", "deck", "spare"]);
    expect(names(z3braRounds)).toEqual(["commitment", "entropy", "starter", "deck", "starter", "deck"]);
  });
});

describe("falsified records", () => {
  it("another seed", () => {
    const record = cloneRecord(zatre);
    record.seed = record.seed.replace(/.$/, (digit) => (digit === "0" ? "1" : "0"));
    expect(failedSubjects(checkDeals(record))).toEqual(["commitment", "lots 1", "starter 1", "bag 1"]);
  });

  it("a malformed seed", () => {
    expect(failedSubjects(checkDeals({ ...cloneRecord(zatre), seed: "seven" }))).toEqual(["commitment"]);
  });

  it("another commitment", () => {
    expect(failedSubjects(checkDeals({ ...cloneRecord(triple), commitment: commitmentOf(SEVEN) }))).toEqual([
      "commitment",
    ]);
  });

  it("another deck", () => {
    const record = cloneRecord(z3braRounds);
    record.rounds[1]!.chance[0]![1].reverse();
    expect(failedSubjects(checkDeals(record))).toEqual(["deck 2"]);
  });

  it("another reshuffle, or one of other cards", () => {
    const record = cloneRecord(z3bra);
    record.rounds[0]!.chance[1]![1].reverse();
    expect(failedSubjects(checkDeals(record))).toEqual(["reshuffle 1"]);
    const other = cloneRecord(z3bra);
    other.rounds[0]!.chance[1]![1].pop();
    expect(failedSubjects(checkDeals(other))).toEqual(["reshuffle 1"]);
  });

  it("an unknown game", () => {
    expect(isHonest(checkDeals({ ...cloneRecord(triple), game: "chess" }))).toBe(false);
  });

  it("entropy that was not committed to", () => {
    const record = cloneRecord(z3bra);
    record.entropy_commitments![1] = "";
    expect(failedSubjects(checkDeals(record))).toEqual(["entropy"]);
  });

  it("another starter", () => {
    const record = cloneRecord(z3braRounds);
    record.rounds[1]!.starter = record.rounds[0]!.starter;
    expect(failedSubjects(checkDeals(record))).toEqual(["starter 2"]);
  });

  it("another bag, other lots", () => {
    const record = cloneRecord(zatre);
    record.rounds[0]!.chance[1]![1].reverse();
    (record.rounds[0]!.chance[0]![1][0] as number[])[1]! += 1;
    expect(failedSubjects(checkDeals(record))).toEqual(["lots 1", "bag 1"]);
  });

  it("cards left over that lie elsewhere, or nowhere", () => {
    const elsewhere = cloneRecord(tripleSpare);
    const spare = elsewhere.rounds[0]!.chance[1]![1] as string[][];
    spare[0]![1] = spare[0]![1] === "a1" ? "b1" : "a1";
    expect(failedSubjects(checkDeals(elsewhere))).toEqual(["spare 1"]);
    const nowhere = cloneRecord(tripleSpare);
    nowhere.rounds[0]!.chance[1]![1] = [];
    expect(failedSubjects(checkDeals(nowhere))).toEqual(["spare 1"]);
  });

  it("a missing deal", () => {
    const record = cloneRecord(triple);
    record.rounds[0]!.chance = [];
    expect(failedSubjects(checkDeals(record))).toContain("deck 1");
  });

  it("malformed entropy, or entropy of only some seats", () => {
    expect(failedSubjects(checkDeals({ ...cloneRecord(zatre), entropy: ["", "", "G"] }))).toEqual(["entropy"]);
    expect(failedSubjects(checkDeals({ ...cloneRecord(zatre), entropy: [""] }))).toEqual(["entropy"]);
  });

  it("changed entropy of one seat", () => {
    const record = cloneRecord(zatre);
    record.entropy[1] = "beef";
    expect(failedSubjects(checkDeals(record)).length).toBeGreaterThan(0);
  });
});
