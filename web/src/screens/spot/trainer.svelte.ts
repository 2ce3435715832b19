// A run of the spotting trainer: cards one after the other, against the clock. The server has said where each card fits.
import type { SpottingTask, Place, SpottingResult } from "../../protocol";
import { totalOf, type LineKind } from "./history";

/** What a wrong place costs, and one that was not found: more than it takes to look for it. */
export const WRONG_MS = 2000;
export const MISSED_MS = 5000;

export type Phase = "ready" | "searching" | "shown" | "over";

export class Trainer {
  phase: Phase = $state("ready");
  index = $state(0);
  /** The cells found of this card, in order. */
  found: string[] = $state.raw([]);
  /** The cells pressed although the card does not fit there. */
  wrong: string[] = $state.raw([]);
  /** The time of each finished card, with penalties. */
  times: number[] = $state.raw([]);
  /** The time by the clock, while a card is searched for. */
  now = $state(0);
  #startedAt = 0;
  #wrongPlaces = 0;
  #missed: { [kind in LineKind]?: number } = {};

  constructor(
    readonly tasks: SpottingTask[],
    readonly clock: () => number = () => performance.now(),
  ) {}

  get task(): SpottingTask {
    return this.tasks[Math.min(this.index, this.tasks.length - 1)]!;
  }
  /** The places that were not found, once the card is finished. */
  get missed(): Place[] {
    return this.phase === "shown" ? this.#unfound : [];
  }
  get penalty(): number {
    return WRONG_MS * this.wrong.length + MISSED_MS * this.missed.length;
  }
  /** The time of this card so far, with penalties. */
  get elapsed(): number {
    return Math.max(0, this.now - this.#startedAt) + this.penalty;
  }
  get total(): number {
    return totalOf(this.times);
  }
  get result(): SpottingResult {
    return { times: this.times, wrong: this.#wrongPlaces, missed: { ...this.#missed } };
  }
  get #unfound(): Place[] {
    return this.task.places.filter(({ cell }) => !this.found.includes(cell));
  }

  start(): void {
    if (this.phase === "ready") this.#begin(0);
  }

  tick(): void {
    if (this.phase === "searching") this.now = this.clock();
  }

  /** Say that the card fits here; return whether it does. null if that was said before, or if nothing is asked. */
  press(cell: string): boolean | null {
    if (this.phase !== "searching" || this.found.includes(cell) || this.wrong.includes(cell)) return null;
    const fits = this.task.places.some((place) => place.cell === cell);
    if (fits) this.found = [...this.found, cell];
    else this.wrong = [...this.wrong, cell];
    this.tick();
    return fits;
  }

  /** Say that these are all places. If some are missing, they are shown; otherwise the next card comes at once. */
  finish(): void {
    if (this.phase !== "searching") return;
    this.tick();
    for (const { lines } of this.#unfound) for (const kind of lines) this.#missed[kind] = (this.#missed[kind] ?? 0) + 1;
    this.#wrongPlaces += this.wrong.length;
    this.phase = "shown";
    this.times = [...this.times, Math.round(this.elapsed)];
    if (this.missed.length === 0) this.next();
  }

  next(): void {
    if (this.phase !== "shown") return;
    if (this.index + 1 < this.tasks.length) this.#begin(this.index + 1);
    else this.phase = "over";
  }

  #begin(index: number): void {
    this.index = index;
    this.found = [];
    this.wrong = [];
    this.#startedAt = this.now = this.clock();
    this.phase = "searching";
  }
}

/** Return what each bot takes for the first cards of a run, the slowest first. */
export function timesOfBots(tasks: SpottingTask[]): { level: string; time: number }[] {
  const levels = Object.keys(tasks[0]?.bots ?? {});
  return levels.map((level) => ({ level, time: totalOf(tasks.map(({ bots }) => bots[level]!)) }));
}
