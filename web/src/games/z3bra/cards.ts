// Cards in text (`b10`) and in words.
import { both } from "../../lib/language.svelte";

/** Lies face down, for these eyes. */
export const FACE_DOWN = "?";

/** The letters of the notation, and what symbols and colours of the look are called. */
const COLOURS = {
  r: "red",
  o: "orange",
  y: "yellow",
  g: "green",
  b: "pale",
  d: "dark",
  p: "purple",
} as const;

type Letter = keyof typeof COLOURS;
export type Colour = (typeof COLOURS)[Letter];

export interface Face {
  colour: Colour;
  value: number;
}

const words = both(
  {
    colours: {
      red: "red",
      orange: "orange",
      yellow: "yellow",
      green: "green",
      pale: "pale blue",
      dark: "dark blue",
      purple: "purple",
    },
    the: "the",
    down: "face down",
    gap: "empty",
    stillDown: (card: string) => `${card}, face down`,
  },
  {
    colours: {
      red: "rote",
      orange: "orange",
      yellow: "gelbe",
      green: "grüne",
      pale: "hellblaue",
      dark: "dunkelblaue",
      purple: "lila",
    },
    the: "die",
    down: "verdeckt",
    gap: "leer",
    stillDown: (card) => `${card}, verdeckt`,
  },
);

/** What is printed on a card; nothing for a back or a gap. */
export function faceOf(card: string | null): Face | null {
  const colour = card ? COLOURS[card[0] as Letter] : undefined;
  return colour ? { colour, value: Number(card!.slice(1)) } : null;
}

/** "green 7", "grüne 7"; also what a back and a gap are called. */
export function cardName(card: string | null): string {
  const face = faceOf(card);
  if (face) return `${words().colours[face.colour]} ${face.value}`;
  return card === FACE_DOWN ? words().down : words().gap;
}

/** "the green 7", "die grüne 7" (the same as subject and as object). */
export function theCard(card: string): string {
  return `${words().the} ${cardName(card)}`;
}

/** How a replay names a card that lies face down but is shown. */
export function downName(card: string): string {
  return words().stillDown(cardName(card));
}

export function isFace(card: string | null | undefined): card is string {
  return faceOf(card ?? null) !== null;
}
