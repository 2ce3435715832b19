// A table as somebody wants it, before it is made.
import type { GameInfo, NewTable } from "../../protocol";

export interface Wish {
  players: number;
  bots: number;
  level: string;
  /** Rounds of a match; in TRIPLE³ chips to win. */
  rounds: number;
  pairs: boolean;
  /** TRIPLE³: extra cards by seat. */
  handicap: number[];
  /** TRIPLE³: whether players name the property themselves. */
  callsSelf: boolean;
  /** Seconds. */
  turnLimit: number | null;
  help: boolean;
  listed: boolean;
}

/** Partners sit side by side, so that many seats can be in pairs (T25). */
export const IN_PAIRS = [4, 6];

/** In seconds; days are for those who play by the way. */
export const TURN_LIMITS = [null, 30, 60, 120, 300, 86_400, 3 * 86_400];

export function firstWish(game: GameInfo): Wish {
  return {
    players: Math.min(3, game.max_players),
    bots: 0,
    level: "regular",
    rounds: 1,
    pairs: false,
    handicap: Array.from({ length: game.max_players }, () => 0),
    callsSelf: false,
    turnLimit: null,
    help: game.help,
    listed: false,
  };
}

export function has(game: GameInfo, option: string): boolean {
  return game.options.some(({ name }) => name === option);
}

/** The option that says how long a match is: rounds or chips. */
export function length(game: GameInfo): { name: string; least: number; most: number } | null {
  const option = game.options.find(({ name }) => name === "rounds" || name === "chips");
  return option
    ? { name: option.name, least: Number(option.schema.minimum), most: Number(option.schema.maximum) }
    : null;
}

/** How many can sit at the table. */
export function sizes(game: GameInfo, pairs: boolean): number[] {
  const all = Array.from({ length: game.max_players - game.min_players + 1 }, (_, i) => game.min_players + i);
  return pairs ? all.filter((players) => IN_PAIRS.includes(players)) : all;
}

/** How many bots can sit down: beside people at this device (then the table is as large as it gets), or at a table of this size. */
export function botCounts(game: GameInfo, wish: Wish, people: number | null): number[] {
  if (people === null) return Array.from({ length: wish.players }, (_, count) => count);
  return sizes(game, wish.pairs)
    .map((players) => players - people)
    .filter((bots) => bots >= 0);
}

/** The same wish where one change asks for another: fewer seats for fewer bots, a number of players that makes pairs. */
export function fitting(game: GameInfo, wish: Wish, people: number | null = null): Wish {
  const players = nearest(sizes(game, wish.pairs), people === null ? wish.players : people + wish.bots);
  const bots = nearest(botCounts(game, { ...wish, players }, people), wish.bots);
  return { ...wish, players, bots };
}

/** This number if it is possible, else the next larger one, else the largest. */
function nearest(possible: number[], wanted: number): number {
  return possible.find((number) => number >= wanted) ?? possible.at(-1)!;
}

/** What to ask the server for. Only options that the game has are named. */
export function asked(game: GameInfo, wish: Wish): NewTable {
  const options: { [name: string]: unknown } = {};
  const match = length(game);
  if (match) options[match.name] = wish.rounds;
  if (has(game, "pairs")) options.pairs = wish.pairs;
  const handicap = wish.handicap.slice(0, wish.players);
  if (has(game, "handicap") && handicap.some((extra) => extra > 0)) options.handicap = handicap;
  if (has(game, "call")) options.call = wish.callsSelf ? "self" : "auto";
  return {
    game: game.name,
    players: wish.players,
    options,
    bots: Array.from({ length: wish.bots }, () => wish.level),
    turn_limit: wish.turnLimit,
    help: wish.help,
    listed: wish.listed,
  };
}
