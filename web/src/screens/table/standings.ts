// Scores so far, by player or by pair.
import type { TableInfo } from "../../protocol";

export interface Standings {
  /** Who a column belongs to: names of one seat, or of the partners. */
  columns: string[];
  /** Points of each finished round. */
  rounds: number[][];
  totals: number[];
}

export function standings(info: TableInfo, names: string[]): Standings {
  const width = info.scores[0]?.length ?? info.totals.length;
  const size = width ? names.length / width : 1;
  const columns = Array.from({ length: width }, (_, i) => names.slice(i * size, (i + 1) * size).join(" & "));
  return { columns, rounds: info.scores, totals: info.totals };
}
