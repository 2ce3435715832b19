// The coach at a table: asks the server for hints, for odds and for what a move has cost, and keeps the answers for as
// long as they are about the position on the table.
import { untrack } from "svelte";
import { traitsOf } from "../games/index";
import type { Advice, Afterthought, AnyTable, OddInWords, Problem } from "../protocol";
import {
  askAboutLastMove,
  askForHint,
  createPractice,
  fetchOdds,
  fetchReadiness,
  fetchRecord,
  problemOf,
  type Asking,
} from "./api";
import type { LiveTable } from "./live.svelte";
import type { ShownHint } from "./play";
import { enterPractice } from "./practice";

/** How far a player has asked: nothing, where to look, which move, how the moves compare. */
export const NOTHING = 0;
export const NUDGE = 1;
export const MOVE = 2;
export const COMPARE = 3;

/** How long an answer may take before the panel says that it takes longer, in milliseconds. */
const PATIENCE_MS = 1000;
/** The points that a move has to cost to be worth mentioning. */
const NOTICEABLE_COST = 1;

/** What an own move has cost, with the view before it. */
export interface Slip {
  answer: Afterthought;
  before: AnyTable;
}

export class Coach {
  isOpen = $state(false);
  /** How far the player has asked in this position. */
  asked = $state(NOTHING);
  /** The step that a phone shows, where there is room for only one. */
  tab = $state(NUDGE);
  /** The answer that the words come from: the quick one until the full one takes its place. */
  told: Advice | null = $state.raw(null);
  full: Advice | null = $state.raw(null);
  /** Whether the full answer has suggested another move than the one that was told before. */
  isCorrected = $state(false);
  /** The index of the move of `told` that the board shows. */
  chosen = $state(0);
  /** Whether an answer takes longer than usual. */
  isLate = $state(false);
  /** Whether it does because the coach is still being compiled on the server. */
  isCompiling = $state(false);
  /** The last own move that has cost something, until the next one. */
  slip: Slip | null = $state.raw(null);
  /** Whether the panel shows the slip instead of a hint. */
  isLookingBack = $state(false);
  /** Whether the odds are to be shown on the board. */
  areOddsShown = $state(false);
  /** Why the odds or a practice table were refused. */
  refusal: Problem | null = $state.raw(null);
  /** In a race: the move suggested last. */
  #raceHint: ShownHint | null = $state.raw(null);
  /** In a race: what to say if there is no card to show. */
  raceAdvice: Advice | null = $state.raw(null);
  #quickProblem: Problem | null = $state.raw(null);
  #fullProblem: Problem | null = $state.raw(null);
  /** How many moves of the suggested turn have been made. */
  #made = $state(0);
  #position = 0;
  #asking: AbortController | null = null;
  #lookingBack: AbortController | null = null;
  #odds: AbortController | null = null;
  #lateTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(readonly table: LiveTable) {}

  /** Whether the player may ask: the table has a coach, and the round is on. */
  get isHere(): boolean {
    const { info, seat } = this.table;
    return !!info?.coach && seat !== null && info.status === "running" && !info.seats[seat]!.stand_in;
  }

  get isRace(): boolean {
    return !!this.table.info && !!traitsOf(this.table.info.game)?.isRace;
  }

  /** Whether an answer is awaited that the player wants to see now. */
  get isWaiting(): boolean {
    return this.asked !== NOTHING && !this.problem && (this.told === null || (this.asked === COMPARE && !this.full));
  }

  /** Why the coach does not answer. */
  get problem(): Problem | null {
    if (this.asked === COMPARE && !this.full && this.#fullProblem) return this.#fullProblem;
    return this.told === null && this.#quickProblem && this.#fullProblem ? this.#quickProblem : null;
  }

  /** What the board has to mark. */
  get shown(): ShownHint | null {
    if (!this.isHere) return null;
    if (this.isRace) return this.#raceHint;
    if (!this.isOpen || this.isLookingBack || this.asked < MOVE || !this.table.situation) return null;
    const moves = this.movesOf(this.chosen);
    const { view } = this.table;
    return moves.length ? { moves, first: this.#made + 1, isNumbered: this.#made + moves.length > 1, view } : null;
  }

  /** Return a suggested move and those planned after it in the same turn. */
  movesOf(index: number): string[] {
    const { move, then } = this.told?.moves[index] ?? { move: null, then: [] };
    return move === null ? [] : [move, ...then];
  }

  /** Open the panel and ask where to look; in a race ask for a card. */
  open(): void {
    this.isLookingBack = false;
    this.refusal = null;
    if (this.isRace) return void this.#askInRace();
    this.isOpen = true;
    if (this.asked === NOTHING && this.table.isOnTurn) this.#ask(NUDGE);
  }

  /** Ask for the next step: open the panel, then nudge, move, comparison. */
  advance(): void {
    if (!this.isOpen || this.isLookingBack || this.isRace || this.asked === NOTHING) return this.open();
    if (this.asked < COMPARE) this.goTo(this.asked + 1);
  }

  /** Show a step, and ask for it if it was not asked for yet. */
  goTo(step: number): void {
    if (this.asked === NOTHING) {
      if (this.table.isOnTurn) this.#ask(step);
      return;
    }
    this.tab = step;
    this.asked = Math.max(this.asked, step);
    this.#preferFull();
  }

  /** Ask again after a problem. */
  retry(): void {
    this.#ask(Math.max(this.asked, NUDGE));
  }

  choose(index: number): void {
    this.chosen = index;
  }

  close(): void {
    this.isOpen = false;
    if (this.isLookingBack) this.slip = null;
    this.isLookingBack = false;
    this.#forgetHint();
  }

  /** Open the panel with what was better than the last own move. */
  lookBack(): void {
    this.isOpen = true;
    this.isLookingBack = true;
    this.refusal = null;
  }

  /** Take the last own move back. */
  takeBack(): void {
    this.table.takeBack();
  }

  /** Play on from the position before the last own move, at a practice table. */
  async tryAgain(): Promise<void> {
    const { id, seat } = this.table;
    this.refusal = null;
    try {
      const { rounds } = await fetchRecord(id, this.#identity);
      const move = rounds.at(-1)!.moves.findLastIndex((each) => each[0] === seat);
      enterPractice(await createPractice({ table: id }, { round: rounds.length, move }, this.#identity));
    } catch (error) {
      this.refusal = problemOf(error);
    }
  }

  toggleOdds(): void {
    this.areOddsShown = !this.areOddsShown;
    this.refusal = null;
    void this.#refreshOdds();
  }

  /** Follow the table to another position. Call whenever it may have changed. */
  follow(position: number): void {
    untrack(() => {
      if (position === this.#position) return;
      this.#position = position;
      if (!this.#followSuggestedTurn()) this.#askAnew();
      this.#judgeLastMove();
      void this.#refreshOdds();
    });
  }

  /** Put everything away: the round is over, the coach is no longer wanted, or the screen is left. */
  leave(): void {
    this.close();
    this.slip = this.table.odds = null;
    this.#lookingBack?.abort();
    this.#odds?.abort();
  }

  // --- Hints

  #ask(step: number): void {
    this.#forgetHint();
    this.asked = this.tab = step;
    const asking = this.#begin();
    this.#startClock(asking);
    void this.#askQuick(asking);
    void this.#askFull(asking);
  }

  async #askQuick(asking: Asking): Promise<void> {
    const answer = await this.#answerOr(
      askForHint(this.table.id, false, asking),
      asking,
      (problem) => (this.#quickProblem = problem),
    );
    if (answer && !this.told) this.told = answer;
  }

  async #askFull(asking: Asking): Promise<void> {
    const answer = await this.#answerOr(
      askForHint(this.table.id, true, asking),
      asking,
      (problem) => (this.#fullProblem = problem),
    );
    if (!answer) return;
    this.full = answer;
    if (this.asked < MOVE || !this.told) this.told = answer;
    this.#preferFull();
  }

  /** Compare by the full answer only. */
  #preferFull(): void {
    if (this.asked < COMPARE || !this.full || this.told === this.full) return;
    this.isCorrected = this.told !== null && this.told.moves[0]?.move !== this.full.moves[0]?.move;
    this.told = this.full;
    this.chosen = 0;
  }

  async #askInRace(): Promise<void> {
    this.#forgetHint();
    const asking = this.#begin();
    this.#startClock(asking);
    const { view } = this.table;
    const answer = await this.#answerOr(
      askForHint(this.table.id, false, asking),
      asking,
      (problem) => (this.refusal = problem),
    );
    clearTimeout(this.#lateTimer);
    if (!asking.signal!.aborted) this.isLate = false;
    if (!answer) return;
    this.raceAdvice = answer;
    const moves = answer.moves[0]?.move ? [answer.moves[0].move] : [];
    this.#raceHint = { moves, first: 1, isNumbered: false, view };
  }

  /** If the player has made the suggested move and the turn goes on, keep suggesting the rest of it. */
  #followSuggestedTurn(): boolean {
    const { table } = this;
    if (this.isRace) return true;
    const [made, ...rest] = this.shown ? this.movesOf(this.chosen) : [];
    const event = table.lastStep?.event;
    if (!rest.length || !table.isOnTurn || event?.kind !== "moved" || event.move !== made) return false;
    if (event.seat !== table.seat) return false;
    const told = { ...this.told!, moves: [{ ...this.told!.moves[this.chosen]!, move: rest[0]!, then: rest.slice(1) }] };
    const madeSoFar = this.#made + 1;
    this.#ask(MOVE);
    this.told = told;
    this.#made = madeSoFar;
    return true;
  }

  /** In another position: ask again as far as was asked, unless the player has moved. Several may act at once. */
  #askAnew(): void {
    const event = this.table.lastStep?.event;
    const isOthersMove = event?.kind === "moved" && event.seat !== this.table.seat;
    if (this.asked !== NOTHING && isOthersMove && this.table.isOnTurn) this.#ask(this.asked);
    else this.#forgetHint();
  }

  #forgetHint(): void {
    this.#asking?.abort();
    clearTimeout(this.#lateTimer);
    this.asked = NOTHING;
    this.tab = NUDGE;
    this.told = this.full = this.raceAdvice = null;
    this.#quickProblem = this.#fullProblem = this.#raceHint = null;
    this.isCorrected = this.isLate = this.isCompiling = false;
    this.chosen = this.#made = 0;
  }

  #startClock({ signal }: Asking): void {
    this.#lateTimer = setTimeout(() => {
      this.isLate = true;
      void fetchReadiness().then((games) => {
        const compiled = games.find(({ name }) => name === this.table.info?.game)?.coach ?? 1;
        if (!signal!.aborted) this.isCompiling = compiled < 1;
      }, ignore);
    }, PATIENCE_MS);
  }

  // --- Looking back

  /** After an own move: find out whether it has cost something. A quick answer decides whether a full one is worth it. */
  #judgeLastMove(): void {
    const { table } = this;
    const step = table.lastStep;
    if (!step || step.number !== this.#position || !("seat" in step.event) || step.event.seat !== table.seat) return;
    this.#lookingBack?.abort();
    this.slip = null;
    if (this.isLookingBack) this.close();
    if (!this.isHere || this.isRace || step.event.kind !== "moved" || step.event.bot || !step.before) return;
    this.#lookingBack = new AbortController();
    void this.#findSlip(step.before, { ...this.#who, signal: this.#lookingBack.signal });
  }

  async #findSlip(before: AnyTable, asking: Asking): Promise<void> {
    for (const full of [false, true]) {
      const answer = await this.#answerOr(askAboutLastMove(this.table.id, full, asking), asking, ignore);
      if (!answer || answer.cost < NOTICEABLE_COST) return;
      if (full) this.slip = { answer, before };
    }
  }

  // --- Odds

  async #refreshOdds(): Promise<void> {
    this.#odds?.abort();
    if (!this.areOddsShown || !this.isHere) {
      this.table.odds = null;
      return;
    }
    this.#odds = new AbortController();
    const asking = { ...this.#who, signal: this.#odds.signal };
    const found = await this.#answerOr<OddInWords[]>(fetchOdds(this.table.id, asking), asking, (problem) => {
      this.refusal = problem;
      this.areOddsShown = false;
    });
    if (!asking.signal.aborted) this.table.odds = found;
  }

  // --- Requests

  get #identity(): string | undefined {
    return this.table.token ?? undefined;
  }

  get #who(): Asking {
    return this.#identity === undefined ? {} : { as: this.#identity };
  }

  #begin(): Asking {
    this.#asking?.abort();
    this.#asking = new AbortController();
    return { ...this.#who, signal: this.#asking.signal };
  }

  /** Return an answer that is still wanted; null otherwise. A problem is passed on if somebody still waits. */
  async #answerOr<T>(answer: Promise<T>, { signal }: Asking, onproblem: (problem: Problem) => void): Promise<T | null> {
    try {
      const found = await answer;
      return signal!.aborted ? null : found;
    } catch (error) {
      if (!signal!.aborted) onproblem(problemOf(error));
      return null;
    }
  }
}

function ignore(): void {}
