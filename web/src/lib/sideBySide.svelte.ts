// Replays of several matches with the same deals, stepped through together: move by move, from the same seat.
import { DELAYS_MS, type ReplayControls, type Replaying } from "./replaying.svelte";

export class SideBySide implements ReplayControls {
  frameIndex = $state(0);
  isPlaying = $state(false);
  speed = $state("1");
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** At least one replay, all of the same game. */
  constructor(readonly replays: Replaying[]) {}

  /** The last frame of the longest round: a shorter one stays at its end. */
  get lastIndex(): number {
    return Math.max(...this.replays.map(({ lastIndex }) => lastIndex));
  }
  get round(): number {
    return this.#first.round;
  }
  /** Only rounds that every match has can be compared. */
  get roundCount(): number {
    return Math.min(...this.replays.map(({ roundCount }) => roundCount));
  }
  get seat(): number | null {
    return this.#first.seat;
  }
  get isAllOpen(): boolean {
    return this.#first.isAllOpen;
  }
  /** Everybody who had a seat's cards: "Ada / Bob". */
  get names(): string[] {
    return this.#first.names.map((_, seat) => {
      const all = this.replays.map(({ names }) => names[seat]!);
      return all.filter((name, i) => all.indexOf(name) === i).join(" / ");
    });
  }

  get #first(): Replaying {
    return this.replays[0]!;
  }

  /** Load a round of every match, as a seat saw it or as a spectator (null). Throw `Refused` if the server cannot read one. */
  async load(round: number, seat: number | null, isAllOpen: boolean): Promise<void> {
    const isOther = round !== this.round;
    await Promise.all(this.replays.map((each) => each.load(round, seat, isAllOpen)));
    if (isOther) this.frameIndex = 0;
  }

  async goTo(frameIndex: number): Promise<void> {
    this.frameIndex = Math.max(0, Math.min(frameIndex, this.lastIndex));
    await Promise.all(this.replays.map((each) => each.goTo(this.frameIndex)));
  }

  stepForward(): void {
    void this.goTo(this.frameIndex + 1);
  }
  stepBack(): void {
    void this.goTo(this.frameIndex - 1);
  }

  togglePlaying(): void {
    if (this.isPlaying) return this.pause();
    if (this.frameIndex >= this.lastIndex) void this.goTo(0);
    this.isPlaying = true;
    this.#scheduleNextMove();
  }

  pause(): void {
    this.isPlaying = false;
    clearTimeout(this.#timer);
  }

  #scheduleNextMove(): void {
    this.#timer = setTimeout(() => {
      void this.goTo(this.frameIndex + 1).then(() => {
        if (this.frameIndex >= this.lastIndex) this.pause();
        else if (this.isPlaying) this.#scheduleNextMove();
      });
    }, DELAYS_MS[this.speed]!);
  }
}
