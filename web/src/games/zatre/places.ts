// Where on the board a move is made.
import type { MovePlace } from "../index";
import { parseMove } from "./moves";

export function placesOfMove(_seat: number, move: string): MovePlace[] {
  const play = parseMove(move);
  return play ? [{ place: play.field, label: String(play.pips) }] : [];
}
