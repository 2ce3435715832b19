// One player's turn at the board: what has been chosen, what is lit, what a press or a drag does, how places are called.
import { both } from "../../lib/language.svelte";
import type { Play } from "../../lib/play";
import type { Z3braTable } from "../../protocol";
import { cardAt } from "./area";
import { FACE_DOWN, cardName, downName, isFace, theCard } from "./cards";
import { Drag } from "./drag.svelte";
import {
  DISCARDS,
  DRAW,
  HELD,
  type Intent,
  NONE,
  type Outcome,
  cellOf,
  confirmed,
  drop,
  isDraggable,
  leadsOn,
  openTo,
  orderOf,
  press,
  seatOf,
  textsOf,
  tradesOf,
  triosOf,
} from "./gestures";

const words = both(
  {
    flip: "turn it up",
    draw: "draw a card",
    take: "take it",
    drop: "decline the card you hold",
    put: (card: string) => `put ${card} here`,
    swapFirst: "swap it with another",
    swapSecond: (cell: string) => `swap it with ${cell}`,
    trade: "trade for it",
    tradeHere: (card: string) => `put ${card} here by the trade`,
    lay: ["lay it first", "lay it second", "lay it on top"],
    back: "take it back",
    trio: "discard the trio",
  },
  {
    flip: "aufdecken",
    draw: "eine Karte ziehen",
    take: "nehmen",
    drop: "die Karte ablehnen, die du hältst",
    put: (card) => `${card} hierher legen`,
    swapFirst: "mit einer anderen umlegen",
    swapSecond: (cell) => `mit ${cell} umlegen`,
    trade: "dagegen tauschen",
    tradeHere: (card) => `${card} durch den Tausch hierher legen`,
    lay: ["als erste ablegen", "als zweite ablegen", "obenauf legen"],
    back: "zurücknehmen",
    trio: "das Trio ablegen",
  },
);

export class Turn {
  intent: Intent = $state.raw(NONE);
  /** The one place among piles and own cards that the Tab key reaches; arrows go on from there. */
  private visited = $state(DRAW);
  readonly drag = new Drag((from, to) => this.drop(from, to));

  constructor(private readonly given: () => Play<Z3braTable>) {}

  readonly moves: ReadonlySet<string> | null = $derived.by(() => textsOf(this.play.moves));

  get play(): Play<Z3braTable> {
    return this.given();
  }

  get view(): Z3braTable {
    return this.play.view;
  }

  get me(): number | null {
    return this.play.seat;
  }

  /** Who sits at the bottom; spectators look over the shoulder of the first seat. */
  get bottom(): number {
    return this.me ?? 0;
  }

  get isMine(): boolean {
    return this.me !== null && this.view.scores === null && this.view.to_act.includes(this.me);
  }

  /** The legal moves that begin with what has been chosen; null without help. */
  readonly left: string[] | null = $derived.by(() => this.moves && openTo(this.intent, this.moves));

  /** The trio that is about to leave, as far as the server's moves leave only one. */
  readonly trio: string[] | null = $derived.by(() => {
    if (!this.isMine || this.view.decision !== "discard") return null;
    const trios = triosOf(this.left ?? []);
    return trios.length === 1 ? trios[0]! : null;
  });

  /** The card that would come to lie on a pressed place of the own area. */
  readonly coming: string | null = $derived.by(() => {
    if (!this.isMine || this.view.decision !== "place") return null;
    const card = this.intent.kind === "trade" ? this.cardOf(this.intent.their) : this.view.held;
    return isFace(card) ? card : null;
  });

  /** Points of the rounds before; nothing in the first. */
  total(seat: number): number | undefined {
    return this.play.totals.some(Boolean) ? this.play.totals[seat] : undefined;
  }

  /** A card as it lies there; the backs of a replay are shown open by `shown`. */
  cardOf(place: string): string | null {
    if (place === DRAW) return this.view.draw_pile ? FACE_DOWN : null;
    if (place === DISCARDS) return this.view.discards.at(-1) ?? null;
    if (place === HELD) return this.view.held;
    const seat = seatOf(place);
    if (seat !== null) return cardAt(this.view.seats[seat]?.area ?? [], cellOf(place));
    const slot = place.startsWith("slot:") ? orderOf(this.intent)[Number(place.slice(5))] : null;
    return slot && this.me !== null ? cardAt(this.view.seats[this.me]!.area, slot) : null;
  }

  /** What to draw there, and whether it really lies face down. */
  shown(place: string): { card: string | null; down: boolean } {
    const card = this.cardOf(place);
    const open = this.play.open;
    if (card !== FACE_DOWN || !open || place === DRAW) return { card, down: false };
    const seat = seatOf(place);
    const known = seat === null ? open.held : cardAt(open.seats[seat]?.area ?? [], cellOf(place));
    return isFace(known) ? { card: known, down: true } : { card, down: false };
  }

  private outcome(place: string): Outcome {
    return this.isMine && this.play.active ? press(place, this.view, this.me!, this.intent) : null;
  }

  /** Lit: the server says that one may. While something is dragged, where it may go. */
  isLit(place: string): boolean {
    const { from } = this.drag;
    if (from === null) {
      const isTakenUp = this.isChosen(place) || this.turnOf(place) !== null || place.startsWith("slot:");
      return !isTakenUp && leadsOn(this.outcome(place), this.moves);
    }
    return this.isMine && leadsOn(drop(from, place, this.view, this.me!, this.intent), this.moves);
  }

  /** Whether pressing may be tried: without help nothing is lit, and everything may. */
  isUsable(place: string): boolean {
    const outcome = this.outcome(place);
    return outcome !== null && (this.moves === null || leadsOn(outcome, this.moves));
  }

  isChosen(place: string): boolean {
    const { intent } = this;
    if (intent.kind === "trade") return intent.their === place;
    if (seatOf(place) !== this.me) return false;
    return intent.kind === "swap" && intent.first === cellOf(place);
  }

  /** First, second or on top: where a card of the trio will lie. */
  turnOf(place: string): number | null {
    const laid = seatOf(place) === this.me ? orderOf(this.intent).indexOf(cellOf(place)) : -1;
    return laid >= 0 ? laid : null;
  }

  get tabStop(): string {
    const isGone = seatOf(this.visited) !== null && !this.isCell(this.visited);
    return isGone ? DRAW : this.visited;
  }

  visit(place: string): void {
    this.visited = place;
  }

  private isCell(place: string): boolean {
    return seatOf(place) === this.bottom && this.cardOf(place) !== null;
  }

  canDrag(place: string): boolean {
    return (
      this.isMine &&
      this.play.active &&
      isDraggable(place, this.view, this.me!, this.intent) &&
      this.cardOf(place) !== null
    );
  }

  press(place: string): void {
    this.drag.dropped = null;
    this.follow(this.outcome(place));
  }

  private drop(from: string, to: string): void {
    if (this.isMine && this.play.active) this.follow(drop(from, to, this.view, this.me!, this.intent));
  }

  confirm(): void {
    this.follow(confirmed(this.intent));
  }

  send(move: string): void {
    this.follow({ move });
  }

  private follow(outcome: Outcome): void {
    if (!outcome) return;
    // A choice that leads nowhere is not begun. A move is sent in any case: the server says why it cannot be.
    if ("intent" in outcome && this.moves && !leadsOn(outcome, this.moves)) return;
    this.intent = "move" in outcome ? keptWhileAsking(this.intent) : outcome.intent;
    if ("move" in outcome && this.play.active) this.play.move(outcome.move);
  }

  cancel(): void {
    this.intent = NONE;
  }

  get swaps(): boolean {
    return this.intent.kind === "swap";
  }

  toggleSwap(): void {
    this.intent = this.swaps ? NONE : { kind: "swap", first: null };
  }

  get trades(): string[] {
    return tradesOf(this.moves);
  }

  /** "b2, green 7: put the orange 3 here". */
  label(place: string, where: string): string {
    const { card, down } = this.shown(place);
    const what = down ? downName(card!) : cardName(card);
    const act = this.isUsable(place) ? this.act(place) : "";
    return `${where}, ${what}${act && `: ${act}`}`;
  }

  private act(place: string): string {
    const w = words();
    const outcome = this.outcome(place);
    if (!outcome) return "";
    if ("intent" in outcome) return this.actTowards(outcome.intent, place);
    const [verb, ...cells] = outcome.move.split(" ");
    const other = this.intent.kind === "swap" ? this.intent.first : cells[0];
    const coming = this.coming ? theCard(this.coming) : "";
    const acts: { [verb: string]: string } = {
      flip: w.flip,
      draw: w.draw,
      take: w.take,
      drop: w.drop,
      put: w.put(coming),
      trade: w.tradeHere(coming),
      swap: w.swapSecond(other ?? ""),
      trio: w.trio,
    };
    return acts[verb!] ?? "";
  }

  private actTowards(intent: Intent, place: string): string {
    const w = words();
    if (intent.kind === "swap") return w.swapFirst;
    if (intent.kind === "trade") return w.trade;
    const laid = orderOf(intent).indexOf(cellOf(place));
    return laid >= 0 ? w.lay[laid]! : w.back;
  }
}

/** A trio keeps its order until the server has answered; a refused one can be changed. */
function keptWhileAsking(intent: Intent): Intent {
  return intent.kind === "trio" ? intent : NONE;
}
