import { describe, expect, it } from "vitest";
import { isFace } from "../src/games/z3bra/cards";
import { parseCard } from "../src/games/triple/cards";
import { fieldNamed } from "../src/games/zatre/fields";
import { EXAMPLES } from "../src/screens/rules/examples";
import { partsOf, piecesOf } from "../src/screens/rules/text";

describe("the text of a rule", () => {
  it("can have bold, italic and code text, and references to rules", () => {
    expect(piecesOf("*Draw:* play `put b2` as **Z7** or Z8 says.")).toEqual([
      { kind: "italic", text: "Draw:" },
      { kind: "plain", text: " play " },
      { kind: "code", text: "put b2" },
      { kind: "plain", text: " as " },
      { kind: "bold", text: "Z7" },
      { kind: "plain", text: " or " },
      { kind: "rule", text: "Z8" },
      { kind: "plain", text: " says." },
    ]);
  });

  it("separates rulings and external facts", () => {
    const kinds = (text: string) => partsOf(text).map((part) => part.kind);
    expect(kinds("A bag. **External:** 21 ones. **Ruling:** rows never end.")).toEqual(["rule", "external", "ruling"]);
    expect(kinds("**Festlegung:** jede zählt.")).toEqual(["ruling"]);
    expect(kinds("So. **Important ruling:** it **stays**. **Ruling:** no more.")).toEqual([
      "rule",
      "important",
      "ruling",
    ]);
    expect(kinds("**Wichtige Festlegung:** es bleibt. **Extern:** nichts.")).toEqual(["important", "external"]);
    expect(partsOf("**Festlegung:** jede zählt.")[0]!.pieces).toEqual([{ kind: "plain", text: "Jede zählt." }]);
  });

  it("links only rule ids", () => {
    expect(piecesOf("2x3, Z3BRA and b10")).toEqual([{ kind: "plain", text: "2x3, Z3BRA and b10" }]);
  });
});

describe("the drawn examples", () => {
  const all = Object.values(EXAMPLES).flatMap((byRule) => Object.values(byRule).flat());

  it("are at least six for every game", () => {
    for (const byRule of Object.values(EXAMPLES)) expect(Object.keys(byRule).length).toBeGreaterThanOrEqual(6);
  });

  it("show only existing cards", () => {
    for (const example of all) {
      if (example.kind === "areas")
        for (const card of example.areas.flatMap(({ rows }) => rows.flat()))
          expect(card === null || card === "?" || isFace(card), String(card)).toBe(true);
      if (example.kind === "grids")
        for (const card of example.grids.flatMap(({ rows }) => rows.flat()))
          expect(parseCard(card), card).not.toBeNull();
    }
  });

  it("lay tiles only on existing fields, and no line is above 12", () => {
    for (const example of all) {
      if (example.kind !== "board") continue;
      for (const field of Object.keys(example.tiles)) expect(fieldNamed(field), field).toBeDefined();
      for (const sum of sums(example.tiles)) expect(sum).toBeLessThanOrEqual(12);
    }
  });

  it("have sheets that add up by T20", () => {
    const bonus = [3, 3, 3, 3, 4, 4, 4, 4];
    for (const example of all) {
      if (example.kind !== "sheet") continue;
      example.rows.forEach(([cross, ten, eleven, twelve, total], row) => {
        const sum = ten + eleven + twelve + (ten && eleven && twelve ? bonus[row]! : 0);
        expect(total).toBe(cross ? 2 * sum : sum);
      });
    }
  });
});

/** The sums of all lines of two and more. */
function sums(tiles: { [field: string]: number }): number[] {
  const found: number[] = [];
  for (const way of [[1, 0] as const, [0, 1] as const]) {
    for (let at = 0; at < 15; at++) {
      let run: number[] = [];
      for (let along = 0; along <= 15; along++) {
        const [column, row] = way[0] ? [along, at] : [at, along];
        const pips = tiles[`${"abcdefghijklmno"[column]}${row + 1}`];
        if (pips) run.push(pips);
        else {
          if (run.length > 1) found.push(run.reduce((sum, each) => sum + each, 0));
          run = [];
        }
      }
    }
  }
  return found;
}
