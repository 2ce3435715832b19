// The options of a game, for the forms and for the players at a table. Everything is derived from the server's
// description: no option and no game is named here.
import type { GameInfo, OptionInfo, TableInfo } from "../protocol";
import { describeDuration } from "./duration";
import { both, localize } from "./language.svelte";
import { namesOf } from "./seats";

export type Value = number | boolean | string | number[] | null;
export type Values = { [option: string]: Value };

const words = both(
  { yes: "yes", no: "no", none: "none", seat: (number: number) => `Seat ${number}` },
  { yes: "ja", no: "nein", none: "keine", seat: (number) => `Platz ${number}` },
);

/** Return the initial values of a form. Lists have a number for each seat of the largest table. */
export function initialValues(game: GameInfo): Values {
  return Object.fromEntries(game.options.map((option) => [option.name, initialValue(option, game.max_players)]));
}

function initialValue(option: OptionInfo, seats: number): Value {
  if (option.input !== "number_per_seat") return option.default as Value;
  const defaults = option.default as number[];
  return Array.from({ length: seats }, (_, seat) => defaults[seat] ?? limitsOf(option).min);
}

/** Return the smallest and the largest value of a number option. */
export function limitsOf(option: OptionInfo): { min: number; max: number } {
  const { minimum, maximum } = (option.schema.items ?? option.schema) as { minimum?: number; maximum?: number };
  return { min: minimum ?? 0, max: maximum ?? Infinity };
}

/** Return the choices of an option; `seats` are the names to choose from where it asks for a seat. */
export function choicesOf(option: OptionInfo, seats: string[]): { value: number | string | null; text: string }[] {
  const choices = option.choices.map(({ value, label }) => ({ value, text: localize(label) }));
  return option.input === "seat" ? [...choices, ...seats.map((text, value) => ({ value, text }))] : choices;
}

/** Return one sentence that explains the option with this value. */
export function meaningOf(option: OptionInfo, value: Value): string {
  return localize(option.choices.find((choice) => choice.value === value)?.about ?? option.about);
}

/** Return the numbers of players that allow all these values. */
export function playerCountsFor(game: GameInfo, values: Values): number[] {
  const restricting = game.options.filter((option) => option.players.length && values[option.name] !== option.default);
  const all = Array.from({ length: game.max_players - game.min_players + 1 }, (_, i) => game.min_players + i);
  return all.filter((players) => restricting.every((option) => option.players.includes(players)));
}

/** Fit values to a number of players: shorten lists, and reset seats that do not exist. */
export function fitValues(game: GameInfo, values: Values, players: number): Values {
  return Object.fromEntries(
    game.options.map((option) => [option.name, fitValue(option, values[option.name]!, players)]),
  );
}

function fitValue(option: OptionInfo, value: Value, players: number): Value {
  if (option.input === "number_per_seat") return (value as number[]).slice(0, players);
  const isSeatMissing = option.input === "seat" && typeof value === "number" && value >= players;
  return isSeatMissing ? (option.default as Value) : value;
}

/** Describe a value in words. `names` are those of the seats. */
export function describeValue(option: OptionInfo, value: Value, names: string[]): string {
  if (typeof value === "boolean") return value ? words().yes : words().no;
  if (Array.isArray(value)) return describeNumbers(value, names);
  const choice = choicesOf(option, names).find((each) => each.value === value);
  if (choice) return choice.text;
  return option.unit === "milliseconds" ? describeDuration(Number(value) / 1000) : String(value);
}

function describeNumbers(numbers: number[], names: string[]): string {
  const parts = numbers.flatMap((number, seat) => (number ? [`${names[seat]} ${number}`] : []));
  return parts.join(", ") || words().none;
}

/** An option in force at a table, in words. */
export interface DescribedOption {
  label: string;
  value: string;
  meaning: string;
}

/** Describe all options of a table. An option that the table leaves out has the value null. */
export function describeOptions(game: GameInfo, table: TableInfo, me: number | null): DescribedOption[] {
  const names = namesOf(table.seats, me).map((name, i) =>
    table.seats[i]!.kind === "open" ? words().seat(i + 1) : name,
  );
  return game.options.map((option) => {
    const value = (table.options[option.name] ?? null) as Value;
    return {
      label: localize(option.label),
      value: describeValue(option, value, names),
      meaning: meaningOf(option, value),
    };
  });
}

/** Describe the options that apply to this seat only: "Extra cards: 3". */
export function describeSeatOptions(game: GameInfo, table: TableInfo, seat: number): string[] {
  return game.options.flatMap((option) => {
    const number = option.input === "number_per_seat" ? (table.options[option.name] as number[])[seat] : 0;
    return number ? [`${localize(option.label)}: ${number}`] : [];
  });
}
