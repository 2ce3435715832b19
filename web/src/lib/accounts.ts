// What a review adds up to, as bars: luck, then decisions, then the lead they have led to.
import type { Account } from "../protocol";

/** A bar, in per cent of the width. */
export interface Bar {
  left: number;
  width: number;
}

export interface Split {
  luck: number;
  /** What the others' decisions have given away, less what one's own have. */
  decided: number;
  lead: number;
  /** What neither luck nor decisions explain: who began, and what the judge could not foresee. */
  rest: number;
  luckBar: Bar;
  /** It begins where the bar of luck ends. */
  decidedBar: Bar;
  /** Where zero and the lead stand, in per cent. */
  zeroAt: number;
  leadAt: number;
}

/** Return the split of every side, all to the same scale. */
export function splitsOf(accounts: Account[]): Split[] {
  const sums = accounts.map(({ start, luck, own_losses, others_losses, remainder, result }) => {
    return { luck, decided: others_losses - own_losses, lead: result, rest: start + remainder };
  });
  const reached = sums.flatMap(({ luck, decided, lead }) => [0, luck, luck + decided, lead]);
  const [least, most] = [Math.min(...reached), Math.max(...reached)];
  const at = (value: number) => (most > least ? (100 * (value - least)) / (most - least) : 50);
  const bar = (from: number, to: number) => ({ left: at(Math.min(from, to)), width: Math.abs(at(to) - at(from)) });
  return sums.map((sum) => ({
    ...sum,
    luckBar: bar(0, sum.luck),
    decidedBar: bar(sum.luck, sum.luck + sum.decided),
    zeroAt: at(0),
    leadAt: at(sum.lead),
  }));
}

/** How well a side has decided: by the share of decisions that were as good as the best. */
export type Quality = "strong" | "steady" | "uneven" | "none";

export function qualityOf([good, all]: [number, number]): Quality {
  if (all === 0) return "none";
  const share = good / all;
  return share >= 0.9 ? "strong" : share >= 0.75 ? "steady" : "uneven";
}
