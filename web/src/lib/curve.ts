// The curve of a match: where its positions stand on the time axis, and the areas between the lines.
import type { Decision, LuckyEvent, Record as MatchRecord, RoundFacts } from "../protocol";
import { COSTLY } from "./review.svelte";

/** A position of a match: so many moves of a round have been made. */
export interface Place {
  /** Counts from 1. */
  round: number;
  number: number;
}

/** The positions of all finished rounds, one after the other. */
export interface Timeline {
  rounds: { round: number; first: number; last: number }[];
  /** The number of positions. */
  length: number;
}

export function timelineOf(record: MatchRecord): Timeline {
  const rounds: Timeline["rounds"] = [];
  let length = 0;
  record.rounds.forEach(({ moves, scores }, i) => {
    if (!scores) return;
    rounds.push({ round: i + 1, first: length, last: length + moves.length });
    length += moves.length + 1;
  });
  return { rounds, length };
}

/** Return where a position stands, from 0 (the first deal) to 1 (the end of the match). */
export function shareOf(timeline: Timeline, { round, number }: Place): number {
  const found = timeline.rounds.find((each) => each.round === round);
  if (!found || timeline.length < 2) return 0;
  return Math.min(found.first + number, found.last) / (timeline.length - 1);
}

/** Return the position that stands nearest to a share of the axis. */
export function placeAt(timeline: Timeline, share: number): Place {
  const index = Math.round(Math.min(1, Math.max(0, share)) * (timeline.length - 1));
  const found = timeline.rounds.find(({ last }) => index <= last) ?? timeline.rounds.at(-1)!;
  return { round: found.round, number: index - found.first };
}

/** A side's area: the chance to win between two lines, as points of a polygon in a box of 100 × 100. */
export interface Band {
  side: number;
  polygon: string;
  /** Where to write the name: the middle of the widest place. */
  label: { x: number; y: number; height: number };
}

interface Column {
  x: number;
  win: number[];
}

/** Return the known columns of the curve, from left to right. */
export function columnsOf(timeline: Timeline, facts: RoundFacts[]): Column[] {
  return facts.flatMap(({ round, points }) =>
    points.map(({ number, win }) => ({ x: 100 * shareOf(timeline, { round, number }), win })),
  );
}

/** Return the areas of the sides, stacked in this order from the bottom. */
export function bandsOf(columns: Column[], order: number[]): Band[] {
  return order.map((side, i) => {
    const below = columns.map(({ x, win }) => ({ x, y: heightOf(win, order.slice(0, i)) }));
    const above = columns.map(({ x, win }) => ({ x, y: heightOf(win, order.slice(0, i + 1)) }));
    const corners = [...above, ...below.toReversed()];
    return {
      side,
      polygon: corners.map(({ x, y }) => `${round(x)},${round(100 - y)}`).join(" "),
      label: labelOf(below, above),
    };
  });
}

/** Return the line over the first side's area. */
export function lineOf(columns: Column[], side: number): string {
  return columns.map(({ x, win }) => `${round(x)},${round(100 - 100 * win[side]!)}`).join(" ");
}

function heightOf(win: number[], sides: number[]): number {
  const all = win.reduce((sum, each) => sum + each, 0) || 1;
  return (100 * sides.reduce((sum, side) => sum + win[side]!, 0)) / all;
}

function labelOf(below: { x: number; y: number }[], above: { x: number; y: number }[]): Band["label"] {
  let best = { x: 50, y: 50, height: 0 };
  above.forEach(({ x, y }, i) => {
    const height = y - below[i]!.y;
    if (x < 4 || x > 84) return; // a name there would not fit
    if (height > best.height + 1e-9) best = { x, y: 100 - (y + below[i]!.y) / 2, height };
  });
  return best;
}

const round = (value: number) => Math.round(100 * value) / 100;

// --- Marks

/** The most marks of a kind, so that they can be told apart. */
const MOST_MARKS = 6;
/** A stroke of luck that changed the chance to win by less is not marked. */
const LUCK_SHOWN = 0.03;

export interface Mark {
  place: Place;
  kind: "own slip" | "other slip" | "luck" | "bad luck";
  /** The side that moved, or that was lucky or unlucky. */
  side: number;
  /** The chance to win that it cost or gave. */
  win: number;
  decision?: Decision;
  event?: LuckyEvent;
}

/** Return the marks of costly moves: those of the viewer's side, and those of others. */
export function slipsOf(decisions: Decision[], viewer: number): Mark[] {
  const slips = decisions.filter(({ cost }) => cost >= COSTLY);
  const mark = (decision: Decision): Mark => ({
    place: { round: decision.round, number: decision.number - 1 },
    kind: decision.side === viewer ? "own slip" : "other slip",
    side: decision.side,
    win: -decision.win_cost,
    decision,
  });
  const worst = (own: boolean) =>
    slips
      .filter(({ side }) => (side === viewer) === own)
      .toSorted((one, other) => other.cost - one.cost)
      .slice(0, MOST_MARKS);
  return [...worst(false), ...worst(true)].map(mark).toSorted(byPlace);
}

/** Return the marks of the strokes of luck that counted most for the viewer's side. */
export function strokesOf(facts: RoundFacts[], viewer: number): Mark[] {
  return facts
    .flatMap(({ events }) => events)
    .filter(({ win_luck }) => Math.abs(win_luck[viewer] ?? 0) >= LUCK_SHOWN)
    .toSorted((one, other) => Math.abs(other.win_luck[viewer]!) - Math.abs(one.win_luck[viewer]!))
    .slice(0, MOST_MARKS)
    .map((event): Mark => {
      const win = event.win_luck[viewer]!;
      const place = { round: event.round, number: event.number };
      return { place, kind: win > 0 ? "luck" : "bad luck", side: viewer, win, event };
    })
    .toSorted(byPlace);
}

/** Return where marks stand in a row, each at least `size` from the next and as near as possible to where it belongs. */
export function spreadOut(wanted: number[], size: number, width: number): number[] {
  const placed = wanted.slice();
  let least = size / 2;
  for (let i = 0; i < placed.length; i++) {
    placed[i] = Math.max(placed[i]!, least);
    least = placed[i]! + size;
  }
  let most = width - size / 2;
  for (let i = placed.length - 1; i >= 0; i--) {
    placed[i] = Math.min(placed[i]!, most);
    most = placed[i]! - size;
  }
  return placed;
}

function byPlace(one: Mark, other: Mark): number {
  return one.place.round - other.place.round || one.place.number - other.place.number;
}
