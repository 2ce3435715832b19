import { type ByRule, words } from "./kinds";

const opening = { h8: 6, h7: 4, i7: 6 };

export const ZATRE: ByRule = {
  T3: [
    {
      kind: "board",
      from: "a1",
      to: "o15",
      tiles: {},
      note: words(
        "193 fields: dark, light, and the red one in the middle.",
        "193 Felder: dunkle, helle und das rote in der Mitte.",
      ),
    },
  ],
  T6: [
    {
      kind: "board",
      from: "f6",
      to: "j10",
      tiles: opening,
      fresh: ["h8", "h7", "i7"],
      note: words(
        "First the 6 on the red field, then the 4 above it (10), then the 6 on the light i7 (10).",
        "Erst die 6 auf das rote Feld, dann die 4 darüber (10), dann die 6 auf das helle i7 (10).",
      ),
    },
  ],
  T8: [
    {
      kind: "board",
      from: "f7",
      to: "j11",
      tiles: { h8: 3, h9: 2, h10: 4, g8: 5, i10: 1 },
      note: words(
        "Three lines: row 8 is 5 + 3 = 8, row 10 is 4 + 1 = 5, column h is 3 + 2 + 4 = 9.",
        "Drei Reihen: Zeile 8 ist 5 + 3 = 8, Zeile 10 ist 4 + 1 = 5, Spalte h ist 3 + 2 + 4 = 9.",
      ),
    },
  ],
  T10: [
    {
      kind: "board",
      from: "f7",
      to: "j9",
      tiles: { g8: 4, h8: 6, i8: 2 },
      note: words(
        "Row 8 is 12 already: on f8 and j8 not even a 1 can go.",
        "Zeile 8 ist schon 12: Auf f8 und j8 passt nicht einmal eine 1.",
      ),
    },
  ],
  T11: [
    {
      kind: "board",
      from: "f7",
      to: "j10",
      tiles: { h8: 6, i8: 6, h9: 6, i9: 6 },
      fresh: ["i9"],
      note: words(
        "With the last 6 all four lines are 12. The other tile of this turn fits nowhere any more and is kept.",
        "Mit der letzten 6 sind alle vier Reihen 12. Der andere Stein dieses Zuges passt nirgends mehr und wird behalten.",
      ),
    },
  ],
  T12: [
    {
      kind: "board",
      from: "f7",
      to: "j10",
      tiles: { h8: 5, h9: 3, i8: 4, i9: 6 },
      fresh: ["i9"],
      note: words(
        "i9 is light. The 6 may go there, as column i becomes 4 + 6 = 10. A 5 could not: 9 down and 8 across.",
        "i9 ist hell. Die 6 darf dorthin, denn Spalte i wird 4 + 6 = 10. Eine 5 dürfte nicht: 9 senkrecht und 8 quer.",
      ),
    },
  ],
  T16: [
    {
      kind: "board",
      from: "f7",
      to: "j10",
      tiles: { g8: 2, h8: 6, i8: 4, h9: 5 },
      fresh: ["i8", "h9"],
      note: words(
        "Row 8 is 12 and gives 4 points, column h is 11 and gives 2.",
        "Zeile 8 ist 12 und bringt 4 Punkte, Spalte h ist 11 und bringt 2.",
      ),
    },
  ],
  T17: [
    {
      kind: "sheet",
      rows: [
        [false, 1, 2, 8, 14],
        [false, 2, 0, 0, 2],
      ],
      note: words(
        "Two twelves in one turn stand together in one box (8), and so do two tens (2).",
        "Zwei Zwölfer in einem Zug stehen zusammen in einem Kästchen (8), ebenso zwei Zehner (2).",
      ),
    },
  ],
  T18: [
    {
      kind: "board",
      from: "f6",
      to: "j10",
      tiles: opening,
      fresh: ["h8", "h7", "i7"],
      note: words(
        "An opening with two crosses: one for the red field, one for i7, which is light and in a ten. h7 is dark.",
        "Eine Eröffnung mit zwei Kreuzen: eins für das rote Feld, eins für i7, das hell ist und in einer Zehn liegt. h7 ist dunkel.",
      ),
    },
    {
      kind: "sheet",
      rows: [
        [true, 2, 0, 0, 4],
        [true, 0, 0, 0, 0],
      ],
      note: words(
        "The crosses stand one below the other; the two tens share a box.",
        "Die Kreuze stehen untereinander; die beiden Zehner teilen sich ein Kästchen.",
      ),
    },
  ],
  T20: [
    {
      kind: "sheet",
      rows: [
        [true, 1, 2, 4, 20],
        [true, 1, 2, 8, 28],
        [true, 2, 0, 4, 12],
        [false, 1, 0, 4, 5],
        [false, 1, 0, 0, 1],
      ],
      note: words(
        "Row 1: 1 + 2 + 4 + 3 = 10, doubled 20. Row 3 lacks an 11: no bonus, yet doubled. Row 4 has no cross.",
        "Zeile 1: 1 + 2 + 4 + 3 = 10, verdoppelt 20. Zeile 3 fehlt eine 11: kein Bonus, aber verdoppelt. Zeile 4 hat kein Kreuz.",
      ),
    },
  ],
};
