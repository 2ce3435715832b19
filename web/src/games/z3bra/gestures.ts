// What pressing a place, or dragging one onto another, means: a move, or a step towards one. Nothing here knows whether
// it is allowed; that is what the server's moves say.
import type { Hint, Z3braTable } from "../../protocol";
import { inOrder } from "./area";

/** What has been chosen so far of a move that takes more than one press. */
export type Intent =
  | { kind: "none" }
  /** Two own cards are to change places. */
  | { kind: "swap"; first: string | null }
  /** A card of somebody else, as in the notation: 2b3. */
  | { kind: "trade"; their: string }
  /** The cells of a trio in the order in which they are laid down; the last one comes to lie on top. */
  | { kind: "trio"; order: Order };

export type Order = (string | null)[];

export type Outcome = { move: string } | { intent: Intent } | null;

export const NONE: Intent = { kind: "none" };
export const NO_ORDER: Order = [null, null, null];

export const DRAW = "draw";
export const HELD = "held";
export const DISCARDS = "discards";

/** A cell of an area as a place of the table: 2b3. */
export function placeOf(seat: number, cell: string): string {
  return `${seat}${cell}`;
}

export function slotOf(index: number): string {
  return `slot:${index}`;
}

function slotIndex(place: string): number | null {
  return place.startsWith("slot:") ? Number(place.slice(5)) : null;
}

export function seatOf(place: string): number | null {
  return /^\d[abc][123]$/.test(place) ? Number(place[0]) : null;
}

export function cellOf(place: string): string {
  return place.slice(1);
}

type Where = { pile: string } | { own: string } | { their: string } | { slot: number };

function where(place: string, me: number): Where {
  const seat = seatOf(place);
  if (seat === me) return { own: cellOf(place) };
  if (seat !== null) return { their: place };
  const slot = slotIndex(place);
  return slot === null ? { pile: place } : { slot };
}

/** What pressing a place does. */
export function press(place: string, view: Z3braTable, me: number, intent: Intent): Outcome {
  const at = where(place, me);
  switch (view.decision) {
    case "prepare":
    case "uncover":
    case "revive":
      return "own" in at ? { move: `flip ${at.own}` } : null;
    case "choose":
      if (place === DRAW) return { move: "draw" };
      if (place === DISCARDS) return { move: "take" };
      return "own" in at ? chosenForSwap(at.own, intent) : null;
    case "place":
      return pressHolding(place, at, intent);
    case "discard":
      return pressTrio(place, at, intent);
    default:
      return null;
  }
}

function chosenForSwap(cell: string, intent: Intent): Outcome {
  const first = intent.kind === "swap" ? intent.first : null;
  if (first === cell) return { intent: NONE };
  return first ? { move: swapOf(first, cell) } : { intent: { kind: "swap", first: cell } };
}

export function swapOf(one: string, two: string): string {
  return `swap ${inOrder(one, two).join(" ")}`;
}

function pressHolding(place: string, at: Where, intent: Intent): Outcome {
  if (place === DISCARDS) return { move: "drop" };
  if ("own" in at) return { move: intent.kind === "trade" ? `trade ${intent.their} ${at.own}` : `put ${at.own}` };
  if ("their" in at) {
    const again = intent.kind === "trade" && intent.their === at.their;
    return { intent: again ? NONE : { kind: "trade", their: at.their } };
  }
  return null;
}

function pressTrio(place: string, at: Where, intent: Intent): Outcome {
  const order = orderOf(intent);
  if ("own" in at) {
    const laid = order.indexOf(at.own);
    return laid >= 0 ? trio(order.with(laid, null)) : laidNext(order, at.own);
  }
  if ("slot" in at) return order[at.slot] ? trio(order.with(at.slot, null)) : null;
  return place === DISCARDS ? confirmed(intent) : null;
}

function laidNext(order: Order, cell: string): Outcome {
  const free = order.indexOf(null);
  return free >= 0 ? trio(order.with(free, cell)) : null;
}

function trio(order: Order): Outcome {
  return { intent: order.some(Boolean) ? { kind: "trio", order } : NONE };
}

export function orderOf(intent: Intent): Order {
  return intent.kind === "trio" ? intent.order : NO_ORDER;
}

/** The trio in the chosen order, once it is complete. */
export function confirmed(intent: Intent): Outcome {
  const order = orderOf(intent);
  return order.every(Boolean) ? { move: `trio ${order.join(" ")}` } : null;
}

/** What can be picked up. */
export function isDraggable(place: string, view: Z3braTable, me: number, intent: Intent): boolean {
  const at = where(place, me);
  switch (view.decision) {
    case "choose":
      return place === DRAW || place === DISCARDS || "own" in at;
    case "place":
      return place === HELD || "their" in at;
    case "discard":
      return "own" in at || ("slot" in at && Boolean(orderOf(intent)[at.slot]));
    default:
      return false;
  }
}

/** What dragging one place onto another does. */
export function drop(from: string, to: string, view: Z3braTable, me: number, intent: Intent): Outcome {
  if (from === to) return null;
  const [source, target] = [where(from, me), where(to, me)];
  if (view.decision === "choose") {
    if ("own" in source) return "own" in target ? { move: swapOf(source.own, target.own) } : null;
    const towardsMe = to === HELD || "own" in target;
    return towardsMe ? { move: from === DRAW ? "draw" : "take" } : null;
  }
  if (view.decision === "place") {
    if ("their" in source) {
      if ("own" in target) return { move: `trade ${source.their} ${target.own}` };
      return to === HELD ? { intent: { kind: "trade", their: source.their } } : null;
    }
    if ("own" in target) return { move: `put ${target.own}` };
    if ("their" in target) return { intent: { kind: "trade", their: target.their } };
    return to === DISCARDS ? { move: "drop" } : null;
  }
  return view.decision === "discard" ? dropTrio(source, target, to, orderOf(intent)) : null;
}

function dropTrio(source: Where, target: Where, to: string, order: Order): Outcome {
  if ("slot" in source) {
    const cell = order[source.slot] ?? null;
    if ("slot" in target) return trio(order.with(source.slot, order[target.slot] ?? null).with(target.slot, cell));
    return trio(order.with(source.slot, null));
  }
  if (!("own" in source)) return null;
  const without = order.map((cell) => (cell === source.own ? null : cell));
  if ("slot" in target) return trio(without.with(target.slot, source.own));
  return to === DISCARDS ? laidNext(without, source.own) : null;
}

/** The legal moves by their texts; null without help. */
export function textsOf(hints: Hint[] | null): ReadonlySet<string> | null {
  return hints && new Set(hints.map((hint) => hint.move));
}

/** Whether an outcome is a legal move or leads to one. Without help nobody knows: false. */
export function leadsOn(outcome: Outcome, moves: ReadonlySet<string> | null): boolean {
  if (!outcome || !moves) return false;
  if ("move" in outcome) return moves.has(outcome.move);
  return outcome.intent.kind === "none" || openTo(outcome.intent, moves).length > 0;
}

/** The legal moves that begin with what has been chosen. */
export function openTo(intent: Intent, moves: ReadonlySet<string>): string[] {
  return [...moves].filter((move) => {
    const [verb, ...cells] = move.split(" ");
    switch (intent.kind) {
      case "none":
        return true;
      case "swap":
        return verb === "swap" && (intent.first === null || cells.includes(intent.first));
      case "trade":
        return verb === "trade" && cells[0] === intent.their;
      case "trio":
        return verb === "trio" && intent.order.every((cell, i) => cell === null || cell === cells[i]);
    }
  });
}

/** The cards of others that can be had by a trade. */
export function tradesOf(moves: ReadonlySet<string> | null): string[] {
  const trades = [...(moves ?? [])].filter((move) => move.startsWith("trade "));
  return [...new Set(trades.map((move) => move.split(" ")[1]!))];
}

/** The trios among legal moves: the cells of each, whatever the order. */
export function triosOf(moves: string[]): string[][] {
  const trios = moves.filter((move) => move.startsWith("trio ")).map((move) => move.slice(5).split(" ").sort());
  return [...new Map(trios.map((cells) => [cells.join(), cells])).values()];
}
