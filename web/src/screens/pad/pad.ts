// A score pad: who plays what, and all that was entered, in order. Everything shown follows from it, so that undoing is
// to drop the last entry.
import { hasBoard, type GameName } from "../../games/index";
import { addToTriple, chipsOf, isDecided, MOST_CHIPS, newTriplePad, type TripleEntry, type TriplePad } from "./triple";
import { addUp, bestOf, isCount } from "./values";
import {
  addToZ3bra,
  finishedRounds,
  MOST_ROUNDS,
  newZ3braPad,
  z3braPhase,
  type Z3braEntry,
  type Z3braPad,
} from "./z3bra";
import { addToZatre, isOver, newZatrePad, type ZatreEntry, type ZatrePad } from "./zatre";

/** The version of the stored form. A pad of another version is not read. */
const VERSION = 1;

export interface PadSetup {
  game: GameName;
  /** Clockwise; empty for somebody without a name. */
  names: string[];
  /** ZATRE: whether partners, who sit side by side, share a sheet (T25). */
  isPairs: boolean;
  /** The rounds of Z3BRA (Z26), the chips that win TRIPLE³ (P16); ZATRE has none. */
  goal: number;
}

export type Entry = ZatreEntry | Z3braEntry | TripleEntry;

export interface Pad extends PadSetup {
  version: typeof VERSION;
  entries: Entry[];
}

/** What the entries of a pad amount to. */
export type Content =
  { game: "zatre"; pad: ZatrePad } | { game: "z3bra"; pad: Z3braPad } | { game: "triple"; pad: TriplePad };

export const PLAYERS: { [game in GameName]: { least: number; most: number } } = {
  z3bra: { least: 2, most: 5 },
  zatre: { least: 2, most: 6 },
  triple: { least: 2, most: 4 },
};

/** T25: with how many players ZATRE is played in pairs, too. */
export const PAIR_PLAYERS = [4, 6];

const LONGEST_NAME = 24;

export function newPad(setup: PadSetup): Pad {
  return { version: VERSION, ...setup, entries: [] };
}

function emptyContent({ game, names, isPairs, goal }: Pad): Content {
  if (game === "zatre") return { game, pad: newZatrePad(names.length, isPairs) };
  if (game === "z3bra") return { game, pad: newZ3braPad(names.length, goal) };
  return { game, pad: newTriplePad(names.length, goal) };
}

function add(content: Content, entry: Entry): Content | null {
  if (content.game === "zatre") return keep(content.game, addToZatre(content.pad, entry as ZatreEntry));
  if (content.game === "z3bra") return keep(content.game, addToZ3bra(content.pad, entry as Z3braEntry));
  return keep(content.game, addToTriple(content.pad, entry as TripleEntry));
}

function keep(game: GameName, pad: Content["pad"] | null): Content | null {
  return pad && ({ game, pad } as Content);
}

/** Return what the entries of a pad amount to; null if one of them is impossible. */
export function contentOf(pad: Pad): Content | null {
  return pad.entries.reduce((content, entry) => content && add(content, entry), emptyContent(pad) as Content | null);
}

/** The finished rounds and what they add up to, by side. */
export interface Standing {
  /** The scores of the finished rounds; in TRIPLE³ 1 for a chip. */
  rounds: number[][];
  totals: number[];
  /** The sides with the best total, once a round is finished. */
  leaders: number[];
  /** Whether there is nothing to enter: the leaders have won, unless there is another round. */
  isOver: boolean;
}

export function standingOf(content: Content): Standing {
  if (content.game === "zatre") {
    const finished = content.pad.rounds.filter(isOver);
    const rounds = finished.map((round) => round.sheets.map((sheet) => sheet.total));
    const isDone = rounds.length > 0 && rounds.length === content.pad.rounds.length;
    return sumUp(rounds, content.pad.sides, false, isDone);
  }
  if (content.game === "z3bra") {
    return sumUp(finishedRounds(content.pad), content.pad.players, true, z3braPhase(content.pad).is === "over");
  }
  const players = chipsOf(content.pad).map((_, player) => player);
  const rounds = content.pad.rounds.map((winners) => players.map((player) => (winners.includes(player) ? 1 : 0)));
  return sumUp(rounds, players.length, false, isDecided(content.pad));
}

function sumUp(rounds: number[][], sides: number, isLowestBest: boolean, isOver: boolean): Standing {
  const totals = addUp(rounds, sides);
  return { rounds, totals, leaders: rounds.length ? bestOf(totals, isLowestBest) : [], isOver };
}

/** Return the seats of each side: the players, or the pairs of ZATRE. */
export function seatsBySide({ names, isPairs }: PadSetup): number[][] {
  const size = isPairs ? 2 : 1;
  return Array.from({ length: names.length / size }, (_, side) =>
    Array.from({ length: size }, (_, i) => side * size + i),
  );
}

/** Return a stored pad; null if there is none, or none that this page understands. */
export function parsePad(text: string | null): Pad | null {
  try {
    const pad = JSON.parse(text ?? "null") as Pad | null;
    return pad && isValidSetup(pad) && pad.version === VERSION && contentOf(pad) ? pad : null;
  } catch {
    return null;
  }
}

function isValidSetup({ game, names, isPairs, goal }: PadSetup): boolean {
  if (!hasBoard(game) || !parseNames(names)) return false;
  const { least, most } = PLAYERS[game];
  const arePairsValid = !isPairs || (game === "zatre" && PAIR_PLAYERS.includes(names.length));
  const isGoalValid = game === "zatre" || (isCount(goal, game === "z3bra" ? MOST_ROUNDS : MOST_CHIPS) && goal > 0);
  return names.length >= least && names.length <= most && arePairsValid && isGoalValid;
}

function parseNames(names: unknown): string[] | null {
  const isList = Array.isArray(names) && names.every((name) => typeof name === "string" && name.length <= LONGEST_NAME);
  return isList ? (names as string[]) : null;
}

/** Return the names of an earlier pad; nobody if none are stored. */
export function parseStoredNames(text: string | null): string[] {
  try {
    return parseNames(JSON.parse(text ?? "[]")) ?? [];
  } catch {
    return [];
  }
}
