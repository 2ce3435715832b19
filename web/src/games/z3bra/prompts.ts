// What may I do now? One sentence for each decision, and one for whoever waits.
import { both } from "../../lib/language.svelte";
import type { Z3braTable } from "../../protocol";
import { cardAt, cellsOf } from "./area";
import { FACE_DOWN, cardName, isFace, theCard } from "./cards";
import { type Intent, cellOf, orderOf, seatOf, tradesOf } from "./gestures";

export interface Prompted {
  text: string;
  more: string;
}

/** What somebody does while the others wait. */
type Waiting = { [decision: string]: (name: string) => string };

const words = both(
  {
    prepareTwo: "Turn up two of your cards.",
    prepareOne: "Turn up one more of your cards.",
    prepareMore: "Any two: nobody knows what they are.",
    choose: (top: string) => `Draw a card, take ${top}, or swap two of yours.`,
    chooseMore: "After a swap you turn one of your face-down cards up.",
    swapFirst: "Which two of your cards shall change places?",
    swapSecond: (card: string, cell: string) => `Swap ${cell} (${card}) with which card?`,
    place: (card: string, ways: string[]) =>
      `Put ${card} on one of your cards${ways.map((way, i) => (i < ways.length - 1 ? `, ${way}` : `, or ${way}`)).join("")}.`,
    decline: "decline it",
    trade: "trade it",
    tradeFor: (name: string, card: string) => `trade it for ${name}’s ${card}`,
    placeMore: (declines: boolean, trades: boolean) =>
      [
        declines ? "Declining turns one of your face-down cards up." : "",
        trades ? "A trade has to complete a trio." : "",
      ]
        .filter(Boolean)
        .join(" "),
    tradeWhere: (card: string, name: string) => `Where shall ${card} from ${name} go?`,
    tradeMore: "It replaces one of your cards. Press it again to think it over.",
    uncover: "Turn up one of your face-down cards.",
    discardNone: "You have a trio. Lay its three cards on the discards, one after the other.",
    discardOne: (isTop: boolean): string => (isTop ? "One more card: it comes to lie on top." : "One more card."),
    discardTwo: "Two more cards; the last one comes to lie on top.",
    discardAll: (card: string) => `Discard them in this order, with ${card} on top?`,
    discardMore: "The next player can take the card on top.",
    fold: "Which way shall your cards close up?",
    foldMore: "Upwards into two rows, or to the left into two columns.",
    revive: "All your cards lie face down: turn one of them up.",
    over: "The round is over.",
    best: (names: string, points: number) => `The round is over. Fewest points: ${names}, ${points}.`,
    and: "and",
    watching: {
      prepare: (name: string) => `${name} still to turn up two cards.`,
      choose: (name: string) => `${name} chooses: draw, or swap two cards.`,
      place: (name: string) => `${name} holds a card and looks for a place.`,
      uncover: (name: string) => `${name} turns a card up.`,
      discard: (name: string) => `${name} has a trio and lays it down.`,
      fold: (name: string) => `${name} closes up the area.`,
      revive: (name: string) => `${name} turns a card up.`,
    } as Waiting,
  },
  {
    prepareTwo: "Decke zwei deiner Karten auf.",
    prepareOne: "Decke noch eine deiner Karten auf.",
    prepareMore: "Welche, ist gleich: Niemand kennt sie.",
    choose: (top) => `Zieh eine Karte, nimm ${top} oder leg zwei von deinen um.`,
    chooseMore: "Nach dem Umlegen deckst du eine deiner verdeckten Karten auf.",
    swapFirst: "Welche zwei deiner Karten sollen die Plätze wechseln?",
    swapSecond: (card, cell) => `Mit welcher Karte soll ${cell} (${card}) den Platz wechseln?`,
    place: (card, ways) =>
      `Leg ${card} auf eine deiner Karten${ways.map((way, i) => (i < ways.length - 1 ? `, ${way}` : ` oder ${way}`)).join("")}.`,
    decline: "lehne sie ab",
    trade: "tausche sie",
    tradeFor: (name) => `tausche sie mit ${name}`,
    placeMore: (declines, trades) =>
      [
        declines ? "Wer ablehnt, deckt eine eigene verdeckte Karte auf." : "",
        trades ? "Ein Tausch muss ein Trio vollenden." : "",
      ]
        .filter(Boolean)
        .join(" "),
    tradeWhere: (card, name) => `Wohin soll ${card} von ${name}?`,
    tradeMore: "Sie ersetzt eine deiner Karten. Drück sie noch einmal, um es dir anders zu überlegen.",
    uncover: "Decke eine deiner verdeckten Karten auf.",
    discardNone: "Du hast ein Trio. Leg seine drei Karten nacheinander auf den Ablagestapel.",
    discardOne: (isTop) => (isTop ? "Noch eine Karte: Sie liegt dann obenauf." : "Noch eine Karte."),
    discardTwo: "Noch zwei Karten; die letzte liegt dann obenauf.",
    discardAll: (card) => `So ablegen, mit ${card} obenauf?`,
    discardMore: "Die oberste kann sich die nächste Person nehmen.",
    fold: "Wie sollen deine Karten zusammenrücken?",
    foldMore: "Nach oben zu zwei Zeilen oder nach links zu zwei Spalten.",
    revive: "Alle deine Karten liegen verdeckt: Decke eine auf.",
    over: "Die Runde ist vorbei.",
    best: (names, points) => `Die Runde ist vorbei. Am wenigsten Punkte: ${names}, ${points}.`,
    and: "und",
    watching: {
      prepare: (name) => `Es fehlt noch: ${name}. Jeder deckt zwei Karten auf.`,
      choose: (name) => `${name} überlegt: ziehen oder umlegen.`,
      place: (name) => `${name} hält eine Karte und sucht einen Platz.`,
      uncover: (name) => `${name} deckt eine Karte auf.`,
      discard: (name) => `${name} hat ein Trio und legt es ab.`,
      fold: (name) => `${name} rückt die Auslage zusammen.`,
      revive: (name) => `${name} deckt eine Karte auf.`,
    },
  },
);

/** The sentence for these eyes. `moves` are the legal ones, null at a table without help. */
export function promptOf(
  view: Z3braTable,
  me: number | null,
  names: string[],
  moves: ReadonlySet<string> | null,
  intent: Intent,
): Prompted {
  if (view.scores) return { text: words().best(...best(view.scores, names)), more: "" };
  if (me === null || !view.to_act.includes(me)) {
    const waited = listed(view.to_act.map((seat) => names[seat] ?? "?"));
    return { text: words().watching[view.decision]?.(waited) ?? "", more: "" };
  }
  return mine(view, me, names, moves, intent);
}

function mine(
  view: Z3braTable,
  me: number,
  names: string[],
  moves: ReadonlySet<string> | null,
  intent: Intent,
): Prompted {
  const w = words();
  const area = view.seats[me]!.area;
  switch (view.decision) {
    case "prepare": {
      const isFirst = cellsOf(area).every((cell) => cell.card === FACE_DOWN);
      return { text: isFirst ? w.prepareTwo : w.prepareOne, more: isFirst ? w.prepareMore : "" };
    }
    case "choose": {
      if (intent.kind !== "swap") return { text: w.choose(theCard(view.discards.at(-1)!)), more: w.chooseMore };
      const { first } = intent;
      return { text: first ? w.swapSecond(cardName(cardAt(area, first)), first) : w.swapFirst, more: w.chooseMore };
    }
    case "place":
      return placing(view, names, moves, intent);
    case "uncover":
      return { text: w.uncover, more: "" };
    case "discard":
      return discarding(area, intent);
    case "fold":
      return { text: w.fold, more: w.foldMore };
    case "revive":
      return { text: w.revive, more: "" };
    default:
      return { text: w.over, more: "" };
  }
}

function placing(view: Z3braTable, names: string[], moves: ReadonlySet<string> | null, intent: Intent): Prompted {
  const w = words();
  const cardOf = (place: string) => cardAt(view.seats[seatOf(place)!]!.area, cellOf(place));
  if (intent.kind === "trade") {
    const card = cardOf(intent.their);
    const told = isFace(card) ? theCard(card) : cardName(card);
    return { text: w.tradeWhere(told, names[seatOf(intent.their)!]!), more: w.tradeMore };
  }
  const theirs = tradesOf(moves);
  const ways = moves === null || moves.has("drop") ? [w.decline] : [];
  const [only] = theirs;
  if (theirs.length === 1) ways.push(w.tradeFor(names[seatOf(only!)!]!, cardName(cardOf(only!))));
  else if (moves === null || theirs.length) ways.push(w.trade);
  const more = w.placeMore(moves === null || moves.has("drop"), moves === null || theirs.length > 0);
  return { text: w.place(isFace(view.held) ? theCard(view.held) : cardName(view.held), ways), more };
}

function discarding(area: Z3braTable["seats"][number]["area"], intent: Intent): Prompted {
  const w = words();
  const order = orderOf(intent);
  const left = order.filter((cell) => cell === null).length;
  if (left === 3) return { text: w.discardNone, more: w.discardMore };
  if (left === 2) return { text: w.discardTwo, more: w.discardMore };
  if (left === 1) return { text: w.discardOne(order[2] === null), more: w.discardMore };
  const top = cardAt(area, order[2]!);
  return { text: w.discardAll(isFace(top) ? theCard(top) : cardName(top)), more: w.discardMore };
}

function best(scores: number[], names: string[]): [string, number] {
  const least = Math.min(...scores);
  return [listed(names.filter((_, seat) => scores[seat] === least)), least];
}

/** "Lena, Kudu and Oskar". */
export function listed(names: string[]): string {
  if (names.length < 2) return names.join("");
  return `${names.slice(0, -1).join(", ")} ${words().and} ${names.at(-1)}`;
}
