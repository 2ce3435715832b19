// What somebody chose last who wanted to play with somebody.
import { readStored, writeStored } from "../../lib/storage";

export interface Company {
  game: string;
  /** Whether bots may take the seats that nobody takes. */
  bots: boolean;
}

const KEY = "company";

/** Return the last choice; the first game, with bots, if there is none or the server no longer has that game. */
export function recallCompany(games: string[]): Company {
  const [game, bots] = (readStored(KEY) ?? "").split(" ");
  return { game: games.find((name) => name === game) ?? games[0]!, bots: bots !== "people" };
}

export function rememberCompany({ game, bots }: Company): void {
  writeStored(KEY, `${game} ${bots ? "bots" : "people"}`);
}
