// What a board needs to know and may do. A live table, a replay and a lesson all give it, so that a board is drawn once.
import type { AnyEvent, AnyTable, Hint, Problem, SeatInfo } from "../protocol";

export interface Play<View extends AnyTable = AnyTable> {
  /** The newest view that is shown: masked by the server, with nothing in it that this seat may not know. */
  readonly view: View;
  /** Whose eyes: this seat sits at the bottom. Spectators have none and look over the shoulder of seat 0. */
  readonly seat: number | null;
  /** By seat, as shown; the own seat is "You". */
  readonly names: string[];
  readonly seats: SeatInfo[];
  /** The seats that are connected (bots always are). */
  readonly here: number[];
  /** The table's options in force. */
  readonly options: { [key: string]: unknown };
  /** Points so far by seat (pairs: by pair; TRIPLE³: chips), without the running round. */
  readonly totals: number[];
  /** The legal moves with what they do. null: the table has no help, so nothing may be lit and everything may be tried. */
  readonly moves: Hint[] | null;
  /** Whether this seat may act now: it is to act, nothing is paused, and no answer of the server is awaited. */
  readonly active: boolean;
  /** Whether the last move can be taken back. */
  readonly undo: boolean;
  /** What has just happened: the last event of the game, for the eye (a mark in ink). */
  readonly last: Step<View> | null;
  /** The last refusal, until the next action: cells shake, the sentence is shown by the shell. */
  readonly refusal: Refusal | null;
  /** Seats that let their partner go first (ZATRE in pairs). */
  readonly afterYou: number[];
  /** TRIPLE³: when the round begins, on performance.now()'s clock. null: it has begun. */
  readonly startsAt: number | null;
  /** In replays: the same moment with all cards open, if that is wanted. */
  readonly open: View | null;
  /** Make a move, in notation. The server decides. */
  move(text: string): void;
  takeBack(): void;
  letThemGoFirst(): void;
  /** A board that animates says how; see motion.ts. Returns what undoes it. */
  onStep(animator: Animator<View>): () => void;
}

/** One event of the log that changed what lies on the table. */
export interface Step<View extends AnyTable = AnyTable> {
  number: number;
  event: AnyEvent;
  before: View | null;
  after: View;
}

/** Called before a step is shown: show it (once), and resolve when everything has come to rest. */
export type Animator<View extends AnyTable = AnyTable> = (step: Step<View>, show: () => Promise<void>) => Promise<void>;

export interface Refusal {
  /** Grows with each refusal, so that the same one twice shakes twice. */
  count: number;
  problem: Problem;
  /** The move that was refused, if it was one. */
  move: string | null;
}
