// Cards move from where they were to where they go. Places are elements with `data-place`; a flight names two of them.
import type { AnyTable } from "../protocol";
import type { Animator, Step } from "./play";
import { settings } from "./settings.svelte";

export interface Flight {
  from: string;
  to: string;
  /** Milliseconds after the beginning; flights with the same one fly together. */
  after?: number;
  /**
   * "old" flies what lay at `from` as a copy and then vanishes (what lies at `to` afterwards shows something else);
   * "new", the default, flies what lies at `to` after the step, from where it was.
   */
  piece?: "new" | "old";
}

export const MOVE = 220;
export const DEAL = 300;

/** An animator that flies what `flightsOf` says. The board's root holds all places. */
export function flying<View extends AnyTable>(
  root: () => HTMLElement | undefined,
  flightsOf: (step: Step<View>) => Flight[],
): Animator<View> {
  return async (step, show) => {
    const board = root();
    const flights = settings.moves && board && !document.hidden ? flightsOf(step) : [];
    if (!board || flights.length === 0) return show();
    const before = measured(board, flights);
    const copies = flights.map((flight) => (flight.piece === "old" ? copied(board, flight.from) : null));
    await show();
    await Promise.all(flights.map((flight, i) => fly(board, flight, before.get(flight.from), copies[i] ?? null)));
  };
}

function measured(board: HTMLElement, flights: Flight[]): Map<string, DOMRect> {
  const places = flights.map((flight) => [flight.from, place(board, flight.from)] as const);
  return new Map(places.flatMap(([name, element]) => (element ? [[name, element.getBoundingClientRect()]] : [])));
}

function place(board: HTMLElement, name: string): HTMLElement | null {
  return board.querySelector(`[data-place="${CSS.escape(name)}"]`);
}

function copied(board: HTMLElement, from: string): HTMLElement | null {
  const element = place(board, from);
  if (!element) return null;
  const copy = element.cloneNode(true) as HTMLElement;
  copy.removeAttribute("data-place");
  copy.setAttribute("aria-hidden", "true");
  copy.inert = true;
  return copy;
}

async function fly(board: HTMLElement, flight: Flight, from: DOMRect | undefined, copy: HTMLElement | null) {
  const target = place(board, flight.to);
  if (!from || !target) return;
  const to = target.getBoundingClientRect();
  const { x, y, scale } = between(from, to);
  const timing = {
    duration: MOVE,
    delay: flight.after ?? 0,
    easing: "cubic-bezier(.2, .7, .2, 1)",
    fill: "backwards" as const,
  };
  if (flight.piece === "old") {
    if (!copy) return;
    Object.assign(copy.style, {
      position: "fixed",
      left: `${from.x}px`,
      top: `${from.y}px`,
      width: `${from.width}px`,
      height: `${from.height}px`,
      margin: "0",
      zIndex: "40",
      transformOrigin: "0 0",
      pointerEvents: "none",
    });
    board.append(copy);
    const back = `translate(${-x}px, ${-y}px) scale(${1 / scale})`;
    await copy
      .animate([{ transform: "none" }, { transform: back }], { ...timing, fill: "both" })
      .finished.catch(() => null);
    copy.remove();
    return;
  }
  const start = `translate(${x}px, ${y}px) scale(${scale})`;
  const frames = [
    { transform: start, transformOrigin: "0 0", zIndex: "40", position: "relative" },
    { transform: "none", transformOrigin: "0 0", zIndex: "40", position: "relative" },
  ];
  await target.animate(frames, timing).finished.catch(() => null);
}

/** How far to shift and scale something at `to`, so that it seems to lie at `from`. */
export function between(from: Box, to: Box): { x: number; y: number; scale: number } {
  return { x: from.x - to.x, y: from.y - to.y, scale: to.width ? from.width / to.width : 1 };
}

export interface Box {
  x: number;
  y: number;
  width: number;
}
