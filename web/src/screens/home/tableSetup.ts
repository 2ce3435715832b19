// The choices for a new table in the form, before it is created.
import { initialValues, playerCountsFor, fitValues, type Values } from "../../lib/options";
import type { GameInfo, NewTable } from "../../protocol";

export interface TableSetup {
  players: number;
  bots: number;
  level: string;
  /** The game's own options. */
  options: Values;
  /** In seconds; null is no limit. */
  turnLimit: number | null;
  help: boolean;
  /** Whether everybody may ask the coach. A listed table has none. */
  coach: boolean;
  listed: boolean;
}

/** In seconds; days are for games by correspondence. */
export const TURN_LIMITS = [null, 30, 60, 120, 300, 86_400, 3 * 86_400];

export function initialSetup(game: GameInfo): TableSetup {
  return {
    players: Math.min(3, game.max_players),
    bots: 0,
    level: game.quick[0]!,
    options: initialValues(game),
    turnLimit: null,
    help: game.help,
    coach: false,
    listed: false,
  };
}

/** Return the possible numbers of players. */
export function playerCounts(game: GameInfo, setup: TableSetup): number[] {
  return playerCountsFor(game, setup.options);
}

/** Return the possible numbers of bots: beside `people` at this device, or at a table of the chosen size if it is null. */
export function botCounts(game: GameInfo, setup: TableSetup, people: number | null): number[] {
  if (people === null) return Array.from({ length: setup.players }, (_, count) => count);
  return playerCounts(game, setup)
    .map((players) => players - people)
    .filter((bots) => bots >= 0);
}

/** Return the nearest possible setup: no more bots than seats, an even number of players for pairs. */
export function adjustSetup(game: GameInfo, setup: TableSetup, people: number | null = null): TableSetup {
  const players = nearestPossible(playerCounts(game, setup), people === null ? setup.players : people + setup.bots);
  const bots = nearestPossible(botCounts(game, { ...setup, players }, people), setup.bots);
  return { ...setup, players, bots };
}

/** Return this number if it is possible, else the next larger one, else the largest. */
function nearestPossible(possible: number[], wanted: number): number {
  return possible.find((number) => number >= wanted) ?? possible.at(-1)!;
}

/** Return the request that creates such a table. */
export function newTableRequest(game: GameInfo, setup: TableSetup): NewTable {
  return {
    game: game.name,
    players: setup.players,
    options: fitValues(game, setup.options, setup.players),
    bots: Array.from({ length: setup.bots }, () => setup.level),
    turn_limit: game.race ? null : setup.turnLimit,
    help: setup.help,
    coach: setup.coach && !setup.listed,
    listed: setup.listed,
  };
}
