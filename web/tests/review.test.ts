import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { qualityOf, splitsOf } from "../src/lib/accounts";
import {
  bandsOf,
  columnsOf,
  lineOf,
  placeAt,
  shareOf,
  slipsOf,
  spreadOut,
  strokesOf,
  timelineOf,
} from "../src/lib/curve";
import { isAsGood } from "../src/lib/attempting.svelte";
import { Learning, mistakesOf } from "../src/lib/learning.svelte";
import { readJsonLines } from "../src/lib/lines";
import { formatClock, formatPoints, formatSigned, formatSignedPercent } from "../src/lib/numbers";
import { durationOf, numberAt, piecesInHand, piecesLeft, rowsOf, stairsOf, timeAt } from "../src/lib/race";
import { costliestOf, countJudged, newParts, Review } from "../src/lib/review.svelte";
import { marksOf } from "../src/screens/review/marks";
import type { Account, Chance, Decision, Ending, Opening, Record, ReviewedMove, RoundFacts } from "../src/protocol";

const move = (text: string | null, lead = 0): ReviewedMove => ({
  move: text,
  then: [],
  lead,
  error: 0,
  win: 0,
  reasons: [],
});

function decision(round: number, number: number, side: number, cost: number): Decision {
  const best = move("draw", cost);
  return {
    type: "decision",
    round,
    number,
    seat: side,
    side,
    played: move("take"),
    best,
    cost,
    win_cost: cost / 20,
    moves: [best],
  };
}

const facts = (round: number, wins: number[][]): RoundFacts => ({
  type: "facts",
  round,
  scores: [0, 0],
  points: wins.map((win, number) => ({ number, lead: win, win })),
  events: [],
  times: [],
});

const opening = {
  type: "opening",
  game: "z3bra",
  sides: [[0], [1]],
  rounds: [1],
  total: 3,
  events: {},
} as never as Opening;
const ending = { type: "ending", leads: [], wins: [], stories: [], costliest: [], as_good: [] } as Ending;

/** Two finished rounds with three and two moves, and one that was broken off. */
const record = {
  rounds: [
    {
      starter: 0,
      chance: [],
      moves: [
        [0, "draw"],
        [0, "drop"],
        [1, "draw"],
      ],
      scores: [1, 2],
    },
    {
      starter: 1,
      chance: [],
      moves: [
        [1, "draw"],
        [1, "drop"],
      ],
      scores: [3, 4],
    },
    { starter: 0, chance: [], moves: [[0, "draw"]] },
  ],
} as never as Record;

function streamOf(chunks: string[]): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(encoder.encode(chunk));
      controller.close();
    },
  });
}

describe("lines of JSON", () => {
  it("are read however they arrive", async () => {
    const read: unknown[][] = [];
    for await (const values of readJsonLines(streamOf(['{"a":', '1}\n{"a":2}\n{"a"', ":3}\n", '{"cut'])))
      read.push(values);
    expect(read).toEqual([[{ a: 1 }, { a: 2 }], [{ a: 3 }]]);
  });

  it("are read although a letter of two bytes is cut in two", async () => {
    const bytes = new TextEncoder().encode('"ü"\n');
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        controller.enqueue(bytes.slice(0, 2));
        controller.enqueue(bytes.slice(2));
        controller.close();
      },
    });
    const read: unknown[] = [];
    for await (const values of readJsonLines(body)) read.push(...values);
    expect(read).toEqual(["ü"]);
  });
});

describe("a review", () => {
  const answers: (() => Response)[] = [];
  const asked: string[] = [];
  const lines = (...parts: object[]) => parts.map((part) => `${JSON.stringify(part)}\n`);

  beforeEach(() => {
    vi.useFakeTimers();
    answers.length = 0;
    asked.length = 0;
    vi.stubGlobal("fetch", (path: string) => {
      asked.push(path);
      const answer = answers.shift();
      return answer ? Promise.resolve().then(answer) : Promise.reject(new TypeError("network"));
    });
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  const stream =
    (...parts: object[]) =>
    () =>
      new Response(streamOf(lines(...parts)));
  const problem = (code: string) => () => Response.json({ code, text: { en: code, de: code } }, { status: 503 });

  it("goes on where a stream has broken off, and ends with the ending", async () => {
    const [first, second] = [decision(1, 1, 0, 2), decision(1, 3, 1, 0)];
    answers.push(stream(opening, facts(1, [[0.5, 0.5]]), first));
    answers.push(stream(opening, facts(1, [[0.5, 0.5]]), first, second, ending));
    const review = new Review({ table: "abc" });
    await vi.runAllTimersAsync();
    expect(review.facts).toHaveLength(1);
    expect(review.decisions).toEqual([first, second]);
    expect(review.decisionAt(1, 3)).toEqual(second);
    expect(review.decisionAt(1, 2)).toBe(null);
    expect(review.ending).toEqual(ending);
    expect(asked).toEqual(["/api/tables/abc/review", "/api/tables/abc/review"]);
  });

  it("of the own decisions has no ending: it is complete when nothing new comes", async () => {
    const [first, second] = [decision(1, 1, 0, 2), decision(1, 3, 0, 0)];
    answers.push(stream(opening, first), stream(opening, first, second), stream(opening, first, second));
    const review = new Review({ table: "abc" }, true);
    await vi.advanceTimersByTimeAsync(600);
    expect(review.isComplete).toBe(false);
    await vi.runAllTimersAsync();
    expect(review.decisions).toEqual([first, second]);
    expect([review.isComplete, review.ending, asked.length]).toEqual([true, null, 3]);
  });

  it("waits while the server is busy or down", async () => {
    answers.push(problem("busy"), () => {
      throw new TypeError("network");
    });
    answers.push(stream(opening, ending));
    const review = new Review({ table: "abc" });
    await vi.advanceTimersByTimeAsync(100);
    expect(review.delay?.en).toBe("busy");
    await vi.runAllTimersAsync();
    expect(review.ending).toEqual(ending);
    expect([review.delay, review.problem]).toEqual([null, null]);
  });

  it("says why there is none, and does not ask again", async () => {
    answers.push(problem("not_now"));
    const review = new Review({ table: "abc" });
    await vi.runAllTimersAsync();
    expect(review.problem?.en).toBe("not_now");
    expect(asked).toHaveLength(1);
  });

  it("of a record sends the record", async () => {
    answers.push(stream(opening, ending));
    const review = new Review({ record });
    await vi.runAllTimersAsync();
    expect(asked).toEqual(["/api/review"]);
    expect(review.ending).toEqual(ending);
  });

  it("is not asked for any more once it is closed", async () => {
    answers.push(stream(opening));
    const review = new Review({ table: "abc" });
    await vi.advanceTimersByTimeAsync(10);
    review.close();
    await vi.runAllTimersAsync();
    expect(asked).toHaveLength(1);
  });
});

describe("the parts of a review", () => {
  it("are taken once", () => {
    const known = [decision(1, 1, 0, 1)];
    const added = newParts(
      [decision(1, 1, 0, 1), decision(1, 2, 0, 1), facts(1, []), facts(2, [])],
      [facts(1, [])],
      known,
    );
    expect(added.decisions.map(({ number }) => number)).toEqual([2]);
    expect(added.facts.map(({ round }) => round)).toEqual([2]);
  });

  it("tell how many moves are judged, through all rounds", () => {
    expect(countJudged(record, [])).toBe(0);
    expect(countJudged(record, [decision(1, 1, 0, 0), decision(1, 3, 0, 0)])).toBe(3);
    expect(countJudged(record, [decision(2, 2, 0, 0)])).toBe(5);
  });

  it("give the most costly decisions of a side", () => {
    const all = [decision(1, 1, 0, 1), decision(1, 2, 1, 9), decision(1, 3, 0, 4), decision(1, 4, 0, 0.1)];
    expect(costliestOf(all, 0, 3).map(({ number }) => number)).toEqual([3, 1]);
    expect(costliestOf(all, 0, 1).map(({ number }) => number)).toEqual([3]);
    expect(mistakesOf(all, 0).map(({ number }) => number)).toEqual([1, 3]);
  });
});

describe("the curve", () => {
  const timeline = timelineOf(record);

  it("has all finished rounds one after the other", () => {
    expect(timeline).toEqual({
      rounds: [
        { round: 1, first: 0, last: 3 },
        { round: 2, first: 4, last: 6 },
      ],
      length: 7,
    });
    expect(shareOf(timeline, { round: 1, number: 0 })).toBe(0);
    expect(shareOf(timeline, { round: 1, number: 3 })).toBe(0.5);
    expect(shareOf(timeline, { round: 2, number: 2 })).toBe(1);
    expect(shareOf(timeline, { round: 2, number: 99 })).toBe(1);
    expect(shareOf(timeline, { round: 3, number: 0 })).toBe(0);
  });

  it("leads from every place on its axis to a position and back", () => {
    for (let index = 0; index < timeline.length; index++) {
      const place = placeAt(timeline, index / 6);
      expect(shareOf(timeline, place)).toBeCloseTo(index / 6);
    }
    expect(placeAt(timeline, -1)).toEqual({ round: 1, number: 0 });
    expect(placeAt(timeline, 2)).toEqual({ round: 2, number: 2 });
  });

  it("is stacked: yours at the bottom, and all add up to 100 %", () => {
    const columns = columnsOf(timeline, [
      facts(1, [
        [0.25, 0.75],
        [0.5, 0.5],
        [1, 0],
        [1, 0],
      ]),
    ]);
    expect(columns.map(({ x }) => Math.round(x))).toEqual([0, 17, 33, 50]);
    const [mine, theirs] = bandsOf(columns, [0, 1]);
    expect(mine!.polygon).toBe("0,75 16.67,50 33.33,0 50,0 50,100 33.33,100 16.67,100 0,100");
    expect(theirs!.polygon).toBe("0,0 16.67,0 33.33,0 50,0 50,0 33.33,0 16.67,50 0,75");
    expect(mine!.label.height).toBe(100);
    expect(lineOf(columns, 0)).toBe("0,75 16.67,50 33.33,0 50,0");
  });

  it("marks costly moves of yours and of others, at the position before the move", () => {
    const marks = slipsOf([decision(1, 2, 0, 3), decision(1, 3, 1, 2), decision(2, 1, 0, 0.5)], 0);
    expect(marks.map(({ kind, place }) => [kind, place.round, place.number])).toEqual([
      ["own slip", 1, 1],
      ["other slip", 1, 2],
    ]);
    expect(marks[0]!.win).toBeCloseTo(-0.15);
  });

  it("marks the strokes of luck that counted for a side", () => {
    const event = (number: number, luck: number) =>
      ({
        type: "luck",
        round: 1,
        number,
        event: "drawn",
        seat: 0,
        pieces: [],
        luck: [],
        win_luck: [luck, -luck],
      }) as const;
    const lucky = { ...facts(1, []), events: [event(3, 0.2), event(1, -0.1), event(2, 0.001)] } as never as RoundFacts;
    expect(strokesOf([lucky], 0).map(({ kind, place }) => [kind, place.number])).toEqual([
      ["bad luck", 1],
      ["luck", 3],
    ]);
    expect(strokesOf([lucky], 1).map(({ kind }) => kind)).toEqual(["luck", "bad luck"]);
  });

  it("lets no mark cover another, nor leave the row", () => {
    expect(spreadOut([50, 120], 24, 200)).toEqual([50, 120]);
    expect(spreadOut([50, 51, 120], 24, 200)).toEqual([50, 74, 120]);
    expect(spreadOut([0, 199, 200], 24, 200)).toEqual([12, 164, 188]);
    expect(spreadOut([], 24, 200)).toEqual([]);
  });
});

describe("luck and decisions", () => {
  const account = (luck: number, own: number, others: number, result: number): Account => ({
    start: 0.5,
    luck,
    own_losses: own,
    others_losses: others,
    remainder: result - 0.5 - luck + own - others,
    result,
  });

  it("are bars to one scale, the second begins where the first ends", () => {
    const [mine, theirs] = splitsOf([account(7, 10, 2, -1), account(-7, 2, 10, 1)]);
    expect([mine!.luck, mine!.decided, mine!.lead]).toEqual([7, -8, -1]);
    expect(mine!.rest).toBeCloseTo(0);
    expect(mine!.zeroAt).toBe(50);
    expect(mine!.luckBar).toEqual({ left: 50, width: 50 });
    expect(mine!.decidedBar.left + mine!.decidedBar.width).toBeCloseTo(100);
    expect(mine!.leadAt).toBeCloseTo(mine!.decidedBar.left);
    expect(theirs!.luckBar).toEqual({ left: 0, width: 50 });
  });

  it("always add up, with a rest that is shown", () => {
    for (const { luck, decided, rest, lead } of splitsOf([account(3, 1, 2, 9), account(-3, 2, 1, -9)]))
      expect(luck + decided + rest).toBeCloseTo(lead);
  });

  it("stand in the middle if nothing happened", () => {
    const nothing = { start: 0, luck: 0, own_losses: 0, others_losses: 0, remainder: 0, result: 0 };
    expect(splitsOf([nothing])[0]).toMatchObject({ zeroAt: 50, leadAt: 50, luckBar: { left: 50, width: 0 } });
  });

  it("tell how well a side has decided", () => {
    expect(qualityOf([35, 37])).toBe("strong");
    expect(qualityOf([35, 40])).toBe("steady");
    expect(qualityOf([9, 21])).toBe("uneven");
    expect(qualityOf([0, 0])).toBe("none");
  });
});

describe("a race", () => {
  const round = {
    starter: null,
    chance: [],
    moves: [
      [0, "take", 500],
      [1, "take", 1500],
      [0, "play", 4000],
    ],
  } as never;

  it("leads from times to moves and back", () => {
    expect(durationOf(round)).toBe(4000);
    expect(durationOf({ moves: [], ended: 60_000 })).toBe(60_000);
    expect([0, 500, 1499, 9999].map((time) => numberAt(round, time))).toEqual([0, 1, 1, 3]);
    expect([0, 1, 3, 4].map((number) => timeAt(round, number))).toEqual([0, 500, 4000, 4000]);
  });

  it("has stairs that fall to the bottom", () => {
    const time = {
      pieces: [
        [0, 0, 4],
        [1000, 2, 2],
        [2000, 1, 2],
      ],
    } as never;
    expect(stairsOf(piecesLeft(time), 4000, 4)).toBe("0,0 25,0 25,0 50,0 50,25 100,25");
    expect(stairsOf(piecesInHand(time), 4000, 2)).toBe("0,100 25,100 25,0 50,0 50,50 100,50");
  });

  it("has a row for every chance at the same time", () => {
    const chance = (start: number, end: number): Chance => ({ piece: "bc2", start, end, outcome: "laid", places: [] });
    expect(rowsOf([chance(0, 10), chance(5, 20), chance(10, 15), chance(16, 30)])).toEqual([0, 1, 0, 0]);
  });
});

describe("trying again", () => {
  it("finds a move that costs next to nothing, or the best one", () => {
    expect(isAsGood({ cost: 0.2, played: move("a"), best: move("b") })).toBe(true);
    expect(isAsGood({ cost: 3, played: move("b"), best: move("b") })).toBe(true);
    expect(isAsGood({ cost: 0.25, played: move("a"), best: move("b") })).toBe(false);
  });

  it("learns from one mistake after the other until each is found", () => {
    const [one, two] = [decision(1, 1, 0, 2), decision(1, 5, 0, 3)];
    const learning = new Learning([one, two]);
    learning.next(false);
    expect(learning.current).toEqual(two);
    learning.next(true);
    expect(learning.current).toEqual(one);
    expect([learning.found, learning.isOver]).toEqual([1, false]);
    learning.next(true);
    expect([learning.found, learning.isOver, learning.current]).toEqual([2, true, null]);
  });
});

describe("marks on the board", () => {
  const game = {
    placesOfMove: (seat: number, text: string) => text.split(" ").map((cell) => ({ place: seat + cell })),
  };

  it("name what was played and what was better, each place once", () => {
    const marks = marksOf(game, [
      { kind: "you", seat: 0, moves: ["a1 a2"], caption: "you" },
      { kind: "better", seat: 0, moves: ["a2", "b3"], caption: "better" },
    ]);
    expect(marks).toEqual([
      { place: "0a1", kind: "you", caption: "" },
      { place: "0a2", kind: "you", caption: "you" },
      { place: "0b3", kind: "better", caption: "better" },
    ]);
  });
});

describe("numbers", () => {
  it("have no needless digits, and a sign where it tells something", () => {
    expect([formatPoints(9.94), formatPoints(11.6), formatPoints(-2)]).toEqual(["9.9", "12", "2"]);
    expect([formatSigned(-8), formatSigned(0.04), formatSigned(3.25)]).toEqual(["−8", "0", "+3.3"]);
    expect([formatSignedPercent(-0.091), formatSignedPercent(0.001)]).toEqual(["−9 %", "0 %"]);
    expect([formatClock(9300), formatClock(125_000)]).toEqual(["0:09", "2:05"]);
  });
});
