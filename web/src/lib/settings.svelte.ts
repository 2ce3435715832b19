// The user's settings: theme, motion, sound, notifications, and the name to play under.
import type { TableInfo } from "../protocol";
import { writeStored, readStored } from "./storage";

export type Theme = "light" | "dark" | null;
export type Pace = TableInfo["pace"];

export const PACES: Pace[] = ["calm", "normal", "quick"];

class Settings {
  /** null follows the system. */
  theme: Theme = $state(readStored("theme") as Theme);
  isMotionOn = $state(readStored("motion") !== "off");
  isSoundOn = $state(readStored("sound") === "on");
  /** Whether calls are spoken (TRIPLE³). */
  isSpeechOn = $state(readStored("speech") === "on");
  /** Whether the browser notifies the player on turn while the page is in the background. */
  isNotifying = $state(readStored("notify") === "on");
  /** Whether signs of the others are shown. */
  areSignsShown = $state(readStored("signs") !== "off");
  name = $state(readStored("name") ?? "");
  /** How fast bots play at new tables: the last choice. */
  pace: Pace = $state(PACES.find((pace) => pace === readStored("pace")) ?? "normal");

  get isDark(): boolean {
    return this.theme ? this.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  }

  /** Whether animations are allowed, both here and in the system's settings. */
  get canAnimate(): boolean {
    return this.isMotionOn && !matchMedia("(prefers-reduced-motion: reduce)").matches;
  }

  toggleTheme(): void {
    this.theme = this.isDark ? "light" : "dark";
  }

  /** Apply every change to the page and store it. Call once, while a component is initialised. */
  applyAndStore(): void {
    $effect(() => {
      const root = document.documentElement;
      if (this.theme) root.dataset.theme = this.theme;
      else delete root.dataset.theme;
      root.dataset.motion = this.isMotionOn ? "on" : "off";
      writeStored("theme", this.theme);
      writeStored("motion", this.isMotionOn ? null : "off");
      writeStored("sound", this.isSoundOn ? "on" : null);
      writeStored("speech", this.isSpeechOn ? "on" : null);
      writeStored("notify", this.isNotifying ? "on" : null);
      writeStored("signs", this.areSignsShown ? null : "off");
      writeStored("name", this.name || null);
      writeStored("pace", this.pace === "normal" ? null : this.pace);
    });
  }
}

export const settings = new Settings();
