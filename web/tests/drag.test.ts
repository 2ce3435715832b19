import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { Drag } from "../src/lib/drag.svelte";
import { FakeElement, pointer, stubDocument } from "./page";

let page: ReturnType<typeof stubDocument>;
let card: FakeElement;
let drag: Drag;
let detach: () => void;
const dropped: string[][] = [];

// The pressed element is also the board's root, because the fake events do not bubble.
beforeEach(() => {
  vi.useFakeTimers();
  page = stubDocument();
  card = new FakeElement({ drag: "rc0" });
  dropped.length = 0;
  drag = new Drag(
    (element) => (element as unknown as FakeElement).dataset.place,
    (what, over) => dropped.push([what, over]),
  );
  detach = drag.attach(card as unknown as HTMLElement) as () => void;
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

function clickGoesThrough(): boolean {
  return page.dispatchEvent(new Event("click", { cancelable: true }));
}

/** Remove an element from the page: the browser then fires lostpointercapture on the document. */
function lose(element: FakeElement): void {
  element.isConnected = false;
  page.dispatchEvent(pointer("lostpointercapture", 60));
}

it("drops the piece on the place under the pointer", () => {
  card.dispatchEvent(pointer("pointerdown", 10));
  page.under = "b2";
  page.dispatchEvent(pointer("pointermove", 60, 5));
  expect([drag.piece, drag.over, drag.x, drag.y, drag.width]).toEqual(["rc0", "b2", 60, 5, 80]);
  expect(card.captured).toBe(1);
  page.dispatchEvent(pointer("pointerup", 60, 5));
  expect(dropped).toEqual([["rc0", "b2"]]);
  expect(drag.piece).toBeNull();
  expect(card.captured).toBeNull();
});

it("treats a press that hardly moves as a tap and lets its click through", () => {
  card.dispatchEvent(pointer("pointerdown", 10));
  page.dispatchEvent(pointer("pointermove", 14, 4));
  expect(drag.piece).toBeNull();
  page.dispatchEvent(pointer("pointerup", 14, 4));
  expect(clickGoesThrough()).toBe(true);
  expect(dropped).toEqual([]);
});

it("suppresses the click at the end of a drag, but no later one", () => {
  for (const hasClick of [true, false]) {
    card.dispatchEvent(pointer("pointerdown", 10));
    page.dispatchEvent(pointer("pointermove", 60));
    page.dispatchEvent(pointer("pointerup", 60));
    if (hasClick) expect(clickGoesThrough()).toBe(false);
    vi.runAllTimers();
    expect(clickGoesThrough()).toBe(true);
  }
});

it("drops nothing outside a place or on its own place", () => {
  for (const under of [null, "rc0"]) {
    card.dispatchEvent(pointer("pointerdown", 10));
    page.under = under;
    page.dispatchEvent(pointer("pointermove", 60));
    page.dispatchEvent(pointer("pointerup", 60));
  }
  expect(dropped).toEqual([]);
});

it("continues when the touched inner element loses its capture", () => {
  card.dispatchEvent(pointer("pointerdown", 10));
  page.dispatchEvent(pointer("pointermove", 60));
  page.dispatchEvent(pointer("lostpointercapture", 60));
  expect(drag.piece).toBe("rc0");
});

it("follows one pointer, and only the primary button", () => {
  page.under = "b2";
  card.dispatchEvent(pointer("pointerdown", 10, 0, { button: 2 }));
  card.dispatchEvent(pointer("pointerdown", 10, 0, { isPrimary: false }));
  page.dispatchEvent(pointer("pointermove", 60));
  expect(drag.piece).toBeNull();
  card.dispatchEvent(pointer("pointerdown", 10));
  page.dispatchEvent(pointer("pointermove", 60, 0, { pointerId: 2 }));
  expect(drag.piece).toBeNull();
});

it.each([
  ["Escape", () => page.dispatchEvent(Object.assign(new Event("keydown"), { key: "Escape" }))],
  ["the browser, which scrolls instead,", () => page.dispatchEvent(pointer("pointercancel", 60))],
  ["the removal of the dragged element", () => lose(card)],
  ["leaving the board", () => detach()],
])("%s ends a drag without a drop", (_, cancel) => {
  page.under = "b2";
  card.dispatchEvent(pointer("pointerdown", 10));
  page.dispatchEvent(pointer("pointermove", 60));
  expect(drag.piece).toBe("rc0");
  cancel();
  expect(drag.piece).toBeNull();
  expect(card.captured).toBeNull();
  page.dispatchEvent(pointer("pointerup", 60));
  expect(dropped).toEqual([]);
});
