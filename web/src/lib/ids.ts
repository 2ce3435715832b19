// Random ids. On plain http browsers lack crypto.randomUUID, but they have getRandomValues.
const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/** Return random characters of 6 bits each: 22 make a unique id, 43 a secret of 256 bits. */
export function randomText(length: number): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(length)), (byte) => LETTERS[byte % 64]).join("");
}
