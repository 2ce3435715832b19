// A move in words, for the log and for screen readers.
import { both, language } from "../../lib/language.svelte";
import type { Moved, TripleTable } from "../../protocol";
import { fullName, propertyName } from "./cards";
import { parsePlay, parseTake } from "./moves";

const words = both(
  {
    lays: (name: string, call: string, card: string, cell: string) => `${name}: ${call}${card} on ${cell}`,
    takes: (name: string, you: boolean, count: number) =>
      `${name} ${you ? "take" : "takes"} ${count === 1 ? "a card" : `${count} cards`}`,
    stops: (name: string, you: boolean) => `${name} ${you ? "stop" : "stops"} the game`,
    goes: (name: string, you: boolean) => `${name} ${you ? "say" : "says"} go`,
  },
  {
    lays: (name, call, card, cell) => `${name}: ${call}${card} auf ${cell}`,
    takes: (name, you, count) =>
      `${name} ${you ? "nimmst" : "nimmt"} ${count === 1 ? "eine Karte" : `${count} Karten`}`,
    stops: (name, you) => `${name} ${you ? "hältst" : "hält"} das Spiel an`,
    goes: (name, you) => `${name} ${you ? "sagst" : "sagt"} „Los“`,
  },
);

/** When in the race it was; the eye can tell tenths apart. */
function moment(milliseconds: number | null | undefined): string {
  if (milliseconds == null) return "";
  const seconds = (milliseconds / 1000).toLocaleString(language.now, {
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
  });
  return ` (${seconds} s)`;
}

function deed(moved: Moved, name: string, you: boolean): string {
  const laid = parsePlay(moved.move);
  if (laid) {
    const call = laid.call === null ? "" : `${propertyName(laid.call)}, `;
    return words().lays(name, call, fullName(laid.card), laid.cell);
  }
  const count = parseTake(moved.move);
  if (count) return words().takes(name, you, count);
  if (moved.move === "stop") return words().stops(name, you);
  if (moved.move === "go") return words().goes(name, you);
  return `${name}: ${moved.move}`;
}

export function tell(
  moved: Moved,
  names: string[],
  _before: TripleTable | null,
  _after: TripleTable | null,
  me: number | null,
): string {
  return deed(moved, names[moved.seat] ?? "?", moved.seat === me) + moment(moved.milliseconds);
}
