import { beforeEach, describe, expect, it, vi } from "vitest";
import { language } from "../src/lib/language.svelte";
import { aboutLevel, levelName } from "../src/lib/levels";
import {
  botsOf,
  describeOpponents,
  opponentCounts,
  opponentsOf,
  rememberOpponents,
} from "../src/screens/home/opponents";
import { TRIPLE, ZATRE } from "./games";

beforeEach(() => {
  const stored = new Map<string, string>();
  vi.stubGlobal("localStorage", {
    getItem: (name: string) => stored.get(name) ?? null,
    setItem: (name: string, value: string) => stored.set(name, value),
    removeItem: (name: string) => stored.delete(name),
  });
  language.current = "en";
});

describe("the opponents of Play now", () => {
  it("are the server's proposal at first", () => {
    expect(opponentsOf(ZATRE)).toEqual({ count: ZATRE.quick.length, level: ZATRE.quick[0] });
  });

  it("are as many as the game has other seats", () => {
    expect(opponentCounts(ZATRE)).toEqual([1, 2, 3, 4, 5]);
  });

  it("are remembered by game", () => {
    rememberOpponents(ZATRE, { count: 3, level: "novice" });
    expect(opponentsOf(ZATRE)).toEqual({ count: 3, level: "novice" });
    expect(opponentsOf(TRIPLE).level).toBe(TRIPLE.quick[0]);
  });

  it.each([
    ["too many", { count: 6, level: "novice" }],
    ["of an unknown level", { count: 1, level: "grandmaster" }],
  ])("are the proposal again if those remembered are %s", (_, impossible) => {
    rememberOpponents(ZATRE, impossible);
    expect(opponentsOf(ZATRE).level).toBe(ZATRE.quick[0]);
  });

  it("are described in words", () => {
    expect(describeOpponents({ count: 2, level: "regular" })).toBe("2 regular bots");
    expect(describeOpponents({ count: 1, level: "novice" })).toBe("1 novice bot");
    language.current = "de";
    expect(describeOpponents({ count: 2, level: "regular" })).toBe("2 Bots (Stammgast)");
  });

  it("are one bot for each", () => {
    expect(botsOf({ count: 2, level: "expert" })).toEqual(["expert", "expert"]);
  });
});

describe("a level", () => {
  it("is described for games in turns and for races", () => {
    expect(aboutLevel("novice", "z3bra")).toBe("Plays the obvious move and overlooks a lot.");
    expect(aboutLevel("novice", "triple")).not.toBe(aboutLevel("novice", "z3bra"));
  });

  it("that this page does not know keeps its name and has no description", () => {
    expect(levelName("grandmaster")).toBe("grandmaster");
    expect(aboutLevel("grandmaster", "z3bra")).toBe("");
  });
});
