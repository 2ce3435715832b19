// The keyboard shortcuts. Enter presses cards and cells as it does every button. Space takes a card from the stack while
// the focus is on a card or a cell, because fast players take often.
import { keypadCell } from "./grid";

export type KeyAction =
  | { action: "cell"; cell: string }
  | { action: "number"; number: number }
  | { action: "take" | "stop" | "go" | "several" | "drop" };

const KEYS: { [key: string]: "stop" | "go" | "several" | "drop" } = {
  s: "stop",
  g: "go",
  t: "several",
  escape: "drop",
};

export function actionOfKey(key: string, code: string, isAmongCards: boolean): KeyAction | null {
  const cell = keypadCell(code);
  if (cell) return { action: "cell", cell };
  const digit = /^Digit([0-9])$/.exec(code)?.[1];
  if (digit) return { action: "number", number: Number(digit) || 10 };
  if (key === " ") return isAmongCards ? { action: "take" } : null;
  const action = KEYS[key.toLowerCase()];
  return action ? { action } : null;
}

export function isAmongCards(target: EventTarget | null): boolean {
  return target instanceof Element && (target === document.body || !!target.closest("[data-cell], [data-drop='hand']"));
}

/** Return whether a key is meant for the browser, an open dialog or an input field. */
export function isForSomethingElse(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.repeat || event.ctrlKey || event.metaKey || event.altKey) return true;
  if (document.querySelector("dialog[open]")) return true;
  return event.target instanceof Element && !!event.target.closest("input, textarea, select");
}
