// The rules of the games, each asked for once.
import { rules } from "../../lib/api";
import type { RulesPage } from "../../protocol";

const pages = new Map<string, Promise<RulesPage>>();

/** The rules of a game in both languages. What could not be had is asked for again the next time. */
export function rulesOf(game: string): Promise<RulesPage> {
  let page = pages.get(game);
  if (!page) {
    page = rules(game);
    page.catch(() => pages.delete(game));
    pages.set(game, page);
  }
  return page;
}
