// How a hand is spread: one fan while there is room, then two rows, then rows that scroll. No card hides another wholly.

export interface Room {
  width: number;
  height: number;
  /** As wide as a card may be. */
  card: number;
  /** As much of every card stays in sight, to be seen and hit. */
  strip: number;
}

export interface Slot {
  x: number;
  y: number;
  /** Degrees. */
  turn: number;
}

export interface Spread {
  /** Width of a card. */
  card: number;
  /** Width of everything; more than the room's if it has to scroll. */
  width: number;
  slots: Slot[];
}

const RATIO = 1.24;
/** A card in two rows shows so much of its height above the row in front: shape and waves. */
const ROW = 0.67;
/** What a turned or lifted card needs above and below. */
const MARGIN = 18;
const MOST_TURN = 8.5;
/** So much of a card's width is seen in a fan, or its shape is a riddle. */
const SEEN = 0.6;
/** A single fan has to be worth its smaller cards. */
const WORTH = 1.1;

export function spread(count: number, room: Room): Spread {
  const inRows = Math.min(room.card, (room.height - MARGIN) / (RATIO * (1 + ROW)));
  const tallest = (room.height - MARGIN * 2) / RATIO;
  const inFan = Math.min(room.card, tallest, (room.width - MARGIN) / (SEEN * (count - 1) + 1));
  const isFan = inFan >= inRows * WORTH && stepOf(count, room.width, inFan) >= room.strip;
  return isFan ? oneFan(count, room, inFan) : twoRows(count, room, inRows);
}

/** From card to card, if so many share a width. */
function stepOf(count: number, width: number, card: number): number {
  return count > 1 ? Math.min(card * 0.85, (width - card - MARGIN) / (count - 1)) : card;
}

function oneFan(count: number, room: Room, card: number): Spread {
  const step = stepOf(count, room.width, card);
  const top = (room.height - card * RATIO) / 2;
  const turn = Math.min(3.4, (2 * MOST_TURN) / Math.max(1, count - 1));
  const slots = Array.from({ length: count }, (_, i) => {
    const off = i - (count - 1) / 2;
    const angle = off * turn;
    // The ends of a fan hang: along a circle, whatever the number of cards.
    return {
      x: (room.width - card) / 2 + off * step,
      y: top - 4 + (angle / MOST_TURN) ** 2 * (MARGIN - 4),
      turn: angle,
    };
  });
  return { card, width: room.width, slots };
}

function twoRows(count: number, room: Room, card: number): Spread {
  const behind = Math.ceil(count / 2);
  const step = Math.max(room.strip, stepOf(behind + 0.5, room.width, card));
  const width = Math.max(room.width, (behind - 0.5) * step + card + MARGIN);
  const left = (width - (behind - 0.5) * step - card) / 2;
  const slots = Array.from({ length: count }, (_, i) => {
    const row = i < behind ? 0 : 1;
    const column = row ? i - behind + 0.5 : i;
    return { x: left + column * step, y: MARGIN / 2 + row * card * RATIO * ROW, turn: 0 };
  });
  return { card, width, slots };
}

/** The hand in its own order: what was there keeps its place, what is new comes last. */
export function kept(order: string[], hand: string[]): string[] {
  const old = order.filter((card) => hand.includes(card));
  return [...old, ...hand.filter((card) => !old.includes(card))];
}

/** A hand that is asked for again and again, each time in the order it had. */
export function inOrder(hand: () => string[]): () => string[] {
  let order: string[] = [];
  return () => (order = kept(order, hand()));
}
