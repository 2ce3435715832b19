// Helpers of the table screen: handing the device over, animation offsets, codes.
import { describe, expect, it } from "vitest";
import { codeOf } from "../src/lib/code";
import { offsetBetween } from "../src/lib/motion";
import { nextHolder } from "../src/screens/table/handover";

describe("handing the device over", () => {
  it("goes to a player on turn", () => {
    expect(nextHolder([1], [0, 1], null)).toBe(1);
    expect(nextHolder([1], [0, 1], 0)).toBe(1);
  });
  it("stays with a holder who may still act", () => {
    expect(nextHolder([0, 1], [0, 1], 1)).toBe(1);
  });
  it("goes on clockwise from the holder", () => {
    expect(nextHolder([0, 2], [0, 1, 2], 1)).toBe(2);
    expect(nextHolder([0, 1], [0, 1, 2], 2)).toBe(0);
  });
  it("does not happen while a bot is on turn", () => {
    expect(nextHolder([3], [0, 1, 2], 1)).toBe(null);
    expect(nextHolder([], [0, 1], null)).toBe(null);
  });
  it("distinguishes seats from indices", () => {
    expect(nextHolder([4], [2, 4], 0)).toBe(1);
  });
});

describe("the offset of an animation", () => {
  it("starts at the old position and size of the card", () => {
    expect(offsetBetween({ x: 10, y: 20, width: 60 }, { x: 110, y: 220, width: 120 })).toEqual({
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
