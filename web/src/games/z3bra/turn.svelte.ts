// The state of a player's turn: the choices made so far, which places are lit, what a press or a drag does, and labels.
import { Drag } from "../../lib/drag.svelte";
import { both, localize } from "../../lib/language.svelte";
import type { Play } from "../../lib/play";
import type { Z3braTable } from "../../protocol";
import { cardAt, cellsOf } from "./area";
import { type Loss, changedPlaces, lossesOf, placesToMark } from "./changes";
import { FACE_DOWN, cardName, faceDownName, isFace, theCard } from "./cards";
import { touchedPlaces } from "./flights";
import { markedPlaces, oddsByPlace, type PlaceMark, type PlaceOdd } from "./suggestions";
import {
  DISCARDS,
  DRAW_PILE,
  HELD,
  type Intent,
  NONE,
  type Outcome,
  type Order,
  cellOf,
  completeOrder,
  outcomeOfConfirm,
  outcomeOfDrop,
  isDraggable,
  isPossible,
  matchingMoves,
  orderOf,
  outcomeOfPress,
  placeOf,
  seatOf,
  moveTextsOf,
  tradableCards,
  triosOf,
} from "./gestures";

const words = both(
  {
    flip: "turn it up",
    draw: "draw a card",
    take: "take it",
    drop: "decline the card you hold",
    putBack: "put the card back",
    put: (card: string) => `put ${card} here`,
    swapFirst: "swap it with another",
    swapSecond: (cell: string) => `swap it with ${cell}`,
    trade: "trade for it",
    tradeHere: (card: string) => `put ${card} here by the trade`,
    lay: ["lay it first", "lay it second", "lay it on top"],
    back: "take it back",
    trio: "discard the trio",
    changed: ", changed",
    lost: (name: string, card: string) => `, ${name} has traded it for ${card}`,
    lostCard: "your card",
    suggested: ", suggested",
  },
  {
    flip: "aufdecken",
    draw: "eine Karte ziehen",
    take: "nehmen",
    drop: "die Karte ablehnen, die du hältst",
    putBack: "die Karte zurücklegen",
    put: (card) => `${card} hierher legen`,
    swapFirst: "mit einer anderen vertauschen",
    swapSecond: (cell) => `mit ${cell} vertauschen`,
    trade: "dagegen tauschen",
    tradeHere: (card) => `${card} durch den Tausch hierher legen`,
    lay: ["als erste ablegen", "als zweite ablegen", "obenauf legen"],
    back: "zurücknehmen",
    trio: "das Trio ablegen",
    changed: ", verändert",
    lost: (name, card) => `, ${name} hat sie gegen ${card} getauscht`,
    lostCard: "deine Karte",
    suggested: ", vorgeschlagen",
  },
);

export class Turn {
  intent: Intent = $state.raw(NONE);
  /** The one place among piles and own cards that the Tab key reaches; arrow keys move from there. */
  private focusedPlace = $state(DRAW_PILE);
  readonly drag = new Drag(
    (element) => element.closest<HTMLElement>("[data-place]")?.dataset.place,
    (from, to) => this.drop(from, to),
  );
  /** The latest drop: its card is already in place and must not be animated. */
  lastDrop: { from: string; to: string } | null = null;

  /** The place that is pointed at or focused. */
  private aimedPlace: string | null = $state(null);

  constructor(private readonly getPlay: () => Play<Z3braTable>) {}

  readonly moves: ReadonlySet<string> | null = $derived.by(() => moveTextsOf(this.play.moves));

  get play(): Play<Z3braTable> {
    return this.getPlay();
  }

  get view(): Z3braTable {
    return this.play.view;
  }

  get me(): number | null {
    return this.play.seat;
  }

  /** The seat at the bottom of the board; for spectators the first one. */
  get bottomSeat(): number {
    return this.me ?? 0;
  }

  get isMyTurn(): boolean {
    return this.me !== null && this.view.scores === null && this.view.to_act.includes(this.me);
  }

  /** The legal moves that match the choices made so far; null without help. */
  readonly remainingMoves: string[] | null = $derived.by(() => this.moves && matchingMoves(this.intent, this.moves));

  /** The trio that will be discarded, if the remaining moves allow only one. */
  readonly onlyTrio: string[] | null = $derived.by(() => {
    if (!this.isMyTurn || this.view.decision !== "discard") return null;
    const trios = triosOf(this.remainingMoves ?? []);
    return trios.length === 1 ? trios[0]! : null;
  });

  /** The card that would be put on a pressed place of the own area. */
  readonly incomingCard: string | null = $derived.by(() => {
    if (!this.isMyTurn || this.view.decision !== "place") return null;
    const card = this.intent.kind === "trade" ? this.cardOf(this.intent.othersCard) : this.view.held;
    return isFace(card) ? card : null;
  });

  /**
   * The places to mark: what others have changed since the own last action or, if that is nothing, the last step. A card
   * in another's hand is marked, too.
   */
  readonly changed: ReadonlySet<string> = $derived.by(() => {
    const touched = touchedPlaces(this.play.lastStep).filter((place) => place !== HELD || !this.isMyTurn);
    return placesToMark(changedPlaces(this.play.changedSince, this.view), touched);
  });

  /** Own cards that others have taken by a trade since the own last action, by place. */
  readonly losses: ReadonlyMap<string, Loss> = $derived.by(() => lossesOf(this.play.changedSince, this.me));

  /** The order of the trio to discard, as far as it is decided. */
  readonly order: Order = $derived.by(() => completeOrder(this.intent, this.moves));

  /** The places that the coach suggests, with their marks. */
  readonly marks: ReadonlyMap<string, PlaceMark> = $derived.by(() => markedPlaces(this.play.hint, this.view));

  /** The odds to show, by place. */
  readonly odds: ReadonlyMap<string, PlaceOdd[]> = $derived.by(() =>
    oddsByPlace(this.me === null ? [] : (this.play.odds ?? []), this.me ?? 0),
  );

  /** The lines that would become trios by pressing the place that is pointed at, or by dropping the dragged card there. */
  readonly previewedTrios: string[][] = $derived.by(() => {
    if (!this.isMyTurn || !this.play.canAct) return [];
    const { piece, over } = this.drag;
    const place = piece === null ? this.aimedPlace : over;
    if (place === null || place === undefined) return [];
    const outcome =
      piece === null ? this.outcomeOf(place) : outcomeOfDrop(piece, place, this.view, this.me!, this.intent);
    if (!outcome || !("move" in outcome)) return [];
    return this.play.moves?.find(({ move }) => move === outcome.move)?.trios ?? [];
  });

  /** Remember that a place is pointed at or focused; leaving another one does not matter. */
  aim(place: string, isAimed: boolean): void {
    if (isAimed) this.aimedPlace = place;
    else if (this.aimedPlace === place) this.aimedPlace = null;
  }

  /** Whether the held card came from the discards and may go back there. */
  get canPutBack(): boolean {
    return this.isMyTurn && this.view.decision === "place" && this.play.canTakeBack;
  }

  /** Return the points of the earlier rounds; undefined while nobody has any. */
  totalOf(seat: number): number | undefined {
    return this.play.totals.some(Boolean) ? this.play.totals[seat] : undefined;
  }

  /** Return the card at a place as the view has it. `cardToShow` reveals face-down cards in a replay. */
  cardOf(place: string): string | null {
    if (place === DRAW_PILE) return this.view.draw_pile ? FACE_DOWN : null;
    if (place === DISCARDS) return this.view.discards.at(-1) ?? null;
    if (place === HELD) return this.view.held;
    const seat = seatOf(place);
    if (seat !== null) return cardAt(this.view.seats[seat]?.area ?? [], cellOf(place));
    const slot = place.startsWith("slot:") ? this.order[Number(place.slice(5))] : null;
    return slot && this.me !== null ? cardAt(this.view.seats[this.me]!.area, slot) : null;
  }

  /** Return the card to draw at a place, and whether it really lies face down. */
  cardToShow(place: string): { card: string | null; isFaceDown: boolean } {
    const card = this.cardOf(place);
    const open = this.play.openView;
    if (card !== FACE_DOWN || !open || place === DRAW_PILE) return { card, isFaceDown: false };
    const seat = seatOf(place);
    const known = seat === null ? open.held : cardAt(open.seats[seat]?.area ?? [], cellOf(place));
    return isFace(known) ? { card: known, isFaceDown: true } : { card, isFaceDown: false };
  }

  private outcomeOf(place: string): Outcome {
    return this.isMyTurn && this.play.canAct ? outcomeOfPress(place, this.view, this.me!, this.intent) : null;
  }

  /** Return whether the server allows to press a place, or to drop the dragged card on it. */
  isAllowed(place: string): boolean {
    const from = this.drag.piece;
    if (from === null) {
      const isAlreadyChosen = this.isChosen(place) || this.orderIndexOf(place) !== null || place.startsWith("slot:");
      return !isAlreadyChosen && isPossible(this.outcomeOf(place), this.moves);
    }
    return this.isMyTurn && isPossible(outcomeOfDrop(from, place, this.view, this.me!, this.intent), this.moves);
  }

  /** Return whether to light a place: it is allowed, and the next step is about it. The others light up on hover. */
  isLit(place: string): boolean {
    return this.isNextStep(place) && !(this.isAreaLit && this.isOwnCard(place)) && this.isAllowed(place);
  }

  /** Whether to light the own area as a whole, because any of its cards will do. */
  readonly isAreaLit: boolean = $derived.by(() => {
    if (!this.isMyTurn || !this.play.canAct || !this.moves) return false;
    const places = cellsOf(this.view.seats[this.me!]!.area)
      .map((cell) => placeOf(this.me!, cell.name))
      .filter((place) => this.isOwnCard(place) && place !== this.drag.piece && !this.isChosen(place));
    return places.length > 3 && places.every((place) => this.isNextStep(place) && this.isAllowed(place));
  });

  /** A turn begins at the piles, and own cards are for whoever wants to swap. A trade goes on with an own card. */
  private isNextStep(place: string): boolean {
    if (this.drag.piece !== null) return true;
    if (this.intent.kind === "trade") return this.isOwnCard(place);
    if (this.view.decision !== "choose") return true;
    return this.isOwnCard(place) === this.isSwapping;
  }

  /** Return whether a place may be pressed. Without help no place is lit, and every press may be tried. */
  isUsable(place: string): boolean {
    if (place === DISCARDS && this.canPutBack) return true;
    const outcome = this.outcomeOf(place);
    return outcome !== null && (this.moves === null || isPossible(outcome, this.moves));
  }

  isChosen(place: string): boolean {
    const { intent } = this;
    if (intent.kind === "trade") return intent.othersCard === place;
    if (seatOf(place) !== this.me) return false;
    return intent.kind === "swap" && intent.first === cellOf(place);
  }

  /** Return a card's index in the order of the trio; null if it is not chosen. */
  orderIndexOf(place: string): number | null {
    const index = seatOf(place) === this.me ? orderOf(this.intent).indexOf(cellOf(place)) : -1;
    return index >= 0 ? index : null;
  }

  get tabStop(): string {
    const isGone = seatOf(this.focusedPlace) !== null && !this.isOwnCard(this.focusedPlace);
    return isGone ? DRAW_PILE : this.focusedPlace;
  }

  rememberFocus(place: string): void {
    this.focusedPlace = place;
  }

  private isOwnCard(place: string): boolean {
    return seatOf(place) === this.bottomSeat && this.cardOf(place) !== null;
  }

  canDrag(place: string): boolean {
    return (
      this.isMyTurn &&
      this.play.canAct &&
      isDraggable(place, this.view, this.me!, this.intent) &&
      this.cardOf(place) !== null
    );
  }

  press(place: string): void {
    this.lastDrop = null;
    if (place === DISCARDS && this.canPutBack) this.play.takeBack();
    else this.apply(this.outcomeOf(place));
  }

  private drop(from: string, to: string): void {
    this.lastDrop = { from, to };
    if (from === HELD && to === DISCARDS && this.canPutBack) this.play.takeBack();
    else if (this.isMyTurn && this.play.canAct) this.apply(outcomeOfDrop(from, to, this.view, this.me!, this.intent));
  }

  confirm(): void {
    this.apply(outcomeOfConfirm(this.order));
  }

  send(move: string): void {
    this.apply({ move });
  }

  private apply(outcome: Outcome): void {
    if (!outcome) return;
    // A choice that leads to no legal move is ignored. A move is always sent: if it is illegal, the server says why.
    if ("intent" in outcome && this.moves && !isPossible(outcome, this.moves)) return;
    this.intent = "move" in outcome ? intentWhileSending(this.intent) : outcome.intent;
    if ("move" in outcome && this.play.canAct) this.play.move(outcome.move);
  }

  cancel(): void {
    this.intent = NONE;
  }

  get isSwapping(): boolean {
    return this.intent.kind === "swap";
  }

  toggleSwap(): void {
    this.intent = this.isSwapping ? NONE : { kind: "swap", first: null };
  }

  get tradable(): string[] {
    return tradableCards(this.moves);
  }

  /** Return the label of a place: "b2, green 7: put the orange 3 here". */
  labelOf(place: string, position: string): string {
    const { card, isFaceDown } = this.cardToShow(place);
    const cardText = isFaceDown ? faceDownName(card!) : cardName(card);
    const action = this.isUsable(place) ? this.describeAction(place) : "";
    const suggested = this.marks.has(place) ? words().suggested : "";
    return `${position}, ${cardText}${this.describeChange(place)}${suggested}${action && `: ${action}`}${this.describeOdds(place)}`;
  }

  private describeOdds(place: string): string {
    const odds = this.odds.get(place) ?? [];
    return odds.map(({ text }) => `. ${localize(text)}`).join("");
  }

  private describeChange(place: string): string {
    const loss = this.losses.get(place);
    if (!loss) return this.changed.has(place) && seatOf(place) !== null ? words().changed : "";
    return words().lost(this.play.names[loss.by]!, loss.card ? theCard(loss.card) : words().lostCard);
  }

  private describeAction(place: string): string {
    const texts = words();
    if (place === DISCARDS && this.canPutBack) return texts.putBack;
    const outcome = this.outcomeOf(place);
    if (!outcome) return "";
    if ("intent" in outcome) return this.describeChoice(outcome.intent, place);
    const [verb, ...cells] = outcome.move.split(" ");
    const partner = this.intent.kind === "swap" ? this.intent.first : cells[0];
    const incoming = this.incomingCard ? theCard(this.incomingCard) : "";
    const actions: { [verb: string]: string } = {
      flip: texts.flip,
      draw: texts.draw,
      take: texts.take,
      drop: texts.drop,
      put: texts.put(incoming),
      trade: texts.tradeHere(incoming),
      swap: texts.swapSecond(partner ?? ""),
      trio: texts.trio,
    };
    return actions[verb!] ?? "";
  }

  private describeChoice(intent: Intent, place: string): string {
    const texts = words();
    if (intent.kind === "swap") return texts.swapFirst;
    if (intent.kind === "trade") return texts.trade;
    const index = orderOf(intent).indexOf(cellOf(place));
    return index >= 0 ? texts.lay[index]! : texts.back;
  }
}

/** Keep the order of a trio while it is sent, so that it can be changed after a refusal. */
function intentWhileSending(intent: Intent): Intent {
  return intent.kind === "trio" ? intent : NONE;
}
