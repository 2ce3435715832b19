// Plays under way to the server. Each shows on the grid at once and ends once: it lies there, or it comes back.
import type { Refusal, Step } from "../../lib/play";
import type { TripleTable } from "../../protocol";
import { isNear } from "./grid";
import { parsePlay, playOf, type Laid } from "./moves";

export interface UnderWay extends Laid {
  /** Who has laid on a line of this cell since. */
  rivals: number[];
}

export function send(underWay: UnderWay[], laid: Laid): UnderWay[] {
  return [...underWay, { ...laid, rivals: [] }];
}

/** What somebody's move leaves under way: the own play has arrived, another's may have come first. */
export function seen(underWay: UnderWay[], step: Step<TripleTable>, me: number | null): UnderWay[] {
  const laid = playOf(step.event);
  if (!laid) return underWay;
  if (laid.seat === me) return underWay.filter((each) => each.card !== laid.card);
  return underWay.map((each) =>
    isNear(each.cell, laid.cell) ? { ...each, rivals: [...each.rivals, laid.seat] } : each,
  );
}

/** What is still in hand by the server's word and not over. A new deal ends everything. */
export function stillOpen(underWay: UnderWay[], view: TripleTable, me: number | null): UnderWay[] {
  const hand = me === null || view.scores ? [] : (view.seats[me]?.hand ?? []);
  const open = underWay.filter((each) => hand.includes(each.card));
  return open.length === underWay.length ? underWay : open;
}

/** The play that a refusal sends back. When the database was down nobody knows yet: the play is sent again. */
export function sentBack(underWay: UnderWay[], refusal: Refusal | null): UnderWay | null {
  const laid = refusal?.move && refusal.problem.code !== "store_down" ? parsePlay(refusal.move) : null;
  return underWay.find((each) => laid?.card === each.card && laid.cell === each.cell) ?? null;
}
