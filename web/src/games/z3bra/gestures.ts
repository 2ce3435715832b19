// Translates a press on a place, or a drag from one to another, into a move or a step towards one. Nothing here checks
// whether it is legal; the server's list of moves decides that.
import type { LegalMove, Z3braTable } from "../../protocol";
import { sortCells } from "./area";

/** The choices made so far for a move that takes more than one press. */
export type Intent =
  | { kind: "none" }
  /** Swap two own cards; `first` is the first of them. */
  | { kind: "swap"; first: string | null }
  /** Trade for another seat's card, in notation: 2b3. */
  | { kind: "trade"; othersCard: string }
  /** The cells of a trio in the order of discarding; the last one ends on top. */
  | { kind: "trio"; order: Order };

export type Order = (string | null)[];

export type Outcome = { move: string } | { intent: Intent } | null;

export const NONE: Intent = { kind: "none" };
export const NO_ORDER: Order = [null, null, null];

export const DRAW_PILE = "draw";
export const HELD = "held";
export const DISCARDS = "discards";

/** Return the place of a cell in a seat's area: 2b3. */
export function placeOf(seat: number, cell: string): string {
  return `${seat}${cell}`;
}

export function slotPlace(index: number): string {
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

type Target = { pile: string } | { ownCell: string } | { othersCard: string } | { slot: number };

function parsePlace(place: string, me: number): Target {
  const seat = seatOf(place);
  if (seat === me) return { ownCell: cellOf(place) };
  if (seat !== null) return { othersCard: place };
  const slot = slotIndex(place);
  return slot === null ? { pile: place } : { slot };
}

/** Return what pressing a place does. */
export function outcomeOfPress(place: string, view: Z3braTable, me: number, intent: Intent): Outcome {
  const target = parsePlace(place, me);
  switch (view.decision) {
    case "prepare":
    case "uncover":
    case "revive":
      return "ownCell" in target ? { move: `flip ${target.ownCell}` } : null;
    case "choose":
      if (place === DRAW_PILE) return { move: "draw" };
      if (place === DISCARDS) return { move: "take" };
      return "ownCell" in target ? chooseForSwap(target.ownCell, intent) : null;
    case "place":
      return pressWhileHolding(place, target, intent);
    case "discard":
      return pressForTrio(place, target, intent);
    default:
      return null;
  }
}

function chooseForSwap(cell: string, intent: Intent): Outcome {
  const first = intent.kind === "swap" ? intent.first : null;
  if (first === cell) return { intent: NONE };
  return first ? { move: swapMove(first, cell) } : { intent: { kind: "swap", first: cell } };
}

export function swapMove(one: string, two: string): string {
  return `swap ${sortCells(one, two).join(" ")}`;
}

function pressWhileHolding(place: string, target: Target, intent: Intent): Outcome {
  if (place === DISCARDS) return { move: "drop" };
  if ("ownCell" in target)
    return { move: intent.kind === "trade" ? `trade ${intent.othersCard} ${target.ownCell}` : `put ${target.ownCell}` };
  if ("othersCard" in target) {
    const isSameCard = intent.kind === "trade" && intent.othersCard === target.othersCard;
    return { intent: isSameCard ? NONE : { kind: "trade", othersCard: target.othersCard } };
  }
  return null;
}

function pressForTrio(place: string, target: Target, intent: Intent): Outcome {
  const order = orderOf(intent);
  if ("ownCell" in target) {
    const index = order.indexOf(target.ownCell);
    return index >= 0 ? trioIntent(order.with(index, null)) : layNext(order, target.ownCell);
  }
  if ("slot" in target) return order[target.slot] ? trioIntent(order.with(target.slot, null)) : null;
  return place === DISCARDS ? outcomeOfConfirm(order) : null;
}

/** Lay a card into the first free slot. The last card of a trio discards it. */
function layNext(order: Order, cell: string): Outcome {
  const free = order.indexOf(null);
  if (free < 0) return null;
  const next = order.with(free, cell);
  return outcomeOfConfirm(next) ?? trioIntent(next);
}

function trioIntent(order: Order): Outcome {
  return { intent: order.some(Boolean) ? { kind: "trio", order } : NONE };
}

export function orderOf(intent: Intent): Order {
  return intent.kind === "trio" ? intent.order : NO_ORDER;
}

/** Return the order of the trio, with its last card filled in if the legal moves leave no other. */
export function completeOrder(intent: Intent, moves: ReadonlySet<string> | null): Order {
  const order = orderOf(intent);
  if (!moves || order.filter(Boolean).length < 2) return order;
  const [only, ...others] = matchingMoves(intent, moves);
  return only && !others.length ? only.split(" ").slice(1) : order;
}

/** Return the move that discards the trio in this order; null while it is incomplete. */
export function outcomeOfConfirm(order: Order): Outcome {
  return order.every(Boolean) ? { move: `trio ${order.join(" ")}` } : null;
}

/** Return whether the card at a place can be dragged. */
export function isDraggable(place: string, view: Z3braTable, me: number, intent: Intent): boolean {
  const target = parsePlace(place, me);
  switch (view.decision) {
    case "choose":
      return place === DRAW_PILE || place === DISCARDS || "ownCell" in target;
    case "place":
      return place === HELD || "othersCard" in target;
    case "discard":
      return "ownCell" in target || ("slot" in target && Boolean(orderOf(intent)[target.slot]));
    default:
      return false;
  }
}

/** Return what dragging one place onto another does. */
export function outcomeOfDrop(from: string, to: string, view: Z3braTable, me: number, intent: Intent): Outcome {
  if (from === to) return null;
  const [source, target] = [parsePlace(from, me), parsePlace(to, me)];
  if (view.decision === "choose") {
    if ("ownCell" in source) return "ownCell" in target ? { move: swapMove(source.ownCell, target.ownCell) } : null;
    const isTowardsPlayer = to === HELD || "ownCell" in target;
    return isTowardsPlayer ? { move: from === DRAW_PILE ? "draw" : "take" } : null;
  }
  if (view.decision === "place") {
    if ("othersCard" in source) {
      if ("ownCell" in target) return { move: `trade ${source.othersCard} ${target.ownCell}` };
      return to === HELD ? { intent: { kind: "trade", othersCard: source.othersCard } } : null;
    }
    if ("ownCell" in target) return { move: `put ${target.ownCell}` };
    if ("othersCard" in target) return { intent: { kind: "trade", othersCard: target.othersCard } };
    return to === DISCARDS ? { move: "drop" } : null;
  }
  return view.decision === "discard" ? dropForTrio(source, target, to, orderOf(intent)) : null;
}

function dropForTrio(source: Target, target: Target, to: string, order: Order): Outcome {
  if ("slot" in source) {
    const cell = order[source.slot] ?? null;
    if ("slot" in target)
      return trioIntent(order.with(source.slot, order[target.slot] ?? null).with(target.slot, cell));
    return trioIntent(order.with(source.slot, null));
  }
  if (!("ownCell" in source)) return null;
  const rest = order.map((cell) => (cell === source.ownCell ? null : cell));
  if ("slot" in target) return trioIntent(rest.with(target.slot, source.ownCell));
  return to === DISCARDS ? layNext(rest, source.ownCell) : null;
}

/** Return the texts of the legal moves; null without help. */
export function moveTextsOf(legalMoves: LegalMove[] | null): ReadonlySet<string> | null {
  return legalMoves && new Set(legalMoves.map((legal) => legal.move));
}

/** Return whether an outcome is a legal move or leads to one; false without help, since it is unknown. */
export function isPossible(outcome: Outcome, moves: ReadonlySet<string> | null): boolean {
  if (!outcome || !moves) return false;
  if ("move" in outcome) return moves.has(outcome.move);
  return outcome.intent.kind === "none" || matchingMoves(outcome.intent, moves).length > 0;
}

/** Return the legal moves that match the choices made so far. */
export function matchingMoves(intent: Intent, moves: ReadonlySet<string>): string[] {
  return [...moves].filter((move) => {
    const [verb, ...cells] = move.split(" ");
    switch (intent.kind) {
      case "none":
        return true;
      case "swap":
        return verb === "swap" && (intent.first === null || cells.includes(intent.first));
      case "trade":
        return verb === "trade" && cells[0] === intent.othersCard;
      case "trio":
        return verb === "trio" && intent.order.every((cell, i) => cell === null || cell === cells[i]);
    }
  });
}

/** Return the other seats' cards that can be traded for. */
export function tradableCards(moves: ReadonlySet<string> | null): string[] {
  const trades = [...(moves ?? [])].filter((move) => move.startsWith("trade "));
  return [...new Set(trades.map((move) => move.split(" ")[1]!))];
}

/** Return the trios among the moves: the cells of each, regardless of order. */
export function triosOf(moves: string[]): string[][] {
  const trios = moves.filter((move) => move.startsWith("trio ")).map((move) => move.slice(5).split(" ").sort());
  return [...new Map(trios.map((cells) => [cells.join(), cells])).values()];
}
