// Moves in notation, of any game.
import type { LegalMove } from "../protocol";

/** Return a move in the engine's full notation: a board may leave out the call. */
export function completeMove(text: string, legalMoves: LegalMove[]): string {
  return legalMoves.find(({ move }) => move === text || move.startsWith(`${text} `))?.move ?? text;
}
