import { gameOfRule } from "../games/index";
import type { TableInfo } from "../protocol";

/** The rules that the window shows: those of a game, scrolled to one rule unless that is null. */
export interface ShownRules {
  game: string;
  rule: string | null;
}

/** The table that the user plays at and their seat. Its options are shown before the rules of its game. */
export interface OwnTable {
  info: TableInfo;
  seat: number | null;
}

let shown: ShownRules | null = $state.raw(null);
let table: OwnTable | null = $state.raw(null);

export const rulesWindow = {
  get shown(): ShownRules | null {
    return shown;
  },
  get table(): OwnTable | null {
    return table;
  },
  set table(own: OwnTable | null) {
    table = own;
  },
  close(): void {
    shown = null;
  },
};

/** Open the rules window at a rule: "Z12". */
export function openRule(rule: string): void {
  const game = gameOfRule(rule);
  if (game) shown = { game, rule };
}

export function openRules(game: string): void {
  shown = { game, rule: null };
}
