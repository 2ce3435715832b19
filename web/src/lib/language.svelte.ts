// The language that everything is shown in: chosen once from the browser, switchable everywhere.
import type { Words } from "../protocol";
import { keep, kept } from "./keep";

export type Language = "en" | "de";

const wanted = kept("language") ?? globalThis.navigator?.language?.slice(0, 2);
let now: Language = $state(wanted === "de" ? "de" : "en");

export const language = {
  get now(): Language {
    return now;
  },
  set now(chosen: Language) {
    now = chosen;
    keep("language", chosen);
  },
};

/**
 * Words of the interface in both languages; German has to have exactly the keys of English.
 *
 *     const words = both({ hello: (name: string) => `Hello ${name}` }, { hello: (name) => `Hallo ${name}` });
 *     words().hello("Ada")
 */
export function both<T extends object>(en: T, de: NoInfer<T>): () => T {
  return () => (now === "de" ? de : en);
}

/** A sentence of the server. */
export function say(words: Words): string {
  return words[now];
}
