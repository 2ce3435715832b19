// What the teams of a duplicate are called.
import { both } from "../../lib/language.svelte";
import type { Duplicate } from "../../protocol";

const words = both(
  { team: (n: number) => `Team ${n}`, table: (n: number) => `Table ${n}` },
  { team: (n) => `Team ${n}`, table: (n) => `Tisch ${n}` },
);

/** Return a name for each team: its people once they are known, where everybody plays alone, or its number. */
export function nameTeams({ mode, teams }: Duplicate): string[] {
  if (mode === "bots") return teams.map((people, table) => people.join(", ") || words().table(table + 1));
  return teams.map((people, team) =>
    people.length ? `${words().team(team + 1)}: ${people.join(", ")}` : words().team(team + 1),
  );
}
