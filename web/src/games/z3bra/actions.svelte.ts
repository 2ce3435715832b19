// The buttons beside the own cards, by decision, with letters that work everywhere on the table.
import { both } from "../../lib/language.svelte";
import { DISCARDS, DRAW, NONE, confirmed } from "./gestures";
import type { Turn } from "./turn.svelte";

export interface Action {
  name: string;
  text: string;
  icon: string;
  key: string;
  run: () => void;
  primary?: boolean;
  disabled?: boolean;
  pressed?: boolean;
}

const words = both(
  {
    swap: ["Swap", "S"],
    decline: ["Decline", "D"],
    trade: ["Trade", "T"],
    discard: ["Discard", "D"],
    back: ["Back", "Esc"],
    letters: { draw: "D", take: "T" },
  },
  {
    swap: ["Umlegen", "U"],
    decline: ["Ablehnen", "A"],
    trade: ["Tauschen", "T"],
    discard: ["Ablegen", "A"],
    back: ["Zurück", "Esc"],
    letters: { draw: "Z", take: "N" },
  },
);

/** The buttons for what is due. `showTheirs` brings the cards of the others within reach. */
export function actionsOf(turn: Turn, showTheirs: () => void): Action[] {
  if (!turn.isMine || !turn.play.active) return [];
  const make = (name: keyof Named, icon: string, run: () => void, more: Partial<Action> = {}): Action => {
    const [text, key] = words()[name] as [string, string];
    return { name, text, key, icon, run, ...more };
  };
  const { moves, intent } = turn;
  const back = intent === NONE ? [] : [make("back", "undo", () => turn.cancel())];
  switch (turn.view.decision) {
    case "choose":
      return [make("swap", "swap", () => turn.toggleSwap(), { pressed: turn.swaps })];
    case "place":
      return [
        ...back,
        ...(moves === null || moves.has("drop") ? [make("decline", "discard", () => turn.send("drop"))] : []),
        ...(moves === null || turn.trades.length ? [make("trade", "swap", showTheirs)] : []),
      ];
    case "discard": {
      const isReady = confirmed(intent) !== null;
      return [...back, make("discard", "check", () => turn.confirm(), { primary: isReady, disabled: !isReady })];
    }
    default:
      return [];
  }
}

type Named = { swap: unknown; decline: unknown; trade: unknown; discard: unknown; back: unknown };

/** The letters of the piles, while a card can be drawn. */
export function pileLetters(turn: Turn): { draw: string; take: string } | null {
  return turn.isMine && turn.play.active && turn.view.decision === "choose" ? words().letters : null;
}

/** A letter pressed anywhere on the table; whether it meant something. */
export function pressedLetter(turn: Turn, actions: Action[], key: string): boolean {
  const letter = key.length === 1 ? key.toUpperCase() : key === "Escape" ? "Esc" : "";
  const action = actions.find((each) => each.key === letter && !each.disabled);
  const letters = pileLetters(turn);
  if (action) action.run();
  else if (letters && letter === letters.draw) turn.press(DRAW);
  else if (letters && letter === letters.take) turn.press(DISCARDS);
  else if (turn.isMine && turn.view.decision === "fold" && (letter === "2" || letter === "3")) {
    turn.send(letter === "2" ? "fold 2x3" : "fold 3x2");
  } else if (letter === "Esc" && turn.intent !== NONE) turn.cancel();
  else return false;
  return true;
}
