import { type ByRule, words } from "./kinds";

const before = words("before", "vorher");
const after = words("after", "nachher");
const drawn = words("drawn", "gezogen");
const you = words("you", "du");
const neighbour = words("your neighbour", "nebenan");

export const Z3BRA: ByRule = {
  Z1: [
    {
      kind: "areas",
      areas: [{ rows: [["r1", "o3", "y5", "g7", "b9", "d11", "p12"]] }],
      note: words(
        "Seven colours, each with an animal and stripes of its own.",
        "Sieben Farben, jede mit eigenem Tier und eigenen Streifen.",
      ),
    },
  ],
  Z3: [
    {
      kind: "areas",
      areas: [
        {
          rows: [
            ["?", "y4", "?"],
            ["?", "?", "?"],
            ["d9", "?", "?"],
          ],
          marked: ["b1", "a3"],
        },
      ],
      note: words("Two of nine, wherever you like.", "Zwei von neun, wo du willst."),
    },
  ],
  Z7: [
    {
      kind: "areas",
      areas: [
        { caption: drawn, rows: [["o2"]] },
        {
          caption: before,
          rows: [
            ["o7", "?", "?"],
            ["?", "r5", "?"],
            ["?", "?", "?"],
          ],
        },
        {
          caption: after,
          rows: [
            ["o7", "o2", "?"],
            ["?", "r5", "?"],
            ["?", "?", "?"],
          ],
          marked: ["b1"],
        },
        { caption: words("discarded", "abgelegt"), rows: [["g8"]] },
      ],
      note: words(
        "The orange 2 goes to b1. The card that lay there face down turns out to be the green 8.",
        "Die orange 2 kommt auf b1. Was dort verdeckt lag, erweist sich als grüne 8.",
      ),
    },
  ],
  Z8: [
    {
      kind: "areas",
      areas: [
        { caption: words("declined", "abgelehnt"), rows: [["p11"]] },
        {
          caption: before,
          rows: [
            ["o7", "o2", "?"],
            ["?", "r5", "?"],
            ["?", "?", "?"],
          ],
        },
        {
          caption: after,
          rows: [
            ["o7", "o2", "?"],
            ["?", "r5", "?"],
            ["?", "?", "d3"],
          ],
          marked: ["c3"],
        },
      ],
      note: words(
        "No use for the purple 11: you turn up c3 instead.",
        "Die lila 11 hilft nicht: Dafür deckst du c3 auf.",
      ),
    },
  ],
  Z9: [
    {
      kind: "areas",
      areas: [
        {
          caption: before,
          rows: [
            ["g4", "?", "?"],
            ["?", "?", "g9"],
            ["?", "g1", "?"],
          ],
          marked: ["c1", "c2"],
        },
        {
          caption: words("swapped", "vertauscht"),
          rows: [
            ["g4", "?", "g9"],
            ["?", "?", "?"],
            ["?", "g1", "?"],
          ],
          marked: ["c1", "c2"],
        },
        {
          caption: words("one turned up", "eine aufgedeckt"),
          rows: [
            ["g4", "y6", "g9"],
            ["?", "?", "?"],
            ["?", "g1", "?"],
          ],
          marked: ["b1"],
        },
      ],
      note: words(
        "c1 and c2 change places, and the face-down card stays face down. Then b1 is turned up.",
        "c1 und c2 wechseln die Plätze, die verdeckte Karte bleibt verdeckt. Dann wird b1 aufgedeckt.",
      ),
    },
  ],
  Z12: [
    {
      kind: "areas",
      areas: [
        { caption: drawn, rows: [["y3"]] },
        {
          caption: neighbour,
          rows: [
            ["?", "d8", "?"],
            ["y7", "?", "?"],
            ["?", "?", "r2"],
          ],
          marked: ["a2"],
        },
        {
          caption: words("your neighbour, after", "nebenan, nachher"),
          rows: [
            ["?", "d8", "?"],
            ["y3", "?", "?"],
            ["?", "?", "r2"],
          ],
          marked: ["a2"],
        },
      ],
      note: words(
        "Both are yellow, so the 3 can buy the 7. It lands exactly where the 7 lay.",
        "Beide sind gelb, also ist mit der 3 die 7 zu haben. Sie kommt genau dorthin, wo die 7 lag.",
      ),
    },
  ],
  Z13: [
    {
      kind: "areas",
      areas: [
        {
          caption: words("you, before", "du, vorher"),
          rows: [
            ["b7", "?", "o1"],
            ["?", "p7", "?"],
            ["?", "?", "d12"],
          ],
        },
        {
          caption: words("you, after", "du, nachher"),
          rows: [
            ["b7", "?", "o1"],
            ["?", "p7", "?"],
            ["?", "?", "y7"],
          ],
          marked: ["a1", "b2", "c3"],
        },
      ],
      note: words(
        "The yellow 7 replaces the dark blue 12 and completes three sevens: only therefore is the trade allowed.",
        "Die gelbe 7 ersetzt die dunkelblaue 12 und vollendet drei Siebenen: Nur deshalb ist der Tausch erlaubt.",
      ),
    },
  ],
  Z14: [
    {
      kind: "areas",
      areas: [
        {
          caption: words("a row, red", "Zeile, rot"),
          rows: [
            ["?", "o5", "?"],
            ["r2", "r10", "r6"],
            ["?", "?", "b9"],
          ],
          marked: ["a2", "b2", "c2"],
        },
        {
          caption: words("a diagonal of fours", "Diagonale, Vieren"),
          rows: [
            ["?", "?", "g4"],
            ["o8", "p4", "?"],
            ["d4", "?", "?"],
          ],
          marked: ["c1", "b2", "a3"],
        },
        {
          caption: words("no trio yet", "noch kein Trio"),
          rows: [
            ["y1", "?", "?"],
            ["y9", "?", "g3"],
            ["?", "?", "?"],
          ],
        },
      ],
      note: words(
        "On the right a3 is still face down: whatever it is, it does not count.",
        "Rechts liegt a3 noch verdeckt: Was immer es ist, es zählt nicht.",
      ),
    },
  ],
  Z16: [
    {
      kind: "areas",
      areas: [
        { caption: words("first to last", "von der ersten zur letzten"), rows: [["r2", "r6", "r10"]], marked: ["c1"] },
      ],
      note: words(
        "Laid down in this order, the red 10 is on top: the dearest card for whoever takes it.",
        "In dieser Folge liegt die rote 10 oben: für die nächste Person die teuerste.",
      ),
    },
  ],
  Z17: [
    {
      kind: "areas",
      areas: [
        {
          caption: words("the trio is gone", "das Trio ist weg"),
          rows: [
            ["?", "o5", "?"],
            [null, null, null],
            ["?", "?", "b9"],
          ],
        },
        {
          caption: words("refilled", "aufgefüllt"),
          rows: [
            ["?", "o5", "?"],
            ["?", "?", "?"],
            ["?", "?", "b9"],
          ],
          marked: ["a2", "b2", "c2"],
        },
      ],
      note: words("Three cards of the reserve, face down.", "Drei Karten aus dem Vorrat, verdeckt."),
    },
  ],
  Z20: [
    {
      kind: "areas",
      areas: [
        {
          caption: words("a diagonal is gone", "eine Diagonale ist weg"),
          rows: [
            [null, "y8", "?"],
            ["r1", null, "?"],
            ["?", "b5", null],
          ],
        },
        {
          caption: words("two rows of three", "zwei Zeilen zu drei"),
          rows: [
            ["r1", "y8", "?"],
            ["?", "b5", "?"],
          ],
        },
        {
          caption: words("or three of two", "oder drei zu zwei"),
          rows: [
            ["y8", "?"],
            ["r1", "?"],
            ["?", "b5"],
          ],
        },
      ],
      note: words(
        "Either the columns close up, or the rows do: you choose.",
        "Entweder rücken die Spalten zusammen oder die Zeilen: Du entscheidest.",
      ),
    },
  ],
  Z21: [
    {
      kind: "areas",
      areas: [
        {
          rows: [
            ["p3", "?", "o7"],
            ["d6", "d0", "d11"],
          ],
          marked: ["a2", "b2", "c2"],
        },
      ],
      note: words("Only the two rows are lines now.", "Jetzt sind nur noch die beiden Zeilen Reihen."),
    },
  ],
  Z24: [
    {
      kind: "areas",
      areas: [
        {
          caption: words("after the last turn", "nach dem letzten Zug"),
          rows: [
            ["g2", "g11", "?"],
            ["y0", "p5", "r3"],
          ],
        },
        {
          caption: words("turned up", "aufgedeckt"),
          rows: [
            ["g2", "g11", "g8"],
            ["y0", "p5", "r3"],
          ],
          marked: ["a1", "b1", "c1"],
        },
        { caption: words("left over", "übrig"), rows: [["y0", "p5", "r3"]] },
      ],
      note: words(
        "The card turned up makes a green trio: it goes, and 0 + 5 + 3 = 8 points remain.",
        "Die aufgedeckte Karte ergibt ein grünes Trio: Es geht weg, und 0 + 5 + 3 = 8 Punkte bleiben.",
      ),
    },
    {
      kind: "areas",
      areas: [
        {
          caption: words("after the last turn", "nach dem letzten Zug"),
          rows: [
            ["b4", "b9", "b1"],
            ["r6", "?", "p2"],
          ],
          marked: ["a1", "b1", "c1"],
        },
        {
          caption: words("turned up, and left over", "aufgedeckt und übrig"),
          rows: [
            ["b4", "b9", "b1"],
            ["r6", "o7", "p2"],
          ],
        },
      ],
      note: words(
        "These three pale blue cards lay face up before: they stay, although many families would clear them away. 4 + 9 + 1 + 6 + 7 + 2 = 29 points.",
        "Diese drei hellblauen Karten lagen schon vorher offen: Sie bleiben liegen, auch wenn viele Familien sie abräumen würden. 4 + 9 + 1 + 6 + 7 + 2 = 29 Punkte.",
      ),
    },
  ],
  Z25: [
    {
      kind: "areas",
      areas: [
        { caption: you, rows: [["b0", "r4", "o2"]] },
        { caption: words("reserve", "Vorrat"), rows: [["d10", "y1", "p3"]] },
      ],
      note: words(
        "0 + 4 + 2, and 10 + 1 + 3 in the reserve: 20 points.",
        "0 + 4 + 2 und im Vorrat 10 + 1 + 3: 20 Punkte.",
      ),
    },
  ],
};
