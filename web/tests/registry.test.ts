import { expect, it } from "vitest";
import { GAME_NAMES, gameOfRule, hasBoard, titleOf, traitsOf } from "../src/games/index";
import { openRule, rulesWindow } from "../src/lib/rules.svelte";

it("every game has its own rule letter", () => {
  const letters = GAME_NAMES.map((name) => traitsOf(name)!.ruleLetter);
  expect(new Set(letters).size).toBe(GAME_NAMES.length);
  for (const name of GAME_NAMES) expect(gameOfRule(`${traitsOf(name)!.ruleLetter}7`)).toBe(name);
});

it("an unknown game has no traits, and the server's name as its title", () => {
  for (const name of ["nim", "", "toString"]) {
    expect(hasBoard(name)).toBe(false);
    expect(traitsOf(name)).toBeNull();
    expect(titleOf(name)).toBe(name);
  }
});

it("a rule opens the rules of its game, and a rule of no game opens nothing", () => {
  openRule("T12");
  expect(rulesWindow.shown).toEqual({ game: "zatre", rule: "T12" });
  rulesWindow.close();
  openRule("X1");
  expect(rulesWindow.shown).toBeNull();
});
