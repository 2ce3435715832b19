import { describe, expect, it } from "vitest";
import { keepOrder, layOutHand } from "../src/games/triple/fan";
import { cellsWithCall, CELLS, keypadCell, neighbour } from "../src/games/triple/grid";
import { actionOfKey } from "../src/games/triple/keys";
import { callsFor, parsePlay, parseTake, playText, takeText } from "../src/games/triple/moves";

describe("the grid", () => {
  it("is navigated by arrow keys, and left over its edges", () => {
    expect(neighbour("b2", "ArrowUp")).toBe("b1");
    expect(neighbour("a1", "ArrowRight")).toBe("b1");
    expect(neighbour("c3", "ArrowDown")).toBeNull();
    expect(neighbour("c3", "x")).toBeUndefined();
  });

  it("is arranged like the numeric keypad", () => {
    expect([7, 8, 9, 4, 5, 6, 1, 2, 3].map((digit) => keypadCell(`Numpad${digit}`))).toEqual(CELLS);
    expect(keypadCell("Digit5")).toBeNull();
    expect(keypadCell("Numpad0")).toBeNull();
  });

  it("finds the lines of a call", () => {
    const grid = [
      ["ys1", "ys3", "rs2"],
      ["yx1", "px0", "rx2"],
      ["yc2", "rd1", "bs1"],
    ];
    expect(cellsWithCall(grid, "c1", "star")).toEqual(["a1", "b1", "c1"]);
    expect(cellsWithCall(grid, "c1", "blue")).toEqual(["c1"]);
  });
});

describe("moves", () => {
  it("convert to text and back", () => {
    expect(playText({ card: "bs2", cell: "a1", call: null })).toBe("play bs2 a1");
    expect(playText({ card: "bs2", cell: "a1", call: "star" })).toBe("play bs2 a1 star");
    expect(parsePlay("play bs2 a1 star")).toEqual({ card: "bs2", cell: "a1", call: "star" });
    expect(parsePlay("take 3")).toBeNull();
    expect([takeText(1), takeText(3)]).toEqual(["take", "take 3"]);
    expect([parseTake("take"), parseTake("take 3"), parseTake("stop")]).toEqual([1, 3, 0]);
  });

  it("give only the cells that the server allows for the chosen card", () => {
    const hints = [
      { move: "take" },
      { move: "play bs2 a1 star", property: "star" },
      { move: "play bs2 a1 2", property: "2" },
      { move: "play rc0 b2 red", property: "red" },
    ];
    expect([...callsFor("bs2", hints)]).toEqual([["a1", ["star", "2"]]]);
    expect(callsFor(null, hints).size).toBe(0);
    expect(callsFor("bs2", null).size).toBe(0);
  });
});

describe("the hand", () => {
  const phone = { width: 344, height: 146, card: 84, strip: 44 };
  const desk = { width: 728, height: 184, card: 118, strip: 44 };

  it("keeps its order; new cards come last", () => {
    expect(keepOrder(["rs1", "bs2", "yc0"], ["bs2", "px1", "rs1"])).toEqual(["rs1", "bs2", "px1"]);
  });

  it.each([phone, desk])("shows a strip of every card, for all numbers of cards", (room) => {
    for (let count = 1; count <= 54; count++) {
      const { slots, card, width } = layOutHand(count, room);
      expect(slots).toHaveLength(count);
      for (const [i, slot] of slots.entries()) {
        expect(slot.x).toBeGreaterThanOrEqual(0);
        expect(slot.x + card).toBeLessThanOrEqual(width);
        expect(slot.y + card * 1.24).toBeLessThanOrEqual(room.height + 1);
        const next = slots[i + 1];
        if (next && next.x > slot.x) expect(next.x - slot.x).toBeGreaterThanOrEqual(room.strip - 0.01);
      }
    }
  });

  it("needs no scrolling on a desk", () => {
    expect(layOutHand(27, desk).width).toBe(desk.width);
  });
});

describe("keys", () => {
  it("have actions for moves, cards and cells", () => {
    expect(actionOfKey("s", "KeyS", false)).toEqual({ action: "stop" });
    expect(actionOfKey("G", "KeyG", false)).toEqual({ action: "go" });
    expect(actionOfKey("7", "Numpad7", true)).toEqual({ action: "cell", cell: "a1" });
    expect(actionOfKey("2", "Digit2", true)).toEqual({ action: "number", number: 2 });
    expect(actionOfKey("0", "Digit0", true)).toEqual({ action: "number", number: 10 });
    expect(actionOfKey("x", "KeyX", true)).toBeNull();
  });

  it("take with Space while a card or cell is focused; other buttons keep Space", () => {
    expect(actionOfKey(" ", "Space", true)).toEqual({ action: "take" });
    expect(actionOfKey(" ", "Space", false)).toBeNull();
  });
});
