// Animates pieces from where they were to where they go. Places are elements with `data-place`; a flight names two.
import type { AnyTable } from "../protocol";
import type { Animator, Step } from "./play";
import { settings } from "./settings.svelte";

export interface Flight {
  from: string;
  to: string;
  /** Milliseconds after the start of the animation. */
  delay?: number;
  /**
   * "new", the default, moves the element that is at `to` after the step. "old" moves a copy of what was at `from` before
   * the step and removes it at the end, for pieces that are not visible at `to` afterwards.
   */
  piece?: "new" | "old";
}

export const MOVE_MS = 220;

/** Return an animator that carries out the flights of each step. `root` must contain all places. */
export function animateFlights<View extends AnyTable>(
  root: () => HTMLElement | undefined,
  flightsOf: (step: Step<View>) => Flight[],
): Animator<View> {
  return async (step, show) => {
    const board = root();
    const flights = settings.canAnimate && board && !document.hidden ? flightsOf(step) : [];
    if (!board || flights.length === 0) return show();
    const before = measurePlaces(board, flights);
    const copies = flights.map((flight) => (flight.piece === "old" ? copyPiece(board, flight.from) : null));
    await show();
    await Promise.all(flights.map((flight, i) => fly(board, flight, before.get(flight.from), copies[i] ?? null)));
  };
}

function measurePlaces(board: HTMLElement, flights: Flight[]): Map<string, DOMRect> {
  const places = flights.map((flight) => [flight.from, findPlace(board, flight.from)] as const);
  return new Map(places.flatMap(([name, element]) => (element ? [[name, element.getBoundingClientRect()]] : [])));
}

function findPlace(board: HTMLElement, name: string): HTMLElement | null {
  return board.querySelector(`[data-place="${CSS.escape(name)}"]`);
}

function copyPiece(board: HTMLElement, from: string): HTMLElement | null {
  const element = findPlace(board, from);
  if (!element) return null;
  const copy = element.cloneNode(true) as HTMLElement;
  copy.removeAttribute("data-place");
  copy.setAttribute("aria-hidden", "true");
  copy.inert = true;
  return copy;
}

async function fly(board: HTMLElement, flight: Flight, from: DOMRect | undefined, copy: HTMLElement | null) {
  const target = findPlace(board, flight.to);
  if (!from || !target) return;
  const to = target.getBoundingClientRect();
  const { x, y, scale } = offsetBetween(from, to);
  const timing = {
    duration: MOVE_MS,
    delay: flight.delay ?? 0,
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
    const end = `translate(${-x}px, ${-y}px) scale(${1 / scale})`;
    await copy
      .animate([{ transform: "none" }, { transform: end }], { ...timing, fill: "both" })
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

/** Return how to shift and scale an element at `to` so that it appears at `from`. */
export function offsetBetween(from: Box, to: Box): { x: number; y: number; scale: number } {
  return { x: from.x - to.x, y: from.y - to.y, scale: to.width ? from.width / to.width : 1 };
}

export interface Box {
  x: number;
  y: number;
  width: number;
}
