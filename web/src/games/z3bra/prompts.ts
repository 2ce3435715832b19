// The prompt: one sentence for each decision of the player, and one while somebody else decides.
import { both } from "../../lib/language.svelte";
import type { Z3braTable } from "../../protocol";
import { cardAt, cellsOf } from "./area";
import { FACE_DOWN, cardName, isFace, theCard } from "./cards";
import { type Intent, cellOf, orderOf, seatOf, tradableCards } from "./gestures";

export interface PromptTexts {
  text: string;
  more: string;
}

/** What to show while a named player makes a decision. */
type TextByDecision = { [decision: string]: (name: string) => string };

const words = both(
  {
    prepareTwo: "Turn up two of your cards.",
    prepareOne: "Turn up one more of your cards.",
    prepareMore: "Any two: nobody knows what they are.",
    choose: (top: string) => `Draw a card, take ${top}, or swap two of yours.`,
    chooseMore: "After a swap you turn one of your face-down cards up.",
    swapFirst: "Which two of your cards should change places?",
    swapSecond: (card: string) => `Swap ${card || "the face-down card"} with which card?`,
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
    tradeWhere: (card: string, name: string) => `Where should ${card} from ${name} go?`,
    tradeMore: "It replaces one of your cards. Press it again to change your mind.",
    uncover: "Turn up one of your face-down cards.",
    discardNone: "You have a trio. Lay its three cards on the discards, one after the other.",
    discardOne: (isTop: boolean): string => (isTop ? "One more card: it will be on top." : "One more card."),
    discardTwo: "Two more cards; the last one will be on top.",
    discardAll: (card: string) => `Discard them in this order, with ${card} on top?`,
    discardMore: "The next player can take the card on top.",
    fold: "Which way should your cards close up?",
    foldMore: "Upwards into two rows, or to the left into two columns.",
    revive: "All your cards lie face down: turn one of them up.",
    over: "The round is over.",
    best: (names: string, points: number) => `The round is over. Fewest points: ${names}, ${points}.`,
    and: "and",
    watching: {
      prepare: (name: string) => `Waiting for ${name} to turn up two cards.`,
      choose: (name: string) => `${name} chooses: draw, or swap two cards.`,
      place: (name: string) => `${name} holds a card and looks for a place.`,
      uncover: (name: string) => `${name} turns a card up.`,
      discard: (name: string) => `${name} has a trio and lays it down.`,
      fold: (name: string) => `${name} closes up the area.`,
      revive: (name: string) => `${name} turns a card up.`,
    } as TextByDecision,
  },
  {
    prepareTwo: "Decke zwei deiner Karten auf.",
    prepareOne: "Decke noch eine deiner Karten auf.",
    prepareMore: "Egal welche: Niemand kennt sie.",
    choose: (top) => `Zieh eine Karte, nimm ${top} oder vertausch zwei von deinen.`,
    chooseMore: "Nach dem Vertauschen deckst du eine deiner verdeckten Karten auf.",
    swapFirst: "Welche zwei deiner Karten sollen die Plätze wechseln?",
    swapSecond: (card) => `Mit welcher Karte soll ${card || "die verdeckte Karte"} den Platz wechseln?`,
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
    discardMore: "Die oberste Karte darf die nächste Person nehmen.",
    fold: "Wie sollen deine Karten zusammenrücken?",
    foldMore: "Nach oben zu zwei Zeilen oder nach links zu zwei Spalten.",
    revive: "Alle deine Karten liegen verdeckt: Decke eine auf.",
    over: "Die Partie ist vorbei.",
    best: (names, points) => `Die Partie ist vorbei. Am wenigsten Punkte: ${names}, ${points}.`,
    and: "und",
    watching: {
      prepare: (name) => `Alle decken zwei Karten auf. Es fehlt noch: ${name}.`,
      choose: (name) => `${name} überlegt: ziehen oder vertauschen.`,
      place: (name) => `${name} hält eine Karte und sucht einen Platz.`,
      uncover: (name) => `${name} deckt eine Karte auf.`,
      discard: (name) => `${name} hat ein Trio und legt es ab.`,
      fold: (name) => `${name} rückt die Auslage zusammen.`,
      revive: (name) => `${name} deckt eine Karte auf.`,
    },
  },
);

/** Return the prompt for a seat. `moves` are the legal ones, null at a table without help. */
export function promptOf(
  view: Z3braTable,
  me: number | null,
  names: string[],
  moves: ReadonlySet<string> | null,
  intent: Intent,
): PromptTexts {
  if (view.scores) return { text: words().best(...findBest(view.scores, names)), more: "" };
  if (me === null || !view.to_act.includes(me)) {
    const awaited = joinNames(view.to_act.map((seat) => names[seat] ?? "?"));
    return { text: words().watching[view.decision]?.(awaited) ?? "", more: "" };
  }
  return promptOnTurn(view, me, names, moves, intent);
}

function promptOnTurn(
  view: Z3braTable,
  me: number,
  names: string[],
  moves: ReadonlySet<string> | null,
  intent: Intent,
): PromptTexts {
  const texts = words();
  const area = view.seats[me]!.area;
  switch (view.decision) {
    case "prepare": {
      const isFirst = cellsOf(area).every((cell) => cell.card === FACE_DOWN);
      return { text: isFirst ? texts.prepareTwo : texts.prepareOne, more: isFirst ? texts.prepareMore : "" };
    }
    case "choose": {
      if (intent.kind !== "swap") return { text: texts.choose(theCard(view.discards.at(-1)!)), more: texts.chooseMore };
      const { first } = intent;
      return {
        text: first ? texts.swapSecond(nameOf(cardAt(area, first))) : texts.swapFirst,
        more: texts.chooseMore,
      };
    }
    case "place":
      return promptToPlace(view, names, moves, intent);
    case "uncover":
      return { text: texts.uncover, more: "" };
    case "discard":
      return promptToDiscard(area, intent);
    case "fold":
      return { text: texts.fold, more: texts.foldMore };
    case "revive":
      return { text: texts.revive, more: "" };
    default:
      return { text: texts.over, more: "" };
  }
}

/** Name a card of an area; nothing for a face-down one. */
function nameOf(card: string | null): string {
  return isFace(card) ? theCard(card) : "";
}

function promptToPlace(
  view: Z3braTable,
  names: string[],
  moves: ReadonlySet<string> | null,
  intent: Intent,
): PromptTexts {
  const texts = words();
  const cardOf = (place: string) => cardAt(view.seats[seatOf(place)!]!.area, cellOf(place));
  if (intent.kind === "trade") {
    const card = cardOf(intent.othersCard);
    const cardText = isFace(card) ? theCard(card) : cardName(card);
    return { text: texts.tradeWhere(cardText, names[seatOf(intent.othersCard)!]!), more: texts.tradeMore };
  }
  const tradable = tradableCards(moves);
  const ways = moves === null || moves.has("drop") ? [texts.decline] : [];
  const [only] = tradable;
  if (tradable.length === 1) ways.push(texts.tradeFor(names[seatOf(only!)!]!, cardName(cardOf(only!))));
  else if (moves === null || tradable.length) ways.push(texts.trade);
  const more = texts.placeMore(moves === null || moves.has("drop"), moves === null || tradable.length > 0);
  return { text: texts.place(isFace(view.held) ? theCard(view.held) : cardName(view.held), ways), more };
}

function promptToDiscard(area: Z3braTable["seats"][number]["area"], intent: Intent): PromptTexts {
  const texts = words();
  const order = orderOf(intent);
  const missing = order.filter((cell) => cell === null).length;
  if (missing === 3) return { text: texts.discardNone, more: texts.discardMore };
  if (missing === 2) return { text: texts.discardTwo, more: texts.discardMore };
  if (missing === 1) return { text: texts.discardOne(order[2] === null), more: texts.discardMore };
  const top = cardAt(area, order[2]!);
  return { text: texts.discardAll(isFace(top) ? theCard(top) : cardName(top)), more: texts.discardMore };
}

function findBest(scores: number[], names: string[]): [string, number] {
  const fewest = Math.min(...scores);
  return [joinNames(names.filter((_, seat) => scores[seat] === fewest)), fewest];
}

/** Join names: "Lena, Kudu and Oskar". */
export function joinNames(names: string[]): string {
  if (names.length < 2) return names.join("");
  return `${names.slice(0, -1).join(", ")} ${words().and} ${names.at(-1)}`;
}
