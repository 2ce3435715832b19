// Moves as text: "take 3", "play bs2 a1 star", "stop", "go".
import type { AnyEvent, Hint } from "../../protocol";

export interface Laid {
  card: string;
  cell: string;
  /** null where the server is to name it. */
  call: string | null;
}

export function playText({ card, cell, call }: Laid): string {
  return call === null ? `play ${card} ${cell}` : `play ${card} ${cell} ${call}`;
}

export function parsePlay(move: string): Laid | null {
  const [verb, card, cell, call] = move.split(" ");
  return verb === "play" && card && cell ? { card, cell, call: call ?? null } : null;
}

export function takeText(count: number): string {
  return count === 1 ? "take" : `take ${count}`;
}

/** How many cards a move takes: 0 if it takes none. */
export function parseTake(move: string): number {
  const [verb, count] = move.split(" ");
  return verb === "take" ? Number(count ?? 1) : 0;
}

/** The play that an event tells of, with who laid. */
export function playOf(event: AnyEvent): (Laid & { seat: number }) | null {
  const laid = event.kind === "moved" ? parsePlay(event.move) : null;
  return laid && event.kind === "moved" ? { ...laid, seat: event.seat } : null;
}

/** Where a card may go by the server's word, with what it calls there. Nothing at tables without help. */
export function callsFor(card: string | null, hints: Hint[] | null): Map<string, string[]> {
  const calls = new Map<string, string[]>();
  for (const hint of hints ?? []) {
    const laid = parsePlay(hint.move);
    const call = hint.property ?? laid?.call;
    if (!laid || laid.card !== card || !call) continue;
    calls.set(laid.cell, [...(calls.get(laid.cell) ?? []), call]);
  }
  return calls;
}
