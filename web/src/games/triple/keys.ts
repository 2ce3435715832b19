// Which key means what. Cards and cells take Enter, as every button does; Space is for the stack wherever the keyboard
// is among them: who plays fast takes often.
import { keypadCell } from "./grid";

export type Wish =
  | { wish: "cell"; cell: string }
  | { wish: "number"; number: number }
  | { wish: "take" | "stop" | "go" | "several" | "drop" };

const LETTERS: { [key: string]: "stop" | "go" | "several" | "drop" } = {
  s: "stop",
  g: "go",
  t: "several",
  escape: "drop",
};

export function wishOf(key: string, code: string, isAmongCards: boolean): Wish | null {
  const cell = keypadCell(code);
  if (cell) return { wish: "cell", cell };
  const digit = /^Digit([0-9])$/.exec(code)?.[1];
  if (digit) return { wish: "number", number: Number(digit) || 10 };
  if (key === " ") return isAmongCards ? { wish: "take" } : null;
  const wish = LETTERS[key.toLowerCase()];
  return wish ? { wish } : null;
}

export function isAmongCards(target: EventTarget | null): boolean {
  return target instanceof Element && (target === document.body || !!target.closest("[data-cell], [data-drop='hand']"));
}

/** Keys that are somebody else's: of the browser, of a window over the table, of a field to write in. */
export function isElsewhere(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.repeat || event.ctrlKey || event.metaKey || event.altKey) return true;
  if (document.querySelector("dialog[open]")) return true;
  return event.target instanceof Element && !!event.target.closest("input, textarea, select");
}
