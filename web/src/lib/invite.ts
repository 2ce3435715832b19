// How people call a table: by its code, its link, or the personal link of a seat.
import { addresses } from "./api";

/** The letters and digits of a table's id: nothing that could be taken for something else. */
const LETTERS = "[2-9a-hjkmnp-z]";
const ID = new RegExp(`^${LETTERS}{16}$`);
const CODE = new RegExp(`^${LETTERS}{6}$`);
const LINK = new RegExp(`/t/(${LETTERS}{16})(#[\\w-]+)?`);

/** What somebody has typed or pasted: where it leads, or the code that the server has to be asked about. */
export type Called = { path: string } | { code: string };

/**
 * Null if it is neither a code, nor an id, nor a link.
 *
 *     called("NSH-F3Z")  // { code: "nshf3z" }
 *     called("https://tercet.example/t/nshf3zhke68gzjgr")  // { path: "/t/nshf3zhke68gzjgr" }
 */
export function called(text: string): Called | null {
  const link = LINK.exec(text);
  if (link) return { path: pathTo(link[1]!) + (link[2] ?? "") };
  const letters = text.replace(/[\s-]/g, "").toLowerCase();
  if (ID.test(letters)) return { path: pathTo(letters) };
  return CODE.test(letters) ? { code: letters } : null;
}

export function pathTo(table: string): string {
  return `/t/${table}`;
}

/** To be sent to friends. */
export function linkTo(table: string, origin = location.origin): string {
  return origin + pathTo(table);
}

/** For oneself alone: whoever opens it sits in this seat. The part after # is never sent to a server. */
export function personalLink(table: string, token: string, origin = location.origin): string {
  return `${linkTo(table, origin)}#${token}`;
}

/** Whether other devices cannot use an address with this host. */
export function isHereOnly(host: string): boolean {
  return host === "localhost" || host === "[::1]" || host.startsWith("127.");
}

/** This page's own address, unless it is one that only this machine knows and the server has a better one. */
export async function originForOthers(): Promise<string> {
  if (!isHereOnly(location.hostname)) return location.origin;
  const found = await addresses().catch(() => []);
  return found[0] ?? location.origin;
}
