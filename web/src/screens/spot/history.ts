// What is kept of the runs: with the profile, or in this browser where there is none.
import type { SpottingHistory, SpottingRun } from "../../protocol";
import { readStored, writeStored } from "../../lib/storage";

export type LineKind = "row" | "column" | "diagonal";

const STORED = "spotting";
/** The server keeps as many. */
const MOST_RECENT = 20;

export const NO_RUNS: SpottingHistory = { best: null, recent: [] };

export function readHistory(): SpottingHistory {
  try {
    return (JSON.parse(readStored(STORED) ?? "null") as SpottingHistory | null) ?? NO_RUNS;
  } catch {
    return NO_RUNS;
  }
}

export function storeHistory(history: SpottingHistory): void {
  writeStored(STORED, JSON.stringify(history));
}

export function withRun({ best, recent }: SpottingHistory, run: SpottingRun): SpottingHistory {
  const isBest = best === null || totalOf(run.times) < totalOf(best.times);
  return { best: isBest ? run : best, recent: [...recent, run].slice(-MOST_RECENT) };
}

export function totalOf(times: number[]): number {
  return times.reduce((sum, each) => sum + each, 0);
}

/** Return the time of a run in the middle, of an even number the mean of two; null without runs. */
export function medianOf(runs: SpottingRun[]): number | null {
  const totals = runs.map(({ times }) => totalOf(times)).sort((one, other) => one - other);
  const middle = Math.floor(totals.length / 2);
  if (totals.length === 0) return null;
  return totals.length % 2 ? totals[middle]! : (totals[middle - 1]! + totals[middle]!) / 2;
}

/** Return the lines on which most places were missed, with their number and that of all; null if hardly any were. */
export function weakness(runs: SpottingRun[]): { kind: LineKind; misses: number; of: number } | null {
  const counts: { [kind in LineKind]: number } = { row: 0, column: 0, diagonal: 0 };
  for (const { missed } of runs) for (const kind of KINDS) counts[kind] += missed[kind] ?? 0;
  const of = totalOf(Object.values(counts));
  const kind = KINDS.reduce((worst, each) => (counts[each] > counts[worst] ? each : worst));
  return of >= MIN_MISSES && counts[kind] * 2 > of ? { kind, misses: counts[kind], of } : null;
}

const KINDS: LineKind[] = ["row", "column", "diagonal"];
/** Fewer misses say nothing about where somebody overlooks most. */
const MIN_MISSES = 3;
