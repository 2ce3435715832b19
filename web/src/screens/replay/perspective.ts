// The perspective of a replay: what a seat saw, what a spectator saw, or all cards open.
export const OPEN = "open";
export const SPECTATOR = "spectator";
export type Perspective = number | typeof OPEN | typeof SPECTATOR;

export function perspectiveOf({ seat, isAllOpen }: { seat: number | null; isAllOpen: boolean }): Perspective {
  return isAllOpen ? OPEN : (seat ?? SPECTATOR);
}

/** Return the seat whose view to request (null for a spectator), and whether to request all cards open as well. */
export function viewOptionsOf(perspective: Perspective): { seat: number | null; isAllOpen: boolean } {
  return { seat: typeof perspective === "number" ? perspective : null, isAllOpen: perspective === OPEN };
}
