// A score pad of ZATRE: rounds with a sheet for each side, filled turn by turn.
import { COPIES, emptySheet, enterTurn, finishSheet, impossibility, type Made } from "../../games/zatre/scoring";
import { newEntries } from "../../games/zatre/trail";
import type { ZatreSheet } from "../../protocol";
import { isCount, replaceAt } from "./values";

export type ZatreEntry =
  /** Who starts a round: the side that drew the highest tile (T5). */
  | { kind: "start"; side: number }
  | { kind: "turn"; made: Made }
  /** The bag is empty (T21). */
  | { kind: "end" }
  /** The tiles that a side has left over, as their number by pips (T23); the sides in order. */
  | { kind: "left"; tiles: number[] };

export interface ZatreRound {
  starter: number;
  /** How many turns have been entered. */
  turns: number;
  sheets: ZatreSheet[];
  /** By sheet: the boxes filled in its last turn, as `row.box`. */
  marks: string[][];
  isEnding: boolean;
}

export interface ZatrePad {
  sides: number;
  /** How many turns a side has one after the other: in pairs each partner lays (T25). */
  turnsEach: number;
  rounds: ZatreRound[];
}

export type ZatrePhase =
  | { is: "start" }
  /** `number` counts the turns of the side from 0. */
  | { is: "turn"; side: number; number: number; isOpening: boolean; canEnd: boolean }
  | { is: "left"; side: number };

export function newZatrePad(players: number, isPairs: boolean): ZatrePad {
  return { sides: isPairs ? players / 2 : players, turnsEach: isPairs ? 2 : 1, rounds: [] };
}

export function isOver(round: ZatreRound): boolean {
  return round.sheets.every((sheet) => sheet.minus !== null);
}

export function zatrePhase({ sides, turnsEach, rounds }: ZatrePad): ZatrePhase {
  const round = rounds.at(-1);
  if (!round || isOver(round)) return { is: "start" };
  if (round.isEnding) return { is: "left", side: round.sheets.findIndex((sheet) => sheet.minus === null) };
  const number = round.turns % turnsEach;
  return {
    is: "turn",
    side: (round.starter + Math.floor(round.turns / turnsEach)) % sides,
    number,
    isOpening: round.turns === 0,
    canEnd: round.turns > 0 && number === 0,
  };
}

/** Return the pad with one more entry; null if it is impossible there. */
export function addToZatre(pad: ZatrePad, entry: ZatreEntry): ZatrePad | null {
  const phase = zatrePhase(pad);
  const round = pad.rounds.at(-1);
  const withRound = (changed: ZatreRound) => ({ ...pad, rounds: [...pad.rounds.slice(0, -1), changed] });
  if (phase.is === "start" || !round) {
    if (entry.kind !== "start" || !isCount(entry.side, pad.sides - 1)) return null;
    return { ...pad, rounds: [...pad.rounds, newRound(pad.sides, entry.side)] };
  }
  if (phase.is === "turn" && entry.kind === "end") {
    return phase.canEnd ? withRound({ ...round, isEnding: true }) : null;
  }
  if (phase.is === "turn" && entry.kind === "turn") {
    const before = round.sheets[phase.side]!;
    if (!isMade(entry.made) || impossibility(entry.made, phase.isOpening)) return null;
    const after = enterTurn(before, entry.made);
    const marks = newEntries(before, after).map(({ row, box }) => `${row}.${box}`);
    return withRound({
      ...round,
      turns: round.turns + 1,
      sheets: replaceAt(round.sheets, phase.side, after),
      marks: replaceAt(round.marks, phase.side, marks),
    });
  }
  if (phase.is === "left" && entry.kind === "left" && isLeft(entry.tiles)) {
    const sheet = finishSheet(round.sheets[phase.side]!, entry.tiles);
    return withRound({ ...round, sheets: replaceAt(round.sheets, phase.side, sheet) });
  }
  return null;
}

function newRound(sides: number, starter: number): ZatreRound {
  const sheets = Array.from({ length: sides }, (_, side) => emptySheet([side]));
  return { starter, turns: 0, sheets, marks: sheets.map(() => []), isEnding: false };
}

/** The engine has room for this many lines of one sum in a turn. */
const MOST_LINES = 31;

function isMade(made: Made): boolean {
  return [made.ten, made.eleven, made.twelve, made.cross].every((count) => isCount(count, MOST_LINES));
}

function isLeft(tiles: number[]): boolean {
  return tiles.length === COPIES.length && tiles.every((count, index) => isCount(count, COPIES[index]!));
}
