import { expect, test } from "vitest";
import { emptySheet, enterTurn, impossibility, previewTurn, type Made } from "../src/games/zatre/scoring";
import type { ZatreSheet } from "../src/protocol";
import { contentOf, newPad, parsePad, parseStoredNames, seatsBySide, standingOf } from "../src/screens/pad/pad";
import type { Content, Entry, Pad, PadSetup } from "../src/screens/pad/pad";
import { layOutSheets, PAGE } from "../src/screens/pad/printing";
import { initialsOf, resultText } from "../src/screens/pad/result";
import { isPossible, mostPoints, starterOf, z3braPhase } from "../src/screens/pad/z3bra";
import { zatrePhase } from "../src/screens/pad/zatre";
import cases from "./pad-cases.json";

// pad-cases.json is written by the engine (tests/pad_cases.py): the pad must come to the same sheets and results.

const NAMES = ["Mira", "Lena", "Oskar", "Theo", "Ada", "Bob"];

function pad(setup: Partial<PadSetup>, entries: Entry[] = []): Pad {
  return { ...newPad({ game: "zatre", names: NAMES.slice(0, 2), isPairs: false, goal: 1, ...setup }), entries };
}

function content(setup: Partial<PadSetup>, entries: Entry[] = []): Content {
  return contentOf(pad(setup, entries))!;
}

function made(ten: number, eleven: number, twelve: number, cross: number): Made {
  return { ten, eleven, twelve, cross };
}

function turn(ten: number, eleven: number, twelve: number, cross: number): Entry {
  return { kind: "turn", made: made(ten, eleven, twelve, cross) };
}

function turnsOf(text: string): Entry[] {
  return text.split(" ").map((numbers) => {
    const [ten, eleven, twelve, cross] = [...numbers].map(Number);
    return turn(ten!, eleven!, twelve!, cross!);
  });
}

const left = (...tiles: number[]): Entry => ({ kind: "left", tiles });
const start = (side: number): Entry => ({ kind: "start", side });
const points = (number: number): Entry => ({ kind: "points", points: number });
const won = (...sides: number[]): Entry => ({ kind: "won", sides });
const END: Entry = { kind: "end" };

function textOf(sheet: ZatreSheet): string {
  const rows = sheet.rows.map((row) => [row.cross && "X", row.ten, row.eleven, row.twelve, row.bonus, row.total]);
  return rows.map((row) => row.map((box) => box || "-").join(" ")).join(" / ");
}

test("the sheets of ZATRE are those of the engine (T16 to T24)", () => {
  for (const each of cases.zatre) {
    const setup = { names: NAMES.slice(0, each.players), isPairs: each.pairs };
    const ends = [END, ...each.left.map((tiles) => left(...tiles))];
    const found = content(setup, [start(each.starter), ...turnsOf(each.turns), ...ends]);
    if (found.game !== "zatre") throw new Error(found.game);
    const sheets = found.pad.rounds[0]!.sheets;
    expect(sheets.map((sheet) => [textOf(sheet), sheet.minus, sheet.total])).toEqual(each.sheets);
    expect(standingOf(found).leaders).toEqual(each.winners);
  }
});

test("points and starters of Z3BRA are those of the engine (Z5, Z26)", () => {
  for (const each of cases.z3bra) {
    const setup = { game: "z3bra" as const, names: NAMES.slice(0, each.players), goal: each.rounds.length };
    const found = content(setup, [start(each.starters[0]!), ...each.rounds.flat().map(points)]);
    if (found.game !== "z3bra") throw new Error(found.game);
    expect(each.rounds.map((_, round) => starterOf(found.pad, round))).toEqual(each.starters);
    const { totals, leaders, isOver } = standingOf(found);
    expect({ totals, leaders, isOver }).toEqual({ totals: each.totals, leaders: each.winners, isOver: true });
    expect(mostPoints(each.players)).toBe(each.most);
  }
});

test("chips and winners of TRIPLE³ are those of the engine (P16)", () => {
  for (const each of cases.triple) {
    const setup = { game: "triple" as const, names: NAMES.slice(0, each.players), goal: each.goal };
    const entries = each.rounds.map((sides) => won(...sides));
    const { totals, leaders, isOver } = standingOf(content(setup, entries));
    expect({ totals, leaders, isOver }).toEqual({ totals: each.totals, leaders: each.winners, isOver: true });
    expect(standingOf(content(setup, entries.slice(0, -1))).isOver).toBe(false);
    expect(contentOf(pad(setup, [...entries, won(0)]))).toBeNull();
  }
});

test("T18: a cross needs a line", () => {
  expect(impossibility(made(0, 0, 0, 1), false)).toBe("cross");
  expect(impossibility(made(0, 0, 1, 3), false)).toBeNull();
  expect(impossibility(made(0, 0, 0, 0), true)).toBeNull();
});

test("T6, T18: an opening that scores has the cross of the red field, and two lines at most", () => {
  expect(impossibility(made(1, 1, 0, 2), true)).toBeNull();
  expect(impossibility(made(1, 0, 0, 0), true)).toBe("opening");
  expect(impossibility(made(1, 1, 1, 1), true)).toBe("opening");
  expect(impossibility(made(1, 0, 0, 3), true)).toBe("opening");
});

test("every opening of the engine is possible", () => {
  const openings = cases.zatre.map((each) => turnsOf(each.turns)[0]!);
  for (const opening of openings) {
    if (opening.kind === "turn") expect(impossibility(opening.made, true)).toBeNull();
  }
});

test("what a turn would write is shown in pencil, with the totals after it", () => {
  const sheet = enterTurn(emptySheet([0]), made(1, 1, 0, 1));
  expect(previewTurn(sheet, made(0, 0, 2, 1))).toEqual({
    lines: [],
    entries: [
      { row: 0, box: "twelve", points: 8, row_total: 28 },
      { row: 1, box: "cross", points: 1, row_total: 0 },
    ],
    total: 28,
  });
});

test("T25: in pairs both partners have a turn, and the round ends after both", () => {
  const setup = { names: NAMES.slice(0, 4), isPairs: true };
  expect(seatsBySide(pad(setup))).toEqual([
    [0, 1],
    [2, 3],
  ]);
  const sidesAfter = (...entries: Entry[]) => {
    const found = content(setup, entries);
    const phase = found.game === "zatre" ? zatrePhase(found.pad) : null;
    return phase?.is === "turn" ? [phase.side, phase.number, phase.canEnd] : phase?.is;
  };
  const nothing = turn(0, 0, 0, 0);
  expect(sidesAfter()).toBe("start");
  expect(sidesAfter(start(1))).toEqual([1, 0, false]);
  expect(sidesAfter(start(1), nothing)).toEqual([1, 1, false]);
  expect(sidesAfter(start(1), nothing, nothing)).toEqual([0, 0, true]);
  expect(contentOf(pad(setup, [start(1), nothing, END]))).toBeNull();
  expect(sidesAfter(start(1), nothing, nothing, END)).toBe("left");
});

test("rounds of ZATRE add up, and each has its own starter (T5, T24)", () => {
  const entries = [start(1), turn(0, 1, 0, 1), END, left(0, 0, 0, 0, 0, 0), left(0, 0, 1, 0, 0, 0)];
  const again = [start(0), turn(0, 0, 1, 1), END, left(0, 0, 0, 0, 0, 1), left(0, 0, 0, 0, 0, 0)];
  expect(standingOf(content({}, [...entries, ...again]))).toEqual({
    rounds: [
      [0, 1],
      [2, 0],
    ],
    totals: [2, 1],
    leaders: [0],
    isOver: true,
  });
  expect(standingOf(content({}, [...entries, start(0)])).isOver).toBe(false);
});

test("nobody can have more points than the cards of Z3BRA allow", () => {
  expect(isPossible([179, 0])).toBe(true);
  expect(isPossible([180])).toBe(false);
  expect(isPossible([179, 163])).toBe(true);
  expect(isPossible([179, 164])).toBe(false);
  expect(isPossible([-1])).toBe(false);
  expect(isPossible([1.5])).toBe(false);
});

test("after the agreed rounds of Z3BRA another one can be added", () => {
  const setup = { game: "z3bra" as const, goal: 1 };
  const played = [start(0), points(4), points(9)];
  const phaseAfter = (...entries: Entry[]) => {
    const found = content(setup, entries);
    return found.game === "z3bra" ? z3braPhase(found.pad) : null;
  };
  expect(phaseAfter(...played)).toEqual({ is: "over" });
  expect(phaseAfter(...played, { kind: "round" })).toEqual({ is: "points", round: 1, player: 0 });
  expect(contentOf(pad(setup, [start(0), { kind: "round" }]))).toBeNull();
});

test("a stored pad is read again, and what is no pad is not", () => {
  const stored = pad({ names: ["Mira", ""] }, [start(0), turn(1, 0, 0, 1)]);
  expect(parsePad(JSON.stringify(stored))).toEqual(stored);
  const broken = [
    null,
    "",
    "{",
    "5",
    JSON.stringify({ ...stored, version: 2 }),
    JSON.stringify({ ...stored, game: "chess" }),
    JSON.stringify({ ...stored, names: ["Mira"] }),
    JSON.stringify({ ...stored, names: "ab" }),
    JSON.stringify({ ...stored, isPairs: true }),
    JSON.stringify({ ...stored, entries: [turn(1, 0, 0, 1)] }),
    JSON.stringify({ ...stored, entries: [start(0), { kind: "turn" }] }),
    JSON.stringify({
      ...stored,
      entries: [start(0), turn(1, 0, 0, 1), END, { kind: "left", tiles: [22, 0, 0, 0, 0, 0] }],
    }),
    JSON.stringify({ ...stored, game: "triple", goal: 0, entries: [] }),
  ];
  for (const text of broken) expect(parsePad(text)).toBeNull();
  expect(parseStoredNames('["Mira","Lena"]')).toEqual(["Mira", "Lena"]);
  expect(parseStoredNames("[1]")).toEqual([]);
  expect(parseStoredNames(null)).toEqual([]);
});

test("initials are as short as they can be and tell the players apart", () => {
  expect(initialsOf(["Mira", "Lena", "Oskar"])).toEqual(["M", "L", "O"]);
  expect(initialsOf(["Lena", "Leo", "Mira"])).toEqual(["Len", "Leo", "M"]);
  expect(initialsOf(["Ada", "Ada"])).toEqual(["A1", "A2"]);
});

test("the result to share has places, totals and rounds", () => {
  const entries = [start(0), points(20), points(4), points(3), points(30)];
  const names = ["Mira", "Lena"];
  const running = content({ game: "z3bra", goal: 3 }, entries);
  expect(resultText(running, names)).toBe("Z3BRA, after 2 rounds\n1. Mira 23 (20 + 3)\n2. Lena 34 (4 + 30)");
  const over = content({ game: "triple", goal: 2 }, [won(0, 1), won(0, 1)]);
  expect(resultText(over, names)).toBe("TRIPLE³: Mira and Lena share the win\n1. Mira 2\n1. Lena 2");
  const pair = content({ names: NAMES.slice(0, 4), isPairs: true }, [
    ...[start(0), turn(0, 1, 0, 1), turn(0, 0, 0, 0), END],
    ...[left(0, 0, 0, 0, 0, 0), left(0, 0, 0, 0, 0, 1)],
  ]);
  expect(resultText(pair, ["Mira and Lena", "Oskar and Theo"])).toBe(
    "ZATRE: Mira and Lena win\n1. Mira and Lena 4\n2. Oskar and Theo -6",
  );
  expect(resultText(content({ game: "triple", goal: 2 }), names)).toBe("TRIPLE³\nMira 0\nLena 0");
});

test("printed sheets stand on the page and do not overlap", () => {
  for (const count of [2, 3, 4, 5, 6]) {
    const sheets = layOutSheets(count);
    expect(sheets).toHaveLength(count);
    for (const [i, one] of sheets.entries()) {
      expect(one.x + one.width).toBeLessThan(PAGE.width - 10);
      expect(one.y + one.height).toBeLessThan(PAGE.height - 10);
      for (const other of sheets.slice(i + 1)) {
        const isBeside = one.x + one.width < other.x || other.x + other.width < one.x;
        expect(isBeside || one.y + one.height < other.y).toBe(true);
      }
    }
  }
});
