// A rating on the scale of the bots: where it is drawn, in per cent of the width.
import type { LevelStatistics, Rating } from "../../protocol";

/** Before so many matches a rating says too little to be shown. */
export const FEWEST_MATCHES = 10;

export interface Tick {
  bot: string;
  scale: number;
  left: number;
  /** Where its label is; null where there is no room for it. */
  label: "above" | "below" | null;
}

export interface Scale {
  left: number;
  /** The bar of where the rating may be, from its left end. */
  from: number;
  width: number;
  ticks: Tick[];
}

/** The distance between two labels beside each other, in per cent of the width. */
const LABEL_WIDTH = 22;
/** What is left free at both ends, as a part of the width. */
const MARGIN = 0.06;

/** Return how a rating is drawn among the bots whose strength is known. */
export function scaleOf({ rating, plus_minus }: Rating, levels: LevelStatistics[]): Scale {
  const bots = levels.flatMap(({ bot, scale }) => (scale === null ? [] : [{ bot, scale }]));
  const values = [...bots.map(({ scale }) => scale), rating - plus_minus, rating + plus_minus];
  const [least, most] = [Math.min(...values), Math.max(...values)];
  const margin = MARGIN * Math.max(1, most - least);
  const at = (value: number) => (100 * (value - least + margin)) / (most - least + 2 * margin);
  const from = at(rating - plus_minus);
  return { left: at(rating), from, width: at(rating + plus_minus) - from, ticks: ticksOf(bots, at) };
}

function ticksOf(bots: { bot: string; scale: number }[], at: (value: number) => number): Tick[] {
  const ends = { below: -LABEL_WIDTH, above: -LABEL_WIDTH };
  return bots
    .toSorted((one, other) => one.scale - other.scale)
    .map(({ bot, scale }) => {
      const left = at(scale);
      const label = (["below", "above"] as const).find((side) => left - ends[side] >= LABEL_WIDTH) ?? null;
      if (label) ends[label] = left;
      return { bot, scale, left, label };
    });
}
