// Where on the board a move is made.
import type { MovePlace } from "../index";
import { cellPlace, handPlace, STACK } from "./flights";
import { parsePlay, parseTake, playText } from "./moves";

export function placesOfMove(_seat: number, move: string): MovePlace[] {
  if (parseTake(move)) return [{ place: STACK }];
  const play = parsePlay(move);
  return play ? [{ place: handPlace(play.card) }, { place: cellPlace(play.cell) }] : [];
}

export function moveLaying(card: string, cell: string): string {
  return playText({ card, cell, call: null });
}
