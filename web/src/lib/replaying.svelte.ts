// A round of a record, shown again: forwards with every card in motion, or at any moment at once.
import { tick } from "svelte";
import type { AnyTable, Frame, Moved, Record, SeatInfo, Verdict } from "../protocol";
import { replay } from "./api";
import type { LogEntry } from "./live.svelte";
import type { Animator, Play, Step } from "./play";
import { nameOf } from "./seats";

/** Milliseconds of rest before each move, by speed. */
export const SPEEDS: { [speed: string]: number } = { "0.5": 1200, "1": 600, "2": 300, "4": 120 };

export class Replaying implements Play {
  frames: Frame[] = $state.raw([]);
  /** Which frame is shown; 0 is the deal. */
  at = $state(0);
  /** Counts from 1. */
  round = $state(1);
  seat: number | null = $state(null);
  allOpen = $state(false);
  playing = $state(false);
  speed = $state("1");
  /** Of the rounds before. */
  totals: number[] = $state.raw([]);
  verdict: Verdict | null = $state.raw(null);
  loading = $state(true);
  last: Step | null = $state.raw(null);
  readonly seats: SeatInfo[];
  readonly here: number[];
  readonly moves = null;
  readonly active = false;
  readonly undo = false;
  readonly refusal = null;
  readonly afterYou: number[] = [];
  readonly startsAt = null;
  #animator: Animator | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #moving = false;
  /** Grows with each way that is taken, so that a card still in the air does not lead back to where it was going. */
  #way = 0;
  #target = 0;
  /** Grows with each question, so that an answer that comes too late is not shown. */
  #asked = 0;

  constructor(readonly record: Record) {
    this.seats = record.players.map(({ kind, name, bot }) => {
      return { kind, name: bot ?? name, stand_in: null, ready: false, votes: [] };
    });
    this.here = this.seats.map((_, seat) => seat);
  }

  get names(): string[] {
    return this.seats.map(nameOf);
  }
  get view(): AnyTable {
    return this.frames[this.at]!.view;
  }
  get open(): AnyTable | null {
    return this.frames[this.at]!.open;
  }
  get options() {
    return this.record.options;
  }
  get end(): number {
    return this.frames.length - 1;
  }
  /** The moves of the round with the views around them. */
  get log(): LogEntry[] {
    return this.frames.slice(1).map((_, i) => this.#entry(i + 1));
  }

  /** Show a round with somebody's eyes. Refused if the server cannot read the record. */
  async look(round: number, seat: number | null, allOpen: boolean): Promise<void> {
    const asked = ++this.#asked;
    this.loading = true;
    try {
      const answer = await replay({ record: this.record, round, seat, all_open: allOpen });
      if (asked !== this.#asked) return;
      if (round !== this.round) this.at = 0;
      this.round = round;
      this.seat = seat;
      this.allOpen = allOpen;
      this.at = Math.max(0, Math.min(this.at, answer.frames.length - 1));
      this.frames = answer.frames;
      this.verdict = answer.verdict;
      this.totals = answer.totals;
      this.last = null;
    } finally {
      if (asked === this.#asked) this.loading = false;
    }
  }

  /** The next frame, or the one before, also while cards still fly to one. */
  forward(): void {
    void this.goTo(this.#heading + 1);
  }
  back(): void {
    void this.goTo(this.#heading - 1);
  }
  get #heading(): number {
    return this.#moving ? this.#target : this.at;
  }

  /** Go to a frame: the next one with its cards in motion, any other at once. */
  async goTo(at: number): Promise<void> {
    const target = Math.max(0, Math.min(at, this.end));
    this.#way++;
    this.#target = target;
    if (target === this.at + 1 && !this.#moving) return this.#forward();
    this.at = target;
    this.last = target > 0 ? this.#step(target) : null;
  }

  toggle(): void {
    if (this.playing) return this.pause();
    if (this.at >= this.end) void this.goTo(0);
    this.playing = true;
    this.#goOn();
  }

  pause(): void {
    this.playing = false;
    clearTimeout(this.#timer);
  }

  move(): void {}
  takeBack(): void {}
  letThemGoFirst(): void {}

  onStep(animator: Animator): () => void {
    this.#animator = animator;
    return () => {
      if (this.#animator === animator) this.#animator = null;
    };
  }

  #goOn(): void {
    this.#timer = setTimeout(() => {
      void this.goTo(this.at + 1).then(() => {
        if (this.at >= this.end) this.pause();
        else if (this.playing) this.#goOn();
      });
    }, SPEEDS[this.speed]!);
  }

  async #forward(): Promise<void> {
    const target = this.at + 1;
    const way = this.#way;
    const frames = this.frames;
    const step = this.#step(target);
    this.#moving = true;
    const show = async () => {
      if (frames !== this.frames || way !== this.#way) return;
      this.at = target;
      this.last = step;
      await tick();
    };
    try {
      await (this.#animator ? this.#animator(step, show) : show());
    } finally {
      this.#moving = false;
    }
  }

  #step(at: number): Step {
    const { number, event, before, after } = this.#entry(at);
    return { number, event, before, after: after! };
  }

  #entry(at: number): LogEntry {
    const move = this.frames[at]!.move;
    const event = move ? movedBy(move) : { kind: "time_up" as const };
    return { number: at, at: 0, event, before: this.frames[at - 1]!.view, after: this.frames[at]!.view };
  }
}

function movedBy(move: (number | string)[]): Moved {
  const [seat, text, milliseconds] = move;
  return { kind: "moved", seat: Number(seat), move: String(text), milliseconds: milliseconds as number | undefined };
}
