// Which rule, or which game's rules, the rules window shows; null while it is closed.
export interface RulesShown {
  game: string;
  rule: string | null;
}

const GAME_OF_LETTER: { [letter: string]: string } = { Z: "z3bra", T: "zatre", P: "triple" };

let shown: RulesShown | null = $state.raw(null);

export const rulesWindow = {
  get shown(): RulesShown | null {
    return shown;
  },
  close(): void {
    shown = null;
  },
};

/** Open the rules at one of them: "Z12". */
export function openRule(rule: string): void {
  shown = { game: GAME_OF_LETTER[rule[0] ?? ""] ?? "z3bra", rule };
}

export function openRules(game: string): void {
  shown = { game, rule: null };
}
