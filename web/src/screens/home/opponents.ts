// The bots of *Play now*: the server's proposal, or what was last chosen in this browser.
import { both } from "../../lib/language.svelte";
import { levelName } from "../../lib/levels";
import { initialValues, playerCountsFor } from "../../lib/options";
import { readStored, writeStored } from "../../lib/storage";
import type { GameInfo } from "../../protocol";

export interface Opponents {
  count: number;
  level: string;
}

const words = both(
  { bots: (count: number, level: string) => `${count} ${level} ${count === 1 ? "bot" : "bots"}` },
  { bots: (count, level) => `${count} ${count === 1 ? "Bot" : "Bots"} (${level})` },
);

const key = (game: GameInfo) => `opponents.${game.name}`;

/** Return the numbers of bots that one person can play against. */
export function opponentCounts(game: GameInfo): number[] {
  return playerCountsFor(game, initialValues(game)).map((players) => players - 1);
}

/** Return the opponents chosen last; the server's proposal if there are none, or if it no longer has such bots. */
export function opponentsOf(game: GameInfo): Opponents {
  const proposed = { count: game.quick.length, level: game.quick[0]! };
  const [count, level] = (readStored(key(game)) ?? "").split(" ");
  const chosen = { count: Number(count), level: level ?? "" };
  return isPossible(game, chosen) ? chosen : proposed;
}

function isPossible(game: GameInfo, { count, level }: Opponents): boolean {
  return opponentCounts(game).includes(count) && game.bots.includes(level);
}

export function rememberOpponents(game: GameInfo, { count, level }: Opponents): void {
  writeStored(key(game), `${count} ${level}`);
}

/** Return the opponents in words: "2 regular bots". */
export function describeOpponents({ count, level }: Opponents): string {
  return words().bots(count, levelName(level));
}

/** Return the bots of a table against these opponents. */
export function botsOf({ count, level }: Opponents): string[] {
  return Array.from({ length: count }, () => level);
}
