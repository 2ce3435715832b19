import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { language } from "../src/lib/language.svelte";
import { checkPromise, fitsCommitment, rememberSeals } from "../src/lib/sealed";
import type { SealedDeal } from "../src/protocol";
import { shareText, squaresFor } from "../src/screens/today/share";
import { describeCompany, describeProgress, describeScore } from "../src/screens/today/words";

afterEach(() => (language.current = "en"));

describe("the text to share", () => {
  const games = [
    { game: "z3bra", isOver: true, percent: 82 },
    { game: "zatre", isOver: false, percent: null },
    { game: "triple", isOver: true, percent: null },
  ];

  it("tells how well each game went, and nothing about the cards", () => {
    expect(shareText("2026-11-16", games, "tercet.example/today")).toBe(
      [
        "Tercet, 16 November",
        "Z3BRA    ■■■■□  better than 82 %",
        "ZATRE    still to play",
        "TRIPLE³  the first to play",
        "tercet.example/today",
      ].join("\n"),
    );
    language.current = "de";
    expect(shareText("2026-11-16", games, "x").split("\n").slice(0, 3)).toEqual([
      "Tercet, 16. November",
      "Z3BRA    ■■■■□  besser als 82 %",
      "ZATRE    noch nicht gespielt",
    ]);
  });

  it("fills five squares for the best", () => {
    expect([0, 9, 10, 50, 89, 90, 100].map(squaresFor)).toEqual([
      "□□□□□",
      "□□□□□",
      "■□□□□",
      "■■■□□",
      "■■■■□",
      "■■■■■",
      "■■■■■",
    ]);
  });
});

it("a score is counted in points, or in the cards that are left", () => {
  expect([1, 13].map((score) => describeScore("z3bra", score))).toEqual(["1 point", "13 points"]);
  expect([0, 1, 3].map((score) => describeScore("triple", score))).toEqual([
    "no card left",
    "1 card left",
    "3 cards left",
  ]);
});

it("how far a game is depends on the game", () => {
  const zatre = { done: 48, done_are: "points", left: 83, left_are: "tiles" } as const;
  expect(describeProgress(zatre)).toBe("You have 48 points, 83 tiles to come");
  const z3bra = { done: 0, done_are: "trios", left: 15, left_are: "cards" } as const;
  expect(describeProgress(z3bra)).toBe("No trio yet, 15 cards left");
  language.current = "de";
  expect(describeProgress({ ...z3bra, done: 1 })).toBe("1 Trio, 15 Karten übrig");
  expect(describeProgress({ ...zatre, left: 1 })).toBe("Du hast 48 Punkte, 1 Stein im Beutel");
});

it("the opponents are described in words", () => {
  expect(describeCompany(["regular", "regular"])).toBe("You and two bots, regular");
  expect(describeCompany(["expert"])).toBe("You and one bot, expert");
  expect(describeCompany(["expert", "novice"])).toBe("You and two bots, expert and novice");
  language.current = "de";
  expect(describeCompany(["regular", "regular"])).toBe("Du und zwei Bots, Stammgast");
});

describe("a sealed deal", () => {
  const SEED = "00".repeat(32);
  const COMMITMENT = "66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925";
  const deal = (more: Partial<SealedDeal> = {}): SealedDeal => {
    const facts = { day: "2026-11-16", game: "z3bra", players: 3, options: {}, bots: [], published: 0, late: false };
    return { ...facts, commitment: COMMITMENT, seed: null, ...more };
  };
  let stored: Map<string, string>;

  beforeEach(() => {
    stored = new Map();
    vi.stubGlobal("localStorage", {
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: (key: string, value: string) => stored.set(key, value),
    });
  });
  afterEach(() => vi.unstubAllGlobals());

  it("fits the seed that is revealed after the day", () => {
    expect(fitsCommitment(deal({ seed: SEED }))).toBe(true);
    expect(fitsCommitment(deal({ seed: "01" + SEED.slice(2) }))).toBe(false);
    expect(fitsCommitment(deal({ seed: "no seed" }))).toBe(false);
    expect(fitsCommitment(deal())).toBe(false);
  });

  it("is compared with what this browser saw first", () => {
    expect(checkPromise(deal({ seed: SEED }))).toBe("unknown");
    rememberSeals([deal()]);
    rememberSeals([deal({ commitment: "another" })]);
    expect(checkPromise(deal({ seed: SEED }))).toBe("kept");
    expect(checkPromise(deal({ commitment: "another" }))).toBe("broken");
    expect(checkPromise(deal({ game: "zatre" }))).toBe("unknown");
  });

  it("is not remembered once it is open: the server may then say anything", () => {
    rememberSeals([deal({ seed: SEED })]);
    expect(checkPromise(deal({ seed: SEED }))).toBe("unknown");
  });

  it("is forgotten when newer ones need the room", () => {
    rememberSeals([deal()]);
    rememberSeals(Array.from({ length: 60 }, (_, n) => deal({ day: `2027-01-${String(n).padStart(2, "0")}` })));
    expect(checkPromise(deal())).toBe("unknown");
    expect(checkPromise(deal({ day: "2027-01-59" }))).toBe("kept");
  });
});
