// The interface between a board and what it shows. A live table, a replay and a lesson implement it, so that one board
// serves all three.
import type { AnyEvent, AnyTable, LegalMove, Moved, OddInWords, Problem, SeatInfo } from "../protocol";
import type { Sign } from "./signs";

export interface Play<View extends AnyTable = AnyTable> {
  /** The view to show. The server has masked it: it contains nothing that this seat may not know. */
  readonly view: View;
  /** The seat whose view is shown, at the bottom of the board. null for spectators, who see seat 0 at the bottom. */
  readonly seat: number | null;
  /** The names to show, by seat; the player's own seat is "You". */
  readonly names: string[];
  readonly seats: SeatInfo[];
  /** The seats that are connected (bots always are). */
  readonly connectedSeats: number[];
  /** The table's options in force. */
  readonly options: { [key: string]: unknown };
  /** Points or chips so far, by seat or by pair, without the running round. */
  readonly totals: number[];
  /** The legal moves and their effects. null if the table gives no help: highlight nothing, allow every attempt. */
  readonly moves: LegalMove[] | null;
  /** Whether this seat may act now: it is on turn, the game is not paused, and no answer of the server is pending. */
  readonly canAct: boolean;
  /** Whether the last move can be taken back. */
  readonly canTakeBack: boolean;
  /** The last event of the game, which the board marks. */
  readonly lastStep: Step<View> | null;
  /**
   * The others' moves since this seat's own last action in this round, the oldest first. The board marks all of them until
   * the player acts. Empty for spectators, in races and in replays: there only the last step is marked.
   */
  readonly changedSince: Change<View>[];
  /** The last refusal, until the next action. The board shakes the cells, the screen around it shows the reason. */
  readonly refusal: Refusal | null;
  /** Seats that let their partner go first; only in games in pairs. */
  readonly afterYou: number[];
  /** When a bot takes over from the players on turn unless they act, by performance.now(); null without a limit. */
  readonly dueAt: number | null;
  /** In a race: when the round begins, by performance.now(). null once it has begun. */
  readonly startsAt: number | null;
  /** In a race: when the round ends if nobody makes progress (P15), by performance.now(). null if never. */
  readonly endsAt: number | null;
  /** Whether the texts beside the board name cells by their coordinates, so that the board has to show them. */
  readonly hasCoordinates: boolean;
  /** In replays that show all cards: the same position with every card face up. */
  readonly openView: View | null;
  /** What the coach suggests; the board marks it. */
  readonly hint?: ShownHint | null;
  /** The odds to show at their places; null while they are hidden. */
  readonly odds?: OddInWords[] | null;
  /** The sign that each seat makes at the moment. */
  readonly signs?: ReadonlyMap<number, Sign>;
  /** Send a move in notation. The server decides whether it is legal. */
  move(text: string): void;
  takeBack(): void;
  letPartnerGoFirst(): void;
  /** Set the board's animator (see motion.ts). Return a function that removes it. */
  setAnimator(animator: Animator<View>): () => void;
}

/** Moves that a coach suggests, in the order in which they are to be made. */
export interface ShownHint {
  moves: string[];
  /** The number of the first of them in its turn, from 1. */
  first: number;
  /** Whether more than one move belongs to the turn, so that the order has to be shown. */
  isNumbered: boolean;
  /** The view that they were suggested for. */
  view: AnyTable;
}

/** One event of the log that changed what lies on the table. */
export interface Step<View extends AnyTable = AnyTable> {
  number: number;
  event: AnyEvent;
  before: View | null;
  after: View;
}

/** A move of the log, with the views before and after it; null where this page has not received them. */
export interface Change<View extends AnyTable = AnyTable> {
  number: number;
  event: Moved;
  before: View | null;
  after: View | null;
}

/** Called instead of showing a step at once: must call `show` exactly once, and resolve when all motion has ended. */
export type Animator<View extends AnyTable = AnyTable> = (step: Step<View>, show: () => Promise<void>) => Promise<void>;

export interface Refusal {
  /** Increases with each refusal, so that a repeated one shakes the board again. */
  count: number;
  problem: Problem;
  /** The refused move; null if another command was refused. */
  move: string | null;
  /** The name of the player who was faster, if the move came too late. */
  faster?: string | null;
}
