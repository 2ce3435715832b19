// The layout of a hand: one fan while there is room, then two rows, then rows that scroll. Part of every card is visible.

export interface HandSpace {
  width: number;
  height: number;
  /** The maximum width of a card. */
  card: number;
  /** The minimum width of every card that must stay visible, so that it can be pressed. */
  strip: number;
}

export interface Slot {
  x: number;
  y: number;
  /** Degrees. */
  turn: number;
}

export interface HandLayout {
  /** The width of a card. */
  card: number;
  /** The width of the whole hand; more than the space if it has to scroll. */
  width: number;
  slots: Slot[];
}

const RATIO = 1.24;
/** In two rows, the visible share of a back card's height: enough to see shape and waves. */
const ROW_OFFSET = 0.67;
/** The space that a turned or lifted card needs above and below. */
const MARGIN = 18;
const MAX_TURN = 8.5;
/** In a fan, the visible share of a card's width that is needed to recognise its shape. */
const MIN_VISIBLE = 0.6;
/** A fan is used only if its cards are larger than those in rows by this factor. */
const MIN_FAN_GAIN = 1.1;

export function layOutHand(count: number, space: HandSpace): HandLayout {
  const cardInRows = Math.min(space.card, (space.height - MARGIN) / (RATIO * (1 + ROW_OFFSET)));
  const tallestCard = (space.height - MARGIN * 2) / RATIO;
  const cardInFan = Math.min(space.card, tallestCard, (space.width - MARGIN) / (MIN_VISIBLE * (count - 1) + 1));
  const isFan = cardInFan >= cardInRows * MIN_FAN_GAIN && stepOf(count, space.width, cardInFan) >= space.strip;
  return isFan ? layOutFan(count, space, cardInFan) : layOutRows(count, space, cardInRows);
}

/** Return the distance between two cards if `count` of them share a width. */
function stepOf(count: number, width: number, card: number): number {
  return count > 1 ? Math.min(card * 0.85, (width - card - MARGIN) / (count - 1)) : card;
}

function layOutFan(count: number, space: HandSpace, card: number): HandLayout {
  const step = stepOf(count, space.width, card);
  const top = (space.height - card * RATIO) / 2;
  const turn = Math.min(3.4, (2 * MAX_TURN) / Math.max(1, count - 1));
  const slots = Array.from({ length: count }, (_, i) => {
    const offset = i - (count - 1) / 2;
    const angle = offset * turn;
    // The cards follow a circle, so that the ends are lower, whatever the number of cards.
    return {
      x: (space.width - card) / 2 + offset * step,
      y: top - 4 + (angle / MAX_TURN) ** 2 * (MARGIN - 4),
      turn: angle,
    };
  });
  return { card, width: space.width, slots };
}

function layOutRows(count: number, space: HandSpace, card: number): HandLayout {
  const backRow = Math.ceil(count / 2);
  const step = Math.max(space.strip, stepOf(backRow + 0.5, space.width, card));
  const width = Math.max(space.width, (backRow - 0.5) * step + card + MARGIN);
  const left = (width - (backRow - 0.5) * step - card) / 2;
  const slots = Array.from({ length: count }, (_, i) => {
    const row = i < backRow ? 0 : 1;
    const column = row ? i - backRow + 0.5 : i;
    return { x: left + column * step, y: MARGIN / 2 + row * card * RATIO * ROW_OFFSET, turn: 0 };
  });
  return { card, width, slots };
}

/** Return the hand in its previous order, with new cards at the end. */
export function keepOrder(order: string[], hand: string[]): string[] {
  const known = order.filter((card) => hand.includes(card));
  return [...known, ...hand.filter((card) => !known.includes(card))];
}

/** Return a function that gives the current hand and keeps its order from call to call. */
export function orderedHand(hand: () => string[]): () => string[] {
  let order: string[] = [];
  return () => (order = keepOrder(order, hand()));
}
