// Z3BRA tables made by hand, for the tests.
import type { Moved, Z3braSeat, Z3braTable } from "../src/protocol";

/** Rows of cards as text: "o3 ? r12", with _ for a gap. */
export function seat(rows: string[], reserve = 6): Z3braSeat {
  const area = rows.map((row) => row.split(" ").map((card) => (card === "_" ? null : card)));
  return { area, reserve, reserve_cards: null };
}

export function table(seats: Z3braSeat[], more: Partial<Z3braTable> = {}): Z3braTable {
  return {
    game: "z3bra",
    seat: 0,
    to_act: [0],
    scores: null,
    decision: "choose",
    seats,
    draw_pile: 40,
    draw_pile_cards: null,
    discards: ["g1", "o10"],
    held: null,
    taken: null,
    last_round_by: null,
    turns: 3,
    ...more,
  };
}

export const FULL = seat(["o3 ? r12", "g2 ? g11", "? p0 d12"], 3);
export const OTHER = seat(["g12 ? y5", "? r1 ?", "? ? p12"]);

export function moved(seat: number, move: string): Moved {
  return { kind: "moved", seat, move };
}
