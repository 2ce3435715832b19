import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { Replaying } from "../src/lib/replaying.svelte";
import { SideBySide } from "../src/lib/sideBySide.svelte";
import type { Record } from "../src/protocol";
import rounds from "./records/z3bra-rounds.json";

/** A record whose replay has this many frames. */
function recordOf(name: string, frames: number): Record {
  const [, ...others] = rounds.players;
  return { ...rounds, players: [{ kind: "human", name }, ...others], frames } as unknown as Record;
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("fetch", (_: string, { body }: { body: string }) => {
    const { seat, record } = JSON.parse(body) as { seat: number | null; record: { frames: number } };
    const frames = Array.from({ length: record.frames }, (_, turns) => {
      return { move: turns ? [0, "draw"] : null, view: { game: "z3bra", seat, turns }, open: null, reshuffled: null };
    });
    return Promise.resolve(new Response(JSON.stringify({ rounds: 2, frames, totals: [0, 0], verdict: null })));
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

async function opened(): Promise<SideBySide> {
  const both = new SideBySide([new Replaying(recordOf("Ada", 4)), new Replaying(recordOf("Bob", 6))]);
  await both.load(1, 0, false);
  return both;
}

const shown = (both: SideBySide) => both.replays.map(({ frameIndex }) => frameIndex);

it("all matches are at the same move, and the shorter one stays at its end", async () => {
  const both = await opened();
  expect(both.lastIndex).toBe(5);
  await both.goTo(2);
  expect(shown(both)).toEqual([2, 2]);
  await both.goTo(9);
  expect([both.frameIndex, ...shown(both)]).toEqual([5, 3, 5]);
  both.stepBack();
  both.stepBack();
  expect(shown(both)).toEqual([3, 3]);
});

it("all matches are seen from the same seat, which both players are named for", async () => {
  const both = await opened();
  expect(both.names[0]).toBe("Ada / Bob");
  expect(both.names[1]).not.toContain("/");
  await both.goTo(3);
  await both.load(1, 1, false);
  expect(both.replays.map(({ seat }) => seat)).toEqual([1, 1]);
  expect(shown(both)).toEqual([3, 3]);
  await both.load(2, 1, false);
  expect([both.frameIndex, both.round, ...shown(both)]).toEqual([0, 2, 0, 0]);
});

it("they play on together until the longest one ends", async () => {
  const both = await opened();
  await both.goTo(2);
  both.togglePlaying();
  await vi.advanceTimersByTimeAsync(5000);
  expect([both.isPlaying, ...shown(both)]).toEqual([false, 3, 5]);
  both.togglePlaying();
  await vi.advanceTimersByTimeAsync(0);
  expect([both.isPlaying, ...shown(both)]).toEqual([true, 0, 0]);
  both.pause();
});
