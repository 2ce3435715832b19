// The prompt: one sentence for every situation of a round.
import { both } from "../../lib/language.svelte";
import type { Play } from "../../lib/play";
import type { TripleTable } from "../../protocol";
import { capitalize, cardName, theCard } from "./cards";
import { placeName } from "./grid";
import { parsePlay } from "./moves";

const words = both(
  {
    you: "You",
    ready: "Get ready: everybody begins at the same moment.",
    watch: "Everybody plays at the same time.",
    stopped: "The game is stopped.",
    won: (name: string, isYou: boolean) => `${name} ${isYou ? "win" : "wins"} the round.`,
    shared: (names: string) => `${names} share the round.`,
    empty: "Take cards from your stack.",
    choose: "Choose a card from your hand, or take another one.",
    last: "Choose a card from your hand.",
    aim: (card: string) => `${card}: where does it go?`,
    call: "Which property do you call?",
    lay: (card: string, places: string) => `Lay ${card}: ${places}.`,
    noPlace: (card: string) => `${card} fits nowhere now.`,
    noCard: "None of your cards fits now. Take one, or wait.",
    noCardLeft: "None of your cards fits now. Wait a little.",
    pickFirst: "First choose a card from your hand, then its place.",
    ends: (seconds: number) => `Nobody lays a card: the round ends in ${seconds} s.`,
    wait: "One moment.",
    and: " and ",
    or: " or ",
  },
  {
    you: "Du",
    ready: "Gleich geht es los, für alle im selben Moment.",
    watch: "Alle spielen gleichzeitig.",
    stopped: "Das Spiel ist angehalten.",
    won: (name, isYou) => `${name} ${isYou ? "gewinnst" : "gewinnt"} die Runde.`,
    shared: (names) => `${names} teilen sich die Runde.`,
    empty: "Nimm Karten von deinem Stapel.",
    choose: "Wähle eine Handkarte oder nimm noch eine.",
    last: "Wähle eine Handkarte.",
    aim: (card) => `${card}: Wohin damit?`,
    call: "Welches Merkmal sagst du an?",
    lay: (card, places) => `Lege ${card}: ${places}.`,
    noPlace: (card) => `${card} passt jetzt nirgends.`,
    noCard: "Gerade passt keine deiner Karten. Nimm eine oder warte.",
    noCardLeft: "Gerade passt keine deiner Karten. Warte ein wenig.",
    pickFirst: "Wähle zuerst eine Handkarte, dann ihren Platz.",
    ends: (seconds) => `Niemand legt eine Karte: In ${seconds} s endet die Runde.`,
    wait: "Einen Moment.",
    and: " und ",
    or: " oder ",
  },
);

export interface HandState {
  /** Seconds until the round begins. */
  secondsToStart: number;
  /** Seconds until the round ends if nobody lays a card, if they are few; otherwise 0. */
  secondsToEnd: number;
  hand: string[];
  chosen: string | null;
  /** The cells where the chosen card may go; empty without help. */
  cells: string[];
  isCalling: boolean;
  /** Whether a cell was pressed before a card was chosen. */
  isEmptyHanded: boolean;
}

export function promptOf(play: Play<TripleTable>, state: HandState): string {
  const { view, seat } = play;
  if (view.scores) return describeOutcome(play);
  if (state.secondsToStart) return words().ready;
  if (view.stopped) return words().stopped;
  if (state.secondsToEnd) return words().ends(state.secondsToEnd);
  if (seat === null) return words().watch;
  if (!play.canAct) return words().watch;
  if (state.isCalling) return words().call;
  if (state.chosen) return promptToLay(play, state.chosen, state.cells);
  if (state.isEmptyHanded && state.hand.length) return words().pickFirst;
  const hasStack = view.seats[seat]!.stack > 0;
  if (!state.hand.length) return hasStack ? words().empty : words().wait;
  if (play.moves && !play.moves.some((legal) => parsePlay(legal.move)))
    return hasStack ? words().noCard : words().noCardLeft;
  return hasStack ? words().choose : words().last;
}

function promptToLay(play: Play<TripleTable>, chosen: string, cells: string[]): string {
  if (!play.moves) return words().aim(capitalize(cardName(chosen)));
  const places = play.hasCoordinates ? cells : cells.map(placeName);
  return cells.length
    ? words().lay(theCard(chosen), joinParts(places, words().or))
    : words().noPlace(capitalize(cardName(chosen)));
}

/** P14, P15: the fewest cards left win; the view's scores are the cards left. */
export function winnersOf(scores: number[]): number[] {
  const fewest = Math.min(...scores);
  return scores.flatMap((cards, seat) => (cards === fewest ? [seat] : []));
}

function describeOutcome(play: Play<TripleTable>): string {
  const names = winnersOf(play.view.scores!).map((seat) => play.names[seat] ?? "?");
  return names.length === 1 ? words().won(names[0]!, isYou(names[0])) : words().shared(joinParts(names, words().and));
}

/** Return whether a name is that of the player; in a replay no name is. */
export function isYou(name: string | undefined): boolean {
  return name === words().you;
}

function joinParts(parts: string[], lastSeparator: string): string {
  return parts.length > 1 ? parts.slice(0, -1).join(", ") + lastSeparator + parts.at(-1) : parts.join("");
}
