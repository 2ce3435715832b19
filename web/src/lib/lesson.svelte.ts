// A guided first round: the server's engine computes each position of a given deal, the lesson's file scripts the steps.
import { tick } from "svelte";
import { traitsOf } from "../games/index";
import type { AnyTable, SeatInfo, Situation, Words } from "../protocol";
import { matchesAnyPattern, LEARNER, type LessonFile, type LessonStep, type PlayedMove } from "./script";
import { problemOf, studyRound } from "./api";
import type { LogEntry } from "./live.svelte";
import { completeMove } from "./moves";
import type { Animator, Change, Play, Refusal, Step } from "./play";
import { namesOf } from "./seats";
import { changesSince } from "./since";

/** The pause before each scripted move, so that the learner can follow it. */
const DELAY_BEFORE_MOVE_MS = 650;
/** In a race every move has a time: the time between two moves of a lesson. */
const MOVE_INTERVAL_MS = 1000;

export class Lesson implements Play {
  /** The index of the step that is shown. */
  index = $state(0);
  situation: Situation | null = $state.raw(null);
  log: LogEntry[] = $state.raw([]);
  lastStep: Step | null = $state.raw(null);
  refusal: Refusal | null = $state.raw(null);
  /** How often the learner tried a legal move that was not part of a step. */
  unexpectedMoves = $state(0);
  /** Whether the learner's last move was such a one. */
  isNudged = $state(false);
  /** Why the lesson cannot go on, for example because the server does not answer; otherwise null. */
  failure: Words | null = $state.raw(null);
  readonly seat = LEARNER;
  readonly connectedSeats: number[];
  readonly totals: number[];
  readonly seats: SeatInfo[];
  readonly canTakeBack = false;
  readonly afterYou: number[] = [];
  readonly startsAt = null;
  readonly endsAt = null;
  readonly hasCoordinates = true;
  readonly dueAt = null;
  readonly openView = null;
  readonly changedSince: Change[] = $derived(changesSince(this.log, LEARNER));
  #moves: PlayedMove[] = [];
  /** By step: how many moves had been made when it began to wait for the learner. Going back replays that many. */
  #moveCountAt: number[] = [];
  #isBusy = $state(true);
  #animator: Animator | null = null;
  #refusals = 0;
  /** Counts the steps entered: an answer that belongs to an earlier one is ignored. */
  #generation = 0;

  constructor(readonly file: LessonFile) {
    this.seats = file.names.map((name, seat) => {
      const kind = seat === LEARNER ? "human" : "bot";
      return {
        kind,
        name: kind === "bot" ? "novice" : name,
        stand_in: null,
        ready: false,
        votes: [],
        offered: false,
        wants_coach: false,
        welcomes_bots: false,
      };
    });
    this.connectedSeats = this.seats.map((_, seat) => seat);
    this.totals = this.seats.map(() => 0);
    void this.#enterStep(0);
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
  /** Whether the learner has to make a move. If no expected move is legal, the lesson shows its button instead. */
  get isWaitingForMove(): boolean {
    if (!this.step.wait) return !!this.step.tries;
    return this.#isBusy || this.#expectedMoves.length > 0;
  }
  get canAct(): boolean {
    return !this.#isBusy && this.isWaitingForMove;
  }
  get isBusy(): boolean {
    return this.#isBusy;
  }
  get moves() {
    if (!this.canAct || this.step.tries || this.step.blind) return null;
    return this.#expectedMoves;
  }
  get #expectedMoves() {
    return this.situation?.moves?.filter((legal) => matchesAnyPattern(legal.move, this.step.wait ?? [])) ?? [];
  }

  move(text: string): void {
    if (this.canAct) void this.#tryMove(text);
  }
  takeBack(): void {}
  letPartnerGoFirst(): void {}

  next(): void {
    if (this.#isBusy || this.isWaitingForMove || this.isLast) return;
    this.refusal = null;
    void this.#enterStep(this.index + 1);
  }

  /** Return to the previous step, as it was when it began to wait for the learner. */
  back(): void {
    if (this.index > 0) void this.#returnToStep(this.index - 1);
  }

  /** Retry after a failure. */
  retry(): void {
    void this.#returnToStep(this.index);
  }

  setAnimator(animator: Animator): () => void {
    this.#animator = animator;
    return () => {
      if (this.#animator === animator) this.#animator = null;
    };
  }

  close(): void {
    this.#generation++;
  }

  async #enterStep(index: number): Promise<void> {
    const generation = this.#beginStep(index);
    const { skip = [], play = [] } = this.step;
    this.#moveCountAt[index] = this.#moves.length + skip.length + play.length;
    await this.#runStep(generation, async () => {
      if (skip.length > 0 || !this.situation) await this.#playMoves(generation, skip);
      for (const move of play) {
        await new Promise((resolve) => setTimeout(resolve, DELAY_BEFORE_MOVE_MS));
        if (generation !== this.#generation) return;
        await this.#playMoves(generation, [move], true);
      }
    });
  }

  async #returnToStep(index: number): Promise<void> {
    const generation = this.#beginStep(index);
    this.refusal = null;
    this.lastStep = null;
    const made = this.#movesUpTo(index);
    this.#moves = [];
    this.log = [];
    await this.#runStep(generation, () => this.#playMoves(generation, made));
  }

  /** Return the moves up to a step. Its own moves come from the file, since not all of them may have been shown. */
  #movesUpTo(index: number): PlayedMove[] {
    const { skip = [], play = [] } = this.file.steps[index]!;
    const own = [...skip, ...play];
    return [...this.#moves.slice(0, this.#moveCountAt[index]! - own.length), ...own];
  }

  #beginStep(index: number): number {
    this.index = index;
    this.isNudged = false;
    this.#isBusy = true;
    this.failure = null;
    return ++this.#generation;
  }

  /** Run a step's work; show its failure unless another step has been entered meanwhile. */
  async #runStep(generation: number, work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (generation === this.#generation) this.failure = problemOf(error).text;
    }
    if (generation === this.#generation) this.#isBusy = false;
  }

  async #tryMove(text: string): Promise<void> {
    const generation = this.#generation;
    this.#isBusy = true;
    this.refusal = null;
    this.isNudged = false;
    const move: PlayedMove = [LEARNER, completeMove(text, this.situation?.moves ?? [])];
    try {
      const situation = await this.#fetchSituation([...this.#moves, move]);
      if (generation !== this.#generation) return;
      if (this.step.tries || !matchesAnyPattern(move[1], this.step.wait ?? [])) {
        this.unexpectedMoves++;
        this.isNudged = true;
        this.#isBusy = false;
        return;
      }
      await this.#showMove(generation, move, situation);
    } catch (error) {
      if (generation !== this.#generation) return;
      const problem = problemOf(error);
      this.refusal = { count: ++this.#refusals, problem, move: text };
      if (!this.step.tries || problem.code !== "illegal_move") {
        this.#isBusy = false;
        return;
      }
    }
    if (generation === this.#generation) await this.#enterStep(this.index + 1);
  }

  async #playMoves(generation: number, moves: PlayedMove[], isAnimated = false): Promise<void> {
    const situation = await this.#fetchSituation([...this.#moves, ...moves]);
    if (generation !== this.#generation) return;
    if (isAnimated) return this.#showMove(generation, moves[0]!, situation);
    this.#moves = [...this.#moves, ...moves];
    this.situation = situation;
    this.log = [...this.log, ...moves.map((move, i) => logEntryOf(move, this.log.length + i + 1, null, null))];
  }

  /** Apply and animate one move. */
  async #showMove(generation: number, move: PlayedMove, situation: Situation): Promise<void> {
    const before = this.situation?.view ?? null;
    const after = situation.view;
    const entry = logEntryOf(move, this.log.length + 1, before, after);
    const step: Step = { number: entry.number, event: entry.event, before, after };
    this.#moves = [...this.#moves, move];
    const show = async () => {
      if (generation !== this.#generation) return;
      this.situation = situation;
      this.lastStep = step;
      this.log = [...this.log, entry];
      await tick();
    };
    await (this.#animator ? this.#animator(step, show) : show());
  }

  async #fetchSituation(moves: PlayedMove[]): Promise<Situation> {
    const { game, players, options, starter, chance } = this.file;
    const isRace = !!traitsOf(game)?.isRace;
    const timed = moves.map((move, i) => (isRace ? [...move, i * MOVE_INTERVAL_MS] : move));
    return (await studyRound({ game, players, options, starter, chance, moves: timed, seat: LEARNER })).situation;
  }
}

function logEntryOf(
  [seat, move]: PlayedMove,
  number: number,
  before: AnyTable | null,
  after: AnyTable | null,
): LogEntry {
  return { number, at: 0, event: { kind: "moved", seat, move }, before, after };
}
