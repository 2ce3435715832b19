// What is said about puzzles: how much a turn misses, how one ended, and a result that tells nothing of the solution.
import { afterEach, expect, test } from "vitest";
import { language } from "../src/lib/language.svelte";
import type { PuzzlePosition } from "../src/protocol";
import { describeMiss, describeNumber, describeOutcome, shareText } from "../src/screens/puzzle/words";

afterEach(() => (language.current = "en"));

const PUZZLE = { game: "zatre", number: 12, of: 214, day: null } as PuzzlePosition;

test("a wrong turn says what it brings and how much is missing", () => {
  expect(describeMiss({ moves: [], points: 12, cost: 4 })).toBe(
    "12 points, but worth 4 points less than the best turn.",
  );
  expect(describeMiss({ moves: [], points: null, cost: 1 })).toBe("Worth 1 point less than the best turn.");
  language.current = "de";
  expect(describeMiss({ moves: [], points: 1, cost: 2.5 })).toBe(
    "1 Punkt, aber 2,5 Punkte weniger wert als der beste Zug.",
  );
  expect(describeMiss({ moves: [], points: null, cost: 3 })).toBe("Das ist 3 Punkte weniger wert als der beste Zug.");
});

test("an outcome counts the tries", () => {
  expect(describeOutcome(true, 1)).toBe("Solved with the first try");
  expect(describeOutcome(true, 7)).toBe("Solved with the 7th try");
  expect(describeOutcome(false, 3)).toBe("Not found this time");
});

test("a puzzle is named by its day or by its number", () => {
  expect(describeNumber(PUZZLE)).toBe("12 of 214");
  expect(describeNumber({ ...PUZZLE, day: "2026-11-18" })).toBe("of 18 November");
});

test("the text to share has a square for each try and no move", () => {
  const text = shareText("ZATRE", PUZZLE, true, 3, "https://example.org/puzzle/zatre/12");
  expect(text).toBe(
    "Tercet · Puzzle ZATRE 12 of 214\n▢▢▣ Solved with the third try\nhttps://example.org/puzzle/zatre/12",
  );
  expect(shareText("ZATRE", PUZZLE, false, 1, "")).toContain("▢✕ Not found this time");
});
