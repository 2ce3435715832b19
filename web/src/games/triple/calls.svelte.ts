// Who has called what. The newest call stays in sight until the next; others' for as long as it takes to read them.
import { language } from "../../lib/language.svelte";
import type { Step } from "../../lib/play";
import { settings } from "../../lib/settings.svelte";
import type { TripleTable } from "../../protocol";
import { propertyName } from "./cards";
import { calledCells } from "./grid";
import { playOf } from "./moves";

export interface Call {
  number: number;
  seat: number;
  card: string;
  cell: string;
  /** null in a lesson, where nobody has named it. */
  call: string | null;
  /** The cells that show it. */
  cells: string[];
}

const READ = 5000;

export class Calls {
  all: Call[] = $state.raw([]);

  get newest(): Call | null {
    return this.all.at(-1) ?? null;
  }

  of(seat: number): Call | null {
    return this.all.find((call) => call.seat === seat) ?? null;
  }

  hear(step: Step<TripleTable> | null): void {
    if (step?.event.kind !== "moved") {
      this.all = [];
      return;
    }
    const laid = playOf(step.event);
    if (!laid || this.all.some((call) => call.number === step.number)) return;
    const cells = laid.call === null ? [laid.cell] : calledCells(step.after.grid, laid.cell, laid.call);
    const call = { ...laid, number: step.number, cells };
    this.all = [...this.all.filter((each) => each.seat !== laid.seat), call];
    setTimeout(() => this.#forget(call), READ);
  }

  #forget(call: Call): void {
    if (this.newest !== call) this.all = this.all.filter((each) => each !== call);
  }
}

/** Say a called property aloud, for those who want that. The newest is the one that counts. */
export function speak(call: string): void {
  if (!settings.speech || !("speechSynthesis" in globalThis)) return;
  const spoken = new SpeechSynthesisUtterance(propertyName(call));
  spoken.lang = language.now === "de" ? "de-DE" : "en-GB";
  spoken.rate = 1.3;
  speechSynthesis.cancel();
  speechSynthesis.speak(spoken);
}
