// Whose eyes a replay has: a seat's, a spectator's, or everybody's at once.
export const OPEN = "open";
export const SPECTATOR = "spectator";
export type Eyes = number | typeof OPEN | typeof SPECTATOR;

export function eyesOf({ seat, allOpen }: { seat: number | null; allOpen: boolean }): Eyes {
  return allOpen ? OPEN : (seat ?? SPECTATOR);
}

/** The seat whose view is asked for, and whether all cards are wanted beside it. */
export function viewOf(eyes: Eyes): { seat: number | null; allOpen: boolean } {
  return { seat: typeof eyes === "number" ? eyes : null, allOpen: eyes === OPEN };
}
