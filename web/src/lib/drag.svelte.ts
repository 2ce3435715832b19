// Dragging with a mouse, a pen or a finger, from any element with `data-drag` inside a board.
import type { Attachment } from "svelte/attachments";

/** A press becomes a drag when the pointer has moved this far, in pixels; less is a tap. */
const THRESHOLD = 7;

export interface DragHandlers {
  /** Called when a drag of the element with `data-drag={piece}` begins. Return false to prevent it. */
  start(piece: string, event: PointerEvent, element: HTMLElement): boolean;
  move(x: number, y: number): void;
  drop(x: number, y: number): void;
  /** Called when the drag ends without a drop: by Escape, by the browser, or because the board is removed. */
  cancel(): void;
}

/** Return an attachment for a board's root that makes the elements inside draggable. */
export function makeDraggable(handlers: DragHandlers): Attachment<HTMLElement> {
  return (root) => {
    let stop: (() => void) | null = null;
    const startPress = (event: PointerEvent) => {
      const element = (event.target as HTMLElement).closest<HTMLElement>("[data-drag]");
      if (!element || !event.isPrimary || event.button !== 0 || stop) return;
      stop = trackPointer(event, element, handlers, () => (stop = null));
    };
    root.addEventListener("pointerdown", startPress);
    return () => {
      root.removeEventListener("pointerdown", startPress);
      stop?.();
    };
  };
}

/** Track a pressed pointer until it is released or cancelled. Return a function that cancels the drag. */
function trackPointer(
  press: PointerEvent,
  element: HTMLElement,
  handlers: DragHandlers,
  onEnd: () => void,
): () => void {
  let isDragging = false;
  const listeners = new AbortController();
  const end = (): boolean => {
    listeners.abort();
    onEnd();
    if (isDragging && element.hasPointerCapture(press.pointerId)) element.releasePointerCapture(press.pointerId);
    return isDragging;
  };
  const cancel = () => {
    if (end()) handlers.cancel();
  };
  const move = (event: PointerEvent) => {
    if (!isDragging) {
      if (Math.hypot(event.clientX - press.clientX, event.clientY - press.clientY) < THRESHOLD) return;
      if (!handlers.start(element.dataset.drag!, event, element)) return void end();
      isDragging = true;
      element.setPointerCapture(press.pointerId);
    }
    handlers.move(event.clientX, event.clientY);
  };
  const up = (event: PointerEvent) => {
    if (!end()) return;
    swallowClick();
    handlers.drop(event.clientX, event.clientY);
  };

  const { signal } = listeners;
  const listen = (
    type: "pointermove" | "pointerup" | "pointercancel" | "lostpointercapture",
    handler: (event: PointerEvent) => void,
  ) => {
    document.addEventListener(type, (event) => event.pointerId === press.pointerId && handler(event), { signal });
  };
  listen("pointermove", move);
  listen("pointerup", up);
  listen("pointercancel", cancel);
  // A touch is captured by the innermost element, which loses the capture to ours at the first move. So a lost capture
  // cancels the drag only if the dragged element has been removed from the page.
  listen("lostpointercapture", () => element.isConnected || cancel());
  document.addEventListener("keydown", (event) => event.key === "Escape" && cancel(), { signal });
  return cancel;
}

/** Suppress the click that browsers fire at the end of a drag, in the same task. */
function swallowClick(): void {
  const swallow = (event: Event) => {
    event.stopPropagation();
    event.preventDefault();
  };
  document.addEventListener("click", swallow, { capture: true, once: true });
  setTimeout(() => document.removeEventListener("click", swallow, { capture: true }));
}

/** The state of a drag, for a board to show. */
export class Drag {
  /** The `data-drag` of the dragged element; null while nothing is dragged. */
  piece: string | null = $state(null);
  /** The place under the pointer. */
  over: string | null = $state(null);
  x = $state(0);
  y = $state(0);
  /** The width of the dragged element, in pixels. */
  width = $state(0);
  readonly attach: Attachment<HTMLElement>;

  /**
   * @param placeOf Return the place that an element of the page belongs to.
   * @param drop Called when a piece is dropped on another place.
   */
  constructor(
    private readonly placeOf: (element: Element) => string | undefined,
    private readonly drop: (piece: string, over: string) => void,
  ) {
    this.attach = makeDraggable({
      start: (piece, _, element) => {
        this.piece = piece;
        this.width = element.getBoundingClientRect().width;
        return true;
      },
      move: (x, y) => this.#move(x, y),
      drop: () => this.#drop(),
      cancel: () => this.#end(),
    });
  }

  #move(x: number, y: number): void {
    const element = document.elementFromPoint(x, y);
    this.x = x;
    this.y = y;
    this.over = (element && this.placeOf(element)) ?? null;
  }

  #drop(): void {
    const { piece, over } = this;
    this.#end();
    if (piece !== null && over !== null && over !== piece) this.drop(piece, over);
  }

  #end(): void {
    this.piece = this.over = null;
  }
}
