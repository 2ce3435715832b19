// The short descriptions of the games on the home screen.
import type { GameName } from "../../games/index";
import { both } from "../../lib/language.svelte";

export const blurbs = both<{ [game in GameName]: { line: string; facts: string } }>(
  {
    z3bra: { line: "Swap, trade, and clear your cards in trios.", facts: "2 to 5 players · 20 min" },
    zatre: { line: "Lay tiles to 10, 11 and 12, never beyond.", facts: "2 to 6 players · 45 min" },
    triple: { line: "No turns. See three alike, call it, be rid of it.", facts: "2 to 4 players · fast, all at once" },
  },
  {
    z3bra: { line: "Karten tauschen und als Trios loswerden.", facts: "2 bis 5 Personen · 20 Min." },
    zatre: { line: "Steine legen auf 10, 11 und 12, nie darüber.", facts: "2 bis 6 Personen · 45 Min." },
    triple: {
      line: "Keine Züge. Drei Gleiche sehen, ansagen, loswerden.",
      facts: "2 bis 4 Personen · schnell, alle gleichzeitig",
    },
  },
);

const guests = both({ guest: "Guest" }, { guest: "Gast" });

/** Return the name to play under; "Guest" if it is empty. */
export function nameOrGuest(name: string): string {
  return name.trim() || guests().guest;
}
