// What has changed since a player's own last action: the board marks it until the player acts, and a line tells it.
import type { AnyEvent, Happened, Moved } from "../protocol";
import type { Change } from "./play";

/** An event with the views before and after it. */
export type Entry = Pick<Happened, "number" | "event"> & Pick<Change, "before" | "after">;

/**
 * Return the moves since the last action of a seat in this round, the oldest first, without those that were taken back.
 * A stand-in's moves count as the others': the player has not seen them. `dealNumber` is the number of the event that
 * dealt the round, if the page has received it.
 */
export function changesSince(log: Entry[], seat: number, dealNumber = 0): Change[] {
  const changes: Change[] = [];
  const takenBack: { [seat: number]: number } = {};
  for (let i = log.length - 1; i >= 0; i--) {
    const { number, event, before, after } = log[i]!;
    if (number <= dealNumber || dealsRound(event) || isOwnAction(event, seat)) break;
    if (event.kind === "took_back") takenBack[event.seat] = (takenBack[event.seat] ?? 0) + 1;
    if (event.kind !== "moved") continue;
    if (takenBack[event.seat]) takenBack[event.seat]!--;
    else changes.push({ number, event, before, after });
  }
  return changes.reverse();
}

/** Group consecutive moves of the same seat: a turn consists of several. */
export function groupByTurn<Each extends { event: Moved }>(moves: Each[]): Each[][] {
  const turns: Each[][] = [];
  for (const move of moves) {
    const last = turns.at(-1);
    if (last?.[0]!.event.seat === move.event.seat) last.push(move);
    else turns.push([move]);
  }
  return turns;
}

/** After these events the next round may be on the table: earlier moves are no longer on the board. */
function dealsRound(event: AnyEvent): boolean {
  return ["started", "revealed", "left_out", "ready"].includes(event.kind);
}

function isOwnAction(event: AnyEvent, seat: number): boolean {
  if (event.kind === "moved") return event.seat === seat && !event.bot;
  return event.kind === "took_back" && event.seat === seat;
}
