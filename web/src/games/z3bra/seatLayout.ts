// Where the other seats are shown: clockwise from the player at the bottom, up the left side and down the right.

export interface SeatLayout {
  /** Starts with the seat to the player's left. */
  clockwise: number[];
  /** From top to bottom. */
  left: number[];
  right: number[];
}

export function layOutSeats(players: number, bottom: number): SeatLayout {
  const clockwise = Array.from({ length: players - 1 }, (_, i) => (bottom + 1 + i) % players);
  const half = Math.ceil(clockwise.length / 2);
  return { clockwise, left: clockwise.slice(0, half).reverse(), right: clockwise.slice(half) };
}
