import { expect, test } from "vitest";
import { flightsBack, flightsOf, touchedPlaces, trioOf } from "../src/games/z3bra/flights";
import type { Z3braTable } from "../src/protocol";
import { FULL, OTHER, moved, seat, table } from "./z3bra-tables";

const before = table([FULL, OTHER]);

function ways(move: string, from: Z3braTable = before, to: Z3braTable = before, by = 0): string[] {
  return flightsOf({ number: 1, event: moved(by, move), before: from, after: to }).map(
    (flight) => `${flight.from} ${flight.to}`,
  );
}

test("a drawn card goes to the hand, from there to its place, and the old one to the discards", () => {
  expect(ways("draw")).toEqual(["draw held"]);
  expect(ways("take", before, before, 1)).toEqual(["discards held"]);
  expect(ways("put b2", before, before, 1)).toEqual(["held 1b2", "1b2 discards"]);
  expect(ways("drop")).toEqual(["held discards"]);
  expect(ways("flip a1")).toEqual([]);
});

test("a trade moves three cards, a swap two", () => {
  expect(ways("trade 1a1 b2")).toEqual(["held 1a1", "1a1 0b2", "0b2 discards"]);
  expect(ways("swap a1 c3")).toEqual(["0a1 0c3", "0c3 0a1"]);
});

test("a trio leaves one by one, and the reserve refills by rows", () => {
  const after = table([seat(["o3 ? r12", "? ? ?", "? p0 d12"], 0), OTHER]);
  expect(ways("trio c2 a2 b2", before, after)).toEqual([
    "0c2 discards",
    "0a2 discards",
    "0b2 discards",
    "reserve:0 0a2",
    "reserve:0 0b2",
    "reserve:0 0c2",
  ]);
});

test("without a reserve the others close up", () => {
  const full = table([seat(["o3 ? r12", "g2 g3 g11", "? p0 d12"], 0), OTHER]);
  const row = table([seat(["o3 ? r12", "? p0 d12"], 0), OTHER]);
  expect(ways("trio a2 b2 c2", full, row).slice(3)).toEqual(["0a3 0a2", "0b3 0b2", "0c3 0c2"]);
  const column = table([seat(["? r12", "g3 g11", "p0 d12"], 0), OTHER]);
  expect(ways("trio a1 a2 a3", full, column).slice(3)).toHaveLength(6);
  const gaps = table([seat(["_ ? r12", "g2 _ g11", "? p0 _"], 0), OTHER], { decision: "fold" });
  expect(ways("trio a1 b2 c3", full, gaps)).toHaveLength(3);
  expect(ways("fold 2x3", gaps)).toEqual(["0a2 0a1", "0a3 0a2", "0b3 0b2"]);
  expect(ways("trio a1 b1 c1", table([seat(["g1 g2 g3"], 0), OTHER]), table([seat([], 0), OTHER]))).toHaveLength(3);
});

test("a reshuffle carries the discards to the draw pile", () => {
  expect(ways("put b2", table([FULL, OTHER], { draw_pile: 0 }), before)).toContain("discards draw");
});

test("returns the touched places and the discarded trio", () => {
  const step = (move: string) => ({ number: 1, event: moved(1, move), before, after: before });
  expect(touchedPlaces(step("trade 0a1 b2"))).toEqual(["0a1", "1b2"]);
  expect(touchedPlaces(step("swap a1 b2"))).toEqual(["1a1", "1b2"]);
  expect(touchedPlaces(step("draw"))).toEqual(["held"]);
  expect(touchedPlaces(null)).toEqual([]);
  expect(trioOf(step("trio a1 b1 c1"))).toEqual({ seat: 1, cells: ["a1", "b1", "c1"] });
  expect(trioOf(step("draw"))).toBeNull();
});

test("nothing is animated without a view before the step", () => {
  expect(flightsOf({ number: 1, event: moved(0, "draw"), before: null, after: before })).toEqual([]);
  expect(flightsOf({ number: 1, event: { kind: "started" }, before, after: before })).toEqual([]);
});

test("what is taken back flies back, and refilled cards into the reserve", () => {
  const step = (after: Z3braTable) => ({
    number: 1,
    event: { kind: "took_back" as const, seat: 0 },
    before: after,
    after: before,
  });
  expect(flightsBack(0, "take", step(before))).toEqual([{ from: "held", to: "discards", piece: "new" }]);
  const refilled = table([seat(["o3 ? r12", "? ? ?", "? p0 d12"], 0), OTHER]);
  const back = flightsBack(0, "trio c2 a2 b2", step(refilled));
  expect(back.slice(0, 3).map((flight) => flight.to)).toEqual(["0c2", "0a2", "0b2"]);
  expect(back.slice(3).every((flight) => flight.to === "reserve:0" && flight.piece === "old")).toBe(true);
});
