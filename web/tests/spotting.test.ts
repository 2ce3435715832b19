// The spotting trainer: what a run counts, and what is kept of it.
import { expect, test } from "vitest";
import type { SpottingTask, SpottingRun } from "../src/protocol";
import { medianOf, NO_RUNS, weakness, withRun } from "../src/screens/spot/history";
import { MISSED_MS, timesOfBots, Trainer, WRONG_MS } from "../src/screens/spot/trainer.svelte";

const grid = [
  ["yc0", "bs0", "ps2"],
  ["pc3", "rc3", "ys2"],
  ["rc0", "ys1", "yd0"],
];
const TASK: SpottingTask = {
  card: "rs2",
  grid,
  places: [
    { cell: "b2", calls: ["star"], lines: ["diagonal"] },
    { cell: "c3", calls: ["star", "2"], lines: ["row", "column"] },
  ],
  bots: { gentle: 6840, master: 2105 },
};

function start(tasks = [TASK, TASK]) {
  const clock = { now: 1000 };
  const trainer = new Trainer(tasks, () => clock.now);
  trainer.start();
  return { trainer, clock };
}

function run(...times: number[]): SpottingRun {
  return { times, wrong: 0, missed: {}, at: 0 };
}

test("a card whose places are all found takes the time on the clock, and the next one follows at once", () => {
  const { trainer, clock } = start();
  expect(trainer.press("b2")).toBe(true);
  expect(trainer.press("c3")).toBe(true);
  expect(trainer.press("c3")).toBeNull();
  clock.now += 3900;
  trainer.finish();
  expect(trainer.times).toEqual([3900]);
  expect([trainer.index, trainer.phase, trainer.found]).toEqual([1, "searching", []]);
});

test("a wrong place and a missed one cost time, and the missed one is shown", () => {
  const { trainer, clock } = start();
  expect(trainer.press("b3")).toBe(false);
  expect(trainer.press("b3")).toBeNull();
  trainer.press("b2");
  clock.now += 1000;
  trainer.finish();
  expect(trainer.missed.map(({ cell }) => cell)).toEqual(["c3"]);
  expect(trainer.times).toEqual([1000 + WRONG_MS + MISSED_MS]);
  clock.now += 60_000;
  expect(trainer.press("c3")).toBeNull();
  trainer.next();
  expect(trainer.elapsed).toBe(0);
});

test("after the last card the run is over, with what was wrong and missed in all of it", () => {
  const { trainer } = start();
  trainer.press("a1");
  trainer.finish();
  trainer.next();
  trainer.finish();
  trainer.next();
  expect(trainer.phase).toBe("over");
  expect(trainer.result).toMatchObject({ wrong: 1, missed: { row: 2, column: 2, diagonal: 2 } });
  expect(trainer.total).toBe(WRONG_MS + 4 * MISSED_MS);
});

test("the bots' times of a run are the sums of their times for the cards", () => {
  expect(timesOfBots([TASK, TASK])).toEqual([
    { level: "gentle", time: 13_680 },
    { level: "master", time: 4210 },
  ]);
});

test("the best run stays the best until one is faster; only the last twenty are kept", () => {
  const runs = [run(5000), run(4000), ...Array.from({ length: 20 }, () => run(6000))];
  const history = runs.reduce(withRun, NO_RUNS);
  expect(history.best?.times).toEqual([4000]);
  expect(history.recent).toHaveLength(20);
  expect(medianOf(history.recent)).toBe(6000);
  expect(medianOf([run(1000), run(2000)])).toBe(1500);
  expect(medianOf([])).toBeNull();
});

test("a weakness is where most of several places were missed", () => {
  const missed = (missed: { [kind: string]: number }) => ({ ...run(1), missed });
  expect(weakness([missed({ diagonal: 4, row: 1 }), missed({ column: 2 })])).toEqual({
    kind: "diagonal",
    misses: 4,
    of: 7,
  });
  expect(weakness([missed({ diagonal: 2 })])).toBeNull();
  expect(weakness([missed({ diagonal: 2, row: 2 })])).toBeNull();
});
