// Replays a round of a record: plays it forwards with animations, or jumps to any position.
import { tick } from "svelte";
import type { AnyTable, Frame, Moved, Record, SeatInfo, Verdict } from "../protocol";
import { fetchReplay } from "./api";
import type { LogEntry } from "./live.svelte";
import type { Animator, Play, Step } from "./play";
import { nameOf } from "./seats";

/** The pause before each move, by speed. */
export const DELAYS_MS: { [speed: string]: number } = { "0.5": 1200, "1": 600, "2": 300, "4": 120 };

/** What the controls of a replay need: of one match, or of several that are stepped through together. */
export interface ReplayControls {
  /** The frame that is shown; 0 is the deal. */
  readonly frameIndex: number;
  readonly lastIndex: number;
  readonly isPlaying: boolean;
  speed: string;
  /** Counts from 1. */
  readonly round: number;
  readonly roundCount: number;
  readonly seat: number | null;
  readonly isAllOpen: boolean;
  readonly names: string[];
  goTo(frameIndex: number): Promise<void>;
  stepForward(): void;
  stepBack(): void;
  togglePlaying(): void;
  pause(): void;
}

export class Replaying implements Play, ReplayControls {
  frames: Frame[] = $state.raw([]);
  /** The frame that is shown; 0 is the deal. */
  frameIndex = $state(0);
  /** Counts from 1. */
  round = $state(1);
  seat: number | null = $state(null);
  isAllOpen = $state(false);
  isPlaying = $state(false);
  speed = $state("1");
  /** The totals of the earlier rounds. */
  totals: number[] = $state.raw([]);
  verdict: Verdict | null = $state.raw(null);
  isLoading = $state(true);
  lastStep: Step | null = $state.raw(null);
  readonly seats: SeatInfo[];
  readonly connectedSeats: number[];
  readonly moves = null;
  readonly canAct = false;
  readonly canTakeBack = false;
  readonly refusal = null;
  readonly afterYou: number[] = [];
  readonly changedSince = [];
  readonly startsAt = null;
  readonly endsAt = null;
  readonly hasCoordinates = false;
  readonly dueAt = null;
  #animator: Animator | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isAnimating = false;
  /** Counts the jumps: an animation that began before the latest one must not change the position any more. */
  #generation = 0;
  #targetIndex = 0;
  /** Counts the requests: an answer to an earlier one is ignored. */
  #requestNumber = 0;

  constructor(readonly record: Record) {
    this.seats = record.players.map(({ kind, name, bot }) => {
      return {
        kind,
        name: kind === "bot" ? (bot ?? name) : name,
        stand_in: null,
        ready: false,
        votes: [],
        offered: false,
        wants_coach: false,
        welcomes_bots: false,
      };
    });
    this.connectedSeats = this.seats.map((_, seat) => seat);
  }

  get names(): string[] {
    return this.seats.map(nameOf);
  }
  get view(): AnyTable {
    return this.frames[this.frameIndex]!.view;
  }
  get openView(): AnyTable | null {
    return this.frames[this.frameIndex]!.open;
  }
  get options() {
    return this.record.options;
  }
  get lastIndex(): number {
    return this.frames.length - 1;
  }
  get roundCount(): number {
    return this.record.rounds.length;
  }
  /** The moves of the round, each with the views before and after it. */
  get log(): LogEntry[] {
    return this.frames.slice(1).map((_, i) => this.#entryAt(i + 1));
  }

  /** Load a round as a seat saw it, or as a spectator (null). Throw `Refused` if the server cannot read the record. */
  async load(round: number, seat: number | null, isAllOpen: boolean): Promise<void> {
    const requestNumber = ++this.#requestNumber;
    this.isLoading = true;
    try {
      const answer = await fetchReplay({ record: this.record, round, seat, all_open: isAllOpen });
      if (requestNumber !== this.#requestNumber) return;
      if (round !== this.round) this.frameIndex = 0;
      this.round = round;
      this.seat = seat;
      this.isAllOpen = isAllOpen;
      this.frameIndex = Math.max(0, Math.min(this.frameIndex, answer.frames.length - 1));
      this.frames = answer.frames;
      this.verdict = answer.verdict;
      this.totals = answer.totals;
      this.lastStep = null;
    } finally {
      if (requestNumber === this.#requestNumber) this.isLoading = false;
    }
  }

  /** Go one frame on, counted from the frame that a running animation leads to. */
  stepForward(): void {
    void this.goTo(this.#destination + 1);
  }
  stepBack(): void {
    void this.goTo(this.#destination - 1);
  }
  get #destination(): number {
    return this.#isAnimating ? this.#targetIndex : this.frameIndex;
  }

  /** Go to a frame: with an animation if it is the next one, otherwise at once. */
  async goTo(frameIndex: number): Promise<void> {
    const targetIndex = Math.max(0, Math.min(frameIndex, this.lastIndex));
    this.#generation++;
    this.#targetIndex = targetIndex;
    if (targetIndex === this.frameIndex + 1 && !this.#isAnimating) return this.#animateNextFrame();
    this.frameIndex = targetIndex;
    this.lastStep = targetIndex > 0 ? this.#stepTo(targetIndex) : null;
  }

  togglePlaying(): void {
    if (this.isPlaying) return this.pause();
    if (this.frameIndex >= this.lastIndex) void this.goTo(0);
    this.isPlaying = true;
    this.#scheduleNextMove();
  }

  pause(): void {
    this.isPlaying = false;
    clearTimeout(this.#timer);
  }

  move(): void {}
  takeBack(): void {}
  letPartnerGoFirst(): void {}

  setAnimator(animator: Animator): () => void {
    this.#animator = animator;
    return () => {
      if (this.#animator === animator) this.#animator = null;
    };
  }

  #scheduleNextMove(): void {
    this.#timer = setTimeout(() => {
      void this.goTo(this.frameIndex + 1).then(() => {
        if (this.frameIndex >= this.lastIndex) this.pause();
        else if (this.isPlaying) this.#scheduleNextMove();
      });
    }, DELAYS_MS[this.speed]!);
  }

  async #animateNextFrame(): Promise<void> {
    const targetIndex = this.frameIndex + 1;
    const generation = this.#generation;
    const frames = this.frames;
    const step = this.#stepTo(targetIndex);
    this.#isAnimating = true;
    const show = async () => {
      if (frames !== this.frames || generation !== this.#generation) return;
      this.frameIndex = targetIndex;
      this.lastStep = step;
      await tick();
    };
    try {
      await (this.#animator ? this.#animator(step, show) : show());
    } finally {
      this.#isAnimating = false;
    }
  }

  #stepTo(frameIndex: number): Step {
    const { number, event, before, after } = this.#entryAt(frameIndex);
    return { number, event, before, after: after! };
  }

  #entryAt(frameIndex: number): LogEntry {
    const move = this.frames[frameIndex]!.move;
    const event = move ? movedEventOf(move) : { kind: "time_up" as const };
    return {
      number: frameIndex,
      at: 0,
      event,
      before: this.frames[frameIndex - 1]!.view,
      after: this.frames[frameIndex]!.view,
    };
  }
}

function movedEventOf(move: (number | string)[]): Moved {
  const [seat, text, milliseconds] = move;
  return { kind: "moved", seat: Number(seat), move: String(text), milliseconds: milliseconds as number | undefined };
}
