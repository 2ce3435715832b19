// What others have changed since the player's last action: the places to mark, and own cards that were traded away.
import type { Change } from "../../lib/play";
import type { Z3braTable } from "../../protocol";
import { cardAt } from "./area";
import { isFace } from "./cards";
import { DISCARDS, DRAW_PILE, HELD, cellOf, placeOf, seatOf } from "./gestures";

/** An own card that another player's trade has taken. */
export interface Loss {
  /** The seat that has it now. */
  by: number;
  /** The card; null if this page has not seen it. */
  card: string | null;
}

/** Return the places whose cards have changed and that still exist. `view` is the table as it is now. */
export function changedPlaces(changes: Change<Z3braTable>[], view: Z3braTable): Set<string> {
  const places = new Set<string>();
  for (const { event } of changes) {
    const [verb, ...cells] = event.move.split(" ");
    const isFull = view.seats[event.seat]?.area.flat().length === 9;
    // Cards that closed up lie elsewhere now, which the shape of the area shows.
    if (verb === "fold" || (verb === "trio" && !isFull)) {
      for (const place of places) if (seatOf(place) === event.seat) places.delete(place);
    }
    for (const place of touchedBy(verb!, cells, event.seat)) places.add(place);
  }
  return new Set([...places].filter((place) => isOnTable(place, view)));
}

/** Return the places that a move has touched. */
function touchedBy(verb: string, cells: string[], seat: number): string[] {
  const own = cells.map((cell) => placeOf(seat, cell));
  switch (verb) {
    case "draw":
      return [DRAW_PILE];
    case "take":
    case "drop":
      return [DISCARDS];
    case "put":
    case "trio":
      return [...own, DISCARDS];
    case "trade":
      return [cells[0]!, placeOf(seat, cells[1]!), DISCARDS];
    case "flip":
    case "swap":
      return own;
    default:
      return [];
  }
}

function isOnTable(place: string, view: Z3braTable): boolean {
  const seat = seatOf(place);
  return seat === null || cardAt(view.seats[seat]?.area ?? [], cellOf(place)) !== null;
}

/** Return the places that changed or, if none did, those that the last step touched; always a card in a hand. */
export function placesToMark(changed: Set<string>, touched: string[]): Set<string> {
  return new Set([...changed, ...touched.filter((place) => place === HELD || changed.size === 0)]);
}

/** Return what trades have taken from a seat, by the place of the card; nothing from a spectator. */
export function lossesOf(changes: Change<Z3braTable>[], seat: number | null): Map<string, Loss> {
  if (seat === null) return new Map();
  const trades = changes.filter(({ event }) => event.seat !== seat && event.move.startsWith(`trade ${seat}`));
  return new Map(
    trades.map(({ event, before }) => {
      const place = event.move.split(" ")[1]!;
      const card = before && cardAt(before.seats[seat]!.area, cellOf(place));
      return [place, { by: event.seat, card: isFace(card) ? card : null }];
    }),
  );
}
