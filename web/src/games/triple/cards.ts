// A card is colour, shape and quantity: "bs2" is the blue star with two waves.
import { both } from "../../lib/language.svelte";

export type Colour = "red" | "blue" | "purple" | "yellow";
export type Shape = "circle" | "diamond" | "plus" | "star";

export interface Card {
  colour: Colour;
  shape: Shape;
  waves: number;
}

const COLOURS: { [letter: string]: Colour } = { r: "red", b: "blue", p: "purple", y: "yellow" };
const SHAPES: { [letter: string]: Shape } = { c: "circle", d: "diamond", x: "plus", s: "star" };

/** Parse a card; null for a back. */
export function parseCard(text: string): Card | null {
  const colour = COLOURS[text[0] ?? ""];
  const shape = SHAPES[text[1] ?? ""];
  const waves = Number(text[2]);
  return text.length === 3 && colour && shape && waves >= 0 && waves <= 3 ? { colour, shape, waves } : null;
}

/** Return the properties of a card as moves write them: colour, shape, quantity. */
export function propertiesOf(text: string): string[] {
  const card = parseCard(text);
  return card ? [card.colour, card.shape, String(card.waves)] : [];
}

const words = both(
  {
    card: ({ colour, shape, waves }: Card) => `${colour} ${shape}, ${ENGLISH_WAVES[waves]}`,
    theCard: ({ colour, shape }: Card) => `the ${colour} ${shape}`,
    fullCard: ({ colour, shape, waves }: Card) =>
      `${colour} ${shape} ${waves ? `with ${ENGLISH_WAVES[waves]}` : "without waves"}`,
    shortCard: ({ colour, shape }: Card) => `${colour} ${shape}`,
    back: "face down",
    property: (property: string) => ENGLISH_WAVES[Number(property)] ?? property,
    badge: (property: string) => ["no waves", "1 wave", "2 waves", "3 waves"][Number(property)] ?? property,
  },
  {
    card: (card) => `${germanCard(card)}, ${GERMAN_WAVES[card.waves]}`,
    theCard: ({ colour, shape }) =>
      `${ARTICLES[GENDERS[shape]]} ${weakAdjective(colour, GENDERS[shape])} ${GERMAN_SHAPES[shape]}`,
    fullCard: (card) =>
      `${germanCard(card)} ${["ohne Wellen", "mit einer Welle", "mit zwei Wellen", "mit drei Wellen"][card.waves]}`,
    shortCard: (card) => germanCard(card),
    back: "verdeckt",
    property: (property) => GERMAN_WAVES[Number(property)] ?? GERMAN_PROPERTIES[property] ?? property,
    badge: (property) =>
      ["keine Welle", "1 Welle", "2 Wellen", "3 Wellen"][Number(property)] ?? GERMAN_PROPERTIES[property] ?? property,
  },
);

const ENGLISH_WAVES = ["no waves", "one wave", "two waves", "three waves"];
const GERMAN_WAVES = ["keine Welle", "eine Welle", "zwei Wellen", "drei Wellen"];
const GERMAN_SHAPES = { circle: "Kreis", diamond: "Karo", plus: "Plus", star: "Stern" };
const GERMAN_PROPERTIES: { [property: string]: string } = {
  red: "Rot",
  blue: "Blau",
  purple: "Lila",
  yellow: "Gelb",
  ...GERMAN_SHAPES,
};
const GENDERS = { circle: "m", diamond: "n", plus: "n", star: "m" } as const;
type Gender = "m" | "n";
/** In the accusative, for the object of a sentence. */
const ARTICLES: { [gender in Gender]: string } = { m: "den", n: "das" };
/** "lila" is not inflected, so it has no stem. */
const STEMS: { [colour in Colour]: string | null } = { red: "rot", blue: "blau", purple: null, yellow: "gelb" };

function germanCard({ colour, shape }: Card): string {
  const stem = STEMS[colour];
  const ending = { m: "er", n: "es" }[GENDERS[shape]];
  return `${stem ? stem + ending : "lila"} ${GERMAN_SHAPES[shape]}`;
}

function weakAdjective(colour: Colour, gender: Gender): string {
  const stem = STEMS[colour];
  return stem ? stem + (gender === "m" ? "en" : "e") : "lila";
}

/** Return "blue star, two waves" or "blauer Stern, zwei Wellen". */
export function cardName(text: string): string {
  const card = parseCard(text);
  return card ? words().card(card) : words().back;
}

/** Return a name for use in a sentence: "red star with two waves", "roter Stern mit zwei Wellen". */
export function fullName(text: string): string {
  const card = parseCard(text);
  return card ? words().fullCard(card) : words().back;
}

/** Return "red star" or "roter Stern". */
export function shortName(text: string): string {
  const card = parseCard(text);
  return card ? words().shortCard(card) : words().back;
}

/** Return a name for the object of a sentence: "the blue star", "den blauen Stern". */
export function theCard(text: string): string {
  const card = parseCard(text);
  return card ? words().theCard(card) : words().back;
}

/** Return the name of a property: "star", "two waves"; "Stern", "zwei Wellen". */
export function propertyName(property: string): string {
  return words().property(property);
}

/** Return the name of a property, short enough for a badge. */
export function propertyBadge(property: string): string {
  return words().badge(property);
}

export function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
