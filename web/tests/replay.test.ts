import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Replaying } from "../src/lib/replaying.svelte";
import type { Record } from "../src/protocol";
import { eyesOf, OPEN, SPECTATOR, viewOf } from "../src/screens/replay/eyes";
import { parseRecord } from "../src/screens/replay/file";
import rounds from "./records/z3bra-rounds.json";

describe("a file", () => {
  it("is a record, or says in words why not", () => {
    expect(parseRecord(JSON.stringify(rounds) + "\n").game).toBe("z3bra");
    expect(() => parseRecord("not json")).toThrow("no record");
    expect(() => parseRecord("[]")).toThrow("no record");
    expect(() => parseRecord('{"format": "tercet/1"}')).toThrow("no record");
    expect(() => parseRecord('{"format": "tercet/1-public"}')).toThrow("not over");
    expect(() => parseRecord(" ".repeat(3_000_000))).toThrow("too large");
  });
});

describe("eyes", () => {
  it("are a seat's, a spectator's or everybody's", () => {
    for (const eyes of [0, 3, OPEN, SPECTATOR] as const) expect(eyesOf(viewOf(eyes))).toBe(eyes);
  });
});

describe("a round that is shown again", () => {
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
    await replaying.look(1, null, false);
    return replaying;
  }

  it("goes forwards in motion, and anywhere else at once", async () => {
    const replaying = await opened();
    const flown: number[] = [];
    replaying.onStep(async (step, show) => {
      flown.push(step.number);
      await show();
    });
    await replaying.goTo(1);
    await replaying.goTo(4);
    await replaying.goTo(3);
    await replaying.goTo(99);
    expect(flown).toEqual([1]);
    expect([replaying.at, replaying.last?.number]).toEqual([5, 5]);
    await replaying.goTo(-1);
    expect([replaying.at, replaying.last]).toEqual([0, null]);
  });

  it("is not led back by a card that was still in the air", async () => {
    const replaying = await opened();
    let land = () => {};
    replaying.onStep(async (_, show) => {
      await new Promise<void>((landed) => (land = landed));
      await show();
    });
    const flight = replaying.goTo(1);
    await replaying.goTo(0);
    land();
    await flight;
    expect(replaying.at).toBe(0);
  });

  it("counts every step of somebody in a hurry", async () => {
    const replaying = await opened();
    replaying.onStep(async (_, show) => {
      await new Promise((landed) => setTimeout(landed, 400));
      await show();
    });
    for (let i = 0; i < 3; i++) replaying.forward();
    replaying.back();
    await vi.advanceTimersByTimeAsync(1000);
    expect(replaying.at).toBe(2);
  });

  it("plays by itself until the end, and begins anew from there", async () => {
    const replaying = await opened();
    replaying.toggle();
    await vi.advanceTimersByTimeAsync(1300);
    expect(replaying.at).toBe(2);
    replaying.pause();
    await vi.advanceTimersByTimeAsync(5000);
    expect(replaying.at).toBe(2);
    replaying.toggle();
    await vi.advanceTimersByTimeAsync(5000);
    expect([replaying.at, replaying.playing]).toEqual([5, false]);
    replaying.toggle();
    expect(replaying.at).toBe(0);
    replaying.pause();
  });

  it("keeps the moment when other eyes look, and begins a new round with its deal", async () => {
    const replaying = await opened();
    await replaying.goTo(3);
    await replaying.look(1, 1, false);
    expect([replaying.at, replaying.view.seat]).toEqual([3, 1]);
    await replaying.look(2, 1, false);
    expect(replaying.at).toBe(0);
    expect(replaying.totals).toEqual([2, 0]);
  });
});
