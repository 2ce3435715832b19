import { expect, test } from "vitest";
import { FIELDS, fieldAt, fieldNamed, neighbour } from "../src/games/zatre/fields";
import { fieldUnder, gridOf, zoomAfterPinch, scrollOffset } from "../src/games/zatre/geometry";

test("the board has 193 fields: 160 dark, 32 light, 1 red (T2, T3)", () => {
  const count = (colour: string) => FIELDS.filter((field) => field.colour === colour).length;
  expect([FIELDS.length, count("dark"), count("light"), count("red")]).toEqual([193, 160, 32, 1]);
  expect(fieldNamed("h8")?.colour).toBe("red");
  expect(
    ["g1", "i1", "g15", "i15", "a7", "a9", "o7", "o9", "b2", "n14", "n2"].map((name) => fieldNamed(name)?.colour),
  ).toEqual(Array(11).fill("light"));
  expect(["a1", "h1", "a8", "d1", "o15"].map(fieldNamed)).toEqual(Array(5).fill(undefined));
  expect(fieldAt(4, 0)?.name).toBe("e1");
});

test("fields are read by rows", () => {
  expect(FIELDS.slice(0, 7).map((field) => field.name)).toEqual(["e1", "f1", "g1", "i1", "j1", "k1", "b2"]);
});

test("arrow keys skip gaps and stop at the end", () => {
  expect(neighbour("h8", "ArrowLeft")).toBe("g8");
  expect(neighbour("h8", "ArrowDown")).toBe("h9");
  expect(neighbour("g1", "ArrowRight")).toBe("i1");
  expect(neighbour("h2", "ArrowUp")).toBe(null);
  expect(neighbour("h8", "Home")).toBe("b8");
  expect(neighbour("a7", "End")).toBe("o7");
  expect(neighbour("h8", "x")).toBe(null);
});

test("every field can be reached by arrows", () => {
  const reached = new Set(["h8"]);
  for (const name of reached)
    for (const key of ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"]) reached.add(neighbour(name, key) ?? name);
  expect(reached.size).toBe(193);
});

test("a point is on a field, between the fields of the rim, or outside", () => {
  const frame = { left: 100, top: 50, width: 616, height: 616 };
  const grid = gridOf(frame, 16, frame);
  expect(grid.cell).toBe(40);
  expect(fieldUnder(grid, 116 + 7.5 * 40, 66 + 7.5 * 40)?.name).toBe("h8");
  expect(fieldUnder(grid, 116 + 7.5 * 40, 70)).toBe(null);
  expect(fieldUnder(grid, 20, 300)).toBe(null);
});

test("zoomed, fields outside the frame cannot be hit", () => {
  const grid = gridOf({ left: -100, top: -100, width: 690, height: 690 }, 0, {
    left: 0,
    top: 0,
    width: 368,
    height: 368,
  });
  expect(fieldUnder(grid, 10, 150)?.name).toBe("c6");
  expect(fieldUnder(grid, 380, 150)).toBe(null);
});

test("pinching ends at the whole board or at large fields", () => {
  expect(zoomAfterPinch(24, 2, 24)).toBe(48);
  expect(zoomAfterPinch(46, 0.4, 24)).toBe(null);
  expect(zoomAfterPinch(24, 9, 24)).toBe(72);
});

test("the point under the fingers stays there", () => {
  expect(scrollOffset(0.5, 690, 100)).toBe(245);
});
