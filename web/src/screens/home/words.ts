// A table's settings, told.
import { both } from "../../lib/language.svelte";
import type { TableInfo } from "../../protocol";

const words = both(
  {
    noLimit: "no limit",
    seconds: (n: number) => `${n} seconds`,
    minutes: (n: number) => (n === 1 ? "1 minute" : `${n} minutes`),
    days: (n: number) => (n === 1 ? "1 day" : `${n} days`),
    rounds: (n: number) => (n === 1 ? "One round" : `${n} rounds`),
    chips: (n: number) => (n === 1 ? "One round decides" : `Whoever has ${n} chips first wins`),
    pairs: "In pairs: partners sit side by side",
    handicap: "Handicap: some get extra cards",
    self: "Players name what three have in common",
    patience: (limit: string) => `A round ends when nobody lays a card for ${limit}`,
    help: "With help: what is possible is shown to all",
    noHelp: "Without help: everybody looks for themselves",
    limit: (limit: string) => `${limit} for a turn, then a bot stands in`,
    listed: "Listed: anybody may join",
    unlisted: "Private: only with the link or the code",
  },
  {
    noLimit: "unbegrenzt",
    seconds: (n) => `${n} Sekunden`,
    minutes: (n) => (n === 1 ? "1 Minute" : `${n} Minuten`),
    days: (n) => (n === 1 ? "1 Tag" : `${n} Tage`),
    rounds: (n) => (n === 1 ? "Eine Runde" : `${n} Runden`),
    chips: (n) => (n === 1 ? "Eine Runde entscheidet" : `Wer zuerst ${n} Chips hat, gewinnt`),
    pairs: "In Paaren: Wer zusammen spielt, sitzt nebeneinander",
    handicap: "Mit Vorgabe: Manche bekommen mehr Karten",
    self: "Was drei gemeinsam haben, nennen alle selbst",
    patience: (limit) => `Eine Runde endet, wenn so lange niemand legt: ${limit}`,
    help: "Mit Hilfe: Alle sehen, was möglich ist",
    noHelp: "Ohne Hilfe: Alle schauen selbst",
    limit: (limit) => `${limit} für einen Zug, dann springt ein Bot ein`,
    listed: "Öffentlich: Alle dürfen dazu",
    unlisted: "Privat: nur mit Link oder Code",
  },
);

/** A time in the largest unit that fits; null is no limit. */
export function limitInWords(seconds: number | null): string {
  if (seconds === null) return words().noLimit;
  if (seconds % 86_400 === 0) return words().days(seconds / 86_400);
  return seconds % 60 === 0 ? words().minutes(seconds / 60) : words().seconds(seconds);
}

/** What has been agreed on at a table, one line each. */
export function agreed(table: TableInfo): string[] {
  const { rounds, chips, pairs, call, patience } = table.options as {
    rounds?: number;
    chips?: number;
    pairs?: boolean;
    call?: string;
    patience?: number | null;
  };
  const lines = [
    rounds && words().rounds(rounds),
    chips && words().chips(chips),
    pairs && words().pairs,
    extraCards(table).some((extra) => extra > 0) && words().handicap,
    call === "self" && words().self,
    patience && words().patience(limitInWords(Math.round(patience / 1000))),
    table.turn_limit && words().limit(limitInWords(table.turn_limit)),
    table.help ? words().help : words().noHelp,
    table.listed ? words().listed : words().unlisted,
  ];
  return lines.filter((line) => typeof line === "string");
}

/** TRIPLE³: the extra cards of each seat; 0 in other games. */
export function extraCards(table: TableInfo): number[] {
  const handicap = table.options.handicap as number[] | undefined;
  return table.seats.map((_, seat) => handicap?.[seat] ?? 0);
}
