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
    flip: (person: Person, cell: string, card: string) =>
      `${person.name} ${person.isYou ? "turn" : "turns"} up ${cell}${card && `: ${card}`}.`,
    draw: (person: Person, card: string) => `${person.name} ${person.isYou ? "draw" : "draws"} ${card || "a card"}.`,
    take: (person: Person, card: string) =>
      `${person.name} ${person.isYou ? "take" : "takes"} ${card || "the top card"} from the discards.`,
    put: (person: Person, card: string, cell: string, old: string) =>
      `${person.name} ${person.isYou ? "put" : "puts"} ${card || "the card"} on ${cell}${old && ` and ${person.isYou ? "discard" : "discards"} ${old}`}.`,
    drop: (person: Person, card: string) =>
      `${person.name} ${person.isYou ? "decline" : "declines"} ${card || "the card"}.`,
    trade: (person: Person, other: Person, given: string, got: string, cell: string, old: string) =>
      `${person.name} ${person.isYou ? "trade" : "trades"} ${given || "the card"} with ${other.isYou ? "you" : other.name} for ${got || "another"}, ` +
      `which goes to ${cell}${old && `; ${old} is discarded`}.`,
    swap: (person: Person, one: string, two: string) =>
      `${person.name} ${person.isYou ? "swap" : "swaps"} ${one} and ${two}.`,
    trio: (person: Person, cards: string[]) =>
      `${person.name} ${person.isYou ? "discard" : "discards"} a trio${cards.length ? `: ${cards[0]}, ${cards[1]}, and on top ${cards[2]}` : ""}.`,
    fold: (person: Person, shape: string) => `${person.name} ${person.isYou ? "close" : "closes"} up to ${shape}.`,
  },
  {
    flip: (person, cell, card) =>
      `${person.name} ${person.isYou ? "deckst" : "deckt"} ${cell} auf${card && `: ${card}`}.`,
    draw: (person, card) => `${person.name} ${person.isYou ? "ziehst" : "zieht"} ${card || "eine Karte"}.`,
    take: (person, card) =>
      `${person.name} ${person.isYou ? "nimmst" : "nimmt"} ${card || "die oberste Karte"} vom Ablagestapel.`,
    put: (person, card, cell, old) =>
      `${person.name} ${person.isYou ? "legst" : "legt"} ${card || "die Karte"} auf ${cell}${old && ` und ${old} ab`}.`,
    drop: (person, card) => `${person.name} ${person.isYou ? "lehnst" : "lehnt"} ${card || "die Karte"} ab.`,
    trade: (person, other, given, got, cell, old) =>
      `${person.name} ${person.isYou ? "tauschst" : "tauscht"} mit ${other.isYou ? "dir" : other.name} ${given || "die Karte"} gegen ${got || "eine andere"}, ` +
      `die auf ${cell} kommt${old && `; ${old} wird abgelegt`}.`,
    swap: (person, one, two) => `${person.name} ${person.isYou ? "vertauschst" : "vertauscht"} ${one} und ${two}.`,
    trio: (person, cards) =>
      `${person.name} ${person.isYou ? "legst" : "legt"} ein Trio ab${cards.length ? `: ${cards[0]}, ${cards[1]} und obenauf ${cards[2]}` : ""}.`,
    fold: (person, shape) => `${person.name} ${person.isYou ? "rückst" : "rückt"} auf ${shape} zusammen.`,
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
      return texts.flip(player, one, plainName(cardIn(after, moved.seat, one)));
    case "draw":
      return texts.draw(player, definiteName(after?.held));
    case "take":
      return texts.take(player, definiteName(after?.held ?? before?.discards.at(-1)));
    case "put": {
      const card = isFace(before?.held) ? before.held : cardIn(after, moved.seat, one);
      return texts.put(player, definiteName(card), one, definiteName(discardedCard(before, after)));
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
        two,
        definiteName(discardedCard(before, after)),
      );
    }
    case "swap":
      return texts.swap(player, one, two);
    case "trio": {
      const cells = moved.move.split(" ").slice(1);
      const cards = cells.map((cell) => plainName(cardIn(before, moved.seat, cell)));
      return texts.trio(player, cards.every(Boolean) ? cards : []);
    }
    case "fold":
      return texts.fold(player, one.replace("x", "×"));
    default:
      return `${player.name}: ${moved.move}`;
  }
}

/** Return the card that a put, drop or trade has discarded, even if the discards were reshuffled right after. */
function discardedCard(before: Z3braTable | null, after: Z3braTable | null): string | undefined {
  return before && after ? (after.discards[before.discards.length] ?? after.discards.at(-1)) : undefined;
}

function definiteName(card: string | null | undefined): string {
  return isFace(card) ? theCard(card) : "";
}

function plainName(card: string | null | undefined): string {
  return isFace(card) ? cardName(card) : "";
}
