import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Replaying } from "../src/lib/replaying.svelte";
import type { Record } from "../src/protocol";
import { perspectiveOf, OPEN, SPECTATOR, viewOptionsOf } from "../src/screens/replay/perspective";
import { parseRecord } from "../src/screens/replay/file";
import rounds from "./records/z3bra-rounds.json";

describe("a file", () => {
  it("is parsed as a record, or refused with a reason", () => {
    expect(parseRecord(JSON.stringify(rounds) + "\n").game).toBe("z3bra");
    expect(() => parseRecord("not json")).toThrow("no record");
    expect(() => parseRecord("[]")).toThrow("no record");
    expect(() => parseRecord('{"format": "tercet/2"}')).toThrow("no record");
    expect(() => parseRecord('{"format": "tercet/2-public"}')).toThrow("not over");
    expect(() => parseRecord(" ".repeat(3_000_000))).toThrow("too large");
  });
});

describe("perspectives", () => {
  it("convert to view options and back", () => {
    for (const perspective of [0, 3, OPEN, SPECTATOR] as const)
      expect(perspectiveOf(viewOptionsOf(perspective))).toBe(perspective);
  });
});

describe("a replayed round", () => {
  const FRAMES = 6;

  beforeEach(() => {
    vi.useFakeTimers();
    vi.stubGlobal("fetch", (_: string, { body }: { body: string }) => {
      const { seat, round } = JSON.parse(body) as { seat: number | null; round: number };
      const frames = Array.from({ length: FRAMES }, (_, turns) => {
        return {
          move: turns ? [turns % 2, "draw"] : null,
          view: { game: "z3bra", seat, turns },
          open: null,
          reshuffled: null,
        };
      });
      return Promise.resolve(new Response(JSON.stringify({ rounds: 2, frames, totals: [round, 0], verdict: null })));
    });
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  async function opened(): Promise<Replaying> {
    const replaying = new Replaying(rounds as unknown as Record);
    await replaying.load(1, null, false);
    return replaying;
  }

  it("animates the next move, and jumps anywhere else", async () => {
    const replaying = await opened();
    const flown: number[] = [];
    replaying.setAnimator(async (step, show) => {
      flown.push(step.number);
      await show();
    });
    await replaying.goTo(1);
    await replaying.goTo(4);
    await replaying.goTo(3);
    await replaying.goTo(99);
    expect(flown).toEqual([1]);
    expect([replaying.frameIndex, replaying.lastStep?.number]).toEqual([5, 5]);
    await replaying.goTo(-1);
    expect([replaying.frameIndex, replaying.lastStep]).toEqual([0, null]);
  });

  it("ignores an animation that ends after a jump", async () => {
    const replaying = await opened();
    let land = () => {};
    replaying.setAnimator(async (_, show) => {
      await new Promise<void>((landed) => (land = landed));
      await show();
    });
    const flight = replaying.goTo(1);
    await replaying.goTo(0);
    land();
    await flight;
    expect(replaying.frameIndex).toBe(0);
  });

  it("counts every step, even during an animation", async () => {
    const replaying = await opened();
    replaying.setAnimator(async (_, show) => {
      await new Promise((landed) => setTimeout(landed, 400));
      await show();
    });
    for (let i = 0; i < 3; i++) replaying.stepForward();
    replaying.stepBack();
    await vi.advanceTimersByTimeAsync(1000);
    expect(replaying.frameIndex).toBe(2);
  });

  it("plays until the end, and restarts from there", async () => {
    const replaying = await opened();
    replaying.togglePlaying();
    await vi.advanceTimersByTimeAsync(1300);
    expect(replaying.frameIndex).toBe(2);
    replaying.pause();
    await vi.advanceTimersByTimeAsync(5000);
    expect(replaying.frameIndex).toBe(2);
    replaying.togglePlaying();
    await vi.advanceTimersByTimeAsync(5000);
    expect([replaying.frameIndex, replaying.isPlaying]).toEqual([5, false]);
    replaying.togglePlaying();
    expect(replaying.frameIndex).toBe(0);
    replaying.pause();
  });

  it("keeps the position when the perspective changes, and starts another round at its deal", async () => {
    const replaying = await opened();
    await replaying.goTo(3);
    await replaying.load(1, 1, false);
    expect([replaying.frameIndex, replaying.view.seat]).toEqual([3, 1]);
    await replaying.load(2, 1, false);
    expect(replaying.frameIndex).toBe(0);
    expect(replaying.totals).toEqual([2, 0]);
  });
});
