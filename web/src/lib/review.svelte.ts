// The review of a finished match, part by part as the server makes it.
import type {
  Decision,
  Ending,
  Opening,
  Problem,
  Record as MatchRecord,
  ReviewPart,
  RoundFacts,
  Words,
} from "../protocol";
import { problemOf, streamReview, type Match } from "./api";

/** Problems that pass: ask again. */
const PASSING: ReadonlySet<Problem["code"]> = new Set(["busy", "closing", "store_down", "too_fast", "wrong_host"]);
const FIRST_DELAY_MS = 500;
const LONGEST_DELAY_MS = 8000;

/** A decision that costs this many points at least is costly. */
export const COSTLY = 1;
/** A decision that costs less than this is as good as the best. */
export const GOOD_ENOUGH = 0.25;

export class Review {
  opening: Opening | null = $state.raw(null);
  /** The finished rounds whose facts are known, in order. */
  facts: RoundFacts[] = $state.raw([]);
  /** The decisions that are judged, in order. */
  decisions: Decision[] = $state.raw([]);
  ending: Ending | null = $state.raw(null);
  /** Why there is no review; null if there is one, or if it is being made. */
  problem: Words | null = $state.raw(null);
  /** Why it does not go on just now; it is asked for again. */
  delay: Words | null = $state.raw(null);
  /** Whether all of it is known. */
  isComplete = $state(false);
  readonly #abort = new AbortController();

  /** `isPartial` is the review of one's own decisions while the deal is secret: it has neither facts nor an ending. */
  constructor(
    readonly match: Match,
    readonly isPartial = false,
  ) {
    void this.#follow();
  }

  /** Return the decision that was made with a move; null if there was nothing to decide, or if it is not judged yet. */
  decisionAt(round: number, number: number): Decision | null {
    return this.decisions.find((each) => isAt(each, round, number)) ?? null;
  }

  close(): void {
    this.#abort.abort();
  }

  /** Read the parts until the ending comes or, in a partial review, until nothing new does. */
  async #follow(): Promise<void> {
    let delay = FIRST_DELAY_MS;
    while (!this.isComplete && !this.#abort.signal.aborted) {
      const known = this.opening ? this.decisions.length : -1;
      try {
        for await (const parts of streamReview(this.match, this.#abort.signal)) {
          this.#add(parts);
          this.delay = null;
          delay = FIRST_DELAY_MS;
        }
        if (this.isPartial && known === this.decisions.length) this.isComplete = true;
      } catch (error) {
        if (this.#abort.signal.aborted) return;
        const { code, text } = problemOf(error);
        if (!PASSING.has(code)) {
          this.problem = text;
          return;
        }
        this.delay = text;
      }
      if (this.isComplete || this.#abort.signal.aborted) return;
      await new Promise((done) => setTimeout(done, delay));
      delay = Math.min(2 * delay, LONGEST_DELAY_MS);
    }
  }

  /** Add the parts that are new: a stream that was asked for again begins at the first one. */
  #add(parts: ReviewPart[]): void {
    const added = newParts(parts, this.facts, this.decisions);
    this.facts = [...this.facts, ...added.facts];
    this.decisions = [...this.decisions, ...added.decisions];
    for (const part of parts) {
      if (part.type === "opening") this.opening ??= part;
      if (part.type === "ending") {
        this.ending = part;
        this.isComplete = true;
      }
    }
  }
}

function isAt(decision: Decision, round: number, number: number): boolean {
  return decision.round === round && decision.number === number;
}

/** Return the facts and decisions among these parts that are not known yet. */
export function newParts(
  parts: ReviewPart[],
  knownFacts: RoundFacts[],
  knownDecisions: Decision[],
): { facts: RoundFacts[]; decisions: Decision[] } {
  const facts = parts.filter((part) => part.type === "facts");
  const decisions = parts.filter((part) => part.type === "decision");
  return {
    facts: facts.filter(({ round }) => !knownFacts.some((known) => known.round === round)),
    decisions: decisions.filter(({ round, number }) => !knownDecisions.some((known) => isAt(known, round, number))),
  };
}

/** Return how many moves of a record have been judged. Moves that decided nothing count with the next one that did. */
export function countJudged(record: MatchRecord, decisions: Decision[]): number {
  const last = decisions.at(-1);
  if (!last) return 0;
  const before = record.rounds.slice(0, last.round - 1).filter(({ scores }) => scores);
  return before.reduce((sum, { moves }) => sum + moves.length, 0) + last.number;
}

/** Return the decisions of a side that cost most, the worst first; all that cost next to nothing are left out. */
export function costliestOf(decisions: Decision[], side: number, most: number): Decision[] {
  return decisions
    .filter((each) => each.side === side && each.cost >= GOOD_ENOUGH)
    .toSorted((one, other) => other.cost - one.cost)
    .slice(0, most);
}
