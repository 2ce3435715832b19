// The animation of a step: which tiles move between which places. Places are `bag`, `rack-0` (own tiles), `held-2`
// (another seat's tiles) and `tile-g4` (a field).
import type { Flight } from "../../lib/motion";
import type { Step } from "../../lib/play";
import type { ZatreTable } from "../../protocol";
import { parseMove } from "./moves";

/** New tiles are drawn after the laid one has arrived. */
const DRAW_DELAY_MS = 200;

/** `ownSeat` is the seat whose tiles are in the rack. `isAlreadyShown`: the player has put the tile there by hand. */
export function flightsOf(step: Step<ZatreTable>, ownSeat: number | null, isAlreadyShown = false): Flight[] {
  const { event, before, after } = step;
  if (!before) return [];
  if (event.kind === "moved") {
    const play = parseMove(event.move);
    if (!play) return [];
    const from = sourcePlace(before, event.seat, play.pips, ownSeat);
    const laidFlights = isAlreadyShown ? [] : [{ from, to: `tile-${play.field}` }];
    return [...laidFlights, ...drawFlights(before, after, ownSeat, event.seat, play.pips)];
  }
  if (event.kind === "took_back") {
    const field = Object.keys(before.board).find((each) => !(each in after.board));
    if (!field) return [];
    return [{ from: `tile-${field}`, to: sourcePlace(after, event.seat, before.board[field]!, ownSeat), piece: "old" }];
  }
  return [];
}

function sourcePlace(table: ZatreTable, seat: number, pips: number, ownSeat: number | null): string {
  const held = seat === ownSeat ? table.held[seat] : null;
  return held ? `rack-${Math.max(held.indexOf(pips), 0)}` : `held-${seat}`;
}

function drawFlights(
  before: ZatreTable,
  after: ZatreTable,
  ownSeat: number | null,
  mover: number,
  laidPips: number,
): Flight[] {
  return after.held_count.flatMap((count, seat) => {
    const previousCount = (before.held_count[seat] ?? 0) - (seat === mover ? 1 : 0);
    if (count <= previousCount) return [];
    const held = seat === ownSeat ? after.held[seat] : null;
    if (!held) return [{ from: "bag", to: `held-${seat}`, delay: DRAW_DELAY_MS }];
    const kept = [...(before.held[seat] ?? [])];
    if (seat === mover) kept.splice(kept.indexOf(laidPips), 1);
    return newTileIndices(kept, held).map((rackIndex) => ({
      from: "bag",
      to: `rack-${rackIndex}`,
      delay: DRAW_DELAY_MS,
    }));
  });
}

/** Return the rack indices of the new tiles. */
function newTileIndices(kept: number[], held: number[]): number[] {
  const unmatched = [...kept];
  return held.flatMap((pips, rackIndex) => {
    const match = unmatched.indexOf(pips);
    if (match < 0) return [rackIndex];
    unmatched.splice(match, 1);
    return [];
  });
}
