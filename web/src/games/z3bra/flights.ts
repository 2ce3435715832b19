// Which cards fly where, for every kind of move, whoever made it.
import type { Flight } from "../../lib/motion";
import type { Step } from "../../lib/play";
import type { Z3braTable } from "../../protocol";
import { cellsOf, closedUp, type Shape } from "./area";
import { DISCARDS, DRAW, HELD, placeOf } from "./gestures";

/** One card after the other. */
const PACE = 130;

export function reserveOf(seat: number): string {
  return `reserve:${seat}`;
}

export function flightsOf(step: Step<Z3braTable>): Flight[] {
  const { event, before, after } = step;
  if (event.kind !== "moved" || !before) return [];
  const flights = flightsOfMove(event.seat, event.move, before, after);
  return isReshuffled(before, after)
    ? [...flights, { from: DISCARDS, to: DRAW, piece: "old", after: 2 * PACE }]
    : flights;
}

function flightsOfMove(seat: number, move: string, before: Z3braTable, after: Z3braTable): Flight[] {
  const [verb, ...cells] = move.split(" ");
  const own = (cell: string) => placeOf(seat, cell);
  switch (verb) {
    case "draw":
      return [{ from: DRAW, to: HELD }];
    case "take":
      return [{ from: DISCARDS, to: HELD }];
    case "put":
      return [
        { from: HELD, to: own(cells[0]!) },
        { from: own(cells[0]!), to: DISCARDS, after: PACE },
      ];
    case "drop":
      return [{ from: HELD, to: DISCARDS }];
    case "trade":
      return [
        { from: HELD, to: cells[0]! },
        { from: cells[0]!, to: own(cells[1]!), after: PACE },
        { from: own(cells[1]!), to: DISCARDS, after: 2 * PACE },
      ];
    case "swap":
      return [
        { from: own(cells[0]!), to: own(cells[1]!) },
        { from: own(cells[1]!), to: own(cells[0]!) },
      ];
    case "trio":
      return [...leaving(seat, cells), ...filling(seat, cells, before, after)];
    case "fold":
      return closing(seat, [], cells[0] as Shape, before, 0);
    default:
      return [];
  }
}

/** The first two cards vanish under the third, which is what lies on the discards afterwards. */
function leaving(seat: number, cells: string[]): Flight[] {
  return cells.map((cell, i) => ({
    from: placeOf(seat, cell),
    to: DISCARDS,
    after: i * PACE,
    piece: i < cells.length - 1 ? "old" : "new",
  }));
}

/** What comes after a trio: the reserve refills the gaps, or the others close up; a diagonal leaves that to its player. */
function filling(seat: number, gone: string[], before: Z3braTable, after: Z3braTable): Flight[] {
  const start = gone.length * PACE;
  if (after.seats[seat]!.reserve < before.seats[seat]!.reserve) {
    const gaps = cellsOf(before.seats[seat]!.area).filter((cell) => gone.includes(cell.name));
    return gaps.map((gap, i) => ({ from: reserveOf(seat), to: placeOf(seat, gap.name), after: start + i * PACE }));
  }
  const area = after.seats[seat]!.area;
  const wasHigher = before.seats[seat]!.area.length > area.length;
  const wasWider = (before.seats[seat]!.area[0]?.length ?? 0) > (area[0]?.length ?? 0);
  if (area.length === 0 || wasHigher === wasWider) return [];
  return closing(seat, gone, wasHigher ? "2x3" : "3x2", before, start);
}

function closing(seat: number, gone: string[], shape: Shape, before: Z3braTable, start: number): Flight[] {
  const left = cellsOf(before.seats[seat]!.area).filter((cell) => cell.card !== null && !gone.includes(cell.name));
  const moved = closedUp(
    left.map((cell) => cell.name),
    shape,
  );
  return [...moved].flatMap(([from, to]) =>
    from === to ? [] : [{ from: placeOf(seat, from), to: placeOf(seat, to), after: start }],
  );
}

function isReshuffled(before: Z3braTable, after: Z3braTable): boolean {
  return after.draw_pile > before.draw_pile;
}

/** The places that a move has touched: marked in ink until the next one. */
export function touched(step: Step<Z3braTable> | null): string[] {
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

/** The trio that a step takes away, to be shown as one stripe before it leaves. */
export function trioOf(step: Step<Z3braTable>): { seat: number; cells: string[] } | null {
  if (step.event.kind !== "moved" || !step.event.move.startsWith("trio ")) return null;
  return { seat: step.event.seat, cells: step.event.move.split(" ").slice(1) };
}
