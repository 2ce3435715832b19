import { afterEach, describe, expect, test } from "vitest";
import { cardAt, cellsOf, closeUp, sortCells, lineOf } from "../src/games/z3bra/area";
import { layOutSeats } from "../src/games/z3bra/seatLayout";
import { cardName, faceOf, isFace, theCard } from "../src/games/z3bra/cards";
import { neighbour } from "../src/games/z3bra/keys";
import { language } from "../src/lib/language.svelte";
import { FULL, seat } from "./z3bra-tables";

afterEach(() => {
  language.current = "en";
});

describe("cards", () => {
  test("consist of a colour letter and a value", () => {
    expect(faceOf("b10")).toEqual({ colour: "pale", value: 10 });
    expect(faceOf("p0")).toEqual({ colour: "purple", value: 0 });
    expect(faceOf("?")).toBeNull();
    expect(faceOf(null)).toBeNull();
    expect(isFace("?")).toBe(false);
  });

  test("have names in both languages", () => {
    language.current = "en";
    expect([cardName("g7"), cardName("d12"), cardName("?"), cardName(null)]).toEqual([
      "green 7",
      "dark blue 12",
      "face down",
      "empty",
    ]);
    language.current = "de";
    expect([theCard("g7"), theCard("b3"), theCard("p1")]).toEqual(["die grüne 7", "die hellblaue 3", "die lila 1"]);
  });
});

describe("areas", () => {
  test("are read by rows", () => {
    expect(
      cellsOf(FULL.area)
        .map((cell) => cell.name)
        .join(" "),
    ).toBe("a1 b1 c1 a2 b2 c2 a3 b3 c3");
    expect(cardAt(FULL.area, "c2")).toBe("g11");
    expect(cardAt(seat(["r1 r2"]).area, "c3")).toBeNull();
    expect(sortCells("b2", "c1")).toEqual(["c1", "b2"]);
  });

  test("close up towards a1", () => {
    const left = ["b1", "c1", "a2", "c2", "a3", "b3"];
    expect(Object.fromEntries(closeUp(left, "2x3"))).toEqual({
      b1: "b1",
      c1: "c1",
      a2: "a1",
      c2: "c2",
      a3: "a2",
      b3: "b2",
    });
    expect(Object.fromEntries(closeUp(left, "3x2"))).toEqual({
      b1: "a1",
      c1: "b1",
      a2: "a2",
      c2: "b2",
      a3: "a3",
      b3: "b3",
    });
  });

  test("have rows, columns and diagonals", () => {
    expect(lineOf(["c2", "a2", "b2"])).toEqual({ direction: "row", index: 1 });
    expect(lineOf(["c1", "c3", "c2"])).toEqual({ direction: "column", index: 2 });
    expect(lineOf(["b2", "c3", "a1"]).direction).toBe("falling");
    expect(lineOf(["a3", "b2", "c1"]).direction).toBe("rising");
  });
});

test("arrow keys move between piles, into the area and over gaps", () => {
  const { area } = FULL;
  expect(neighbour("draw", "ArrowRight", 0, area)).toBe("held");
  expect(neighbour("held", "ArrowDown", 0, area)).toBe("0b1");
  expect(neighbour("0b1", "ArrowUp", 0, area)).toBe("held");
  expect(neighbour("0c2", "ArrowRight", 0, area)).toBeNull();
  expect(neighbour("0a1", "Enter", 0, area)).toBeNull();
  expect(neighbour("0a1", "ArrowRight", 0, seat(["r1 _ r3"]).area)).toBe("0c1");
});

test("the other seats are arranged clockwise, up the left side and down the right", () => {
  expect(layOutSeats(2, 0)).toEqual({ clockwise: [1], left: [1], right: [] });
  expect(layOutSeats(4, 1)).toEqual({ clockwise: [2, 3, 0], left: [3, 2], right: [0] });
  expect(layOutSeats(5, 0)).toEqual({ clockwise: [1, 2, 3, 4], left: [2, 1], right: [3, 4] });
});
