import { beforeEach, describe, expect, test } from "vitest";
import { NONE, moveTextsOf } from "../src/games/z3bra/gestures";
import { joinNames, promptOf } from "../src/games/z3bra/prompts";
import { describeMove } from "../src/games/z3bra/words";
import { language } from "../src/lib/language.svelte";
import { FULL, OTHER, moved, seat, table } from "./z3bra-tables";

const NAMES = { en: ["You", "Lena"], de: ["Du", "Lena"] };
const holding = table([FULL, OTHER], { decision: "place", held: "g7" });
const put = table([seat(["o3 ? r12", "g2 g7 g11", "? p0 d12"], 3), OTHER], { discards: ["g1", "o10", "r3"] });

beforeEach(() => {
  language.current = "en";
});

describe("the log", () => {
  test("describes a move with its cards", () => {
    expect(describeMove(moved(0, "put b2"), NAMES.en, holding, put, 0)).toBe(
      "You keep the green 7 and discard the red 3.",
    );
    expect(describeMove(moved(1, "put b2"), NAMES.en, holding, put, 0)).toBe(
      "Lena keeps the green 7 and discards the red 3.",
    );
    expect(describeMove(moved(0, "draw"), NAMES.en, put, holding, 0)).toBe("You draw the green 7.");
    expect(describeMove(moved(1, "draw"), NAMES.en, put, { ...holding, held: "?" }, 0)).toBe("Lena draws a card.");
    expect(describeMove(moved(0, "flip b2"), NAMES.en, holding, put, 0)).toBe("You turn up the green 7.");
    expect(describeMove(moved(0, "trio a2 b2 c2"), NAMES.en, put, put, 0)).toBe(
      "You discard a trio: green 2, green 7, and on top green 11.",
    );
    expect(describeMove(moved(0, "trade 1a1 b2"), NAMES.en, holding, put, 0)).toBe(
      "You trade the green 7 with Lena for the green 12; the red 3 is discarded.",
    );
  });

  test("finds the discarded card after a reshuffle too", () => {
    const reshuffled = { ...put, discards: ["r3"], draw_pile: 70 };
    expect(describeMove(moved(1, "put b2"), NAMES.en, holding, reshuffled, 0)).toContain("the red 3");
  });

  test("is shorter where the views are unknown", () => {
    const short = (move: string) => describeMove(moved(1, move), NAMES.en, null, null, 0);
    expect(["flip b2", "draw", "take", "put b2", "drop", "swap a1 b2", "trio a1 b1 c1", "fold 2x3"].map(short)).toEqual(
      [
        "Lena turns up a card.",
        "Lena draws a card.",
        "Lena takes the top card from the discards.",
        "Lena keeps the card.",
        "Lena declines the card.",
        "Lena swaps two cards.",
        "Lena discards a trio.",
        "Lena closes up to two rows of three.",
      ],
    );
    expect(short("trade 0b3 a1")).toBe("Lena trades the card with you for another.");
  });

  test("is in German", () => {
    language.current = "de";
    expect(describeMove(moved(0, "put b2"), NAMES.de, holding, put, 0)).toBe(
      "Du behältst die grüne 7 und legst die rote 3 ab.",
    );
    expect(describeMove(moved(1, "trade 0c2 a1"), NAMES.de, holding, put, 0)).toBe(
      "Lena tauscht mit dir die grüne 7 gegen die grüne 11; die rote 3 wird abgelegt.",
    );
    expect(describeMove(moved(0, "swap a1 b2"), NAMES.de, null, null, 0)).toBe("Du vertauschst zwei Karten.");
  });
});

describe("the prompt", () => {
  const moves = (...texts: string[]) => moveTextsOf(texts.map((move) => ({ move })));

  test("says what is possible", () => {
    const text = (more: Parameters<typeof table>[1], legal: ReadonlySet<string> | null = moves()) =>
      promptOf(table([FULL, OTHER], more), 0, NAMES.en, legal, NONE).text;
    expect(text({})).toBe("Draw a card, take the orange 10, or swap two of yours.");
    const place = { decision: "place", held: "g7" };
    expect(text(place, moves("put a1"))).toBe("Put the green 7 on one of your cards.");
    expect(text(place, moves("put a1", "drop"))).toBe("Put the green 7 on one of your cards, or decline it.");
    expect(text(place, moves("put a1", "drop", "trade 1a1 b2"))).toBe(
      "Put the green 7 on one of your cards, decline it, or trade it for Lena’s green 12.",
    );
    expect(text(place, null)).toBe("Put the green 7 on one of your cards, decline it, or trade it.");
    expect(text({ decision: "prepare" })).toBe("Turn up one more of your cards.");
  });

  test("follows the choices made so far", () => {
    const text = (decision: string, intent: Parameters<typeof promptOf>[4]) =>
      promptOf(table([FULL, OTHER], { decision, held: "g7" }), 0, NAMES.en, moves(), intent).text;
    expect(text("choose", { kind: "swap", first: "c2" })).toBe("Swap the green 11 with which card?");
    expect(text("place", { kind: "trade", othersCard: "1a1" })).toBe("Where should the green 12 from Lena go?");
    expect(text("discard", { kind: "trio", order: ["a2", "c2", null] })).toBe("One more card: it will be on top.");
    expect(text("discard", { kind: "trio", order: ["a2", null, "c2"] })).toBe("One more card.");
    expect(text("discard", { kind: "trio", order: ["a2", "c2", "a1"] })).toContain("with the orange 3 on top");
  });

  test("describes what others do, and who has won", () => {
    const text = (more: Parameters<typeof table>[1], me: number | null = 0) =>
      promptOf(table([FULL, OTHER], more), me, NAMES.en, null, NONE).text;
    expect(text({ to_act: [1], decision: "place" })).toBe("Lena holds a card and looks for a place.");
    expect(text({ to_act: [], scores: [12, 9], decision: "over" })).toBe("The round is over. Fewest points: Lena, 9.");
    expect(joinNames(["Lena", "Kudu", "Oskar"])).toBe("Lena, Kudu and Oskar");
  });
});
