// A minimal fake page for dragging and shaking, so that a test controls which element is where.
import { vi } from "vitest";

/** A draggable element that records changes of its pointer capture. */
export class FakeElement extends EventTarget {
  captured: number | null = null;
  isConnected = true;
  constructor(readonly dataset: { [name: string]: string }) {
    super();
  }
  closest(): this {
    return this;
  }
  getBoundingClientRect() {
    return { width: 80 };
  }
  setPointerCapture(pointer: number): void {
    this.captured = pointer;
  }
  hasPointerCapture(pointer: number): boolean {
    return this.captured === pointer;
  }
  releasePointerCapture(): void {
    this.captured = null;
  }
}

/** A document in which `under` is the element at every point. */
export function stubDocument(): EventTarget & { under: string | null } {
  const page = Object.assign(new EventTarget(), {
    under: null as string | null,
    elementFromPoint: () => (page.under === null ? null : new FakeElement({ place: page.under })),
  });
  vi.stubGlobal("document", page);
  return page;
}

export function pointer(type: string, x: number, y = 0, more: object = {}): Event {
  const event = new Event(type, { bubbles: true, cancelable: true });
  return Object.assign(event, { clientX: x, clientY: y, pointerId: 1, isPrimary: true, button: 0, ...more });
}
