// How much of each game is compiled: after an installation the server compiles the games while the page is open.
import { fetchReadiness } from "./api";

const POLL_INTERVAL_MS = 700;
/** A game without a known fraction counts as ready: the server refuses it if it is not. */
const READY = 1;

let fractions: { [game: string]: number } = $state.raw({});
let timer: ReturnType<typeof setTimeout> | undefined;
let watcherCount = 0;

/** Return how much of a game is compiled, from 0 to 1. */
export function readyFraction(game: string): number {
  return fractions[game] ?? READY;
}

/** Poll the server until every game is ready. Return a function that stops it. */
export function watchReadiness(): () => void {
  watcherCount += 1;
  if (watcherCount === 1) void poll();
  return () => {
    watcherCount -= 1;
    if (watcherCount === 0) clearTimeout(timer);
  };
}

async function poll(): Promise<void> {
  const games = await fetchReadiness().catch(() => null);
  if (games) fractions = Object.fromEntries(games.map(({ name, ready }) => [name, ready]));
  const isDone = games?.every(({ ready }) => ready >= READY);
  if (watcherCount > 0 && !isDone) timer = setTimeout(() => void poll(), POLL_INTERVAL_MS);
}
