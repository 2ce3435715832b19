import { afterEach, expect, test } from "vitest";
import { flightsOf } from "../src/games/zatre/flights";
import { chooseFromRack, placesOf, parseMove, stacksOf, formatMove } from "../src/games/zatre/moves";
import { printedBonus, rowsOf } from "../src/games/zatre/paper";
import { NO_TRAIL, newEntries, extendTrail } from "../src/games/zatre/trail";
import { describeMove } from "../src/games/zatre/words";
import { language } from "../src/lib/language.svelte";
import type { AnyEvent, ZatreRow, ZatreSheet, ZatreTable } from "../src/protocol";

afterEach(() => (language.current = "en"));

function row(cross: boolean, ten: number, eleven: number, twelve: number, bonus = 0, total = 0): ZatreRow {
  return { cross, ten, eleven, twelve, bonus, total };
}

function sheet(seat: number, rows: ZatreRow[] = [], minus: number | null = null): ZatreSheet {
  return { seats: [seat], rows, minus, total: rows.reduce((sum, each) => sum + each.total, 0) - (minus ?? 0) };
}

function table(changed: Partial<ZatreTable>): ZatreTable {
  return {
    game: "zatre",
    seat: 0,
    to_act: [0],
    scores: null,
    board: { h8: 6 },
    fresh: [],
    held: [[2, 5], null],
    held_count: [2, 0],
    bag: 100,
    starter: 0,
    sheets: [sheet(0), sheet(1)],
    lines: [],
    turn: null,
    ...changed,
  };
}

const first = table({});
const second = table({ board: { h8: 6, i8: 5 }, fresh: ["i8"], held: [[2], null], held_count: [1, 0] });
const third = table({
  board: { h8: 6, i8: 5, i9: 2 },
  to_act: [1],
  held: [[], null],
  held_count: [0, 2],
  bag: 98,
  sheets: [sheet(0, [row(true, 0, 2, 0, 0, 4)]), sheet(1)],
});

function moved(seat: number, move: string) {
  return { kind: "moved" as const, seat, move };
}

function step(event: AnyEvent, before: ZatreTable | null, after: ZatreTable) {
  return { number: 1, event, before, after };
}

test("moves are pips and field", () => {
  expect(parseMove("6h8")).toEqual({ pips: 6, field: "h8" });
  expect(parseMove("3b14")).toEqual({ pips: 3, field: "b14" });
  expect(parseMove("take")).toBe(null);
  expect(formatMove({ pips: 3, field: "b14" })).toBe("3b14");
});

test("places come from the server's moves alone", () => {
  const moves = [{ move: "6g7", across: 12, down: 8 }, { move: "6b14" }, { move: "2c3", down: 9 }];
  expect(placesOf(moves, 6)).toEqual(
    new Map([
      ["g7", { across: 12, down: 8 }],
      ["b14", { across: 0, down: 0 }],
    ]),
  );
  expect(placesOf(moves, 2)?.get("c3")).toEqual({ across: 0, down: 9 });
  expect(placesOf(moves, null)?.size).toBe(0);
  expect(placesOf(null, 6)).toBe(null);
});

test("the tile in hand is the chosen one, else one that fits, else the first", () => {
  expect(chooseFromRack([2, 5], 1, null)).toBe(1);
  expect(chooseFromRack([2, 5], null, null)).toBe(0);
  expect(chooseFromRack([2, 5], null, [{ move: "5h8" }])).toBe(1);
  expect(chooseFromRack([2], 1, null)).toBe(0);
  expect(chooseFromRack([], null, null)).toBe(null);
});

test("many tiles are stacked by pips", () => {
  expect(stacksOf([2, 2])).toEqual([
    { pips: 2, index: 0, count: 1 },
    { pips: 2, index: 1, count: 1 },
  ]);
  expect(stacksOf([1, 2, 2, 2, 6])).toEqual([
    { pips: 1, index: 0, count: 1 },
    { pips: 2, index: 1, count: 3 },
    { pips: 6, index: 4, count: 1 },
  ]);
});

test("the printed bonus grows every four rows and ends with row 16 (T4)", () => {
  expect([1, 4, 5, 8, 9, 12, 13, 16, 17, 30].map(printedBonus)).toEqual([3, 3, 4, 4, 5, 5, 6, 6, 0, 0]);
});

test("row 17 can be full, and has no bonus to lose (T4)", () => {
  const rows = rowsOf(
    sheet(0, [...Array(16).fill(row(false, 1, 2, 4, 3, 10)), row(false, 1, 2, 4, 0, 7), row(false, 1, 0, 0)], 5),
  );
  expect(rows.slice(16).map(({ isFull, isLost, printed }) => [isFull, isLost, printed])).toEqual([
    [true, false, 0],
    [false, false, 0],
  ]);
});

test("a sheet has ten rows and grows", () => {
  const rows = rowsOf(sheet(0, [row(true, 1, 2, 4, 3, 20), row(false, 1, 0, 0, 0, 1)]));
  expect(rows.length).toBe(10);
  expect([rows[0]!.isFull, rows[1]!.isFull, rows[1]!.isLost]).toEqual([true, false, false]);
  expect(rowsOf(sheet(0, Array(12).fill(row(false, 1, 0, 0)))).length).toBe(13);
});

test("at the end the bonus of open rows is lost", () => {
  const rows = rowsOf(sheet(0, [row(false, 1, 2, 4, 3, 10), row(false, 1, 0, 0, 0, 1)], 5));
  expect(rows.map((each) => each.isLost)).toEqual([false, ...Array(9).fill(true)]);
});

test("new entries are the difference of two sheets", () => {
  const before = sheet(0, [row(true, 1, 0, 4)]);
  const after = sheet(0, [row(true, 1, 2, 4), row(true, 0, 0, 8)]);
  expect(newEntries(before, after)).toEqual([
    { row: 0, box: "eleven", points: 2 },
    { row: 1, box: "cross", points: 1 },
    { row: 1, box: "twelve", points: 8 },
  ]);
});

test("the trail: the tiles and boxes of the last finished turn", () => {
  expect(extendTrail(NO_TRAIL, null, first)).toBe(NO_TRAIL);
  expect(extendTrail(NO_TRAIL, first, second)).toBe(NO_TRAIL);
  const trail = extendTrail(NO_TRAIL, second, third);
  expect(trail).toEqual({ tiles: ["i8", "i9"], boxes: [["0.cross", "0.eleven"], []] });
  const taken = extendTrail(trail, second, first);
  expect(taken).toBe(trail);
  expect(extendTrail(trail, third, first)).toBe(NO_TRAIL);
});

test("own tiles fly from the rack, unless they are already shown", () => {
  expect(flightsOf(step(moved(0, "5i8"), first, second), 0)).toEqual([{ from: "rack-1", to: "tile-i8" }]);
  expect(flightsOf(step(moved(0, "5i8"), first, second), 0, true)).toEqual([]);
});

test("others' tiles fly from their seat; the next player draws from the bag", () => {
  expect(flightsOf(step(moved(0, "2i9"), second, third), null)).toEqual([
    { from: "held-0", to: "tile-i9" },
    { from: "bag", to: "held-1", delay: 200 },
  ]);
});

test("own new tiles fly to where they stand in the rack", () => {
  const before = table({ to_act: [1], held: [[4], null], held_count: [1, 1] });
  const after = table({ board: { h8: 6, g8: 1 }, held: [[3, 4], null], held_count: [2, 0] });
  expect(flightsOf(step(moved(1, "1g8"), before, after), 0)).toEqual([
    { from: "held-1", to: "tile-g8" },
    { from: "bag", to: "rack-0", delay: 200 },
  ]);
});

test("a tile that is taken back flies back", () => {
  const event = { kind: "took_back" as const, seat: 0 };
  expect(flightsOf(step(event, second, first), 0)).toEqual([{ from: "tile-i8", to: "rack-1", piece: "old" }]);
  expect(flightsOf(step(event, second, first), null)).toEqual([{ from: "tile-i8", to: "held-0", piece: "old" }]);
});

test("nothing is animated without a view before the step", () => {
  expect(flightsOf(step(moved(0, "5i8"), null, second), 0)).toEqual([]);
});

test("the log describes the placement, and at the end of a turn its results", () => {
  const names = ["You", "Lena"];
  expect(describeMove(moved(1, "5g4"), names, null, null, 0)).toBe("Lena lays 5 on g4.");
  expect(describeMove(moved(0, "5i8"), names, first, second, 0)).toBe("You lay 5 on i8.");
  expect(describeMove(moved(0, "2i9"), names, second, third, 0)).toBe("You lay 2 on i9: 2 for 11, a cross.");
  expect(describeMove(moved(0, "2i9"), ["Ada", "Lena"], second, third, null)).toBe(
    "Ada lays 2 on i9: 2 for 11, a cross.",
  );
});

test("the log in German", () => {
  language.current = "de";
  expect(describeMove(moved(0, "2i9"), ["Du", "Lena"], second, third, 0)).toBe(
    "Du legst 2 auf i9: 2 für 11, ein Kreuz.",
  );
  expect(describeMove(moved(1, "5g4"), ["Du", "Lena"], null, null, 0)).toBe("Lena legt 5 auf g4.");
});

test("the log mentions tiles that could not be laid", () => {
  const before = table({ held: [null, null], held_count: [2, 0] });
  const after = table({ board: { h8: 6, g8: 6 }, to_act: [1], held: [null, null], held_count: [1, 2] });
  expect(describeMove(moved(0, "6g8"), ["Ada", "Lena"], before, after, null)).toBe(
    "Ada lays 6 on g8: one tile is kept.",
  );
});
