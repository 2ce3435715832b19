// One's own page: where a rating is drawn, and matches in words.
import { beforeEach, describe, expect, it } from "vitest";
import { language } from "../src/lib/language.svelte";
import type { LevelStatistics, MatchResult, SeatResult } from "../src/protocol";
import { describeDay, describeOthers, describeResult } from "../src/screens/you/results";
import { scaleOf } from "../src/screens/you/scale";

beforeEach(() => {
  language.current = "en";
});

const level = (bot: string, scale: number | null) => ({ bot, scale }) as LevelStatistics;

describe("the scale", () => {
  it("has the rating in the middle of where it may be, among the bots", () => {
    const levels = [level("novice", 800), level("regular", 1000), level("unknown", null), level("master", 1400)];
    const scale = scaleOf({ rating: 1100, plus_minus: 100, matches: 50 }, levels);
    expect(scale.ticks.map(({ bot }) => bot)).toEqual(["novice", "regular", "master"]);
    expect(scale.left).toBeCloseTo(scale.from + scale.width / 2);
    expect(scale.ticks[1]!.left).toBeCloseTo(scale.from);
    expect(Math.min(...scale.ticks.map(({ left }) => left))).toBeGreaterThan(0);
    expect(Math.max(...scale.ticks.map(({ left }) => left))).toBeLessThan(100);
  });

  it("holds a rating beyond all bots", () => {
    const scale = scaleOf({ rating: 2000, plus_minus: 300, matches: 10 }, [level("novice", 800)]);
    expect(scale.from + scale.width).toBeLessThan(100);
  });

  it("puts labels that are close to each other above and below, and leaves out what has no room", () => {
    const levels = [level("a", 0), level("b", 990), level("c", 1000), level("d", 1010)];
    const { ticks } = scaleOf({ rating: 500, plus_minus: 10, matches: 50 }, levels);
    expect(ticks.map(({ label }) => label)).toEqual(["below", "below", "above", null]);
  });
});

describe("a match", () => {
  const seat = (kind: SeatResult["kind"], name: string, side: number): SeatResult => {
    return { kind, name, profile: null, side, place: 1, score: 152 };
  };
  const match = (game: string, place: number, seats: SeatResult[]) =>
    ({ game, place, score: 1152, seat: 1, seats }) as MatchResult;

  it("names the others, also guests and bots", () => {
    const seats = [seat("profile", "Lena", 0), seat("you", "Mira", 1), seat("guest", "", 2), seat("bot", "expert", 3)];
    expect(describeOthers(match("zatre", 3, seats))).toBe("Lena, a guest and Ibis");
    expect(describeResult(match("zatre", 3, seats))).toBe("1,152 points, third of four");
  });

  it("counts pairs, and chips", () => {
    const seats = [0, 0, 1, 1].map((side) => seat("bot", "novice", side));
    expect(describeResult(match("zatre", 2, seats))).toBe("1,152 points, second of two");
    expect(describeResult(match("triple", 1, seats.slice(0, 3)))).toBe("1,152 chips, first of two");
  });

  it("was today, yesterday or on a day", () => {
    const now = new Date(2026, 10, 18, 0, 30).getTime();
    expect(describeDay(now - 3_600_000, now)).toBe("yesterday");
    expect(describeDay(now, now)).toBe("today");
    expect(describeDay(new Date(2026, 10, 14).getTime(), now)).toMatch(/14/);
    expect(describeDay(new Date(2025, 10, 14).getTime(), now)).toMatch(/2025/);
  });
});
