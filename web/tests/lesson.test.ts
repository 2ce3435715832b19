import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Lesson } from "../src/lib/lesson.svelte";
import type { Study } from "../src/protocol";
import { matchesAnyPattern, type LessonFile } from "../src/lib/script";

const say = { en: "Do it.", de: "Tu es." };

const FILE: LessonFile = {
  game: "z3bra",
  options: {},
  players: 2,
  names: ["", "Kudu"],
  starter: 0,
  chance: [],
  steps: [
    { say },
    { say, wait: ["flip *"] },
    { say, play: [[1, "draw"]], wait: ["put a1"] },
    { say, skip: [[1, "drop"]], tries: ["put b2"], rule: "Z8" },
    { say },
  ],
};

/** A fake server: every move is legal except `put b2` and nonsense. It records the requests. */
const asked: string[][] = [];
function answer(_: string, { body }: { body: string }): Promise<Response> {
  const { moves = [] } = JSON.parse(body) as Study;
  asked.push(moves.map(([, move]) => String(move)));
  const last = moves.at(-1)?.[1];
  if (last === "put b2" || last === "nonsense") {
    const problem = { code: "illegal_move", text: { en: "No.", de: "Nein." }, rule: "Z8" };
    return Promise.resolve(new Response(JSON.stringify(problem), { status: 409 }));
  }
  const view = { game: "z3bra", to_act: [0], scores: null, turns: moves.length };
  const hints = ["flip a1", "flip b1", "put a1", "draw"].map((move) => ({ move }));
  return Promise.resolve(new Response(JSON.stringify({ situation: { view, moves: hints }, over: false })));
}

beforeEach(() => {
  asked.length = 0;
  vi.useFakeTimers();
  vi.stubGlobal("fetch", vi.fn(answer));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

async function begun(): Promise<Lesson> {
  const lesson = new Lesson(FILE);
  await settled();
  return lesson;
}
async function settled(): Promise<void> {
  await vi.advanceTimersByTimeAsync(5000);
}
async function moved(lesson: Lesson, move: string): Promise<void> {
  lesson.move(move);
  await settled();
}

describe("patterns", () => {
  it("match exactly, or any ending after *", () => {
    expect(matchesAnyPattern("put a1", ["put a1"])).toBe(true);
    expect(matchesAnyPattern("put a12", ["put a1"])).toBe(false);
    expect(matchesAnyPattern("trio a1 b1 c1", ["trio *"])).toBe(true);
    expect(matchesAnyPattern("play bd2 c3", ["play bd2 c3*"])).toBe(true);
    expect(matchesAnyPattern("3h8", ["*"])).toBe(true);
    expect(matchesAnyPattern("draw", [])).toBe(false);
  });
});

describe("a lesson", () => {
  it("waits for Next and accepts no move until then", async () => {
    const lesson = await begun();
    expect(lesson.canAct).toBe(false);
    expect(lesson.moves).toBeNull();
    await moved(lesson, "flip a1");
    expect(lesson.index).toBe(0);
    lesson.next();
    await settled();
    expect(lesson.index).toBe(1);
  });

  it("offers only the expected moves, and continues with the other player's", async () => {
    const lesson = await begun();
    lesson.next();
    await settled();
    expect(lesson.moves?.map(({ move }) => move)).toEqual(["flip a1", "flip b1"]);
    await moved(lesson, "flip b1");
    expect(lesson.index).toBe(2);
    expect(asked.at(-1)).toEqual(["flip b1", "draw"]);
    expect(lesson.log.map(({ event }) => ("move" in event ? event.move : ""))).toEqual(["flip b1", "draw"]);
  });

  it("counts another legal move as unexpected, and shows the refusal of an illegal one", async () => {
    const lesson = await begun();
    lesson.next();
    await settled();
    await moved(lesson, "draw");
    expect([lesson.index, lesson.unexpectedMoves, lesson.log.length]).toEqual([1, 1, 0]);
    expect(lesson.isNudged).toBe(true);
    await moved(lesson, "nonsense");
    expect(lesson.refusal?.problem.rule).toBe("Z8");
    expect(lesson.isNudged, "the nudge was about the move before").toBe(false);
    expect(lesson.canAct).toBe(true);
  });

  it("can expect a refused move, and continues after the refusal", async () => {
    const lesson = await begun();
    lesson.next();
    await settled();
    await moved(lesson, "flip a1");
    await moved(lesson, "put a1");
    expect(lesson.index).toBe(3);
    expect([lesson.canAct, lesson.moves]).toEqual([true, null]);
    await moved(lesson, "draw");
    expect([lesson.index, lesson.unexpectedMoves]).toEqual([3, 1]);
    await moved(lesson, "put b2");
    expect(lesson.index).toBe(4);
    expect(lesson.refusal?.move).toBe("put b2");
    lesson.back();
    await settled();
    expect(lesson.refusal, "it was about a later step").toBeNull();
  });

  it("goes back step by step and forwards again", async () => {
    const lesson = await begun();
    lesson.next();
    await settled();
    await moved(lesson, "flip a1");
    await moved(lesson, "put a1");
    lesson.back();
    await settled();
    expect(asked.at(-1)).toEqual(["flip a1", "draw"]);
    lesson.back();
    await settled();
    expect(asked.at(-1)).toEqual([]);
    await moved(lesson, "flip b1");
    expect(lesson.index).toBe(2);
    expect(asked.at(-1)).toEqual(["flip b1", "draw"]);
  });

  it("goes back even while the other player is about to move", async () => {
    const lesson = await begun();
    lesson.next();
    await settled();
    lesson.move("flip a1");
    await vi.advanceTimersByTimeAsync(10);
    lesson.back();
    await settled();
    expect(lesson.index).toBe(1);
    expect(lesson.log).toEqual([]);
    expect(lesson.canAct).toBe(true);
  });

  it("reports that the server does not answer, and can retry", async () => {
    const lesson = await begun();
    vi.stubGlobal("fetch", () => Promise.reject(new Error("offline")));
    lesson.next();
    await settled();
    await moved(lesson, "flip a1");
    expect(lesson.refusal?.problem.code).toBe("store_down");
    vi.stubGlobal("fetch", vi.fn(answer));
    await moved(lesson, "flip a1");
    expect(lesson.index).toBe(2);
  });
});
