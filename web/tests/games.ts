// Game descriptions as the server sends them, with options of every kind.
import type { Choice, GameInfo, OptionInfo } from "../src/protocol";

const both = (text: string) => ({ en: text, de: `${text} (de)` });
const whole = { type: "integer", minimum: 1, maximum: 100 };

export function choice(value: Choice["value"], label: string, about: string | null = null): Choice {
  return { value, label: both(label), about: about === null ? null : both(about) };
}

export function option(name: string, input: OptionInfo["input"], more: Partial<OptionInfo> = {}): OptionInfo {
  const words = { label: both(`the ${name}`), about: both(`what ${name} means`) };
  return {
    name,
    input,
    ...words,
    schema: whole,
    default: 1,
    choices: [],
    players: [],
    unit: null,
    rare: false,
    ...more,
  };
}

const game = { min_players: 2, bots: ["gentle", "novice", "regular"] };

export const ZATRE: GameInfo = {
  ...game,
  name: "zatre",
  title: "ZATRE",
  max_players: 6,
  race: false,
  help: true,
  quick: ["regular"],
  options: [
    option("rounds", "number"),
    option("pairs", "switch", { schema: { type: "boolean" }, default: false, players: [4, 6] }),
  ],
};

export const TRIPLE: GameInfo = {
  ...game,
  name: "triple",
  title: "TRIPLE³",
  max_players: 4,
  race: true,
  help: false,
  quick: ["gentle", "gentle"],
  options: [
    option("chips", "number"),
    option("handicap", "number_per_seat", {
      schema: { type: "array", items: { type: "integer", minimum: 0, maximum: 53 } },
      default: [],
      rare: true,
    }),
    option("call", "choice", {
      schema: { enum: ["auto", "self"] },
      default: "auto",
      choices: [choice("auto", "The table calls", "The table does it."), choice("self", "Call it yourself")],
    }),
    option("patience", "choice", {
      schema: { anyOf: [{ type: "integer" }, { type: "null" }] },
      default: 120_000,
      choices: [choice(null, "never"), choice(120_000, "after 2 min")],
      unit: "milliseconds",
    }),
  ],
};

export const STARTER = option("starter", "seat", { default: null, choices: [choice(null, "by lot")] });
export const Z3BRA: GameInfo = { ...ZATRE, name: "z3bra", title: "Z3BRA", max_players: 5, options: [STARTER] };
