// Counts the seconds down to a deadline.

/** In the last seconds before a bot takes over the clock is insistent. */
export const INSISTENT_SECONDS = 10;
/** From this long on hours and days are shown: games by correspondence have limits of days. */
const HOUR = 3600;

export class Countdown {
  #now = $state(performance.now());
  #deadline: () => number;

  /** Call while a component is initialised. `deadline` is by performance.now(). */
  constructor(deadline: () => number) {
    this.#deadline = deadline;
    $effect(() => {
      const timer = setInterval(() => (this.#now = performance.now()), 250);
      return () => clearInterval(timer);
    });
  }

  get seconds(): number {
    return secondsUntil(this.#deadline(), this.#now);
  }
  get text(): string {
    return clockText(this.seconds);
  }
}

export function secondsUntil(deadline: number, now: number): number {
  return Math.max(0, Math.ceil((deadline - now) / 1000));
}

/** Write seconds as a clock does: "0:42", "23:59:01". */
export function clockText(seconds: number): string {
  const pad = (number: number) => String(number).padStart(2, "0");
  const minutes = Math.floor(seconds / 60);
  if (seconds < HOUR) return `${minutes}:${pad(seconds % 60)}`;
  return `${Math.floor(minutes / 60)}:${pad(minutes % 60)}:${pad(seconds % 60)}`;
}
