// The three games as they stand on the shelf: what they are called, what they are like, how a quick round is set up.
import { TITLES } from "../../games/index";
import { both } from "../../lib/language.svelte";

export const GAMES = ["z3bra", "zatre", "triple"] as const;
export type GameName = (typeof GAMES)[number];

/** A game that we have no name for keeps the server's. */
export function titleOf(game: string): string {
  return TITLES[game] ?? game;
}

/** *Play now* asks no questions: these bots sit down. */
export const QUICK: { [game in GameName]: string[] } = {
  z3bra: ["regular", "regular"],
  zatre: ["regular"],
  triple: ["novice", "novice"],
};

export const blurbs = both<{ [game in GameName]: { line: string; facts: string } }>(
  {
    z3bra: { line: "Swap, trade, and clear your cards in trios.", facts: "2 to 5 players · 20 min" },
    zatre: { line: "Lay tiles to 10, 11 and 12, never beyond.", facts: "2 to 6 players · 45 min" },
    triple: { line: "No turns. See three alike, call it, be rid of it.", facts: "2 to 4 players · fast, all at once" },
  },
  {
    z3bra: { line: "Tausche, handle, räume Karten zu dritt ab.", facts: "2 bis 5 Personen · 20 Min." },
    zatre: { line: "Lege Steine zu 10, 11 und 12, nie darüber.", facts: "2 bis 6 Personen · 45 Min." },
    triple: {
      line: "Ohne Zugfolge: drei gleiche sehen, nennen, los.",
      facts: "2 bis 4 Personen · schnell, alle zugleich",
    },
  },
);

const guests = both({ guest: "Guest" }, { guest: "Gast" });

/** Under which name somebody plays who has not said one. */
export function nameOrGuest(name: string): string {
  return name.trim() || guests().guest;
}
