// Describes moves in words, for the log and for screen readers.
import { both } from "../../lib/language.svelte";
import type { Moved, Z3braTable } from "../../protocol";
import { cardAt } from "./area";
import { cardName, isFace, theCard } from "./cards";

/** A player in a sentence; `isYou` decides the form of the verb. */
interface Person {
  name: string;
  isYou: boolean;
}

const words = both(
  {
    flip: (person: Person, card: string) => `${person.name} ${person.isYou ? "turn" : "turns"} up ${card || "a card"}.`,
    draw: (person: Person, card: string) => `${person.name} ${person.isYou ? "draw" : "draws"} ${card || "a card"}.`,
    take: (person: Person, card: string) =>
      `${person.name} ${person.isYou ? "take" : "takes"} ${card || "the top card"} from the discards.`,
    put: (person: Person, card: string, old: string) =>
      `${person.name} ${person.isYou ? "keep" : "keeps"} ${card || "the card"}${old && ` and ${person.isYou ? "discard" : "discards"} ${old}`}.`,
    drop: (person: Person, card: string) =>
      `${person.name} ${person.isYou ? "decline" : "declines"} ${card || "the card"}.`,
    trade: (person: Person, other: Person, given: string, got: string, old: string) =>
      `${person.name} ${person.isYou ? "trade" : "trades"} ${given || "the card"} with ${other.isYou ? "you" : other.name} for ${got || "another"}` +
      `${old && `; ${old} is discarded`}.`,
    swap: (person: Person, one: string, two: string) =>
      `${person.name} ${person.isYou ? "swap" : "swaps"} ${one && two ? `${one} and ${two}` : "two cards"}.`,
    faceDown: "a face-down card",
    trio: (person: Person, cards: string[]) =>
      `${person.name} ${person.isYou ? "discard" : "discards"} a trio${cards.length ? `: ${cards[0]}, ${cards[1]}, and on top ${cards[2]}` : ""}.`,
    fold: (person: Person, isWide: boolean) =>
      `${person.name} ${person.isYou ? "close" : "closes"} up to ${isWide ? "two rows of three" : "three rows of two"}.`,
  },
  {
    flip: (person, card) => `${person.name} ${person.isYou ? "deckst" : "deckt"} ${card || "eine Karte"} auf.`,
    draw: (person, card) => `${person.name} ${person.isYou ? "ziehst" : "zieht"} ${card || "eine Karte"}.`,
    take: (person, card) =>
      `${person.name} ${person.isYou ? "nimmst" : "nimmt"} ${card || "die oberste Karte"} vom Ablagestapel.`,
    put: (person, card, old) =>
      `${person.name} ${person.isYou ? "behältst" : "behält"} ${card || "die Karte"}${old && ` und ${person.isYou ? "legst" : "legt"} ${old} ab`}.`,
    drop: (person, card) => `${person.name} ${person.isYou ? "lehnst" : "lehnt"} ${card || "die Karte"} ab.`,
    trade: (person, other, given, got, old) =>
      `${person.name} ${person.isYou ? "tauschst" : "tauscht"} mit ${other.isYou ? "dir" : other.name} ${given || "die Karte"} gegen ${got || "eine andere"}` +
      `${old && `; ${old} wird abgelegt`}.`,
    swap: (person, one, two) =>
      `${person.name} ${person.isYou ? "vertauschst" : "vertauscht"} ${one && two ? `${one} und ${two}` : "zwei Karten"}.`,
    faceDown: "eine verdeckte Karte",
    trio: (person, cards) =>
      `${person.name} ${person.isYou ? "legst" : "legt"} ein Trio ab${cards.length ? `: ${cards[0]}, ${cards[1]} und obenauf ${cards[2]}` : ""}.`,
    fold: (person, isWide) =>
      `${person.name} ${person.isYou ? "rückst" : "rückt"} auf ${isWide ? "zwei Reihen zu dritt" : "drei Reihen zu zweit"} zusammen.`,
  },
);

/** Describe a move in one sentence, with fewer details where the views before and after are unknown. */
export function describeMove(
  moved: Moved,
  names: string[],
  before: Z3braTable | null,
  after: Z3braTable | null,
  me: number | null,
): string {
  const [verb, one = "", two = ""] = moved.move.split(" ");
  const personAt = (seat: number): Person => ({ name: names[seat] ?? "?", isYou: seat === me });
  const cardIn = (table: Z3braTable | null, seat: number, cell: string) =>
    table && cardAt(table.seats[seat]!.area, cell);
  const player = personAt(moved.seat);
  const texts = words();
  switch (verb) {
    case "flip":
      return texts.flip(player, definiteName(cardIn(after, moved.seat, one)));
    case "draw":
      return texts.draw(player, definiteName(after?.held));
    case "take":
      return texts.take(player, definiteName(after?.held ?? before?.discards.at(-1)));
    case "put": {
      const card = isFace(before?.held) ? before.held : cardIn(after, moved.seat, one);
      return texts.put(player, definiteName(card), definiteName(discardedCard(before, after)));
    }
    case "drop":
      return texts.drop(player, definiteName(isFace(before?.held) ? before.held : discardedCard(before, after)));
    case "trade": {
      const [seat, their] = [Number(one[0]), one.slice(1)];
      const given = isFace(before?.held) ? before.held : cardIn(after, seat, their);
      const got = cardIn(before, seat, their);
      return texts.trade(
        player,
        personAt(seat),
        definiteName(given),
        definiteName(got),
        definiteName(discardedCard(before, after)),
      );
    }
    case "swap":
      return texts.swap(player, nameInArea(before, moved.seat, one), nameInArea(before, moved.seat, two));
    case "trio": {
      const cells = moved.move.split(" ").slice(1);
      const cards = cells.map((cell) => plainName(cardIn(before, moved.seat, cell)));
      return texts.trio(player, cards.every(Boolean) ? cards : []);
    }
    case "fold":
      return texts.fold(player, one === "2x3");
    default:
      return "";
  }
}

/** Return the card that a put, drop or trade has discarded, even if the discards were reshuffled right after. */
function discardedCard(before: Z3braTable | null, after: Z3braTable | null): string | undefined {
  return before && after ? (after.discards[before.discards.length] ?? after.discards.at(-1)) : undefined;
}

/** Name a card of an area, also a face-down one; nothing if the view is unknown. */
function nameInArea(table: Z3braTable | null, seat: number, cell: string): string {
  return table ? definiteName(cardAt(table.seats[seat]!.area, cell)) || words().faceDown : "";
}

function definiteName(card: string | null | undefined): string {
  return isFace(card) ? theCard(card) : "";
}

function plainName(card: string | null | undefined): string {
  return isFace(card) ? cardName(card) : "";
}
