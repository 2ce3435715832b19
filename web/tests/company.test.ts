// Playing with somebody: what was chosen last, who waits for what, and how long somebody has been waiting.
import { beforeEach, describe, expect, it, vi } from "vitest";
import { describeTimeLeft, describeWait } from "../src/lib/duration";
import { language } from "../src/lib/language.svelte";
import { joinNames } from "../src/lib/seats";
import { recallCompany, rememberCompany } from "../src/screens/home/company";
import { millisecondsToFill, namesAgainstBots } from "../src/screens/home/fillIn";
import { countUnplayed, longestRow, openPuzzle } from "../src/screens/home/today";
import type { PuzzleOfDay, SeatInfo, TableInfo, TodayPage } from "../src/protocol";

const GAMES = ["z3bra", "zatre", "triple"];

beforeEach(() => {
  const stored = new Map<string, string>();
  vi.stubGlobal("localStorage", {
    getItem: (name: string) => stored.get(name) ?? null,
    setItem: (name: string, value: string) => stored.set(name, value),
  });
  language.current = "en";
});

describe("the choice of a game and of bots", () => {
  it("is remembered", () => {
    expect(recallCompany(GAMES)).toEqual({ game: "z3bra", bots: true });
    rememberCompany({ game: "triple", bots: false });
    expect(recallCompany(GAMES)).toEqual({ game: "triple", bots: false });
  });

  it("falls back to a game that the server has", () => {
    rememberCompany({ game: "chess", bots: false });
    expect(recallCompany(GAMES)).toEqual({ game: "z3bra", bots: false });
  });
});

describe("bots in the free seats", () => {
  const table = (fills_at: number | null) => ({ fill_after: 60_000, fills_at }) as TableInfo;

  it("come after a while, and never later than the table waits, whatever this machine's clock says", () => {
    expect(millisecondsToFill(table(100_000), 70_000)).toBe(30_000);
    expect(millisecondsToFill(table(100_000), 0)).toBe(60_000);
    expect(millisecondsToFill(table(100_000), 170_000)).toBe(0);
  });

  it("do not come while somebody waits for people", () => {
    const seat = (name: string, welcomes_bots: boolean) => ({ kind: "human", name, welcomes_bots }) as SeatInfo;
    const free = { kind: "open", name: "", welcomes_bots: false } as SeatInfo;
    expect(millisecondsToFill(table(null), 0)).toBeNull();
    expect(namesAgainstBots([seat("Ada", true), seat("Bob", false), free, seat("Cy", false)], 3)).toEqual(["Bob"]);
  });
});

describe("times", () => {
  it("are in minutes and hours", () => {
    expect([0, 59, 60, 200, 3_600, 33_900].map(describeWait)).toEqual([
      "just now",
      "just now",
      "1 min",
      "3 min",
      "1 h 00",
      "9 h 25",
    ]);
    expect(describeTimeLeft(20)).toBe("0 min");
  });
});

it("joins names in words", () => {
  expect([[], ["Ada"], ["Ada", "Bob"], ["Ada", "Bob", "Cy"]].map(joinNames)).toEqual([
    "",
    "Ada",
    "Ada and Bob",
    "Ada, Bob and Cy",
  ]);
});

describe("today", () => {
  it("counts the deals that are not finished", () => {
    const games = [{ you: null }, { you: { score: null } }, { you: { score: 12 } }];
    expect(countUnplayed({ games } as TodayPage)).toBe(2);
  });

  it("offers the first puzzle that is open", () => {
    const puzzle = (game: string, outcome: PuzzleOfDay["outcome"], days: number): PuzzleOfDay => {
      return { game, number: 7, grade: 2, outcome, days };
    };
    const puzzles = [puzzle("zatre", "solved", 4), puzzle("z3bra", "open", 2)];
    expect(openPuzzle({ day: "2026-11-18", puzzles })?.game).toBe("z3bra");
    expect(openPuzzle({ day: "2026-11-18", puzzles: puzzles.slice(0, 1) })).toBeNull();
    expect(longestRow({ day: "2026-11-18", puzzles })).toBe(4);
    expect(longestRow({ day: "2026-11-18", puzzles: [] })).toBe(0);
  });
});
