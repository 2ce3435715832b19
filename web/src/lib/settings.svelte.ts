// How this person likes it: theme, motion, sound, the name to play under.
import { keep, kept } from "./keep";

export type Theme = "light" | "dark" | null;

class Settings {
  /** null follows the system. */
  theme: Theme = $state(kept("theme") as Theme);
  motion = $state(kept("motion") !== "off");
  sound = $state(kept("sound") === "on");
  /** TRIPLE³: calls are spoken. */
  speech = $state(kept("speech") === "on");
  name = $state(kept("name") ?? "");

  get isDark(): boolean {
    return this.theme ? this.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  }

  get moves(): boolean {
    return this.motion && !matchMedia("(prefers-reduced-motion: reduce)").matches;
  }

  turnLight(): void {
    this.theme = this.isDark ? "light" : "dark";
  }

  /** Carry every change to the page and to the browser's memory; call once, in a component. */
  watch(): void {
    $effect(() => {
      const root = document.documentElement;
      if (this.theme) root.dataset.theme = this.theme;
      else delete root.dataset.theme;
      root.dataset.motion = this.motion ? "on" : "off";
      keep("theme", this.theme);
      keep("motion", this.motion ? null : "off");
      keep("sound", this.sound ? "on" : null);
      keep("speech", this.speech ? "on" : null);
      keep("name", this.name || null);
    });
  }
}

export const settings = new Settings();
