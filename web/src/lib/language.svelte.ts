// The language of the interface: the browser's at first, until the user chooses one.
import type { Words } from "../protocol";
import { writeStored, readStored } from "./storage";

export type Language = "en" | "de";

const preferred = readStored("language") ?? globalThis.navigator?.language?.slice(0, 2);
let current: Language = $state(preferred === "de" ? "de" : "en");

export const language = {
  get current(): Language {
    return current;
  },
  set current(chosen: Language) {
    current = chosen;
    writeStored("language", chosen);
  },
};

/**
 * Return a function that gives the texts in the current language. German must have exactly the keys of English.
 *
 *     const words = both({ hello: (name: string) => `Hello ${name}` }, { hello: (name) => `Hallo ${name}` });
 *     words().hello("Ada")
 */
export function both<T extends object>(en: T, de: NoInfer<T>): () => T {
  return () => (current === "de" ? de : en);
}

/** Return a text of the server in the current language. */
export function localize(words: Words): string {
  return words[current];
}
