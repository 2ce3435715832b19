// Parses cards (`b10`) and names them in words.
import { both } from "../../lib/language.svelte";

/** A card that lies face down for this seat. */
export const FACE_DOWN = "?";

/** The colour letters of the notation, with the names that SVG symbols and CSS variables use. */
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

/** Return what is printed on a card; null for a back or a gap. */
export function faceOf(card: string | null): Face | null {
  const colour = card ? COLOURS[card[0] as Letter] : undefined;
  return colour ? { colour, value: Number(card!.slice(1)) } : null;
}

/** Return a card's name, "green 7" or "grüne 7", or that of a back or a gap. */
export function cardName(card: string | null): string {
  const face = faceOf(card);
  if (face) return `${words().colours[face.colour]} ${face.value}`;
  return card === FACE_DOWN ? words().down : words().gap;
}

/** Return "the green 7" or "die grüne 7", which is the same as subject and as object. */
export function theCard(card: string): string {
  return `${words().the} ${cardName(card)}`;
}

/** Name a face-down card that a replay shows. */
export function faceDownName(card: string): string {
  return words().stillDown(cardName(card));
}

export function isFace(card: string | null | undefined): card is string {
  return faceOf(card ?? null) !== null;
}
