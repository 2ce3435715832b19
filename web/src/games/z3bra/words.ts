// A move in plain words, for the log and for screen readers.
import { both } from "../../lib/language.svelte";
import type { Moved, Z3braTable } from "../../protocol";
import { cardAt } from "./area";
import { cardName, isFace, theCard } from "./cards";

/** Who does it: the verb follows the person. */
interface Who {
  name: string;
  you: boolean;
}

const words = both(
  {
    flip: (who: Who, cell: string, card: string) =>
      `${who.name} ${who.you ? "turn" : "turns"} up ${cell}${card && `: ${card}`}.`,
    draw: (who: Who, card: string) => `${who.name} ${who.you ? "draw" : "draws"} ${card || "a card"}.`,
    take: (who: Who, card: string) =>
      `${who.name} ${who.you ? "take" : "takes"} ${card || "the top card"} from the discards.`,
    put: (who: Who, card: string, cell: string, old: string) =>
      `${who.name} ${who.you ? "put" : "puts"} ${card || "the card"} on ${cell}${old && ` and ${who.you ? "discard" : "discards"} ${old}`}.`,
    drop: (who: Who, card: string) => `${who.name} ${who.you ? "decline" : "declines"} ${card || "the card"}.`,
    trade: (who: Who, other: Who, given: string, got: string, cell: string, old: string) =>
      `${who.name} ${who.you ? "trade" : "trades"} ${given || "the card"} with ${other.you ? "you" : other.name} for ${got || "another"}, ` +
      `which goes to ${cell}${old && `; ${old} is discarded`}.`,
    swap: (who: Who, one: string, two: string) => `${who.name} ${who.you ? "swap" : "swaps"} ${one} and ${two}.`,
    trio: (who: Who, cards: string[]) =>
      `${who.name} ${who.you ? "discard" : "discards"} a trio${cards.length ? `: ${cards[0]}, ${cards[1]}, and on top ${cards[2]}` : ""}.`,
    fold: (who: Who, shape: string) => `${who.name} ${who.you ? "close" : "closes"} up to ${shape}.`,
  },
  {
    flip: (who, cell, card) => `${who.name} ${who.you ? "deckst" : "deckt"} ${cell} auf${card && `: ${card}`}.`,
    draw: (who, card) => `${who.name} ${who.you ? "ziehst" : "zieht"} ${card || "eine Karte"}.`,
    take: (who, card) => `${who.name} ${who.you ? "nimmst" : "nimmt"} ${card || "die oberste Karte"} vom Ablagestapel.`,
    put: (who, card, cell, old) =>
      `${who.name} ${who.you ? "legst" : "legt"} ${card || "die Karte"} auf ${cell}${old && ` und ${old} ab`}.`,
    drop: (who, card) => `${who.name} ${who.you ? "lehnst" : "lehnt"} ${card || "die Karte"} ab.`,
    trade: (who, other, given, got, cell, old) =>
      `${who.name} ${who.you ? "tauschst" : "tauscht"} mit ${other.you ? "dir" : other.name} ${given || "die Karte"} gegen ${got || "eine andere"}, ` +
      `die auf ${cell} kommt${old && `; ${old} wird abgelegt`}.`,
    swap: (who, one, two) => `${who.name} ${who.you ? "legst" : "legt"} ${one} und ${two} um.`,
    trio: (who, cards) =>
      `${who.name} ${who.you ? "legst" : "legt"} ein Trio ab${cards.length ? `: ${cards[0]}, ${cards[1]} und obenauf ${cards[2]}` : ""}.`,
    fold: (who, shape) => `${who.name} ${who.you ? "rückst" : "rückt"} auf ${shape} zusammen.`,
  },
);

/** One sentence for a move; shorter where the views before and after are not known. */
export function tell(
  moved: Moved,
  names: string[],
  before: Z3braTable | null,
  after: Z3braTable | null,
  me: number | null,
): string {
  const [verb, one = "", two = ""] = moved.move.split(" ");
  const who = (seat: number): Who => ({ name: names[seat] ?? "?", you: seat === me });
  const lying = (table: Z3braTable | null, seat: number, cell: string) =>
    table && cardAt(table.seats[seat]!.area, cell);
  const by = who(moved.seat);
  const w = words();
  switch (verb) {
    case "flip":
      return w.flip(by, one, plain(lying(after, moved.seat, one)));
    case "draw":
      return w.draw(by, named(after?.held));
    case "take":
      return w.take(by, named(after?.held ?? before?.discards.at(-1)));
    case "put": {
      const card = isFace(before?.held) ? before.held : lying(after, moved.seat, one);
      return w.put(by, named(card), one, named(discarded(before, after)));
    }
    case "drop":
      return w.drop(by, named(isFace(before?.held) ? before.held : discarded(before, after)));
    case "trade": {
      const [seat, their] = [Number(one[0]), one.slice(1)];
      const given = isFace(before?.held) ? before.held : lying(after, seat, their);
      const got = lying(before, seat, their);
      return w.trade(by, who(seat), named(given), named(got), two, named(discarded(before, after)));
    }
    case "swap":
      return w.swap(by, one, two);
    case "trio": {
      const cells = moved.move.split(" ").slice(1);
      const cards = cells.map((cell) => plain(lying(before, moved.seat, cell)));
      return w.trio(by, cards.every(Boolean) ? cards : []);
    }
    case "fold":
      return w.fold(by, one.replace("x", "×"));
    default:
      return `${by.name}: ${moved.move}`;
  }
}

/** The card that a put, drop or trade has laid on the discards, which may have been reshuffled right after. */
function discarded(before: Z3braTable | null, after: Z3braTable | null): string | undefined {
  return before && after ? (after.discards[before.discards.length] ?? after.discards.at(-1)) : undefined;
}

function named(card: string | null | undefined): string {
  return isFace(card) ? theCard(card) : "";
}

function plain(card: string | null | undefined): string {
  return isFace(card) ? cardName(card) : "";
}
