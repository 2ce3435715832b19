// Whether a lesson says what to do, instead of the board.
import { getContext, setContext } from "svelte";

const KEY = Symbol("coached");

/** Let the board inside the calling component be silent. Call while it is initialised. */
export function coach(): void {
  setContext(KEY, true);
}

export function isCoached(): boolean {
  return getContext<boolean | undefined>(KEY) ?? false;
}
