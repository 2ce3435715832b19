// The player's own tiles: the one in hand, and the last one of a turn, which is shown on the board but is sent only after
// the player has confirmed it.
import type { Play, Refusal } from "../../lib/play";
import type { ZatreTable, ZatreTurn } from "../../protocol";
import { chooseFromRack, parseMove, formatMove, turnEndedBy, type TilePlay } from "./moves";

export interface Laid extends TilePlay {
  /** Its index in the rack. */
  index: number;
  /** Whether it has been sent and the answer is pending. */
  isSent: boolean;
  /** What the turn brings with it, if it ends the turn; null without help. */
  turn: ZatreTurn | null;
}

export class Hand {
  laid: Laid | null = $state.raw(null);
  #chosenIndex: number | null = $state(null);
  #play: () => Play<ZatreTable>;

  constructor(play: () => Play<ZatreTable>) {
    this.#play = play;
  }

  /** All own tiles, including the one that is being laid. */
  get held(): number[] {
    const play = this.#play();
    return play.seat === null ? [] : ((play.openView ?? play.view).held[play.seat] ?? []);
  }
  /** The rack index of the tile in hand. */
  get index(): number | null {
    return this.laid ? null : chooseFromRack(this.held, this.#chosenIndex, this.#play().moves);
  }
  get pips(): number | null {
    return this.laid?.pips ?? (this.index === null ? null : (this.held[this.index] ?? null));
  }
  /** Whether a laid tile waits for its confirmation. */
  get isReady(): boolean {
    return this.laid !== null && !this.laid.isSent && this.#play().canAct;
  }
  get canTakeBack(): boolean {
    return this.laid ? !this.laid.isSent : this.#play().canTakeBack;
  }
  /** The tile that taking back would return; null if it is unknown. */
  get lastLaid(): number | null {
    if (this.laid) return this.laid.pips;
    const { lastStep, seat, view } = this.#play();
    const lastPlay =
      lastStep?.event.kind === "moved" && lastStep.event.seat === seat ? parseMove(lastStep.event.move) : null;
    return lastPlay && view.fresh.includes(lastPlay.field) ? lastPlay.pips : null;
  }

  choose(index: number): void {
    if (this.laid?.isSent) return;
    this.laid = null;
    this.#chosenIndex = index;
  }
  choosePips(pips: number): void {
    const index = this.held.indexOf(pips);
    if (index >= 0) this.choose(index);
  }

  /** Lay the tile in hand. It is sent at once, unless it is legal and ends the turn: that one needs confirmation. */
  lay(field: string): boolean {
    const play = this.#play();
    const index = this.laid?.index ?? this.index;
    if (!play.canAct || this.laid?.isSent || index === null || field in play.view.board) return false;
    const pips = this.held[index]!;
    const turn = turnEndedBy(play.moves, { pips, field });
    this.laid = { pips, field, index, isSent: false, turn };
    const move = formatMove(this.laid);
    const isLegal = play.moves?.some((legal) => legal.move === move) ?? true;
    const isLast = this.held.length === 1 || turn !== null;
    if (!isLast || !isLegal) this.confirm();
    return true;
  }
  confirm(): void {
    if (!this.laid || !this.isReady) return;
    this.laid = { ...this.laid, isSent: true };
    this.#play().move(formatMove(this.laid));
  }
  takeBack(): void {
    if (!this.canTakeBack) return;
    if (this.laid) this.pickUp();
    else this.#play().takeBack();
  }

  /** Update after a new view: forget the laid tile if the server has applied it or it can no longer be laid. */
  updateAfterView(): void {
    const { view, seat } = this.#play();
    if (this.#chosenIndex !== null && this.#chosenIndex >= this.held.length) this.#chosenIndex = null;
    if (!this.laid) return;
    const isStillPossible =
      seat !== null &&
      view.to_act.includes(seat) &&
      !(this.laid.field in view.board) &&
      this.held[this.laid.index] === this.laid.pips;
    if (isStillPossible) return;
    this.laid = null;
    this.#chosenIndex = null;
  }
  /** Take a refused tile back in hand; but while the database is down the move is undecided and will be sent again. */
  handleRefusal(refusal: Refusal): void {
    if (refusal.problem.code !== "store_down" && this.laid?.isSent) this.pickUp();
  }
  pickUp(): void {
    this.#chosenIndex = this.laid?.index ?? null;
    this.laid = null;
  }
}
