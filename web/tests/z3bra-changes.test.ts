import { expect, test } from "vitest";
import type { Change } from "../src/lib/play";
import { changedPlaces, lossesOf } from "../src/games/z3bra/changes";
import type { Z3braTable } from "../src/protocol";
import { FULL, OTHER, moved, seat, table } from "./z3bra-tables";

const now = table([FULL, OTHER, OTHER]);

function change(by: number, move: string, before: Z3braTable | null = null): Change<Z3braTable> {
  return { number: 1, event: moved(by, move), before, after: null };
}

function marked(view: Z3braTable, ...changes: Change<Z3braTable>[]): string[] {
  return [...changedPlaces(changes, view)].sort();
}

test("every place that the others have changed is marked", () => {
  const turns = [change(1, "take"), change(1, "put b2"), change(2, "swap a1 c3"), change(2, "flip c3")];
  expect(marked(now, ...turns)).toEqual(["1b2", "2a1", "2c3", "discards"]);
  expect(marked(now, change(1, "draw"), change(1, "drop"))).toEqual(["discards", "draw"]);
});

test("a trade is marked in both areas, and a trio where it was refilled", () => {
  expect(marked(now, change(1, "trade 0a1 b2"))).toEqual(["0a1", "1b2", "discards"]);
  expect(marked(now, change(1, "trio a1 b1 c1"))).toEqual(["1a1", "1b1", "1c1", "discards"]);
});

test("after an area has shrunk nothing is marked where another card lies now", () => {
  const shrunk = table([FULL, seat(["g12 ? y5", "? r1 ?"], 0)]);
  expect(marked(shrunk, change(1, "put a3"), change(1, "trio a3 b3 c3"))).toEqual(["discards"]);
  const diagonal = [change(1, "put a1"), change(1, "trio a1 b2 c3"), change(1, "fold 2x3"), change(1, "flip b1")];
  expect(marked(shrunk, ...diagonal)).toEqual(["1b1", "discards"]);
});

test("a trade that takes an own card is told with that card, if this page has seen it", () => {
  const losses = lossesOf([change(1, "trade 0a1 b2", now), change(2, "trade 1a1 b2", now)], 0);
  expect([...losses]).toEqual([["0a1", { by: 1, card: "o3" }]]);
  expect(lossesOf([change(1, "trade 0a1 b2")], 0).get("0a1")).toEqual({ by: 1, card: null });
});
