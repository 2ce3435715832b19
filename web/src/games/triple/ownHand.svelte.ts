// The player's own hand: its cards, the chosen one, the pending plays, and the moves that are sent.
import { untrack } from "svelte";
import type { Flight } from "../../lib/motion";
import type { Play, Refusal } from "../../lib/play";
import { sound } from "../../lib/sound";
import type { TripleTable } from "../../protocol";
import { orderedHand } from "./fan";
import { cellPlace, handPlace } from "./flights";
import { playText, takeText, type CardPlay } from "./moves";
import { findRefused, keepUndecided } from "./race";

/** How long an answer to a resent play may take after the player can act again. */
const ANSWER_GRACE_MS = 600;

export interface BoardAccess {
  play(): Play<TripleTable>;
  /** Whether the round has not begun yet. */
  isCountingDown(): boolean;
  /** Make a change and animate it. */
  fly(flights: Flight[], change: () => void): void;
}

export class OwnHand {
  pending: CardPlay[] = $state.raw([]);
  /** Whether a cell was pressed before a card was chosen. */
  isEmptyHanded = $state(false);
  #chosenCard: string | null = $state(null);
  #aimedPlay: { card: string; cell: string } | null = $state.raw(null);

  #orderedCards = $derived.by(orderedHand(() => this.#hand));
  cards = $derived(this.#orderedCards.filter((card) => !this.pending.some((each) => each.card === card)));
  chosen = $derived(this.#chosenCard !== null && this.cards.includes(this.#chosenCard) ? this.#chosenCard : null);
  canAct = $derived.by(() => this.#play.canAct);
  canPlay = $derived.by(() => this.canAct && !this.board.isCountingDown() && !this.#play.view.stopped);
  /** The card that is placed on a cell but waits for the player to call a property. */
  awaitingCall = $derived(
    this.#aimedPlay && this.canPlay && this.cards.includes(this.#aimedPlay.card) ? this.#aimedPlay : null,
  );

  constructor(private readonly board: BoardAccess) {
    // The view can also change without a step: after a reconnect.
    $effect.pre(() => {
      this.pending = keepUndecided(this.pending, this.#play.view, this.#play.seat);
    });
    $effect(() => {
      const { refusal } = this.#play;
      untrack(() => this.#handleRefusal(refusal));
    });
    // Once the player can act again, every play has been answered: a lesson ignores plays that it does not expect, and
    // after a lost connection the answers to resent plays arrive within the grace period. The rest returns to the hand.
    $effect(() => {
      if (!this.canAct) return;
      const unanswered = untrack(() => this.pending);
      const timer = setTimeout(() => unanswered.forEach((each) => this.#returnToHand(each)), ANSWER_GRACE_MS);
      return () => clearTimeout(timer);
    });
  }

  get #play(): Play<TripleTable> {
    return this.board.play();
  }

  get #hand(): string[] {
    const { seat, view, openView } = this.#play;
    return seat === null ? [] : (view.seats[seat]!.hand ?? openView?.seats[seat]?.hand ?? []);
  }

  choose(card: string): void {
    this.isEmptyHanded = false;
    this.#aimedPlay = null;
    this.#chosenCard = this.chosen === card ? null : card;
  }

  /** Cancel the pending call, or else the choice of a card. */
  cancel(): void {
    const { awaitingCall } = this;
    if (awaitingCall)
      this.board.fly(
        [{ from: cellPlace(awaitingCall.cell), to: handPlace(awaitingCall.card) }],
        () => (this.#aimedPlay = null),
      );
    else this.#chosenCard = null;
  }

  take(count: number): void {
    if (this.canPlay) this.#send(takeText(count));
  }

  stop(): void {
    if (this.canPlay) this.#send("stop");
  }

  go(): void {
    const { seat, view } = this.#play;
    if (this.canAct && view.stopped && seat !== null && !view.said_go.includes(seat)) this.#send("go");
  }

  /** Lay the chosen card on a cell. */
  layChosen(cell: string): void {
    if (this.chosen) this.lay(this.chosen, cell, null, true);
    else this.isEmptyHanded = true;
  }

  call(property: string | undefined): void {
    if (this.awaitingCall && property) this.lay(this.awaitingCall.card, this.awaitingCall.cell, property, false);
  }

  /** Lay a card. `isAnimated` is false for a card that is already there, because it was dragged or waits for its call. */
  lay(card: string, cell: string, call: string | null, isAnimated: boolean): void {
    if (!this.canPlay || !this.cards.includes(card)) return;
    if (this.#play.options.call === "self" && call === null) {
      const from = this.awaitingCall?.card === card ? cellPlace(this.awaitingCall.cell) : handPlace(card);
      this.board.fly(isAnimated ? [{ from, to: cellPlace(cell) }] : [], () => {
        this.#chosenCard = card;
        this.#aimedPlay = { card, cell };
      });
      return;
    }
    const played = { card, cell, call };
    this.#send(playText(played));
    this.board.fly(isAnimated ? [{ from: handPlace(card), to: cellPlace(cell) }] : [], () => {
      this.pending = [...this.pending, played];
      this.#chosenCard = this.#aimedPlay = null;
    });
  }

  #send(move: string): void {
    this.isEmptyHanded = false;
    this.#play.move(move);
  }

  #handleRefusal(refusal: Refusal | null): void {
    if (refusal) sound.refused();
    const refused = findRefused(this.pending, refusal);
    if (refused) this.#returnToHand(refused);
  }

  #returnToHand({ card, cell }: CardPlay): void {
    if (!this.pending.some((each) => each.card === card && each.cell === cell)) return;
    this.board.fly([{ from: cellPlace(cell), to: handPlace(card) }], () => {
      this.pending = this.pending.filter((each) => each.card !== card);
    });
  }
}
