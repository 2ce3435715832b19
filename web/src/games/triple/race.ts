// Plays that the server has not answered yet. Each is shown on the grid at once; then it stays or returns to the hand.
import type { Refusal, Step } from "../../lib/play";
import type { TripleTable } from "../../protocol";
import { isOnSameLine } from "./grid";
import { parsePlay, playOf, type CardPlay } from "./moves";

export interface PendingPlay extends CardPlay {
  /** The seats that have played on a line of this cell since, in order. */
  rivals: number[];
}

export function addPending(pending: PendingPlay[], played: CardPlay): PendingPlay[] {
  return [...pending, { ...played, rivals: [] }];
}

/** Return the pending plays after a step: without the own play that it confirms, with the rivals that it adds. */
export function updatePending(pending: PendingPlay[], step: Step<TripleTable>, me: number | null): PendingPlay[] {
  const played = playOf(step.event);
  if (!played) return pending;
  if (played.seat === me) return pending.filter((each) => each.card !== played.card);
  return pending.map((each) =>
    isOnSameLine(each.cell, played.cell) ? { ...each, rivals: [...each.rivals, played.seat] } : each,
  );
}

/** Return the pending plays whose card is still in hand in the server's view; none once the round is over. */
export function keepUndecided(pending: PendingPlay[], view: TripleTable, me: number | null): PendingPlay[] {
  const hand = me === null || view.scores ? [] : (view.seats[me]?.hand ?? []);
  const undecided = pending.filter((each) => hand.includes(each.card));
  return undecided.length === pending.length ? pending : undecided;
}

/** Return the play that a refusal concerns. While the database is down it is undecided: the play will be sent again. */
export function findRefused(pending: PendingPlay[], refusal: Refusal | null): PendingPlay | null {
  const played = refusal?.move && refusal.problem.code !== "store_down" ? parsePlay(refusal.move) : null;
  return pending.find((each) => played?.card === each.card && played.cell === each.cell) ?? null;
}
