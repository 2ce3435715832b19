// The signs that people make to each other, in words.
import type { Reaction } from "../protocol";
import { both } from "./language.svelte";

export type Sign = Reaction["sign"];

export const SIGNS: Sign[] = ["good_luck", "well_played", "thanks", "one_moment"];

export const signInWords = both<Record<Sign, string>>(
  { good_luck: "Good luck!", well_played: "Well played!", thanks: "Thanks!", one_moment: "One moment" },
  { good_luck: "Viel Glück!", well_played: "Gut gespielt!", thanks: "Danke!", one_moment: "Einen Moment" },
);
