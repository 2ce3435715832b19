// A puzzle on the real board: moves are tried until they are the best turn, or the solver gives up. The server judges; the
// solution comes only then.
import { tick } from "svelte";
import type {
  AnyTable,
  LegalMove,
  PuzzleAnswered,
  PuzzleCount,
  PuzzlePosition,
  PuzzleProgress,
  PuzzleStanding,
  SeatInfo,
  Situation,
  SolvedPuzzle,
} from "../protocol";
import { answerPuzzle, fetchSolution, problemOf } from "./api";
import type { LogEntry } from "./live.svelte";
import { completeMove } from "./moves";
import type { Animator, Play, Refusal, ShownHint, Step } from "./play";
import { namesOf } from "./seats";

/** The pause before each move of the solution, so that one can follow it. */
const DELAY_BEFORE_MOVE_MS = 650;

/** A turn that was tried. */
export interface Tried {
  moves: string[];
  /** How many points it is worth less than the best one; 0 for the best one. */
  cost: number;
  /** What it brings on the sheet, in games where turns do. */
  points: number | null;
}

export class Solving implements Play {
  situation: Situation = $state.raw()!;
  /** The moves of the turn so far. */
  made: string[] = $state.raw([]);
  tried: Tried[] = $state.raw([]);
  solved: SolvedPuzzle | null = $state.raw(null);
  standing: PuzzleStanding | null = $state.raw(null);
  count: PuzzleCount = $state.raw()!;
  /** How much the rating has changed with this puzzle. */
  change = $state(0);
  refusal: Refusal | null = $state.raw(null);
  lastStep: Step | null = $state.raw(null);
  hint: ShownHint | null = $state.raw(null);
  log: LogEntry[] = $state.raw([]);
  readonly seats: SeatInfo[];
  readonly connectedSeats: number[];
  readonly totals: number[];
  readonly options = {};
  readonly changedSince = [];
  readonly afterYou: number[] = [];
  readonly dueAt = null;
  readonly startsAt = null;
  readonly endsAt = null;
  readonly hasCoordinates = true;
  readonly openView = null;
  #progress: PuzzleProgress | null = $state.raw(null);
  #isBusy = $state(false);
  #isSolvedHere = $state(false);
  #animator: Animator | null = null;
  #refusals = 0;
  /** The positions after one move, two moves and so on of this turn, to take them back. */
  #situations: Situation[] = [];
  /** Counts the demonstrations of the solution: one that has been overtaken stops. */
  #generation = 0;

  constructor(readonly puzzle: PuzzlePosition) {
    this.situation = puzzle.situation;
    this.standing = puzzle.standing;
    this.count = puzzle.count;
    this.#progress = puzzle.progress;
    this.seats = Array.from({ length: puzzle.players }, (_, seat) => ({
      kind: seat === puzzle.seat ? "human" : "bot",
      name: seat === puzzle.seat ? "" : "master",
      stand_in: null,
      ready: false,
      votes: [],
      offered: false,
      wants_coach: false,
      welcomes_bots: false,
    }));
    this.connectedSeats = this.seats.map((_, seat) => seat);
    this.totals = this.seats.map(() => 0);
  }

  get seat(): number {
    return this.puzzle.seat;
  }
  get names(): string[] {
    return namesOf(this.seats, this.seat);
  }
  get view(): AnyTable {
    return this.situation.view;
  }
  get moves(): LegalMove[] | null {
    return this.canAct ? (this.situation.moves ?? null) : null;
  }
  get isBusy(): boolean {
    return this.#isBusy;
  }
  get canAct(): boolean {
    return !this.#isBusy && this.solved === null;
  }
  get canTakeBack(): boolean {
    return this.canAct && this.made.length > 0;
  }
  /** How many turns were tried, here and before; the server counts for those with a profile. */
  get tries(): number {
    return this.#progress?.tries ?? this.tried.length;
  }
  /** Whether the solver has found it, in this visit or before. */
  get isFound(): boolean {
    return this.#isSolvedHere || this.#progress?.outcome === "solved";
  }
  /** Whether it was found or given up before this visit: trying it again is practice. */
  get wasFinished(): boolean {
    return this.puzzle.progress !== null && this.puzzle.progress.outcome !== "open";
  }

  move(text: string): void {
    if (this.canAct) void this.#try(completeMove(text, this.situation.moves ?? []));
  }

  takeBack(): void {
    if (!this.canTakeBack) return;
    this.#reset(this.made.slice(0, -1));
  }

  letPartnerGoFirst(): void {}

  setAnimator(animator: Animator): () => void {
    this.#animator = animator;
    return () => {
      if (this.#animator === animator) this.#animator = null;
    };
  }

  /** Show the solution, which ends the attempts. */
  async giveUp(): Promise<void> {
    if (!this.canAct) return;
    await this.#ask(async () => {
      const answered = await fetchSolution(this.puzzle);
      this.#take(answered);
      void this.showSolution();
    });
  }

  /** Play the solution on the board, from the beginning. What depends on a hidden card is only marked. */
  async showSolution(): Promise<void> {
    if (!this.solved) return;
    const generation = ++this.#generation;
    const { best } = this.solved.solution;
    const moves = [best.move!, ...best.then];
    this.#reset([]);
    for (const [index, move] of moves.entries()) {
      await new Promise((resolve) => setTimeout(resolve, DELAY_BEFORE_MOVE_MS));
      if (generation !== this.#generation) return;
      const view = this.solved.frames[index];
      if (!view) {
        this.hint = { moves: moves.slice(index), first: 1, isNumbered: false, view: this.view };
        return;
      }
      await this.#show(move, afterTurn(view));
    }
  }

  close(): void {
    this.#generation++;
  }

  async #try(move: string): Promise<void> {
    const moves = [...this.made, move];
    await this.#ask(async () => {
      const answered = await answerPuzzle(this.puzzle, moves);
      if (answered.goes_on) {
        this.#situations[moves.length] = answered.goes_on;
        await this.#show(move, answered.goes_on);
        return;
      }
      const { is_right, cost, points } = answered.verdict!;
      this.tried = [...this.tried, { moves, cost: is_right ? 0 : cost, points }];
      this.#isSolvedHere ||= is_right;
      this.#take(answered);
      if (is_right) await this.#showFound(moves);
      else this.#reset([]);
    }, move);
  }

  /** Show the turn that was found: on the board where nothing hidden decides what follows. */
  async #showFound(moves: string[]): Promise<void> {
    const view = this.solved?.frames[moves.length - 1];
    if (view && this.solved!.frames.length === moves.length) await this.#show(moves.at(-1)!, afterTurn(view));
    else this.hint = { moves: moves.slice(-1), first: 1, isNumbered: false, view: this.view };
  }

  #take(answered: PuzzleAnswered): void {
    this.solved = answered.solved;
    this.count = answered.count ?? this.count;
    this.standing = answered.standing ?? this.standing;
    this.change = answered.change;
    this.#progress = answered.progress ?? this.#progress;
  }

  /** Return to the position after these moves of the turn, which the solver has seen. */
  #reset(made: string[]): void {
    this.hint = null;
    this.lastStep = null;
    this.made = made;
    this.situation = made.length ? this.#situations[made.length]! : this.puzzle.situation;
    this.log = this.log.slice(0, made.length);
  }

  async #ask(work: () => Promise<void>, move: string | null = null): Promise<void> {
    this.#isBusy = true;
    this.refusal = null;
    try {
      await work();
    } catch (error) {
      this.refusal = { count: ++this.#refusals, problem: problemOf(error), move };
    }
    this.#isBusy = false;
  }

  /** Apply and animate one move. */
  async #show(move: string, situation: Situation): Promise<void> {
    const event = { kind: "moved" as const, seat: this.seat, move };
    const [before, after, number] = [this.view, situation.view, this.made.length + 1];
    const step: Step = { number, event, before, after };
    const show = async () => {
      this.made = [...this.made, move];
      this.situation = situation;
      this.lastStep = step;
      this.log = [...this.log, { number, at: 0, event, before, after }];
      await tick();
    };
    await (this.#animator ? this.#animator(step, show) : show());
  }
}

/** Return what is shown of the solution: nobody plays on from here. */
function afterTurn(view: AnyTable): Situation {
  return { view: { ...view, to_act: [] } };
}
