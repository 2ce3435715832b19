// Random names. crypto.randomUUID is missing on plain http addresses, getRandomValues is not.
const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/** Random letters, 6 bits each: 22 for an id that is never used again, 43 for a secret of 256 bits. */
export function randomText(length: number): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(length)), (byte) => LETTERS[byte % 64]).join("");
}

/** 32 hexadecimal digits: the player's own part of the deal. */
export function randomEntropy(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
