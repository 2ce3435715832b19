// What the table's screen works out for itself: who gets the device, how a card flies.
import { describe, expect, it } from "vitest";
import { codeOf } from "../src/lib/code";
import { between } from "../src/lib/motion";
import { next } from "../src/screens/table/handover";

describe("handing the device over", () => {
  it("goes to who is to act", () => {
    expect(next([1], [0, 1], null)).toBe(1);
    expect(next([1], [0, 1], 0)).toBe(1);
  });
  it("stays with who may still act", () => {
    expect(next([0, 1], [0, 1], 1)).toBe(1);
  });
  it("goes on clockwise from who has it", () => {
    expect(next([0, 2], [0, 1, 2], 1)).toBe(2);
    expect(next([0, 1], [0, 1, 2], 2)).toBe(0);
  });
  it("goes nowhere while a bot is on turn", () => {
    expect(next([3], [0, 1, 2], 1)).toBe(null);
    expect(next([], [0, 1], null)).toBe(null);
  });
  it("tells seats from places in the list", () => {
    expect(next([4], [2, 4], 0)).toBe(1);
  });
});

describe("a card's way", () => {
  it("begins where the card lay, at its size there", () => {
    expect(between({ x: 10, y: 20, width: 60 }, { x: 110, y: 220, width: 120 })).toEqual({
      x: -100,
      y: -200,
      scale: 0.5,
    });
  });
});

describe("a table's code", () => {
  it("is easy to read aloud", () => {
    expect(codeOf("nshf3zhke68gzjgr")).toBe("nsh-f3z");
  });
});
