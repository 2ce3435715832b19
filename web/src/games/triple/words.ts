// Describes moves in words, for the log and for screen readers.
import { both, language } from "../../lib/language.svelte";
import type { Moved, TripleTable } from "../../protocol";
import { fullName, propertyName } from "./cards";
import { placeName } from "./grid";
import { parsePlay, parseTake } from "./moves";

const words = both(
  {
    lays: (name: string, call: string, card: string, place: string) => `${name}: ${call}${card}, ${place}`,
    takes: (name: string, isYou: boolean, count: number) =>
      `${name} ${isYou ? "take" : "takes"} ${count === 1 ? "a card" : `${count} cards`}`,
    stops: (name: string, isYou: boolean) => `${name} ${isYou ? "stop" : "stops"} the game`,
    goes: (name: string, isYou: boolean) => `${name} ${isYou ? "say" : "says"} go`,
  },
  {
    lays: (name, call, card, place) => `${name}: ${call}${card}, ${place}`,
    takes: (name, isYou, count) =>
      `${name} ${isYou ? "nimmst" : "nimmt"} ${count === 1 ? "eine Karte" : `${count} Karten`}`,
    stops: (name, isYou) => `${name} ${isYou ? "hältst" : "hält"} das Spiel an`,
    goes: (name, isYou) => `${name} ${isYou ? "sagst" : "sagt"} „Los“`,
  },
);

/** Return the time of a move in the race, in tenths of a second. */
function timeText(milliseconds: number | null | undefined): string {
  if (milliseconds == null) return "";
  const seconds = (milliseconds / 1000).toLocaleString(language.current, {
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
  });
  return ` (${seconds} s)`;
}

function describe(moved: Moved, name: string, isYou: boolean): string {
  const played = parsePlay(moved.move);
  if (played) {
    const call = played.call === null ? "" : `${propertyName(played.call)}, `;
    return words().lays(name, call, fullName(played.card), placeName(played.cell));
  }
  const count = parseTake(moved.move);
  if (count) return words().takes(name, isYou, count);
  if (moved.move === "stop") return words().stops(name, isYou);
  if (moved.move === "go") return words().goes(name, isYou);
  return `${name}: ${moved.move}`;
}

export function describeMove(
  moved: Moved,
  names: string[],
  _before: TripleTable | null,
  _after: TripleTable | null,
  me: number | null,
): string {
  return describe(moved, names[moved.seat] ?? "?", moved.seat === me) + timeText(moved.milliseconds);
}
