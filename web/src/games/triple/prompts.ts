// What may I do now? One sentence for every moment of a round.
import { both } from "../../lib/language.svelte";
import type { Play } from "../../lib/play";
import type { TripleTable } from "../../protocol";
import { capital, cardName, theCard } from "./cards";
import { parsePlay } from "./moves";

const words = both(
  {
    you: "You",
    ready: "Get ready: everybody begins at the same moment.",
    watch: "Everybody plays at the same time.",
    stopped: "The game is stopped.",
    won: (name: string, you: boolean) => `${name} ${you ? "win" : "wins"} the round.`,
    shared: (names: string) => `${names} share the round.`,
    empty: "Take cards from your stack.",
    choose: "Choose a card of your hand, or take one more.",
    last: "Choose a card of your hand.",
    aim: (card: string) => `${card}: where does it go?`,
    call: "Which property do you call?",
    lay: (card: string, cells: string) => `Lay ${card} on ${cells}.`,
    noPlace: (card: string) => `${card} fits nowhere now.`,
    noCard: "None of your cards fits now. Take one, or wait.",
    noCardLeft: "None of your cards fits now. Wait for another moment.",
    pickFirst: "First choose a card of your hand, then its place.",
    faster: (name: string) => `${name} was faster: the card is back in your hand.`,
    wait: "One moment.",
    and: " and ",
    or: " or ",
  },
  {
    you: "Du",
    ready: "Gleich geht es los, für alle zugleich.",
    watch: "Alle spielen zugleich.",
    stopped: "Das Spiel ist angehalten.",
    won: (name, you) => `${name} ${you ? "gewinnst" : "gewinnt"} die Runde.`,
    shared: (names) => `${names} teilen sich die Runde.`,
    empty: "Nimm Karten von deinem Stapel.",
    choose: "Wähle eine Karte deiner Hand oder nimm noch eine.",
    last: "Wähle eine Karte deiner Hand.",
    aim: (card) => `${card}: Wohin damit?`,
    call: "Welches Merkmal sagst du an?",
    lay: (card, cells) => `Lege ${card} auf ${cells}.`,
    noPlace: (card) => `${card} passt jetzt nirgends.`,
    noCard: "Gerade passt keine deiner Karten. Nimm eine oder warte.",
    noCardLeft: "Gerade passt keine deiner Karten. Warte ein wenig.",
    pickFirst: "Wähle zuerst eine Karte deiner Hand, dann ihren Platz.",
    faster: (name) => `${name} war schneller: Die Karte ist wieder auf deiner Hand.`,
    wait: "Einen Moment.",
    and: " und ",
    or: " oder ",
  },
);

export interface Moment {
  /** Seconds until the round begins. */
  counting: number;
  hand: string[];
  chosen: string | null;
  /** Where the chosen card may go; of use only with help. */
  cells: string[];
  isCalling: boolean;
  /** A place was pressed without a card. */
  isEmptyHanded: boolean;
  /** Who was faster, after a lost race. */
  faster: string | null;
}

export function sentence(play: Play<TripleTable>, moment: Moment): string {
  return moment.faster === null ? mayDo(play, moment) : words().faster(moment.faster);
}

function mayDo(play: Play<TripleTable>, moment: Moment): string {
  const { view, seat } = play;
  if (view.scores) return outcome(play);
  if (moment.counting) return words().ready;
  if (view.stopped) return words().stopped;
  if (seat === null) return words().watch;
  if (!play.active) return words().watch;
  if (moment.isCalling) return words().call;
  if (moment.chosen) return aiming(play, moment.chosen, moment.cells);
  if (moment.isEmptyHanded && moment.hand.length) return words().pickFirst;
  const hasStack = view.seats[seat]!.stack > 0;
  if (!moment.hand.length) return hasStack ? words().empty : words().wait;
  if (play.moves && !play.moves.some((hint) => parsePlay(hint.move)))
    return hasStack ? words().noCard : words().noCardLeft;
  return hasStack ? words().choose : words().last;
}

function aiming(play: Play<TripleTable>, chosen: string, cells: string[]): string {
  if (!play.moves) return words().aim(capital(cardName(chosen)));
  return cells.length
    ? words().lay(theCard(chosen), listed(cells, words().or))
    : words().noPlace(capital(cardName(chosen)));
}

/** P14, P15: the fewest cards left win, and the view's scores count those. */
export function winnersOf(scores: number[]): number[] {
  const fewest = Math.min(...scores);
  return scores.flatMap((cards, seat) => (cards === fewest ? [seat] : []));
}

function outcome(play: Play<TripleTable>): string {
  const names = winnersOf(play.view.scores!).map((seat) => play.names[seat] ?? "?");
  return names.length === 1 ? words().won(names[0]!, isYou(names[0])) : words().shared(listed(names, words().and));
}

/** In a replay one looks with somebody else's eyes. */
export function isYou(name: string | undefined): boolean {
  return name === words().you;
}

function listed(parts: string[], last: string): string {
  return parts.length > 1 ? parts.slice(0, -1).join(", ") + last + parts.at(-1) : parts.join("");
}
