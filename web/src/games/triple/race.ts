// Plays that the server has not answered yet. Each is shown on the grid at once; then it stays or returns to the hand.
import type { Refusal, Step } from "../../lib/play";
import type { TripleTable } from "../../protocol";
import { parsePlay, playOf, type CardPlay } from "./moves";

/** Return the pending plays after a step: without the own play that it confirms. */
export function updatePending(pending: CardPlay[], step: Step<TripleTable>, me: number | null): CardPlay[] {
  const played = playOf(step.event);
  return played?.seat === me ? pending.filter((each) => each.card !== played.card) : pending;
}

/** Return the pending plays whose card is still in hand in the server's view; none once the round is over. */
export function keepUndecided(pending: CardPlay[], view: TripleTable, me: number | null): CardPlay[] {
  const hand = me === null || view.scores ? [] : (view.seats[me]?.hand ?? []);
  const undecided = pending.filter((each) => hand.includes(each.card));
  return undecided.length === pending.length ? pending : undecided;
}

/** Return the play that a refusal concerns. While the database is down it is undecided: the play will be sent again. */
export function findRefused(pending: CardPlay[], refusal: Refusal | null): CardPlay | null {
  const played = refusal?.move && refusal.problem.code !== "store_down" ? parsePlay(refusal.move) : null;
  return pending.find((each) => played?.card === each.card && played.cell === each.cell) ?? null;
}
