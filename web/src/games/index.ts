// The boards, each loaded when its game is played. A new game adds a line.
import type { Component, Snippet } from "svelte";
import type { AnyTable, Moved } from "../protocol";
import { lazily } from "../lib/lazily";
import type { Play } from "../lib/play";

export interface GameOnScreen {
  Board: Component<{ play: Play; log: Snippet }>;
  /** A move in words, for the log and for screen readers. */
  tell(moved: Moved, names: string[], before: AnyTable | null, after: AnyTable | null, me: number | null): string;
}

export const TITLES: { [game: string]: string } = { z3bra: "Z3BRA", zatre: "ZATRE", triple: "TRIPLE³" };

const LOADERS: { [game: string]: () => Promise<unknown> } = {
  z3bra: async () => ({ ...(await import("./z3bra/words")), Board: (await import("./z3bra/Board.svelte")).default }),
  zatre: async () => ({ ...(await import("./zatre/words")), Board: (await import("./zatre/Board.svelte")).default }),
  triple: async () => ({ ...(await import("./triple/words")), Board: (await import("./triple/Board.svelte")).default }),
};

const loaded = new Map<string, Promise<GameOnScreen>>();

export function load(game: string): Promise<GameOnScreen> {
  // A board takes only its own game's view; the protocol sends just that to its table.
  if (!loaded.has(game)) loaded.set(game, lazily(LOADERS[game]!) as Promise<GameOnScreen>);
  return loaded.get(game)!;
}
