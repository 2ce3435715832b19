// A guided first round: the engine of the server plays a given deal, and the lesson decides what happens next.
import { tick } from "svelte";
import type { AnyTable, Hint, SeatInfo, Situation, Words } from "../protocol";
import { isWaitedFor, LEARNER, type LessonFile, type LessonStep, type PlayedMove } from "./script";
import { problemOf, study } from "./api";
import type { LogEntry } from "./live.svelte";
import type { Animator, Play, Refusal, Step } from "./play";
import { namesOf } from "./seats";

/** Milliseconds before each move of the others, so that it can be followed. */
const PACE = 650;
/** Milliseconds between two moves in the list of moves, where the game counts them. */
const BEAT = 1000;

export class Lesson implements Play {
  /** Which step is shown. */
  index = $state(0);
  situation: Situation | null = $state.raw(null);
  log: LogEntry[] = $state.raw([]);
  last: Step | null = $state.raw(null);
  refusal: Refusal | null = $state.raw(null);
  /** A move that is legal but leads away from the lesson was tried. */
  nudged = $state(0);
  /** The server does not answer, or the lesson cannot go on. */
  trouble: Words | null = $state.raw(null);
  readonly seat = LEARNER;
  readonly here: number[];
  readonly totals: number[];
  readonly seats: SeatInfo[];
  readonly undo = false;
  readonly afterYou: number[] = [];
  readonly startsAt = null;
  readonly open = null;
  #moves: PlayedMove[] = [];
  /** How many moves were made when a step began to wait, by step: the way back. */
  #madeAt: number[] = [];
  #busy = $state(true);
  #animator: Animator | null = null;
  #refusals = 0;
  /** Grows with each step, so that what was under way before it changes nothing. */
  #visit = 0;

  constructor(readonly file: LessonFile) {
    this.seats = file.names.map((name, seat) => {
      const kind = seat === LEARNER ? "human" : "bot";
      return { kind, name: kind === "bot" ? "novice" : name, stand_in: null, ready: false, votes: [] };
    });
    this.here = this.seats.map((_, seat) => seat);
    this.totals = this.seats.map(() => 0);
    void this.#enter(0);
  }

  get names(): string[] {
    return namesOf(this.seats, LEARNER).map((name, seat) => this.file.names[seat] || name);
  }
  get view(): AnyTable {
    return this.situation!.view;
  }
  get options() {
    return this.file.options;
  }
  get step(): LessonStep {
    return this.file.steps[this.index]!;
  }
  get isLast(): boolean {
    return this.index === this.file.steps.length - 1;
  }
  /** Whether the learner is to make a move. Where none of the wanted ones is legal, the lesson goes on by its button. */
  get waits(): boolean {
    if (!this.step.wait) return !!this.step.tries;
    return this.#busy || this.#wanted.length > 0;
  }
  get active(): boolean {
    return !this.#busy && this.waits;
  }
  get busy(): boolean {
    return this.#busy;
  }
  get moves() {
    if (!this.active || this.step.tries || this.step.blind) return null;
    return this.#wanted;
  }
  get #wanted() {
    return this.situation?.moves?.filter((hint) => isWaitedFor(hint.move, this.step.wait ?? [])) ?? [];
  }

  move(text: string): void {
    if (this.active) void this.#try(text);
  }
  takeBack(): void {}
  letThemGoFirst(): void {}

  next(): void {
    if (!this.#busy && !this.waits && !this.isLast) void this.#enter(this.index + 1);
  }

  /** The step before, as it was when it began to wait. */
  back(): void {
    if (this.index > 0) void this.#return(this.index - 1);
  }

  /** Ask again what could not be answered. */
  again(): void {
    void this.#return(this.index);
  }

  onStep(animator: Animator): () => void {
    this.#animator = animator;
    return () => {
      if (this.#animator === animator) this.#animator = null;
    };
  }

  close(): void {
    this.#visit++;
  }

  async #enter(index: number): Promise<void> {
    const visit = this.#begin(index);
    const { skip = [], play = [] } = this.step;
    this.#madeAt[index] = this.#moves.length + skip.length + play.length;
    await this.#guard(visit, async () => {
      if (skip.length > 0 || !this.situation) await this.#show(visit, skip);
      for (const move of play) {
        await new Promise((resolve) => setTimeout(resolve, PACE));
        if (visit !== this.#visit) return;
        await this.#show(visit, [move], true);
      }
    });
  }

  async #return(index: number): Promise<void> {
    const visit = this.#begin(index);
    this.refusal = null;
    this.last = null;
    const made = this.#movesUntil(index);
    this.#moves = [];
    this.log = [];
    await this.#guard(visit, () => this.#show(visit, made));
  }

  /** The moves up to a step; those of the step itself are the lesson's own, even if they were not all shown. */
  #movesUntil(index: number): PlayedMove[] {
    const { skip = [], play = [] } = this.file.steps[index]!;
    const own = [...skip, ...play];
    return [...this.#moves.slice(0, this.#madeAt[index]! - own.length), ...own];
  }

  #begin(index: number): number {
    this.index = index;
    this.nudged = 0;
    this.#busy = true;
    this.trouble = null;
    return ++this.#visit;
  }

  async #guard(visit: number, work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (visit === this.#visit) this.trouble = problemOf(error).text;
    }
    if (visit === this.#visit) this.#busy = false;
  }

  async #try(text: string): Promise<void> {
    const visit = this.#visit;
    this.#busy = true;
    this.refusal = null;
    const move: PlayedMove = [LEARNER, inFull(text, this.situation?.moves ?? [])];
    try {
      const situation = await this.#study([...this.#moves, move]);
      if (visit !== this.#visit) return;
      if (this.step.tries || !isWaitedFor(move[1], this.step.wait ?? [])) {
        this.nudged++;
        this.#busy = false;
        return;
      }
      await this.#happen(visit, move, situation);
    } catch (error) {
      if (visit !== this.#visit) return;
      const problem = problemOf(error);
      this.refusal = { count: ++this.#refusals, problem, move: text };
      if (!this.step.tries || problem.code !== "illegal_move") {
        this.#busy = false;
        return;
      }
    }
    if (visit === this.#visit) await this.#enter(this.index + 1);
  }

  async #show(visit: number, moves: PlayedMove[], animated = false): Promise<void> {
    const situation = await this.#study([...this.#moves, ...moves]);
    if (visit !== this.#visit) return;
    if (animated) return this.#happen(visit, moves[0]!, situation);
    this.#moves = [...this.#moves, ...moves];
    this.situation = situation;
    this.log = [...this.log, ...moves.map((move, i) => entryOf(move, this.log.length + i + 1, null, null))];
  }

  /** One move, with its cards in motion. */
  async #happen(visit: number, move: PlayedMove, situation: Situation): Promise<void> {
    const before = this.situation?.view ?? null;
    const after = situation.view;
    const entry = entryOf(move, this.log.length + 1, before, after);
    const step: Step = { number: entry.number, event: entry.event, before, after };
    this.#moves = [...this.#moves, move];
    const show = async () => {
      if (visit !== this.#visit) return;
      this.situation = situation;
      this.last = step;
      this.log = [...this.log, entry];
      await tick();
    };
    await (this.#animator ? this.#animator(step, show) : show());
  }

  async #study(moves: PlayedMove[]): Promise<Situation> {
    const { game, players, options, starter, chance } = this.file;
    const isTimed = game === "triple";
    const timed = moves.map((move, i) => (isTimed ? [...move, i * BEAT] : move));
    return (await study({ game, players, options, starter, chance, moves: timed, seat: LEARNER })).situation;
  }
}

/** A play as the engine writes it, with what it calls, where the learner's leaves that to the table. */
function inFull(text: string, hints: Hint[]): string {
  return hints.find(({ move }) => move === text || move.startsWith(`${text} `))?.move ?? text;
}

function entryOf([seat, move]: PlayedMove, number: number, before: AnyTable | null, after: AnyTable | null): LogEntry {
  return { number, at: 0, event: { kind: "moved", seat, move }, before, after };
}
