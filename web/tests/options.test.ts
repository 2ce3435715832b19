// Forms and tables can show unknown options, because everything is derived from the server's description.
import { afterEach, describe, expect, it } from "vitest";
import { language } from "../src/lib/language.svelte";
import {
  describeOptions,
  describeSeatOptions,
  choicesOf,
  initialValues,
  limitsOf,
  meaningOf,
  playerCountsFor,
  fitValues,
  describeValue,
} from "../src/lib/options";
import type { SeatInfo, TableInfo } from "../src/protocol";
import { option, STARTER, TRIPLE, Z3BRA, ZATRE } from "./games";

const [CHIPS, HANDICAP, CALL, PATIENCE] = TRIPLE.options as [
  (typeof TRIPLE.options)[0],
  (typeof TRIPLE.options)[0],
  (typeof TRIPLE.options)[0],
  (typeof TRIPLE.options)[0],
];
const PAIRS = ZATRE.options[1]!;
const NAMES = ["You", "Bob", "Cleo"];

afterEach(() => (language.current = "en"));

describe("a form", () => {
  it("starts with the defaults, with a number for each seat", () => {
    expect(initialValues(TRIPLE)).toEqual({ chips: 1, handicap: [0, 0, 0, 0], call: "auto", patience: 120_000 });
  });

  it("has the limits of the schema", () => {
    expect(limitsOf(CHIPS)).toEqual({ min: 1, max: 100 });
    expect(limitsOf(HANDICAP)).toEqual({ min: 0, max: 53 });
  });

  it("offers the choices, and the seats where the option asks for one", () => {
    expect(choicesOf(CALL, NAMES).map(({ value }) => value)).toEqual(["auto", "self"]);
    expect(choicesOf(STARTER, NAMES)).toEqual([
      { value: null, text: "by lot" },
      { value: 0, text: "You" },
      { value: 1, text: "Bob" },
      { value: 2, text: "Cleo" },
    ]);
  });

  it("explains the choice, or else the option, in the current language", () => {
    expect(meaningOf(CALL, "auto")).toBe("The table does it.");
    expect(meaningOf(CALL, "self")).toBe("what call means");
    language.current = "de";
    expect(meaningOf(CALL, "auto")).toBe("The table does it. (de)");
  });

  it("allows only the numbers of players that its options allow", () => {
    expect(playerCountsFor(ZATRE, { rounds: 1, pairs: false })).toEqual([2, 3, 4, 5, 6]);
    expect(playerCountsFor(ZATRE, { rounds: 1, pairs: true })).toEqual([4, 6]);
  });

  it("fits its values to the table: one number per seat, no missing seats, and null for never", () => {
    const values = { chips: 2, handicap: [4, 0, 0, 9], call: "self", patience: null };
    expect(fitValues(TRIPLE, values, 3)).toEqual({ chips: 2, handicap: [4, 0, 0], call: "self", patience: null });
    expect(fitValues(Z3BRA, { starter: 4 }, 5)).toEqual({ starter: 4 });
    expect(fitValues(Z3BRA, { starter: 4 }, 3)).toEqual({ starter: null });
  });
});

describe("a value in words", () => {
  it("is the text of its choice, the name of its seat, or the value itself", () => {
    expect(describeValue(CALL, "self", NAMES)).toBe("Call it yourself");
    expect(describeValue(PATIENCE, null, NAMES)).toBe("never");
    expect(describeValue(STARTER, 1, NAMES)).toBe("Bob");
    expect(describeValue(CHIPS, 4, NAMES)).toBe("4");
    expect(describeValue(PAIRS, true, NAMES)).toBe("yes");
    language.current = "de";
    expect(describeValue(PAIRS, false, NAMES)).toBe("nein");
  });

  it("is a duration if it is none of the choices", () => {
    expect(describeValue(PATIENCE, 30_000, NAMES)).toBe("30 seconds");
  });

  it("names the seats with a number", () => {
    expect(describeValue(HANDICAP, [0, 3, 1], NAMES)).toBe("Bob 3, Cleo 1");
    expect(describeValue(HANDICAP, [0, 0, 0], NAMES)).toBe("none");
  });
});

describe("the options of a table", () => {
  const seat = (name: string): SeatInfo => ({
    kind: "human",
    name,
    stand_in: null,
    ready: false,
    votes: [],
    offered: false,
    wants_coach: false,
    welcomes_bots: false,
  });
  const table = { seats: [seat("Ada"), seat("Bob")], options: { chips: 4, handicap: [0, 3], call: "self" } };
  const info = table as unknown as TableInfo;

  it("are described completely, including those that the table leaves out", () => {
    expect(describeOptions(TRIPLE, info, 0).map(({ label, value }) => `${label}: ${value}`)).toEqual([
      "the chips: 4",
      "the handicap: Bob 3",
      "the call: Call it yourself",
      "the patience: never",
    ]);
  });

  it("can apply to a single seat", () => {
    expect(describeSeatOptions(TRIPLE, info, 0)).toEqual([]);
    expect(describeSeatOptions(TRIPLE, info, 1)).toEqual(["the handicap: 3"]);
  });

  it("may include one that this page does not know", () => {
    const extended = { ...ZATRE, options: [option("wind", "number")] };
    expect(describeOptions(extended, { ...info, options: { wind: 7 } }, null)).toEqual([
      { label: "the wind", value: "7", meaning: "what wind means" },
    ]);
  });
});
