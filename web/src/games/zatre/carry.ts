// Carrying a tile by mouse, pen or finger: from any element with `data-carry` to wherever it is let go.
import type { Attachment } from "svelte/attachments";

/** So far a finger may tremble without carrying anything. */
const THRESHOLD = 6;

export interface CarryHandlers {
  /** Something is picked up; false leaves it. */
  start(what: string, event: PointerEvent): boolean;
  move(x: number, y: number): void;
  drop(x: number, y: number): void;
  cancel(): void;
}

export function carrying(handlers: CarryHandlers): Attachment<HTMLElement> {
  return (root) => {
    let from: { x: number; y: number; id: number; what: string; element: HTMLElement } | null = null;
    let isCarrying = false;
    let hasCarried = false;

    const down = (event: PointerEvent) => {
      const element = (event.target as HTMLElement).closest<HTMLElement>("[data-carry]");
      hasCarried = false;
      if (!element || !event.isPrimary || event.button !== 0) return;
      from = { x: event.clientX, y: event.clientY, id: event.pointerId, what: element.dataset.carry!, element };
    };
    const move = (event: PointerEvent) => {
      if (!from || event.pointerId !== from.id) return;
      if (!isCarrying) {
        if (Math.hypot(event.clientX - from.x, event.clientY - from.y) < THRESHOLD) return;
        if (!handlers.start(from.what, event)) return void (from = null);
        from.element.setPointerCapture(from.id);
        isCarrying = hasCarried = true;
      }
      handlers.move(event.clientX, event.clientY);
    };
    const end = (event: PointerEvent) => {
      if (!from || event.pointerId !== from.id) return;
      const wasCarrying = isCarrying;
      from = null;
      isCarrying = false;
      if (!wasCarrying) return;
      if (event.type === "pointerup") handlers.drop(event.clientX, event.clientY);
      else handlers.cancel();
    };
    // What was carried has not been clicked.
    const click = (event: MouseEvent) => {
      if (!hasCarried) return;
      hasCarried = false;
      event.preventDefault();
      event.stopPropagation();
    };

    root.addEventListener("pointerdown", down);
    root.addEventListener("pointermove", move);
    root.addEventListener("pointerup", end);
    root.addEventListener("pointercancel", end);
    // What was carried may be gone from the page, and its pointer with it.
    root.addEventListener("lostpointercapture", end);
    root.addEventListener("click", click, true);
    return () => {
      root.removeEventListener("pointerdown", down);
      root.removeEventListener("pointermove", move);
      root.removeEventListener("pointerup", end);
      root.removeEventListener("pointercancel", end);
      root.removeEventListener("lostpointercapture", end);
      root.removeEventListener("click", click, true);
    };
  };
}
