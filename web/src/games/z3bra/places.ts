// Where on the board a move is made.
import { both } from "../../lib/language.svelte";
import type { MovePlace } from "../index";
import { DISCARDS, DRAW_PILE, placeOf } from "./gestures";

const words = both({ top: "on top" }, { top: "obenauf" });

const PILES: { [verb: string]: string } = { draw: DRAW_PILE, take: DISCARDS, drop: DISCARDS };

export function placesOfMove(seat: number, move: string): MovePlace[] {
  const [verb = "", ...cells] = move.split(" ");
  if (PILES[verb]) return [{ place: PILES[verb] }];
  if (verb === "fold") return [{ place: move }];
  return cells.map((cell, i) => ({
    place: /^\d/.test(cell) ? cell : placeOf(seat, cell), // a trade names the other seat itself
    ...(verb === "trio" && i === 2 ? { label: words().top } : {}),
  }));
}
