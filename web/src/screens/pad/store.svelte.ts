// The score pad of this browser. Every change is stored at once: a reload, or a phone that has been off, loses nothing.
import { readStored, writeStored } from "../../lib/storage";
import {
  contentOf,
  newPad,
  parsePad,
  parseStoredNames,
  type Content,
  type Entry,
  type Pad,
  type PadSetup,
} from "./pad";

class PadStore {
  #pad: Pad | null = $state.raw(parsePad(readStored("pad")));
  /** What the entries of the pad amount to; null without a pad. */
  readonly content: Content | null = $derived(this.#pad && contentOf(this.#pad));

  get pad(): Pad | null {
    return this.#pad;
  }

  /** The names of the last pad, also after it was put away. */
  get lastNames(): string[] {
    return parseStoredNames(readStored("pad.names"));
  }

  begin(setup: PadSetup): void {
    this.#keep(newPad(setup));
    this.#keepNames(setup.names);
  }

  /** Add an entry. Return false, and leave the pad as it is, if the entry is impossible. */
  enter(entry: Entry): boolean {
    if (!this.#pad) return false;
    const changed = { ...this.#pad, entries: [...this.#pad.entries, entry] };
    if (!contentOf(changed)) return false;
    this.#keep(changed);
    return true;
  }

  undo(): void {
    if (this.#pad) this.#keep({ ...this.#pad, entries: this.#pad.entries.slice(0, -1) });
  }

  rename(names: string[]): void {
    if (!this.#pad) return;
    this.#keep({ ...this.#pad, names });
    this.#keepNames(names);
  }

  putAway(): void {
    this.#keep(null);
  }

  #keep(pad: Pad | null): void {
    this.#pad = pad;
    writeStored("pad", pad && JSON.stringify(pad));
  }

  #keepNames(names: string[]): void {
    writeStored("pad.names", JSON.stringify(names));
  }
}

export const store = new PadStore();
