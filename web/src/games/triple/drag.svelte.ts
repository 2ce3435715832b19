// A card under the finger. A press that hardly moves is a tap, and left to the button.

/** Pixels before a press becomes a drag. */
const SLACK = 7;

export class Drag {
  /** What is dragged, once it moves. */
  card: string | null = $state(null);
  x = $state(0);
  y = $state(0);
  /** The cell or area under the finger. */
  over: string | null = $state(null);
  #pressed: { card: string; x: number; y: number; pointer: number } | null = null;
  #wasDragged = false;

  constructor(private readonly ondrop: (card: string, over: string) => void) {}

  press(event: PointerEvent, card: string): void {
    this.#wasDragged = false;
    if (event.button !== 0) return;
    this.#pressed = { card, x: event.clientX, y: event.clientY, pointer: event.pointerId };
  }

  move(event: PointerEvent): void {
    const pressed = this.#pressed;
    if (!pressed || pressed.pointer !== event.pointerId) return;
    if (!this.card) {
      if (Math.hypot(event.clientX - pressed.x, event.clientY - pressed.y) < SLACK) return;
      (event.target as Element).setPointerCapture(event.pointerId);
      this.card = pressed.card;
    }
    this.x = event.clientX;
    this.y = event.clientY;
    this.over = dropPlace(event.clientX, event.clientY);
  }

  release(event: PointerEvent): void {
    if (this.#pressed?.pointer !== event.pointerId) return;
    const { card, over } = this;
    this.cancel();
    if (!card) return;
    this.#wasDragged = true;
    if (over) this.ondrop(card, over);
  }

  cancel(): void {
    this.#pressed = null;
    this.card = null;
    this.over = null;
  }

  /** The click that a browser makes of the end of a drag is none. */
  swallows(): boolean {
    const swallowed = this.#wasDragged;
    this.#wasDragged = false;
    return swallowed;
  }
}

function dropPlace(x: number, y: number): string | null {
  const place = document.elementFromPoint(x, y)?.closest<HTMLElement>("[data-cell], [data-drop]");
  return place?.dataset.cell ?? place?.dataset.drop ?? null;
}
