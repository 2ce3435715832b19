// The calls to show. The newest call stays until the next one; older ones disappear after a reading time.
import { language } from "../../lib/language.svelte";
import type { Step } from "../../lib/play";
import { settings } from "../../lib/settings.svelte";
import type { TripleTable } from "../../protocol";
import { propertyName } from "./cards";
import { cellsWithCall } from "./grid";
import { playOf } from "./moves";

export interface Call {
  number: number;
  seat: number;
  card: string;
  cell: string;
  /** null in a lesson, where no property is called. */
  call: string | null;
  /** The cells whose cards have the called property. */
  cells: string[];
}

const READING_TIME_MS = 5000;

export class Calls {
  all: Call[] = $state.raw([]);

  get newest(): Call | null {
    return this.all.at(-1) ?? null;
  }

  lastOf(seat: number): Call | null {
    return this.all.find((call) => call.seat === seat) ?? null;
  }

  /** Add the call of a step. A step that is no move, such as a new deal, removes all calls. */
  addFrom(step: Step<TripleTable> | null): void {
    if (step?.event.kind !== "moved") {
      this.all = [];
      return;
    }
    const played = playOf(step.event);
    if (!played || this.all.some((call) => call.number === step.number)) return;
    const cells = played.call === null ? [played.cell] : cellsWithCall(step.after.grid, played.cell, played.call);
    const call = { ...played, number: step.number, cells };
    this.all = [...this.all.filter((each) => each.seat !== played.seat), call];
    setTimeout(() => this.#remove(call), READING_TIME_MS);
  }

  #remove(call: Call): void {
    if (this.newest !== call) this.all = this.all.filter((each) => each !== call);
  }
}

/** Speak a called property aloud if the user has turned that on. A newer call interrupts an older one. */
export function speak(call: string): void {
  if (!settings.isSpeechOn || !("speechSynthesis" in globalThis)) return;
  const utterance = new SpeechSynthesisUtterance(propertyName(call));
  utterance.lang = language.current === "de" ? "de-DE" : "en-GB";
  utterance.rate = 1.3;
  speechSynthesis.cancel();
  speechSynthesis.speak(utterance);
}
