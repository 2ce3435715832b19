// The deadline of the player's own turn, which the table screen tells the prompt inside its board.
import { getContext, hasContext, setContext } from "svelte";

const KEY = Symbol("own deadline");

/** Call while a component is initialised. `deadline` is by performance.now(); null while no limit runs for the player. */
export function setOwnDeadline(deadline: () => number | null): void {
  setContext(KEY, deadline);
}

/** Return a function that gives the deadline; elsewhere than at a live table there is none. */
export function ownDeadline(): () => number | null {
  return hasContext(KEY) ? getContext<() => number | null>(KEY) : () => null;
}
