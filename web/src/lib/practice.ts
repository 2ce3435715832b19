// Practice tables: each begins in a position of another match. Their seats have no cookie, so that they are in nobody's
// list: this tab keeps their tokens.
import type { Seated } from "../protocol";
import { navigate } from "./route.svelte";

const KEY = "tercet.practice.";

/** Open a practice table that the server has just created. */
export function enterPractice(seated: Seated): void {
  sessionStorage.setItem(KEY + seated.table, seated.token);
  navigate(`/t/${seated.table}`);
}

/** Return the token of one's seat at a practice table; null at any other table. */
export function practiceToken(table: string): string | null {
  return sessionStorage.getItem(KEY + table);
}
