// What the coach suggests: in words, by the places to mark, and the odds at their places.
import { both } from "../../lib/language.svelte";
import type { ShownHint } from "../../lib/play";
import type { OddInWords, Z3braTable } from "../../protocol";
import { cardAt } from "./area";
import { cardName, isFace, theCard, type Colour, faceOf } from "./cards";
import { DISCARDS, DRAW_PILE, cellOf, placeOf, seatOf } from "./gestures";

const words = both(
  {
    flip: (cell: string) => `Turn up ${cell}`,
    draw: "Draw a card",
    take: (card: string) => `Take ${card} from the discards`,
    put: (card: string, cell: string) => `Put ${card} on ${cell}`,
    drop: (card: string) => `Decline ${card}`,
    trade: (given: string, name: string, got: string, cell: string) =>
      `Trade ${given} for ${name}’s ${got} and put it on ${cell}`,
    swap: (one: string, two: string) => `Swap ${one} and ${two}`,
    trio: (first: string, second: string, top: string) => `Discard ${first}, then ${second}, and ${top} on top`,
    fold: (isWide: boolean) => `Close up to ${isWide ? "two rows of three" : "three rows of two"}`,
    theCard: "the card",
    card: "card",
    then: ", then ",
  },
  {
    flip: (cell) => `Decke ${cell} auf`,
    draw: "Ziehe eine Karte",
    take: (card) => `Nimm ${card} vom Ablagestapel`,
    put: (card, cell) => `Lege ${card} auf ${cell}`,
    drop: (card) => `Lehne ${card} ab`,
    trade: (given, name, got, cell) => `Tausche ${given} gegen die ${got} von ${name} und lege sie auf ${cell}`,
    swap: (one, two) => `Vertausche ${one} und ${two}`,
    trio: (first, second, top) => `Lege ${first} ab, dann ${second} und obenauf ${top}`,
    fold: (isWide) => `Rücke auf ${isWide ? "zwei Reihen zu dritt" : "drei Reihen zu zweit"} zusammen`,
    theCard: "die Karte",
    card: "Karte",
    then: ", dann ",
  },
);

/** Say what to do: "Put the yellow 12 on c2." What comes after it in the turn, as discarding a trio, is told then. */
export function suggestMove(moves: string[], view: Z3braTable, names: string[]): string {
  return moves.length ? `${suggestOne(moves[0]!, view, names)}.` : "";
}

/** Say all moves of a turn: "Take the green 5 from the discards, then put it on b3." */
export function suggestTurn(moves: string[], view: Z3braTable, names: string[]): string {
  const [first = "", ...rest] = moves;
  const held = first === "take" ? (view.discards.at(-1) ?? null) : view.held;
  const later = rest.map((move) => suggestOne(move, { ...view, held }, names));
  return `${[suggestOne(first, view, names), ...later.map(lowerFirst)].join(words().then)}.`;
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}

function suggestOne(move: string, view: Z3braTable, names: string[]): string {
  const [verb, one = "", two = "", three = ""] = move.split(" ");
  const texts = words();
  const named = (card: string | null | undefined) => (isFace(card) ? theCard(card) : texts.theCard);
  switch (verb) {
    case "flip":
      return texts.flip(one);
    case "draw":
      return texts.draw;
    case "take":
      return texts.take(named(view.discards.at(-1)));
    case "put":
      return texts.put(named(view.held), one);
    case "drop":
      return texts.drop(named(view.held));
    case "trade": {
      const seat = seatOf(one) ?? 0;
      const card = cardAt(view.seats[seat]?.area ?? [], cellOf(one));
      return texts.trade(named(view.held), names[seat] ?? "?", isFace(card) ? cardName(card) : texts.card, two);
    }
    case "swap":
      return texts.swap(one, two);
    case "trio":
      return texts.trio(one, two, three);
    case "fold":
      return texts.fold(one === "2x3");
    default:
      return move;
  }
}

/** How a suggestion marks a place. */
export interface PlaceMark {
  /** Its number where the order counts; otherwise null. */
  order: number | null;
  /** The card that would be put there. */
  card: string | null;
}

/** Return the places that the next suggested move is about, with their marks. */
export function markedPlaces(hint: ShownHint | null | undefined, view: Z3braTable): ReadonlyMap<string, PlaceMark> {
  const marks = new Map<string, PlaceMark>();
  const me = view.seat;
  const move = hint?.moves[0];
  if (!move || me === null) return marks;
  const [verb, ...cells] = move.split(" ");
  const own = cells.map((cell) => placeOf(me, cell));
  const mark = (place: string, card: string | null = null, order: number | null = null) =>
    marks.set(place, { order, card });
  if (verb === "draw") mark(DRAW_PILE);
  else if (verb === "take" || verb === "drop") mark(DISCARDS);
  else if (verb === "put") mark(own[0]!, view.held);
  else if (verb === "fold") mark(move);
  else if (verb === "trio") own.forEach((place, i) => mark(place, null, i + 1));
  else if (verb === "trade") {
    mark(cells[0]!);
    mark(own[1]!, cardAt(view.seats[seatOf(cells[0]!) ?? 0]?.area ?? [], cellOf(cells[0]!)));
  } else own.forEach((place) => mark(place));
  return marks;
}

/** A chance at a place: what has to come there, and how likely it is. */
export interface PlaceOdd {
  chance: number;
  /** What completes a line; both null if several things do. */
  colour: Colour | null;
  value: number | null;
  text: OddInWords["text"];
}

/** The facts of an odd, as far as they say where it belongs. */
interface OddFact {
  odd?: string;
  cell?: string;
  colour?: string | null;
  value?: number | null;
}

/** Return the odds of the own area by place, the most likely first; those of any draw at the draw pile. */
export function oddsByPlace(odds: OddInWords[], me: number): ReadonlyMap<string, PlaceOdd[]> {
  const found = new Map<string, PlaceOdd[]>();
  for (const { chance, text, fact } of odds) {
    const { odd, cell, colour = null, value = null } = fact as OddFact;
    const place = cell ? placeOf(me, cell) : odd === "draw" ? DRAW_PILE : null;
    if (!place) continue;
    const face = colour ? faceOf(`${colour}0`) : null;
    found.set(place, [...(found.get(place) ?? []), { chance, colour: face?.colour ?? null, value, text }]);
  }
  return found;
}
