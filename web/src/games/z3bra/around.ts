// Who sits where: clockwise from the player at the bottom, up the left side and down the right.

export interface Around {
  /** From the player's left on. */
  clockwise: number[];
  /** From top to bottom. */
  left: number[];
  right: number[];
}

export function seatsAround(players: number, bottom: number): Around {
  const clockwise = Array.from({ length: players - 1 }, (_, i) => (bottom + 1 + i) % players);
  const half = Math.ceil(clockwise.length / 2);
  return { clockwise, left: clockwise.slice(0, half).reverse(), right: clockwise.slice(half) };
}
