import { afterEach, describe, expect, it } from "vitest";
import { flightsOf } from "../src/games/triple/flights";
import { updatePending, findRefused, keepUndecided } from "../src/games/triple/race";
import { describeMove } from "../src/games/triple/words";
import { language } from "../src/lib/language.svelte";
import type { Refusal, Step } from "../src/lib/play";
import type { Moved, Problem, TripleTable } from "../src/protocol";

afterEach(() => (language.current = "en"));

function table(hand: string[], scores: number[] | null = null): TripleTable {
  return {
    game: "triple",
    seat: 0,
    to_act: [0, 1],
    scores,
    grid: [
      ["rc0", "rc2", "rc3"],
      ["yc1", "bc1", "bc3"],
      ["pd0", "pc1", "bx1"],
    ],
    heights: [
      [1, 1, 1],
      [1, 1, 1],
      [1, 1, 1],
    ],
    seats: [
      { stack: 20, hand_count: hand.length, hand },
      { stack: 20, hand_count: 3, hand: null },
    ],
    stopped: false,
    said_go: [],
  };
}

function step(seat: number, move: string, before: string[], after: string[]): Step<TripleTable> {
  return { number: 9, event: { kind: "moved", seat, move }, before: table(before), after: table(after) };
}

function refusal(move: string, code: Problem["code"] = "illegal_move"): Refusal {
  return { count: 1, move, problem: { code, text: { en: "", de: "" } } };
}

describe("a pending play", () => {
  const two = [
    { card: "bc2", cell: "a1", call: null },
    { card: "rs1", cell: "b3", call: null },
  ];

  it("ends when the server confirms it", () => {
    const left = updatePending(two, step(0, "play bc2 a1 blue", ["bc2", "rs1"], ["rs1"]), 0);
    expect(left.map(({ card }) => card)).toEqual(["rs1"]);
  });

  it("stays when others move", () => {
    expect(updatePending(two, step(1, "play yd0 c3 diamond", ["bc2", "rs1"], ["bc2", "rs1"]), 0)).toBe(two);
    expect(updatePending(two, step(1, "take", [], []), 0)).toBe(two);
  });

  it("is found by its refusal only", () => {
    expect(findRefused(two, refusal("play rs1 b3"))?.card).toBe("rs1");
    expect(findRefused(two, refusal("play rs1 b3", "store_down"))).toBeNull();
    expect(findRefused(two, refusal("take"))).toBeNull();
    expect(findRefused(two, null)).toBeNull();
  });

  it("ends when the card has left the hand or the round is over", () => {
    expect(keepUndecided(two, table(["bc2", "rs1"]), 0)).toBe(two);
    expect(keepUndecided(two, table(["rs1"]), 0).map(({ card }) => card)).toEqual(["rs1"]);
    expect(keepUndecided(two, table(["bc2", "rs1"], [2, 0]), 0)).toEqual([]);
  });
});

describe("flights", () => {
  it("go from hand or seat to the grid", () => {
    expect(flightsOf(step(0, "play bc2 a1 blue", ["bc2"], []))).toEqual([{ from: "hand-bc2", to: "cell-a1" }]);
    expect(flightsOf(step(1, "play yd0 c3 diamond", [], []))).toEqual([{ from: "seat-1", to: "cell-c3" }]);
  });

  it("go from the stack to the own hand", () => {
    const flights = flightsOf(step(0, "take 2", ["rs1"], ["bc2", "px0", "rs1"]));
    expect(flights.map(({ from, to }) => [from, to])).toEqual([
      ["stack", "hand-bc2"],
      ["stack", "hand-px0"],
    ]);
    expect(flightsOf(step(1, "take 2", ["rs1"], ["rs1"]))).toEqual([]);
    expect(flightsOf(step(0, "stop", ["rs1"], ["rs1"]))).toEqual([]);
  });
});

describe("the log", () => {
  const say = (seat: number, move: string, milliseconds?: number) => {
    const moved: Moved = { kind: "moved", seat, move, milliseconds };
    return describeMove(moved, [language.current === "de" ? "Du" : "You", "Oskar"], null, null, 0);
  };

  it("is in English", () => {
    expect(say(1, "play rs2 c1 star", 8730)).toBe("Oskar: star, red star with two waves, top right (8.7 s)");
    expect(say(0, "take 3", 900)).toBe("You take 3 cards (0.9 s)");
    expect(say(1, "take")).toBe("Oskar takes a card");
    expect([say(0, "stop"), say(1, "stop")]).toEqual(["You stop the game", "Oskar stops the game"]);
    expect([say(0, "go"), say(1, "go")]).toEqual(["You say go", "Oskar says go"]);
  });

  it("is in German", () => {
    language.current = "de";
    expect(say(1, "play rs2 c1 star", 8730)).toBe("Oskar: Stern, roter Stern mit zwei Wellen, oben rechts (8,7 s)");
    expect([say(0, "take"), say(1, "take 2")]).toEqual(["Du nimmst eine Karte", "Oskar nimmt 2 Karten"]);
    expect([say(0, "stop"), say(1, "go")]).toEqual(["Du hältst das Spiel an", "Oskar sagt „Los“"]);
  });
});
