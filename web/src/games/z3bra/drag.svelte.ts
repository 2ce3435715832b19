// Dragging with a mouse, a pen or a finger: from one place to another, places being elements with `data-place`.

/** A press becomes a drag when the pointer has gone this far, in pixels. */
const FAR = 7;

export class Drag {
  /** The place that is being dragged, once it really is. */
  from: string | null = $state(null);
  /** The place under the pointer. */
  over: string | null = $state(null);
  x = $state(0);
  y = $state(0);
  width = $state(0);
  /** The drop that has just been made: the card lies there already and need not fly. */
  dropped: { from: string; to: string } | null = null;

  private stop: (() => void) | null = null;

  constructor(private readonly drop: (from: string, to: string) => void) {}

  /** A pointer goes down on a place that can be picked up. */
  begin(event: PointerEvent, place: string): void {
    if (event.button !== 0 || !event.isPrimary || this.stop) return;
    const start = { x: event.clientX, y: event.clientY };
    const width = (event.currentTarget as HTMLElement).getBoundingClientRect().width;
    const pointer = event.pointerId;
    const move = (now: PointerEvent) => {
      if (now.pointerId !== pointer) return;
      if (this.from === null && Math.hypot(now.clientX - start.x, now.clientY - start.y) < FAR) return;
      Object.assign(this, { from: place, x: now.clientX, y: now.clientY, width, over: placeUnder(now) });
    };
    const up = (now: PointerEvent) => {
      if (now.pointerId !== pointer) return;
      const { from, over } = this;
      this.end();
      if (from === null) return;
      swallowClick();
      if (over === null || over === from) return;
      this.dropped = { from, to: over };
      this.drop(from, over);
    };
    const cancel = () => this.end();
    const escape = (key: KeyboardEvent) => {
      if (key.key === "Escape") this.end();
    };
    const listening = new AbortController();
    const options = { signal: listening.signal };
    document.addEventListener("pointermove", move, options);
    document.addEventListener("pointerup", up, options);
    document.addEventListener("pointercancel", cancel, options);
    document.addEventListener("keydown", escape, options);
    this.stop = () => listening.abort();
  }

  end(): void {
    this.stop?.();
    this.stop = null;
    this.from = this.over = null;
  }
}

function placeUnder(event: PointerEvent): string | null {
  const element = document.elementFromPoint(event.clientX, event.clientY);
  return element?.closest<HTMLElement>("[data-place]")?.dataset.place ?? null;
}

/** The click that follows a drag is none. */
function swallowClick(): void {
  const swallow = (event: Event) => {
    event.stopPropagation();
    event.preventDefault();
  };
  document.addEventListener("click", swallow, { capture: true, once: true });
  setTimeout(() => document.removeEventListener("click", swallow, { capture: true }));
}
