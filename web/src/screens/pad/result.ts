// The result of a score pad in words.
import { titleOf } from "../../games/index";
import { both } from "../../lib/language.svelte";
import { joinNames } from "../../lib/seats";
import { standingOf, type Content, type Standing } from "./pad";

const words = both(
  {
    wins: (name: string, isPair: boolean) => `${name} ${isPair ? "win" : "wins"}`,
    share: (names: string) => `${names} share the win`,
    after: (rounds: number) => (rounds === 1 ? "after one round" : `after ${rounds} rounds`),
  },
  {
    wins: (name, isPair) => `${name} ${isPair ? "gewinnen" : "gewinnt"}`,
    share: (names) => `${names} teilen sich den Sieg`,
    after: (rounds) => (rounds === 1 ? "nach einer Runde" : `nach ${rounds} Runden`),
  },
);

/** Return who has won: "Mira wins". */
export function winnersText(content: Content, sideNames: string[]): string {
  const winners = standingOf(content).leaders.map((side) => sideNames[side]!);
  const isPair = content.game === "zatre" && content.pad.turnsEach > 1;
  return winners.length === 1 ? words().wins(winners[0]!, isPair) : words().share(joinNames(winners));
}

/** Return the place of each side, from 1; sides with the same total share one. */
function placesOf({ totals, leaders }: Standing): number[] {
  const sign = totals.some((total) => total < totals[leaders[0]!]!) ? -1 : 1;
  return totals.map((own) => 1 + totals.filter((other) => sign * (other - own) < 0).length);
}

/** Return the result as plain text, to be sent to others. */
export function resultText(content: Content, sideNames: string[]): string {
  const standing = standingOf(content);
  const title = titleOf(content.game);
  if (!standing.rounds.length) return [title, ...sideNames.map((name) => `${name} 0`)].join("\n");
  const places = placesOf(standing);
  const sides = sideNames.map((_, side) => side).sort((one, other) => places[one]! - places[other]!);
  const lines = sides.map(
    (side) => `${places[side]}. ${sideNames[side]} ${standing.totals[side]}${sumOf(content, standing, side)}`,
  );
  const head = standing.isOver
    ? `${title}: ${winnersText(content, sideNames)}`
    : `${title}, ${words().after(standing.rounds.length)}`;
  return [head, ...lines].join("\n");
}

/** Return the rounds that a total is made of: " (20 + 3)". Chips and a single round say nothing more. */
function sumOf(content: Content, { rounds }: Standing, side: number): string {
  if (content.game === "triple" || rounds.length < 2) return "";
  return ` (${rounds.map((scores) => scores[side]).join(" + ")})`;
}

/** Return the shortest beginning of each name that no other one has; numbers where names are the same. */
export function initialsOf(names: string[]): string[] {
  return names.map((name, index) => {
    const others = names.filter((_, other) => other !== index);
    if (others.includes(name)) return `${[...name][0]}${index + 1}`;
    const letters = [...name];
    const length = letters.findIndex(
      (_, i) => !others.some((other) => other.startsWith(letters.slice(0, i + 1).join(""))),
    );
    return length < 0 ? name : letters.slice(0, length + 1).join("");
  });
}
