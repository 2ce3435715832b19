// The points of a finished turn travel from their lines on the board to their boxes on the sheet.
import type { Step } from "../../lib/play";
import type { ZatreTable } from "../../protocol";
import { fieldNamed } from "./fields";
import { keyOf, linesWith } from "./lines";
import { parseMove } from "./moves";
import { hasTurnEnded, newEntries, type Entry } from "./trail";

export interface PointsFlight {
  /** The place on the board: a line's sum, or a tile that earns a cross. */
  from: string;
  /** The box on the sheet. */
  to: string;
  /** The sheet, for one that is folded. */
  sheet: number;
  text: string;
  /** 10, 11 or 12; null for a cross. */
  sum: number | null;
}

const SUMS: { [box: string]: number } = { ten: 10, eleven: 11, twelve: 12 };

export function boxName(sheet: number, row: number, box: string): string {
  return `box-${sheet}-${row}-${box}`;
}

/** Return the flights of a step that ended a turn. */
export function pointsFlightsOf({ event, before, after }: Step<ZatreTable>): PointsFlight[] {
  const play = event.kind === "moved" ? parseMove(event.move) : null;
  if (event.kind !== "moved" || !play || !before || !hasTurnEnded(before, after)) return [];
  const sheet = after.sheets.findIndex((each) => each.seats.includes(event.seat));
  if (sheet < 0) return [];
  const tiles = [...before.fresh, play.field];
  const entries = newEntries(before.sheets[sheet]!, after.sheets[sheet]!);
  const crosses = entries.filter((entry) => entry.box === "cross");
  return entries.flatMap((entry) =>
    sourcesOf(entry, after, tiles, crosses.indexOf(entry)).map((from) => ({
      from,
      to: boxName(sheet, entry.row, entry.box),
      sheet,
      text: entry.box === "cross" ? "×" : `+${entry.points}`,
      sum: SUMS[entry.box] ?? null,
    })),
  );
}

/** Lines of the same sum share a box: each of them sends something there. Crosses come from the tiles on coloured fields. */
function sourcesOf(entry: Entry, after: ZatreTable, tiles: string[], crossNumber: number): string[] {
  if (entry.box === "cross") {
    const coloured = tiles.filter((field) => fieldNamed(field)?.colour !== "dark");
    const source = coloured[crossNumber % coloured.length];
    return source ? [`tile-${source}`] : [];
  }
  return linesWith(after.lines, tiles)
    .filter((line) => line.sum === SUMS[entry.box])
    .map((line) => `line-${keyOf(line)}`);
}

const FLIGHT_MS = 650;
const BETWEEN_MS = 120;

/** Animate the flights one after the other; `root` contains all places. Resolve when the last has arrived. */
export async function animatePoints(root: HTMLElement, flights: PointsFlight[]): Promise<void> {
  await Promise.all(flights.map((flight, i) => animateFlight(root, flight, i * BETWEEN_MS)));
}

async function animateFlight(root: HTMLElement, flight: PointsFlight, delay: number): Promise<void> {
  const source = findPlace(root, flight.from);
  const box = findPlace(root, flight.to);
  const target = box?.checkVisibility() ? box : findPlace(root, `total-${flight.sheet}`);
  if (!source || !target) return;
  const chip = makeChip(flight);
  root.append(chip);
  const [from, to] = [centreOf(source), centreOf(target)];
  const frames = [
    { transform: placed(from, 0.6), opacity: 0 },
    { transform: placed(from, 1.5), opacity: 1, offset: 0.25 },
    { transform: placed(to, 1), opacity: 1 },
  ];
  const timing = { duration: FLIGHT_MS, delay, easing: "ease-in-out", fill: "both" as const };
  await chip.animate(frames, timing).finished.catch(() => null);
  chip.remove();
  target.animate([{ background: "var(--lamp)" }, {}], { duration: 500 });
}

function makeChip({ text, sum }: PointsFlight): HTMLElement {
  const chip = document.createElement("span");
  chip.className = "points-chip";
  chip.textContent = text;
  chip.setAttribute("aria-hidden", "true");
  chip.style.background = sum ? `var(--sum-${sum})` : "var(--paper)";
  return chip;
}

function findPlace(root: HTMLElement, name: string): HTMLElement | null {
  return root.querySelector(`[data-place="${name}"]`);
}

function centreOf(element: HTMLElement): { x: number; y: number } {
  const { left, top, width, height } = element.getBoundingClientRect();
  return { x: left + width / 2, y: top + height / 2 };
}

function placed({ x, y }: { x: number; y: number }, scale: number): string {
  return `translate(${x}px, ${y}px) translate(-50%, -50%) scale(${scale})`;
}
