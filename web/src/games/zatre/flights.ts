// Which tiles fly where when something has happened. Places: `bag`, `rack-0` .. (own tiles), `held-2` (somebody's), `tile-g4`.
import type { Flight } from "../../lib/motion";
import type { Step } from "../../lib/play";
import type { ZatreTable } from "../../protocol";
import { read } from "./moves";

/** New tiles come when the last one has come to rest. */
const DRAW_AFTER = 200;

/** `own` is the seat whose tiles are in the rack; `isShown`: the own tile lies there already, it was laid by hand. */
export function flightsOf(step: Step<ZatreTable>, own: number | null, isShown = false): Flight[] {
  const { event, before, after } = step;
  if (!before) return [];
  if (event.kind === "moved") {
    const laying = read(event.move);
    if (!laying) return [];
    const from = whence(before, event.seat, laying.pips, own);
    const laid = isShown ? [] : [{ from, to: `tile-${laying.field}` }];
    return [...laid, ...drawn(before, after, own, event.seat, laying.pips)];
  }
  if (event.kind === "took_back") {
    const back = Object.keys(before.board).find((field) => !(field in after.board));
    if (!back) return [];
    return [{ from: `tile-${back}`, to: whence(after, event.seat, before.board[back]!, own), piece: "old" }];
  }
  return [];
}

function whence(table: ZatreTable, seat: number, pips: number, own: number | null): string {
  const held = seat === own ? table.held[seat] : null;
  return held ? `rack-${Math.max(held.indexOf(pips), 0)}` : `held-${seat}`;
}

function drawn(before: ZatreTable, after: ZatreTable, own: number | null, mover: number, laid: number): Flight[] {
  return after.held_count.flatMap((count, seat) => {
    const had = (before.held_count[seat] ?? 0) - (seat === mover ? 1 : 0);
    if (count <= had) return [];
    const held = seat === own ? after.held[seat] : null;
    if (!held) return [{ from: "bag", to: `held-${seat}`, after: DRAW_AFTER }];
    const kept = [...(before.held[seat] ?? [])];
    if (seat === mover) kept.splice(kept.indexOf(laid), 1);
    return newOnes(kept, held).map((at) => ({ from: "bag", to: `rack-${at}`, after: DRAW_AFTER }));
  });
}

/** Where in the rack the new tiles stand. */
function newOnes(kept: number[], held: number[]): number[] {
  const old = [...kept];
  return held.flatMap((pips, at) => {
    const known = old.indexOf(pips);
    if (known < 0) return [at];
    old.splice(known, 1);
    return [];
  });
}
