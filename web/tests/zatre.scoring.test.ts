import { expect, test } from "vitest";
import { offsetShowing } from "../src/games/zatre/geometry";
import { fieldsOf, linesWith, spanOf } from "../src/games/zatre/lines";
import { rowsOf } from "../src/games/zatre/paper";
import { pointsFlightsOf } from "../src/games/zatre/points";
import { NO_TRAIL, fieldsLaidIn, lastTurnTiles, markedBoxes } from "../src/games/zatre/trail";
import type { Change } from "../src/lib/play";
import type { ZatreRow, ZatreSheet, ZatreTable } from "../src/protocol";

const ACROSS = { first: "g9", last: "i9", sum: 12 };
const DOWN = { first: "i8", last: "i10", sum: 11 };

function sheet(seat: number, ...rows: ZatreRow[]): ZatreSheet {
  return { seats: [seat], rows, minus: null, total: 0 };
}

function row(cross: boolean, ten: number, eleven: number, twelve: number): ZatreRow {
  return { cross, ten, eleven, twelve, bonus: 0, total: 0 };
}

function table(changed: Partial<ZatreTable>): ZatreTable {
  return {
    game: "zatre",
    seat: 0,
    to_act: [0],
    scores: null,
    board: { h8: 6 },
    fresh: [],
    held: [[2, 5], null, null],
    held_count: [2, 0, 0],
    bag: 100,
    starter: 0,
    sheets: [sheet(0), sheet(1), sheet(2)],
    lines: [],
    turn: null,
    ...changed,
  };
}

function change(number: number, seat: number, move: string, before: ZatreTable | null, after: ZatreTable | null) {
  return { number, event: { kind: "moved" as const, seat, move }, before, after } satisfies Change<ZatreTable>;
}

const empty = table({ to_act: [1] });
const byOne = table({
  board: { h8: 6, g9: 5 },
  to_act: [2],
  sheets: [sheet(0), sheet(1, row(true, 0, 0, 4)), sheet(2)],
});
const byTwo = table({
  board: { h8: 6, g9: 5, i9: 5 },
  sheets: [sheet(0), sheet(1, row(true, 0, 0, 4)), sheet(2, row(false, 0, 2, 0))],
});
const changes = [change(7, 1, "5g9", empty, byOne), change(8, 2, "5i9", byOne, byTwo)];

test("a line is drawn from its first to its last field", () => {
  expect(spanOf(ACROSS)).toEqual({ column: 6, row: 8, lastColumn: 8, lastRow: 8, isDown: false });
  expect(spanOf(DOWN).isDown).toBe(true);
  expect(fieldsOf(ACROSS)).toEqual(["g9", "h9", "i9"]);
  expect(fieldsOf(DOWN)).toEqual(["i8", "i9", "i10"]);
});

test("the lines with one of the tiles", () => {
  expect(linesWith([ACROSS, DOWN], ["h9"])).toEqual([ACROSS]);
  expect(linesWith([ACROSS, DOWN], ["i9", "g9"])).toEqual([ACROSS, DOWN]);
  expect(linesWith([ACROSS, DOWN], [])).toEqual([]);
});

test("all tiles that the others laid since the last turn are marked, and the boxes that they filled", () => {
  expect(fieldsLaidIn(changes)).toEqual(["g9", "i9"]);
  expect(markedBoxes(NO_TRAIL, changes, byTwo, 0)).toEqual([[], ["0.cross", "0.twelve"], ["0.eleven"]]);
});

test("the own sheet keeps the marks of its own last turn", () => {
  const trail = { tiles: ["h8"], boxes: [["0.ten"], ["5.ten"], []] };
  expect(markedBoxes(trail, changes, byTwo, 0)[0]).toEqual(["0.ten"]);
  expect(markedBoxes(trail, [], byTwo, 0)).toEqual([["0.ten"], ["5.ten"], []]);
});

test("after a reload the log tells the last finished turn", () => {
  const bare = changes.map((each) => ({ ...each, before: null, after: null }));
  expect(lastTurnTiles(NO_TRAIL, bare, byTwo)).toEqual(["i9"]);
  expect(lastTurnTiles(NO_TRAIL, bare, { ...byTwo, fresh: ["i9"] })).toEqual(["g9"]);
  expect(lastTurnTiles({ tiles: ["c3"], boxes: [] }, bare, byTwo)).toEqual(["c3"]);
});

test("the sheet grows by the rows that the turn would write into", () => {
  const entries = [{ row: 11, box: "cross" as const, points: 1, row_total: 0 }];
  expect(rowsOf(sheet(0), { lines: [], entries, total: 0 }).length).toBe(12);
});

test("points travel from their lines, crosses from a coloured field", () => {
  const before = table({ board: { h8: 6, i8: 5, i9: 5, h9: 5 }, fresh: [], to_act: [0] });
  const after = table({
    board: { ...before.board, g9: 2 },
    to_act: [1],
    lines: [ACROSS, { first: "h8", last: "i8", sum: 11 }],
    sheets: [sheet(0, row(true, 0, 0, 4)), sheet(1), sheet(2)],
  });
  const step = { number: 9, event: { kind: "moved" as const, seat: 0, move: "2g9" }, before, after };
  expect(pointsFlightsOf(step)).toEqual([
    { from: "tile-g9", to: "box-0-0-cross", sheet: 0, text: "×", sum: null },
    { from: "line-g9-i9", to: "box-0-0-twelve", sheet: 0, text: "+4", sum: 12 },
  ]);
});

test("each cross travels from its own field", () => {
  const before = table({ board: { h8: 6, h9: 5 }, fresh: ["h8", "h9"] });
  const after = table({
    board: { ...before.board, i9: 5 },
    to_act: [1],
    sheets: [sheet(0, row(true, 0, 0, 0), row(true, 0, 0, 0)), sheet(1), sheet(2)],
  });
  const step = { number: 9, event: { kind: "moved" as const, seat: 0, move: "5i9" }, before, after };
  expect(pointsFlightsOf(step).map(({ from, to }) => [from, to])).toEqual([
    ["tile-h8", "box-0-0-cross"],
    ["tile-i9", "box-0-1-cross"],
  ]);
});

test("no points travel before the turn is over", () => {
  const before = table({ board: { h8: 6 } });
  const after = table({ board: { h8: 6, i8: 5 }, fresh: ["i8"] });
  expect(pointsFlightsOf({ number: 9, event: { kind: "moved", seat: 0, move: "5i8" }, before, after })).toEqual([]);
});

test("the zoomed board pans as little as needed", () => {
  expect(offsetShowing(100, 300, 150, 46, 46)).toBe(100);
  expect(offsetShowing(0, 300, 460, 46, 46)).toBe(252);
  expect(offsetShowing(400, 300, 46, 46, 46)).toBe(0);
});

test("a field that is larger than the frame is centred", () => {
  expect(offsetShowing(0, 100, 460, 46, 46)).toBe(433);
});
