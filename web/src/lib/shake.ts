// Shakes the places that a refusal names.
import type { Attachment } from "svelte/attachments";
import type { Refusal } from "./play";

const KEYFRAMES = { translate: ["0", "-5px", "5px", "0"] };

/** Shake an element. */
export function shakeElement(element: Element | null): void {
  if (!element) return;
  // The style sets one millisecond where motion is switched off.
  const duration = parseFloat(getComputedStyle(element).getPropertyValue("--m-shake"));
  element.animate(KEYFRAMES, { duration, iterations: 2 });
}

/**
 * Return an attachment for a board's root that shakes the places named by each refusal.
 *
 * @param selectorOf Return the selector of a cell's element.
 */
export function shakeRefusedCells(
  refusal: () => Refusal | null,
  selectorOf: (cell: string) => string,
): Attachment<HTMLElement> {
  return (root) => {
    const cells = refusal()?.problem.cells ?? [];
    for (const cell of cells) shakeElement(root.querySelector(selectorOf(cell)));
  };
}
