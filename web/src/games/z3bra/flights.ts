// The animation of every kind of move, of any player: which cards move between which places.
import type { Flight } from "../../lib/motion";
import type { Step } from "../../lib/play";
import type { Z3braTable } from "../../protocol";
import { cellsOf, closeUp, type Shape } from "./area";
import { DISCARDS, DRAW_PILE, HELD, placeOf } from "./gestures";

/** The delay between two cards of the same move. */
const CARD_INTERVAL_MS = 130;

export function reservePlace(seat: number): string {
  return `reserve:${seat}`;
}

export function flightsOf(step: Step<Z3braTable>): Flight[] {
  const { event, before, after } = step;
  if (event.kind !== "moved" || !before) return [];
  const flights = flightsOfMove(event.seat, event.move, before, after);
  return isReshuffled(before, after)
    ? [...flights, { from: DISCARDS, to: DRAW_PILE, piece: "old", delay: 2 * CARD_INTERVAL_MS }]
    : flights;
}

/** Return the flights of a move that is taken back: its own, the other way round. */
export function flightsBack(seat: number, move: string, { before, after }: Step<Z3braTable>): Flight[] {
  if (!before) return [];
  const flights = flightsOfMove(seat, move, after, before);
  return flights.map(({ from, to }) => ({ from: to, to: from, piece: from === reservePlace(seat) ? "old" : "new" }));
}

function flightsOfMove(seat: number, move: string, before: Z3braTable, after: Z3braTable): Flight[] {
  const [verb, ...cells] = move.split(" ");
  const own = (cell: string) => placeOf(seat, cell);
  switch (verb) {
    case "draw":
      return [{ from: DRAW_PILE, to: HELD }];
    case "take":
      return [{ from: DISCARDS, to: HELD }];
    case "put":
      return [
        { from: HELD, to: own(cells[0]!) },
        { from: own(cells[0]!), to: DISCARDS, delay: CARD_INTERVAL_MS },
      ];
    case "drop":
      return [{ from: HELD, to: DISCARDS }];
    case "trade":
      return [
        { from: HELD, to: cells[0]! },
        { from: cells[0]!, to: own(cells[1]!), delay: CARD_INTERVAL_MS },
        { from: own(cells[1]!), to: DISCARDS, delay: 2 * CARD_INTERVAL_MS },
      ];
    case "swap":
      return [
        { from: own(cells[0]!), to: own(cells[1]!) },
        { from: own(cells[1]!), to: own(cells[0]!) },
      ];
    case "trio":
      return [...trioFlights(seat, cells), ...refillFlights(seat, cells, before, after)];
    case "fold":
      return closeUpFlights(seat, [], cells[0] as Shape, before, 0);
    default:
      return [];
  }
}

/** The first two cards move as copies, since only the third is visible on the discards afterwards. */
function trioFlights(seat: number, cells: string[]): Flight[] {
  return cells.map((cell, i) => ({
    from: placeOf(seat, cell),
    to: DISCARDS,
    delay: i * CARD_INTERVAL_MS,
    piece: i < cells.length - 1 ? "old" : "new",
  }));
}

/** After a trio the reserve refills the gaps, or the other cards close up. After a diagonal the player chooses how. */
function refillFlights(seat: number, removed: string[], before: Z3braTable, after: Z3braTable): Flight[] {
  const start = removed.length * CARD_INTERVAL_MS;
  if (after.seats[seat]!.reserve < before.seats[seat]!.reserve) {
    const gaps = cellsOf(before.seats[seat]!.area).filter((cell) => removed.includes(cell.name));
    return gaps.map((gap, i) => ({
      from: reservePlace(seat),
      to: placeOf(seat, gap.name),
      delay: start + i * CARD_INTERVAL_MS,
    }));
  }
  const area = after.seats[seat]!.area;
  const wasTaller = before.seats[seat]!.area.length > area.length;
  const wasWider = (before.seats[seat]!.area[0]?.length ?? 0) > (area[0]?.length ?? 0);
  if (area.length === 0 || wasTaller === wasWider) return [];
  return closeUpFlights(seat, removed, wasTaller ? "2x3" : "3x2", before, start);
}

function closeUpFlights(seat: number, removed: string[], shape: Shape, before: Z3braTable, start: number): Flight[] {
  const remaining = cellsOf(before.seats[seat]!.area).filter(
    (cell) => cell.card !== null && !removed.includes(cell.name),
  );
  const targets = closeUp(
    remaining.map((cell) => cell.name),
    shape,
  );
  return [...targets].flatMap(([from, to]) =>
    from === to ? [] : [{ from: placeOf(seat, from), to: placeOf(seat, to), delay: start }],
  );
}

function isReshuffled(before: Z3braTable, after: Z3braTable): boolean {
  return after.draw_pile > before.draw_pile;
}

/** Return the places that a move has changed, which stay marked until the next move. */
export function touchedPlaces(step: Step<Z3braTable> | null): string[] {
  if (step?.event.kind !== "moved") return [];
  const { seat, move } = step.event;
  const [verb, ...cells] = move.split(" ");
  switch (verb) {
    case "draw":
    case "take":
      return [HELD];
    case "drop":
    case "trio":
      return [DISCARDS];
    case "trade":
      return [cells[0]!, placeOf(seat, cells[1]!)];
    case "flip":
    case "put":
    case "swap":
      return cells.map((cell) => placeOf(seat, cell));
    default:
      return [];
  }
}

/** Return the trio that a step discards, which is highlighted as one stripe before it flies away. */
export function trioOf(step: Step<Z3braTable>): { seat: number; cells: string[] } | null {
  if (step.event.kind !== "moved" || !step.event.move.startsWith("trio ")) return null;
  return { seat: step.event.seat, cells: step.event.move.split(" ").slice(1) };
}
