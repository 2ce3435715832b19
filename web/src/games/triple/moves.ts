// Moves as text: "take 3", "play bs2 a1 star", "stop", "go".
import type { AnyEvent, LegalMove } from "../../protocol";

export interface CardPlay {
  card: string;
  cell: string;
  /** null where the server chooses the call. */
  call: string | null;
}

export function playText({ card, cell, call }: CardPlay): string {
  return call === null ? `play ${card} ${cell}` : `play ${card} ${cell} ${call}`;
}

export function parsePlay(move: string): CardPlay | null {
  const [verb, card, cell, call] = move.split(" ");
  return verb === "play" && card && cell ? { card, cell, call: call ?? null } : null;
}

export function takeText(count: number): string {
  return count === 1 ? "take" : `take ${count}`;
}

/** Return how many cards a move takes: 0 if it takes none. */
export function parseTake(move: string): number {
  const [verb, count] = move.split(" ");
  return verb === "take" ? Number(count ?? 1) : 0;
}

/** Return the play of an event and its seat; null if it is no play. */
export function playOf(event: AnyEvent): (CardPlay & { seat: number }) | null {
  const play = event.kind === "moved" ? parsePlay(event.move) : null;
  return play && event.kind === "moved" ? { ...play, seat: event.seat } : null;
}

/** Return the cells where the server allows a card, each with the possible calls; empty at tables without help. */
export function callsFor(card: string | null, legalMoves: LegalMove[] | null): Map<string, string[]> {
  const calls = new Map<string, string[]>();
  for (const legal of legalMoves ?? []) {
    const play = parsePlay(legal.move);
    const call = legal.property ?? play?.call;
    if (!play || play.card !== card || !call) continue;
    calls.set(play.cell, [...(calls.get(play.cell) ?? []), call]);
  }
  return calls;
}
