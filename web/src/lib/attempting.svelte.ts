// A decision of a finished match that is tried again: the board of that moment, on which a move can be made. The server
// says what the move would have cost; the position stays as it is.
import { type Match, problemOf, tryMove } from "./api";
import type { Place } from "./curve";
import { completeMove } from "./moves";
import type { Play, Refusal } from "./play";
import type { Replaying } from "./replaying.svelte";
import { GOOD_ENOUGH } from "./review.svelte";
import { namesOf } from "./seats";
import type { Afterthought, AnyTable, Decision, LegalMove, SeatInfo, Situation, Words } from "../protocol";

export class Attempting implements Play {
  situation: Situation | null = $state.raw(null);
  /** What the last move that was tried would have cost. */
  verdict: Afterthought | null = $state.raw(null);
  /** How many moves were tried. */
  tries = $state(0);
  /** Whether the better move is shown. */
  isShown = $state(false);
  refusal: Refusal | null = $state.raw(null);
  /** Why the position cannot be shown. */
  failure: Words | null = $state.raw(null);
  readonly lastStep = null;
  readonly canTakeBack = false;
  readonly changedSince = [];
  readonly afterYou: number[] = [];
  readonly dueAt = null;
  readonly startsAt = null;
  readonly endsAt = null;
  readonly hasCoordinates = true;
  readonly openView = null;
  readonly seats: SeatInfo[];
  readonly connectedSeats: number[];
  readonly options: { [key: string]: unknown };
  readonly totals: number[];
  readonly #me: number | null;
  #isBusy = $state(true);
  #refusals = 0;

  constructor(
    readonly match: Match,
    readonly decision: Decision,
    {
      seats,
      connectedSeats,
      options,
      totals,
      me,
    }: Pick<Replaying, "seats" | "connectedSeats" | "options" | "totals"> & {
      me: number | null;
    },
  ) {
    this.seats = seats;
    this.connectedSeats = connectedSeats;
    this.options = options;
    this.totals = totals;
    this.#me = me;
    void this.#ask(null);
  }

  get place(): Place {
    return { round: this.decision.round, number: this.decision.number - 1 };
  }
  get seat(): number {
    return this.decision.seat;
  }
  get names(): string[] {
    return namesOf(this.seats, this.#me);
  }
  get view(): AnyTable {
    return this.situation!.view;
  }
  get moves(): LegalMove[] | null {
    return this.canAct ? (this.situation?.moves ?? null) : null;
  }
  get isBusy(): boolean {
    return this.#isBusy;
  }
  /** Whether the last move that was tried is as good as the best. */
  get isFound(): boolean {
    return this.verdict !== null && isAsGood(this.verdict);
  }
  get canAct(): boolean {
    return !this.#isBusy && !this.isFound && !this.isShown;
  }

  move(text: string): void {
    if (this.canAct) void this.#ask(completeMove(text, this.situation?.moves ?? []));
  }
  takeBack(): void {}
  letPartnerGoFirst(): void {}
  setAnimator(): () => void {
    return () => undefined;
  }

  showBetter(): void {
    this.isShown = true;
  }

  /** Ask for the position, or try a move in it. */
  async #ask(attempt: string | null): Promise<void> {
    this.#isBusy = true;
    this.refusal = null;
    const { round, number } = this.decision;
    try {
      const answer = await tryMove(this.match, { round, number, attempt });
      this.situation = answer.situation;
      this.verdict = answer.verdict ?? null;
      if (attempt !== null) this.tries++;
    } catch (error) {
      const problem = problemOf(error);
      if (this.situation) this.refusal = { count: ++this.#refusals, problem, move: attempt };
      else this.failure = problem.text;
    }
    this.#isBusy = false;
  }
}

/** Return whether a move that was tried is as good as the best. */
export function isAsGood({ cost, played, best }: Pick<Afterthought, "cost" | "played" | "best">): boolean {
  return cost < GOOD_ENOUGH || played.move === best.move;
}
