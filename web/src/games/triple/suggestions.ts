// What the coach suggests: in words, by the card to lift, and the odds at their places.
import { both } from "../../lib/language.svelte";
import type { ShownHint } from "../../lib/play";
import type { OddInWords, TripleTable } from "../../protocol";
import { fullName, shortName, theCard } from "./cards";
import { placeName } from "./grid";
import { parsePlay, parseTake } from "./moves";

const words = both(
  {
    lay: (card: string, place: string) => `Lay ${card}, ${place}`,
    take: (count: number) => (count === 1 ? "Take a card" : `Take ${count} cards`),
    stop: "Stop the game",
    go: "Say go",
    wait: "Wait: nothing of yours fits now",
  },
  {
    lay: (card, place) => `Lege ${card}, ${place}`,
    take: (count) => (count === 1 ? "Nimm eine Karte" : `Nimm ${count} Karten`),
    stop: "Halte das Spiel an",
    go: "Sag „Los“",
    wait: "Warte: Gerade passt nichts von dir",
  },
);

/** Say what to do: "Lay the red star with two waves, top left." */
export function suggestMove(moves: string[]): string {
  return moves.length ? moves.map((move) => `${suggestOne(move)}.`).join(" ") : `${words().wait}.`;
}

function suggestOne(move: string): string {
  const play = parsePlay(move);
  if (play) return words().lay(theFullCard(play.card), placeName(play.cell));
  const count = parseTake(move);
  if (count) return words().take(count);
  return move === "stop" ? words().stop : move === "go" ? words().go : move;
}

/** Return "the red star with two waves" or "den roten Stern mit zwei Wellen". */
function theFullCard(card: string): string {
  return theCard(card) + fullName(card).slice(shortName(card).length);
}

/** Whether a suggestion is still about the grid as it lies: everybody plays at once. */
export function isAboutGrid(hint: ShownHint | null | undefined, view: TripleTable): hint is ShownHint {
  return !!hint && hint.view.game === "triple" && hint.view.grid.flat().join() === view.grid.flat().join();
}

/** Return the card to lift; null if another move is suggested, or the grid has changed. */
export function suggestedCard(hint: ShownHint | null | undefined, view: TripleTable): string | null {
  return isAboutGrid(hint, view) ? (parsePlay(hint.moves[0] ?? "")?.card ?? null) : null;
}

/** Return whether taking cards is suggested. */
export function isTakingSuggested(hint: ShownHint | null | undefined, view: TripleTable): boolean {
  return isAboutGrid(hint, view) && parseTake(hint.moves[0] ?? "") > 0;
}

interface OddFact {
  odd?: string;
  cell?: string;
}

/** Return the share of the unseen cards that fit, by cell. */
export function oddsByCell(odds: OddInWords[]): ReadonlyMap<string, OddInWords> {
  const atCells = odds.filter(({ fact }) => (fact as OddFact).odd === "place fits");
  return new Map(atCells.map((odd) => [(odd.fact as OddFact).cell!, odd]));
}

/** Return the chance that the next card of the own stack fits; null without a stack. */
export function nextCardOdd(odds: OddInWords[]): OddInWords | null {
  return odds.find(({ fact }) => (fact as OddFact).odd === "next card fits") ?? null;
}
