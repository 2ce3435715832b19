// The replay of a match that is reviewed: the player's own seat is "You".
import { Replaying } from "./replaying.svelte";
import { namesOf } from "./seats";
import type { Record as MatchRecord } from "../protocol";

export class Reviewing extends Replaying {
  /** `me` is the seat of whoever looks at the review; null for anybody else. */
  constructor(
    record: MatchRecord,
    readonly me: number | null,
  ) {
    super(record);
  }

  override get names(): string[] {
    return namesOf(this.seats, this.me);
  }
}
