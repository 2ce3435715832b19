import { describe, expect, test } from "vitest";
import {
  NONE,
  type Intent,
  completeOrder,
  outcomeOfConfirm,
  outcomeOfDrop,
  isDraggable,
  isPossible,
  matchingMoves,
  outcomeOfPress,
  moveTextsOf,
  tradableCards,
  triosOf,
} from "../src/games/z3bra/gestures";
import { FULL, OTHER, table } from "./z3bra-tables";

const choosing = table([FULL, OTHER]);
const placing = table([FULL, OTHER], { decision: "place", held: "g7" });
const discarding = table([FULL, OTHER], { decision: "discard" });
const trio = (...order: (string | null)[]): Intent => ({ kind: "trio", order });

describe("pressing", () => {
  test.each(["prepare", "uncover", "revive"])("an own card turns it up: %s", (decision) => {
    expect(outcomeOfPress("0b2", table([FULL, OTHER], { decision }), 0, NONE)).toEqual({ move: "flip b2" });
    expect(outcomeOfPress("draw", table([FULL, OTHER], { decision }), 0, NONE)).toBeNull();
  });

  test("a pile draws or takes", () => {
    expect(outcomeOfPress("draw", choosing, 0, NONE)).toEqual({ move: "draw" });
    expect(outcomeOfPress("discards", choosing, 0, NONE)).toEqual({ move: "take" });
  });

  test("two own cards swaps them, the same one twice does not", () => {
    const first = outcomeOfPress("0c2", choosing, 0, NONE);
    expect(first).toEqual({ intent: { kind: "swap", first: "c2" } });
    expect(outcomeOfPress("0a1", choosing, 0, { kind: "swap", first: "c2" })).toEqual({ move: "swap a1 c2" });
    expect(outcomeOfPress("0c2", choosing, 0, { kind: "swap", first: "c2" })).toEqual({ intent: NONE });
  });

  test("with a card in hand puts, declines or trades", () => {
    expect(outcomeOfPress("0b2", placing, 0, NONE)).toEqual({ move: "put b2" });
    expect(outcomeOfPress("discards", placing, 0, NONE)).toEqual({ move: "drop" });
    expect(outcomeOfPress("1a1", placing, 0, NONE)).toEqual({ intent: { kind: "trade", othersCard: "1a1" } });
    expect(outcomeOfPress("0b2", placing, 0, { kind: "trade", othersCard: "1a1" })).toEqual({ move: "trade 1a1 b2" });
    expect(outcomeOfPress("1a1", placing, 0, { kind: "trade", othersCard: "1a1" })).toEqual({ intent: NONE });
  });

  test("a trio's cards lays them in that order, with nothing chosen beforehand", () => {
    expect(outcomeOfPress("0b2", discarding, 0, NONE)).toEqual({ intent: trio("b2", null, null) });
    expect(outcomeOfPress("0a2", discarding, 0, trio("b2", null, null))).toEqual({ intent: trio("b2", "a2", null) });
    expect(outcomeOfPress("0b2", discarding, 0, trio("b2", null, null))).toEqual({ intent: NONE });
    expect(outcomeOfPress("slot:2", discarding, 0, trio("b2", null, "c2"))).toEqual({ intent: trio("b2", null, null) });
    expect(outcomeOfPress("discards", discarding, 0, trio("b2", "a2", "c2"))).toEqual({ move: "trio b2 a2 c2" });
    expect(outcomeOfConfirm(["b2", null, "c2"])).toBeNull();
  });

  test("the last card of a trio discards it, so that three presses are enough", () => {
    expect(outcomeOfPress("0c2", discarding, 0, trio("b2", "a2", null))).toEqual({ move: "trio b2 a2 c2" });
    expect(outcomeOfPress("0a2", discarding, 0, trio("b2", null, "c2"))).toEqual({ move: "trio b2 a2 c2" });
  });

  test("the last card of the order follows from the legal moves, if they leave only one", () => {
    const moves = new Set(["trio a2 b2 c2", "trio a2 c2 b2", "trio b2 a2 c2", "trio b2 b1 b3"]);
    expect(completeOrder(trio("a2", "b2", null), moves)).toEqual(["a2", "b2", "c2"]);
    expect(completeOrder(trio("a2", null, "b2"), moves)).toEqual(["a2", "c2", "b2"]);
    expect(completeOrder(trio("b2", null, null), moves)).toEqual(["b2", null, null]);
    expect(completeOrder(trio("a2", "b2", null), null)).toEqual(["a2", "b2", null]);
  });
});

describe("dragging", () => {
  test("draws, takes and swaps", () => {
    expect(outcomeOfDrop("draw", "held", choosing, 0, NONE)).toEqual({ move: "draw" });
    expect(outcomeOfDrop("discards", "0b2", choosing, 0, NONE)).toEqual({ move: "take" });
    expect(outcomeOfDrop("0c3", "0a1", choosing, 0, NONE)).toEqual({ move: "swap a1 c3" });
    expect(outcomeOfDrop("0c3", "1a1", choosing, 0, NONE)).toBeNull();
  });

  test("puts, declines and trades", () => {
    expect(outcomeOfDrop("held", "0b2", placing, 0, NONE)).toEqual({ move: "put b2" });
    expect(outcomeOfDrop("held", "discards", placing, 0, NONE)).toEqual({ move: "drop" });
    expect(outcomeOfDrop("held", "1a1", placing, 0, NONE)).toEqual({ intent: { kind: "trade", othersCard: "1a1" } });
    expect(outcomeOfDrop("1a1", "0b2", placing, 0, NONE)).toEqual({ move: "trade 1a1 b2" });
  });

  test("orders a trio", () => {
    expect(outcomeOfDrop("0b2", "slot:2", discarding, 0, NONE)).toEqual({ intent: trio(null, null, "b2") });
    expect(outcomeOfDrop("0a2", "discards", discarding, 0, trio(null, null, "b2"))).toEqual({
      intent: trio("a2", null, "b2"),
    });
    expect(outcomeOfDrop("slot:0", "slot:2", discarding, 0, trio("a2", null, "b2"))).toEqual({
      intent: trio("b2", null, "a2"),
    });
    expect(outcomeOfDrop("slot:0", "0a2", discarding, 0, trio("a2", null, "b2"))).toEqual({
      intent: trio(null, null, "b2"),
    });
  });

  test("is possible only for what is due", () => {
    expect(isDraggable("0b2", choosing, 0, NONE)).toBe(true);
    expect(isDraggable("0b2", placing, 0, NONE)).toBe(false);
    expect(isDraggable("held", placing, 0, NONE)).toBe(true);
    expect(isDraggable("slot:0", discarding, 0, NONE)).toBe(false);
  });
});

describe("a possible outcome", () => {
  const moves = moveTextsOf(
    ["put a1", "drop", "trade 1a1 b2", "trade 1a1 c2", "trade 2b3 b2"].map((move) => ({ move })),
  );

  test("is one that the server allows; none without help", () => {
    expect(isPossible({ move: "put a1" }, moves)).toBe(true);
    expect(isPossible({ move: "put b1" }, moves)).toBe(false);
    expect(isPossible({ intent: { kind: "trade", othersCard: "1a1" } }, moves)).toBe(true);
    expect(isPossible({ intent: { kind: "trade", othersCard: "1c1" } }, moves)).toBe(false);
    expect(isPossible({ move: "put a1" }, null)).toBe(false);
    expect(moveTextsOf(null)).toBeNull();
  });

  test("can be listed", () => {
    expect(tradableCards(moves)).toEqual(["1a1", "2b3"]);
    expect(tradableCards(null)).toEqual([]);
    const trios = new Set(["trio a1 b1 c1", "trio c1 b1 a1", "trio a1 b2 c3"]);
    expect(matchingMoves(trio(null, "b1", null), trios)).toEqual(["trio a1 b1 c1", "trio c1 b1 a1"]);
    expect(triosOf([...trios])).toEqual([
      ["a1", "b1", "c1"],
      ["a1", "b2", "c3"],
    ]);
  });
});
