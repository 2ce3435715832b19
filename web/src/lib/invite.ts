// The ways to a table: its code, its link, or the personal link of a seat.
import { fetchAddresses } from "./api";

/** The characters of a table's id, without those that look alike. */
const LETTERS = "[2-9a-hjkmnp-z]";
const ID = new RegExp(`^${LETTERS}{16}$`);
const CODE = new RegExp(`^${LETTERS}{6}$`);
const LINK = new RegExp(`/t/(${LETTERS}{16})(#[\\w-]+)?`);

/** A parsed invitation: a path of this site, or a code that the server has to look up. */
export type Invitation = { path: string } | { code: string };

/**
 * Parse a code, an id or a link. Null if the text is none of them.
 *
 *     parseInvitation("NSH-F3Z")  // { code: "nshf3z" }
 *     parseInvitation("https://tercet.example/t/nshf3zhke68gzjgr")  // { path: "/t/nshf3zhke68gzjgr" }
 */
export function parseInvitation(text: string): Invitation | null {
  const link = LINK.exec(text);
  if (link) return { path: pathTo(link[1]!) + (link[2] ?? "") };
  const letters = text.replace(/[\s-]/g, "").toLowerCase();
  if (ID.test(letters)) return { path: pathTo(letters) };
  return CODE.test(letters) ? { code: letters } : null;
}

export function pathTo(table: string): string {
  return `/t/${table}`;
}

/** Return the link to send to friends. */
export function linkTo(table: string, origin = location.origin): string {
  return origin + pathTo(table);
}

/** Return a seat's personal link, a secret that gives access to the seat. Browsers never send the part after #. */
export function personalLink(table: string, token: string, origin = location.origin): string {
  return `${linkTo(table, origin)}#${token}`;
}

/** Return whether only this machine can reach an address with this host. */
export function isLoopbackHost(host: string): boolean {
  return host === "localhost" || host === "[::1]" || host.startsWith("127.");
}

/** Return the origin for links to share: this page's, unless only this machine can reach it and the server has another. */
export async function findShareableOrigin(): Promise<string> {
  if (!isLoopbackHost(location.hostname)) return location.origin;
  const found = await fetchAddresses().catch(() => []);
  return found[0] ?? location.origin;
}
