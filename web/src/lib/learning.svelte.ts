// Learning from one's mistakes: one costly decision after the other, until the better move is found in each.
import type { Decision } from "../protocol";
import { COSTLY } from "./review.svelte";

export class Learning {
  /** What is still to be found; the first one is shown. */
  queue: Decision[] = $state.raw([]);
  found = $state(0);
  readonly total: number;

  constructor(mistakes: Decision[]) {
    this.queue = mistakes;
    this.total = mistakes.length;
  }

  get current(): Decision | null {
    return this.queue[0] ?? null;
  }
  get isOver(): boolean {
    return this.queue.length === 0;
  }

  /** Go on to the next one. What was not found comes again after the others. */
  next(isFound: boolean): void {
    const [current, ...others] = this.queue;
    if (!current) return;
    if (isFound) this.found++;
    this.queue = isFound ? others : [...others, current];
  }
}

/** Return a side's costly decisions, in the order in which they were made. */
export function mistakesOf(decisions: Decision[], side: number): Decision[] {
  return decisions.filter((each) => each.side === side && each.cost >= COSTLY);
}
