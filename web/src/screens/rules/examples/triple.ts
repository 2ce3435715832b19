import { type ByRule, words } from "./kinds";

const before = words("before", "vorher");

const GRID = [
  ["rc0", "ys2", "bd2"],
  ["px1", "rd3", "yc1"],
  ["bx3", "bs0", "pd2"],
];

/** The grid with other cards on some places. */
function laid(cards: { [cell: string]: string }, grid = GRID): string[][] {
  return grid.map((row, y) => row.map((card, x) => cards[`${"abc"[x]}${y + 1}`] ?? card));
}

export const TRIPLE: ByRule = {
  P1: [
    {
      kind: "grids",
      grids: [{ rows: [["rc0", "bd1", "px2", "ys3"]] }],
      note: words(
        "Four colours, four shapes, none to three waves: every mixture once.",
        "Vier Farben, vier Formen, keine bis drei Wellen: jede Mischung einmal.",
      ),
    },
  ],
  P2: [
    {
      kind: "grids",
      grids: [{ rows: GRID }],
      note: words("The grid that all play on.", "Das Raster, auf dem alle spielen."),
    },
  ],
  P3: [
    {
      kind: "grids",
      grids: [
        { caption: words("dealt", "ausgeteilt"), rows: GRID },
        {
          caption: words("the last three on top", "die letzten drei obenauf"),
          rows: laid({ b1: "ps1", a3: "rd0", c3: "yx3" }),
          marked: ["b1", "a3", "c3"],
        },
      ],
      note: words(
        "With four players each gets 13 cards, and three are left: they go on three places drawn by lot.",
        "Zu viert bekommen alle 13 Karten, drei bleiben übrig: Sie kommen auf drei ausgeloste Plätze.",
      ),
    },
  ],
  P7: [
    {
      kind: "grids",
      grids: [
        { caption: words("your card", "deine Karte"), rows: [["bc1"]] },
        { caption: words("it covers c3", "sie verdeckt c3"), rows: laid({ c3: "bc1" }), marked: ["c3"] },
      ],
      note: words(
        "The grid keeps its nine places; this pile is now two cards high.",
        "Das Raster behält seine neun Plätze; dieser Stapel ist jetzt zwei Karten hoch.",
      ),
    },
  ],
  P8: [
    {
      kind: "grids",
      grids: [
        { caption: before, rows: GRID, marked: ["a3", "b3"] },
        { caption: words("new: blue", "neu: Blau"), rows: laid({ c3: "bc1" }), marked: ["a3", "b3", "c3"] },
      ],
      note: words(
        "The bottom row becomes blue, and the covered card was not: a new triple.",
        "Die untere Zeile wird blau, und die verdeckte Karte war es nicht: ein neuer Dreier.",
      ),
    },
    {
      kind: "grids",
      grids: [
        { caption: before, rows: laid({ c3: "bc1" }), marked: ["a3", "b3", "c3"] },
        { caption: words("not allowed", "nicht erlaubt"), rows: laid({ c3: "bd3" }), marked: ["c3"] },
      ],
      note: words(
        "Blue again on blue: the line was blue before, so this is no new triple.",
        "Blau auf Blau: Die Zeile war vorher schon blau, also ist das kein neuer Dreier.",
      ),
    },
  ],
  P9: [
    {
      kind: "grids",
      grids: [
        { caption: before, rows: laid({ c1: "bd1" }) },
        {
          caption: words("blue, or one wave", "Blau oder eine Welle"),
          rows: laid({ c1: "bd1", c3: "bc1" }),
          marked: ["c1", "c2", "c3", "a3", "b3"],
        },
      ],
      note: words(
        "Blue across and one wave down at once: one of them is enough, and is called.",
        "Quer Blau und senkrecht eine Welle zugleich: Eines davon genügt und wird angesagt.",
      ),
    },
  ],
  P10: [
    {
      kind: "grids",
      grids: [
        { caption: words("your card", "deine Karte"), rows: [["ys0"]] },
        { caption: words("call: star", "Ansage: Stern"), rows: laid({ b2: "ys0" }), marked: ["b1", "b2", "b3"] },
      ],
      note: words(
        "Three stars in the middle column. Yellow would be a wrong call: one of the other two stars is blue.",
        "Drei Sterne in der mittleren Spalte. Gelb wäre falsch angesagt: Einer der beiden anderen Sterne ist blau.",
      ),
    },
  ],
  P11: [
    {
      kind: "grids",
      grids: [
        { caption: words("you want c3, blue", "du willst c3, Blau"), rows: GRID, marked: ["c3"] },
        {
          caption: words("somebody lays on a3", "jemand legt auf a3"),
          rows: laid({ a3: "yd0" }),
          marked: ["c1", "b2", "a3"],
        },
      ],
      note: words(
        "A diamond was faster on a3. The bottom row cannot become blue any more: your card stays in your hand.",
        "Ein Karo auf a3 war schneller. Die untere Zeile kann nicht mehr blau werden: Deine Karte bleibt auf der Hand.",
      ),
    },
  ],
};
