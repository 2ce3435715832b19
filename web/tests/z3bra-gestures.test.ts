import { describe, expect, test } from "vitest";
import {
  NONE,
  type Intent,
  confirmed,
  drop,
  isDraggable,
  leadsOn,
  openTo,
  press,
  textsOf,
  tradesOf,
  triosOf,
} from "../src/games/z3bra/gestures";
import { FULL, OTHER, table } from "./z3bra-tables";

const choosing = table([FULL, OTHER]);
const placing = table([FULL, OTHER], { decision: "place", held: "g7" });
const discarding = table([FULL, OTHER], { decision: "discard" });
const trio = (...order: (string | null)[]): Intent => ({ kind: "trio", order });

describe("pressing", () => {
  test.each(["prepare", "uncover", "revive"])("an own card turns it up: %s", (decision) => {
    expect(press("0b2", table([FULL, OTHER], { decision }), 0, NONE)).toEqual({ move: "flip b2" });
    expect(press("draw", table([FULL, OTHER], { decision }), 0, NONE)).toBeNull();
  });

  test("a pile draws or takes", () => {
    expect(press("draw", choosing, 0, NONE)).toEqual({ move: "draw" });
    expect(press("discards", choosing, 0, NONE)).toEqual({ move: "take" });
  });

  test("two own cards swaps them, the same one twice does not", () => {
    const first = press("0c2", choosing, 0, NONE);
    expect(first).toEqual({ intent: { kind: "swap", first: "c2" } });
    expect(press("0a1", choosing, 0, { kind: "swap", first: "c2" })).toEqual({ move: "swap a1 c2" });
    expect(press("0c2", choosing, 0, { kind: "swap", first: "c2" })).toEqual({ intent: NONE });
  });

  test("with a card in hand puts, declines or trades", () => {
    expect(press("0b2", placing, 0, NONE)).toEqual({ move: "put b2" });
    expect(press("discards", placing, 0, NONE)).toEqual({ move: "drop" });
    expect(press("1a1", placing, 0, NONE)).toEqual({ intent: { kind: "trade", their: "1a1" } });
    expect(press("0b2", placing, 0, { kind: "trade", their: "1a1" })).toEqual({ move: "trade 1a1 b2" });
    expect(press("1a1", placing, 0, { kind: "trade", their: "1a1" })).toEqual({ intent: NONE });
  });

  test("a trio's cards lays them in that order, with nothing chosen beforehand", () => {
    expect(press("0b2", discarding, 0, NONE)).toEqual({ intent: trio("b2", null, null) });
    expect(press("0a2", discarding, 0, trio("b2", null, "c2"))).toEqual({ intent: trio("b2", "a2", "c2") });
    expect(press("0b2", discarding, 0, trio("b2", null, null))).toEqual({ intent: NONE });
    expect(press("slot:2", discarding, 0, trio("b2", null, "c2"))).toEqual({ intent: trio("b2", null, null) });
    expect(press("discards", discarding, 0, trio("b2", "a2", "c2"))).toEqual({ move: "trio b2 a2 c2" });
    expect(confirmed(trio("b2", null, "c2"))).toBeNull();
  });
});

describe("dragging", () => {
  test("draws, takes and swaps", () => {
    expect(drop("draw", "held", choosing, 0, NONE)).toEqual({ move: "draw" });
    expect(drop("discards", "0b2", choosing, 0, NONE)).toEqual({ move: "take" });
    expect(drop("0c3", "0a1", choosing, 0, NONE)).toEqual({ move: "swap a1 c3" });
    expect(drop("0c3", "1a1", choosing, 0, NONE)).toBeNull();
  });

  test("puts, declines and trades", () => {
    expect(drop("held", "0b2", placing, 0, NONE)).toEqual({ move: "put b2" });
    expect(drop("held", "discards", placing, 0, NONE)).toEqual({ move: "drop" });
    expect(drop("held", "1a1", placing, 0, NONE)).toEqual({ intent: { kind: "trade", their: "1a1" } });
    expect(drop("1a1", "0b2", placing, 0, NONE)).toEqual({ move: "trade 1a1 b2" });
  });

  test("orders a trio", () => {
    expect(drop("0b2", "slot:2", discarding, 0, NONE)).toEqual({ intent: trio(null, null, "b2") });
    expect(drop("0a2", "discards", discarding, 0, trio(null, null, "b2"))).toEqual({ intent: trio("a2", null, "b2") });
    expect(drop("slot:0", "slot:2", discarding, 0, trio("a2", null, "b2"))).toEqual({ intent: trio("b2", null, "a2") });
    expect(drop("slot:0", "0a2", discarding, 0, trio("a2", null, "b2"))).toEqual({ intent: trio(null, null, "b2") });
  });

  test("is possible only for what is due", () => {
    expect(isDraggable("0b2", choosing, 0, NONE)).toBe(true);
    expect(isDraggable("0b2", placing, 0, NONE)).toBe(false);
    expect(isDraggable("held", placing, 0, NONE)).toBe(true);
    expect(isDraggable("slot:0", discarding, 0, NONE)).toBe(false);
  });
});

describe("what leads on", () => {
  const moves = textsOf(["put a1", "drop", "trade 1a1 b2", "trade 1a1 c2", "trade 2b3 b2"].map((move) => ({ move })));

  test("is what the server says, and nothing without its help", () => {
    expect(leadsOn({ move: "put a1" }, moves)).toBe(true);
    expect(leadsOn({ move: "put b1" }, moves)).toBe(false);
    expect(leadsOn({ intent: { kind: "trade", their: "1a1" } }, moves)).toBe(true);
    expect(leadsOn({ intent: { kind: "trade", their: "1c1" } }, moves)).toBe(false);
    expect(leadsOn({ move: "put a1" }, null)).toBe(false);
    expect(textsOf(null)).toBeNull();
  });

  test("can be listed", () => {
    expect(tradesOf(moves)).toEqual(["1a1", "2b3"]);
    expect(tradesOf(null)).toEqual([]);
    const trios = new Set(["trio a1 b1 c1", "trio c1 b1 a1", "trio a1 b2 c3"]);
    expect(openTo(trio(null, "b1", null), trios)).toEqual(["trio a1 b1 c1", "trio c1 b1 a1"]);
    expect(triosOf([...trios])).toEqual([
      ["a1", "b1", "c1"],
      ["a1", "b2", "c3"],
    ]);
  });
});
