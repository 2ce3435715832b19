// The own tiles: which one is in hand, and the last of a turn, which lies on the board but is not sent before it is confirmed.
import type { Play, Refusal } from "../../lib/play";
import type { ZatreTable } from "../../protocol";
import { inHand, read, write, type Laying } from "./moves";

export interface Laid extends Laying {
  /** Where it stood in the rack. */
  at: number;
  /** The server has been told and will answer. */
  isSent: boolean;
}

export class Hand {
  laid: Laid | null = $state.raw(null);
  #wanted: number | null = $state(null);
  #play: () => Play<ZatreTable>;

  constructor(play: () => Play<ZatreTable>) {
    this.#play = play;
  }

  /** As they are dealt, with the one that is being laid. */
  get held(): number[] {
    const play = this.#play();
    return play.seat === null ? [] : ((play.open ?? play.view).held[play.seat] ?? []);
  }
  /** Which of them is in hand. */
  get at(): number | null {
    return this.laid ? null : inHand(this.held, this.#wanted, this.#play().moves);
  }
  get pips(): number | null {
    return this.laid?.pips ?? (this.at === null ? null : (this.held[this.at] ?? null));
  }
  /** It only has to be confirmed. */
  get isReady(): boolean {
    return this.laid !== null && !this.laid.isSent && this.#play().active;
  }
  get canTakeBack(): boolean {
    return this.laid ? !this.laid.isSent : this.#play().undo;
  }
  /** The tile that taking back would give back, where that is known. */
  get lastLaid(): number | null {
    if (this.laid) return this.laid.pips;
    const { last, seat, view } = this.#play();
    const laying = last?.event.kind === "moved" && last.event.seat === seat ? read(last.event.move) : null;
    return laying && view.fresh.includes(laying.field) ? laying.pips : null;
  }

  choose(at: number): void {
    if (this.laid?.isSent) return;
    this.laid = null;
    this.#wanted = at;
  }
  choosePips(pips: number): void {
    const at = this.held.indexOf(pips);
    if (at >= 0) this.choose(at);
  }

  /** The last tile of a turn waits for its confirmation; so does none that is known not to fit: the server says why. */
  lay(field: string): boolean {
    const play = this.#play();
    const at = this.laid?.at ?? this.at;
    if (!play.active || this.laid?.isSent || at === null || field in play.view.board) return false;
    this.laid = { pips: this.held[at]!, field, at, isSent: false };
    const move = write(this.laid);
    const fits = play.moves?.some((hint) => hint.move === move) ?? true;
    if (this.held.length > 1 || !fits) this.confirm();
    return true;
  }
  confirm(): void {
    if (!this.laid || !this.isReady) return;
    this.laid = { ...this.laid, isSent: true };
    this.#play().move(write(this.laid));
  }
  takeBack(): void {
    if (!this.canTakeBack) return;
    if (this.laid) this.pickUp();
    else this.#play().takeBack();
  }

  /** A new view: what was laid lies there now, or can no longer be laid. */
  settle(): void {
    const { view, seat } = this.#play();
    if (this.#wanted !== null && this.#wanted >= this.held.length) this.#wanted = null;
    if (!this.laid) return;
    const applies =
      seat !== null &&
      view.to_act.includes(seat) &&
      !(this.laid.field in view.board) &&
      this.held[this.laid.at] === this.laid.pips;
    if (applies) return;
    this.laid = null;
    this.#wanted = null;
  }
  /** Nobody knows yet what became of a move that the database could not take; anything else is back in hand. */
  refused(refusal: Refusal): void {
    if (refusal.problem.code !== "store_down" && this.laid?.isSent) this.pickUp();
  }
  pickUp(): void {
    this.#wanted = this.laid?.at ?? null;
    this.laid = null;
  }
}
