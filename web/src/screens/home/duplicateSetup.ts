// The choices for a duplicate in the form: tables that get the same deals.
import { fitValues, initialValues, playerCountsFor, type Values } from "../../lib/options";
import type { GameInfo, NewDuplicate } from "../../protocol";

export type DuplicateMode = NewDuplicate["mode"];

export interface DuplicateSetup {
  mode: DuplicateMode;
  /** With teams also the number of teams. */
  tables: number;
  /** Seats at each table. */
  players: number;
  /** Of the bots, against whom everybody plays. */
  level: string;
  /** The game's own options. */
  options: Values;
  help: boolean;
}

const MOST_TABLES = 8;

export function initialDuplicate(game: GameInfo, mode: DuplicateMode): DuplicateSetup {
  const setup = { tables: 2, players: 2, level: game.quick[0]!, options: initialValues(game), help: game.help };
  return adjustDuplicate(game, { ...setup, mode, players: mode === "bots" ? game.quick.length + 1 : 2 });
}

/** Return the possible numbers of seats at each table. Teams need at least two sides at a table. */
export function seatCounts(game: GameInfo, setup: DuplicateSetup): number[] {
  return playerCountsFor(game, setup.options).filter((players) => setup.mode === "bots" || sidesOf(setup, players) > 1);
}

/** Return the possible numbers of tables: with teams each must have the same number of seats everywhere. */
export function tableCounts(setup: DuplicateSetup): number[] {
  const all = Array.from({ length: MOST_TABLES - 1 }, (_, i) => i + 2);
  return setup.mode === "bots" ? all : all.filter((teams) => sidesOf(setup, setup.players) % teams === 0);
}

/** Partners belong to one team. */
function sidesOf(setup: DuplicateSetup, players: number): number {
  return setup.options["pairs"] === true ? players / 2 : players;
}

/** Return the nearest possible setup, since one change may require another. */
export function adjustDuplicate(game: GameInfo, setup: DuplicateSetup): DuplicateSetup {
  const players = nearest(seatCounts(game, setup), setup.players);
  const tables = nearest(tableCounts({ ...setup, players }), setup.tables);
  return { ...setup, players, tables };
}

/** Return this number if it is possible, else the next larger one, else the largest. */
function nearest(possible: number[], wanted: number): number {
  return possible.find((number) => number >= wanted) ?? possible.at(-1)!;
}

/** Return the request that creates such tables. */
export function newDuplicateRequest(game: GameInfo, setup: DuplicateSetup, name: string): NewDuplicate {
  return {
    game: game.name,
    mode: setup.mode,
    tables: setup.tables,
    players: setup.players,
    options: fitValues(game, setup.options, setup.players),
    bots: setup.mode === "bots" ? Array.from({ length: setup.players - 1 }, () => setup.level) : [],
    help: setup.help,
    name,
  };
}
