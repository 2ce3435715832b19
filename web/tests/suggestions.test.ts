// What the coach suggests, in words of each game and by the places that the board marks.
import { afterEach, describe, expect, it } from "vitest";
import * as triple from "../src/games/triple/suggestions";
import * as z3bra from "../src/games/z3bra/suggestions";
import * as zatre from "../src/games/zatre/suggestions";
import { language } from "../src/lib/language.svelte";
import type { ShownHint } from "../src/lib/play";
import type { OddInWords, TripleTable } from "../src/protocol";
import { FULL, OTHER, table } from "./z3bra-tables";

afterEach(() => (language.current = "en"));

const holding = table([FULL, OTHER], { decision: "place", held: "g7", seat: 0 });
const hint = (moves: string[], first = 1): ShownHint => ({
  moves,
  first,
  isNumbered: moves.length + first > 2,
  view: holding,
});
const odd = (chance: number, fact: object) =>
  ({ chance, helpful: 1, possible: 2, text: { en: "", de: "" }, fact }) as unknown as OddInWords;

describe("Z3BRA", () => {
  const say = (move: string) => z3bra.suggestMove([move], holding, ["You", "Lena"]);

  it("says what to do in both languages", () => {
    const moves = ["put c2", "drop", "draw", "flip b2", "swap a1 b2", "trio a1 b1 c1", "fold 2x3", "trade 1a1 b2"];
    expect(moves.map(say)).toEqual([
      "Put the green 7 on c2.",
      "Decline the green 7.",
      "Draw a card.",
      "Turn up b2.",
      "Swap a1 and b2.",
      "Discard a1, then b1, and c1 on top.",
      "Close up to two rows of three.",
      "Trade the green 7 for Lena’s green 12 and put it on b2.",
    ]);
    language.current = "de";
    expect(["put c2", "drop", "trade 1a1 b2"].map(say)).toEqual([
      "Lege die grüne 7 auf c2.",
      "Lehne die grüne 7 ab.",
      "Tausche die grüne 7 gegen die grüne 12 von Lena und lege sie auf b2.",
    ]);
  });

  it("names the top discard to take", () => {
    const choosing = table([FULL, OTHER], { decision: "choose", held: null, discards: ["r3", "b5"], seat: 0 });
    expect(z3bra.suggestMove(["take"], choosing, [])).toBe("Take the pale blue 5 from the discards.");
  });

  it("marks the places of a move, with the card that goes there", () => {
    const marks = (move: string) => Object.fromEntries(z3bra.markedPlaces(hint([move]), holding));
    expect(marks("put c2")).toEqual({ "0c2": { order: null, card: "g7" } });
    expect(marks("drop")).toEqual({ discards: { order: null, card: null } });
    expect(Object.keys(marks("swap a1 b2"))).toEqual(["0a1", "0b2"]);
    expect(marks("trade 1a1 b2")).toEqual({ "1a1": { order: null, card: null }, "0b2": { order: null, card: "g12" } });
    expect(Object.values(marks("trio c1 a1 b1")).map(({ order }) => order)).toEqual([1, 2, 3]);
    expect(z3bra.markedPlaces(null, holding).size).toBe(0);
  });

  it("puts odds at their cells, and those of any draw at the pile", () => {
    const found = z3bra.oddsByPlace(
      [
        odd(0.2, { odd: "draw" }),
        odd(0.1, { odd: "line", cell: "c2", colour: "y" }),
        odd(0.05, { cell: "c2", value: 3 }),
      ],
      0,
    );
    expect([...found.keys()]).toEqual(["draw", "0c2"]);
    expect(found.get("0c2")).toMatchObject([
      { colour: "yellow", value: null },
      { colour: null, value: 3 },
    ]);
  });
});

describe("ZATRE", () => {
  it("says a whole turn", () => {
    expect(zatre.suggestMove(["1l3", "5k3"])).toBe("1 on l3, then 5 on k3.");
    language.current = "de";
    expect(zatre.suggestMove(["1l3", "5k3"])).toBe("1 auf l3, dann 5 auf k3.");
  });

  it("numbers the tiles of a turn, also of the rest of it", () => {
    expect(Object.fromEntries(zatre.suggestedTiles(hint(["1l3", "5k3"])))).toEqual({
      l3: { pips: 1, order: 1 },
      k3: { pips: 5, order: 2 },
    });
    expect(zatre.suggestedTiles(hint(["5k3"], 2)).get("k3")).toEqual({ pips: 5, order: 2 });
    expect(zatre.suggestedTiles(hint(["5k3"])).get("k3")).toEqual({ pips: 5, order: null });
  });

  it("shows the odds of a whole draw at a field", () => {
    const tiles = [{ pips: 4 }, { pips: 6 }];
    const odds = [odd(0.6, { field: "k3", drawn: 2, tiles }), odd(0.4, { field: "k3", drawn: 1, tiles })];
    expect(zatre.oddsByField(odds).get("k3")).toMatchObject({ chance: 0.6, pips: [4, 6] });
  });
});

describe("TRIPLE³", () => {
  const view = { game: "triple", grid: [["rs2"]] } as unknown as TripleTable;
  const play = { ...hint(["play bs2 a1 star"]), view };

  it("says what to do, and what to do if nothing fits", () => {
    expect(triple.suggestMove(["play bs2 a1 star"])).toBe("Lay the blue star with two waves, top left.");
    expect(["take 3", "go"].map((move) => triple.suggestMove([move]))).toEqual(["Take 3 cards.", "Say go."]);
    expect(triple.suggestMove([])).toBe("Wait: nothing of yours fits now.");
    language.current = "de";
    expect(triple.suggestMove(["play bs2 a1 star"])).toBe("Lege den blauen Stern mit zwei Wellen, oben links.");
  });

  it("lifts a card until somebody lays one on the grid", () => {
    expect(triple.suggestedCard(play, view)).toBe("bs2");
    expect(triple.suggestedCard(play, { ...view, grid: [["bs1"]] })).toBeNull();
    expect(triple.isTakingSuggested({ ...play, moves: ["take"] }, view)).toBe(true);
  });
});
