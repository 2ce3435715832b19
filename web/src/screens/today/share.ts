// What a player tells others about a day: how well it went, and nothing about the cards.
import { titleOf } from "../../games/index";
import { formatDay } from "../../lib/days";
import { both } from "../../lib/language.svelte";

/** How one game of the day went. */
export interface Played {
  game: string;
  /** Whether it is over; `percent` is then known unless nobody else has played. */
  isOver: boolean;
  /** How many did worse, in per cent. */
  percent: number | null;
}

const words = both(
  {
    better: (percent: number) => `better than ${percent} %`,
    alone: "the first to play",
    open: "still to play",
  },
  {
    better: (percent) => `besser als ${percent} %`,
    alone: "noch kein Vergleich",
    open: "noch nicht gespielt",
  },
);

const SQUARES = 5;

/** Return five squares, of which more are filled the more players did worse. */
export function squaresFor(percent: number): string {
  const filled = Math.round((percent * SQUARES) / 100);
  return "■".repeat(filled) + "□".repeat(SQUARES - filled);
}

/** Return the text to share, one line for each game. `address` leads to today's deal. */
export function shareText(day: string, games: Played[], address: string): string {
  const width = Math.max(...games.map(({ game }) => titleOf(game).length));
  const lines = games.map((played) => `${titleOf(played.game).padEnd(width)}  ${describe(played)}`);
  return [`Tercet, ${formatDay(day)}`, ...lines, address].join("\n");
}

function describe({ isOver, percent }: Played): string {
  if (!isOver) return words().open;
  return percent === null ? words().alone : `${squaresFor(percent)}  ${words().better(percent)}`;
}
