// The levels of the bots: their names, and one sentence on how each plays. Which levels a game has, the server says.
import { traitsOf } from "../games/index";
import { both } from "./language.svelte";

interface Level {
  name: string;
  /** How it plays in turns. */
  about: string;
  /** How it plays where everybody acts at once. */
  inRace: string;
}

const levels = both(
  {
    random: {
      name: "random",
      about: "Makes any move that is allowed, without a plan.",
      inRace: "Lays any card that fits, without a plan.",
    },
    gentle: {
      name: "gentle",
      about: "A novice who leaves every fourth move to chance.",
      inRace: "A novice in no hurry. Leaves you time to look.",
    },
    novice: {
      name: "novice",
      about: "Plays the obvious move and overlooks a lot.",
      inRace: "Brisk, but overlooks most diagonals.",
    },
    regular: {
      name: "regular",
      about: "Makes the most of every turn, but does not look ahead.",
      inRace: "Faster than most people. Sees every line.",
    },
    expert: {
      name: "expert",
      about: "Plans ahead and thinks about what it leaves you.",
      inRace: "Fast, and keeps the cards that will fit later.",
    },
    master: {
      name: "master",
      about: "Thinks several turns ahead. Very hard to beat.",
      inRace: "Very fast, and blocks places where your cards might fit.",
    },
  },
  {
    random: {
      name: "Zufall",
      about: "Macht irgendeinen erlaubten Zug, ohne Plan.",
      inRace: "Legt irgendeine Karte, die passt, ohne Plan.",
    },
    gentle: {
      name: "Gemütlich",
      about: "Ein Anfänger, der jeden vierten Zug dem Zufall überlässt.",
      inRace: "Ein Anfänger ohne Eile. Lässt dir Zeit zum Schauen.",
    },
    novice: {
      name: "Anfänger",
      about: "Spielt, was naheliegt, und übersieht vieles.",
      inRace: "Zügig, übersieht aber die meisten Diagonalen.",
    },
    regular: {
      name: "Stammgast",
      about: "Holt aus jedem Zug das Beste heraus, denkt aber nicht voraus.",
      inRace: "Schneller als die meisten Leute. Sieht jede Reihe.",
    },
    expert: {
      name: "Könner",
      about: "Plant voraus und bedenkt, was für dich übrig bleibt.",
      inRace: "Schnell, und behält Karten, die später passen.",
    },
    master: {
      name: "Meister",
      about: "Denkt mehrere Züge voraus. Kaum zu schlagen.",
      inRace: "Sehr schnell, und blockiert Plätze, auf die deine Karten passen könnten.",
    },
  },
);

function find(bot: string): Level | undefined {
  return (levels() as { [level: string]: Level })[bot];
}

/** Return a bot's level in the current language; an unknown bot keeps its name. */
export function levelName(bot: string): string {
  return find(bot)?.name ?? bot;
}

/** Return how a bot plays this game, in one sentence; nothing for an unknown bot. */
export function aboutLevel(bot: string, game: string): string {
  const level = find(bot);
  return (traitsOf(game)?.isRace ? level?.inRace : level?.about) ?? "";
}
