import { afterEach, expect, it, vi } from "vitest";
import type { Refusal } from "../src/lib/play";
import { shakeRefusedCells } from "../src/lib/shake";

afterEach(() => void vi.unstubAllGlobals());

/** Attach to a board with the cells a1 and b2. Return which of them shake, and for how many milliseconds. */
function shakenBy(cells: string[] | null, token = "240ms"): [string, number][] {
  const shaken: [string, number][] = [];
  const cellOf = (cell: string) => ({
    animate: (_: unknown, timing: { duration: number }) => void shaken.push([cell, timing.duration]),
  });
  const root = { querySelector: (selector: string) => (["a1", "b2"].includes(selector) ? cellOf(selector) : null) };
  vi.stubGlobal("getComputedStyle", () => ({ getPropertyValue: () => token }));
  const refusal = cells && ({ count: 1, problem: { code: "illegal_move", cells }, move: null } as unknown as Refusal);
  shakeRefusedCells(
    () => refusal,
    (cell) => cell,
  )(root as unknown as HTMLElement);
  return shaken;
}

it("shakes the cells that a refusal names, for the duration that the style sets", () => {
  expect(shakenBy(["b2", "a1"])).toEqual([
    ["b2", 240],
    ["a1", 240],
  ]);
  expect(shakenBy(["a1"], "1ms")).toEqual([["a1", 1]]);
});

it("shakes nothing without a refusal, and no cell that the board does not show", () => {
  expect(shakenBy(null)).toEqual([]);
  expect(shakenBy(["z9"])).toEqual([]);
});
