// The buttons beside the player's own cards for each decision, with keyboard letters that work anywhere on the table.
import { both } from "../../lib/language.svelte";
import { DISCARDS, DRAW_PILE, NONE, outcomeOfConfirm } from "./gestures";
import type { Turn } from "./turn.svelte";

export interface Action {
  name: string;
  text: string;
  icon: string;
  key: string;
  run: () => void;
  isPrimary?: boolean;
  isDisabled?: boolean;
  isPressed?: boolean;
}

const words = both(
  {
    swap: ["Swap", "S"],
    decline: ["Decline", "D"],
    trade: ["Trade", "T"],
    discard: ["Discard", "D"],
    back: ["Back", "Esc"],
    takeBack: ["Take back", "U"],
    letters: { draw: "D", take: "T" },
  },
  {
    swap: ["Vertauschen", "V"],
    decline: ["Ablehnen", "A"],
    trade: ["Tauschen", "T"],
    discard: ["Ablegen", "A"],
    back: ["Zurück", "Esc"],
    takeBack: ["Zurücknehmen", "U"],
    letters: { draw: "Z", take: "N" },
  },
);

/** Return the buttons for the current decision. `showOthersCards` lets the player choose another seat's card to trade. */
export function actionsOf(turn: Turn, showOthersCards: () => void): Action[] {
  if (!turn.isMyTurn || !turn.play.canAct) return [];
  const make = (name: keyof ActionTexts, icon: string, run: () => void, extra: Partial<Action> = {}): Action => {
    const [text, key] = words()[name] as [string, string];
    return { name, text, key, icon, run, ...extra };
  };
  const { moves, intent } = turn;
  const takeBack = turn.play.canTakeBack ? [make("takeBack", "undo", () => turn.play.takeBack())] : [];
  const back = intent === NONE ? takeBack : [make("back", "undo", () => turn.cancel())];
  switch (turn.view.decision) {
    case "choose":
      return [make("swap", "swap", () => turn.toggleSwap(), { isPressed: turn.isSwapping })];
    case "place":
      return [
        ...back,
        ...(moves === null || moves.has("drop") ? [make("decline", "discard", () => turn.send("drop"))] : []),
        ...(moves === null || turn.tradable.length ? [make("trade", "swap", showOthersCards)] : []),
      ];
    case "discard": {
      const isComplete = outcomeOfConfirm(turn.order) !== null;
      return [
        ...back,
        make("discard", "check", () => turn.confirm(), { isPrimary: isComplete, isDisabled: !isComplete }),
      ];
    }
    default:
      return takeBack;
  }
}

type ActionTexts = Omit<ReturnType<typeof words>, "letters">;

/** Return the letters that draw and take; null unless a card can be drawn now. */
export function pileLetters(turn: Turn): { draw: string; take: string } | null {
  return turn.isMyTurn && turn.play.canAct && turn.view.decision === "choose" ? words().letters : null;
}

/** Carry out the shortcut of a key. Return whether it has one now. */
export function runShortcut(turn: Turn, actions: Action[], key: string): boolean {
  const letter = key.length === 1 ? key.toUpperCase() : key === "Escape" ? "Esc" : "";
  const action = actions.find((each) => each.key === letter && !each.isDisabled);
  const letters = pileLetters(turn);
  if (action) action.run();
  else if (letters && letter === letters.draw) turn.press(DRAW_PILE);
  else if (letters && letter === letters.take) turn.press(DISCARDS);
  else if (turn.isMyTurn && turn.view.decision === "fold" && (letter === "2" || letter === "3")) {
    turn.send(letter === "2" ? "fold 2x3" : "fold 3x2");
  } else if (letter === "Esc" && turn.intent !== NONE) turn.cancel();
  else return false;
  return true;
}
