// What the own player is about: the hand, the chosen card, the plays under way, the moves that follow from all this.
import { untrack } from "svelte";
import type { Flight } from "../../lib/motion";
import type { Play, Refusal } from "../../lib/play";
import { sound } from "../../lib/sound";
import type { TripleTable } from "../../protocol";
import { inOrder } from "./fan";
import { cellPlace, handPlace } from "./flights";
import { playText, takeText } from "./moves";
import { send, sentBack, stillOpen, type UnderWay } from "./race";

/** Milliseconds. */
const GRACE = 600;

export interface Table {
  play(): Play<TripleTable>;
  /** Whether the round is still to begin. */
  isCounting(): boolean;
  /** Make a change that is shown with cards in motion. */
  fly(flights: Flight[], change: () => void): void;
}

export class Laying {
  underWay: UnderWay[] = $state.raw([]);
  /** A place was pressed without a card. */
  isEmptyHanded = $state(false);
  /** Who was faster, after a lost race. */
  faster: number | null = $state(null);
  #picked: string | null = $state(null);
  #aimed: { card: string; cell: string } | null = $state.raw(null);

  #held = $derived.by(inOrder(() => this.#hand));
  cards = $derived(this.#held.filter((card) => !this.underWay.some((each) => each.card === card)));
  chosen = $derived(this.#picked !== null && this.cards.includes(this.#picked) ? this.#picked : null);
  /** Somebody waits for this player's moves. */
  isAsked = $derived.by(() => this.#play.active);
  mayPlay = $derived.by(() => this.isAsked && !this.table.isCounting() && !this.#play.view.stopped);
  /** The card and the cell for which a property is to be named. */
  calling = $derived(this.#aimed && this.mayPlay && this.cards.includes(this.#aimed.card) ? this.#aimed : null);

  constructor(private readonly table: Table) {
    // Also without a step: who comes back to the table sees it as it is.
    $effect.pre(() => {
      this.underWay = stillOpen(this.underWay, this.#play.view, this.#play.seat);
    });
    $effect(() => {
      const { refusal } = this.#play;
      untrack(() => this.#refuse(refusal));
    });
    // Whoever is asked again has been answered: in a lesson a play that leads away from it is neither laid nor refused,
    // and after a lost connection the answer to what was sent again comes within the grace.
    $effect(() => {
      if (!this.isAsked) return;
      const unanswered = untrack(() => this.underWay);
      const timer = setTimeout(() => unanswered.forEach((each) => this.#comeBack(each)), GRACE);
      return () => clearTimeout(timer);
    });
  }

  get #play(): Play<TripleTable> {
    return this.table.play();
  }

  get #hand(): string[] {
    const { seat, view, open } = this.#play;
    return seat === null ? [] : (view.seats[seat]!.hand ?? open?.seats[seat]?.hand ?? []);
  }

  choose(card: string): void {
    this.#news();
    this.#aimed = null;
    this.#picked = this.chosen === card ? null : card;
  }

  /** Escape: first the call, then the card. */
  drop(): void {
    if (this.calling) this.#aimed = null;
    else this.#picked = null;
  }

  take(count: number): void {
    if (this.mayPlay) this.#act(takeText(count));
  }

  stop(): void {
    if (this.mayPlay) this.#act("stop");
  }

  go(): void {
    const { seat, view } = this.#play;
    if (this.isAsked && view.stopped && seat !== null && !view.said_go.includes(seat)) this.#act("go");
  }

  /** The chosen card goes here. */
  aim(cell: string): void {
    if (this.chosen) this.lay(this.chosen, cell, null, true);
    else this.isEmptyHanded = true;
  }

  call(property: string | undefined): void {
    if (this.calling && property) this.lay(this.calling.card, this.calling.cell, property, true);
  }

  /** `flies`: a dragged card is there already. */
  lay(card: string, cell: string, call: string | null, flies: boolean): void {
    if (!this.mayPlay || !this.cards.includes(card)) return;
    if (this.#play.options.call === "self" && call === null) {
      this.#picked = card;
      this.#aimed = { card, cell };
      return;
    }
    const laid = { card, cell, call };
    this.#act(playText(laid));
    this.table.fly(flies ? [{ from: handPlace(card), to: cellPlace(cell) }] : [], () => {
      this.underWay = send(this.underWay, laid);
      this.#picked = this.#aimed = null;
    });
  }

  #act(move: string): void {
    this.#news();
    this.#play.move(move);
  }

  #news(): void {
    this.faster = null;
    this.isEmptyHanded = false;
  }

  #refuse(refusal: Refusal | null): void {
    if (refusal) sound.refused();
    const back = sentBack(this.underWay, refusal);
    if (!back) return;
    this.faster = back.rivals.at(-1) ?? null;
    this.#comeBack(back);
  }

  #comeBack({ card, cell }: UnderWay): void {
    if (!this.underWay.some((each) => each.card === card && each.cell === cell)) return;
    this.table.fly([{ from: cellPlace(cell), to: handPlace(card) }], () => {
      this.underWay = this.underWay.filter((each) => each.card !== card);
    });
  }
}
