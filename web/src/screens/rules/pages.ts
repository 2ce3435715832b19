// Caches the rules of the games.
import { fetchRules } from "../../lib/api";
import type { RulesPage } from "../../protocol";

const pages = new Map<string, Promise<RulesPage>>();

/** Return the rules of a game in both languages. A failed request is repeated the next time. */
export function rulesOf(game: string): Promise<RulesPage> {
  let page = pages.get(game);
  if (!page) {
    page = fetchRules(game);
    page.catch(() => pages.delete(game));
    pages.set(game, page);
  }
  return page;
}
