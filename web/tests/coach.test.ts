// The coach asks at the right time, keeps what is about the position on the table, and drops the rest.
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { COMPARE, Coach, MOVE, NOTHING, NUDGE } from "../src/lib/coach.svelte";
import { formatChance, formatLead } from "../src/lib/chances";
import { language } from "../src/lib/language.svelte";
import type { LiveTable } from "../src/lib/live.svelte";
import type { Advice, Afterthought, ReviewedMove } from "../src/protocol";

// It reads the address of the page, which there is none of here.
vi.mock("../src/lib/practice", () => ({ enterPractice: vi.fn() }));

const words = (text: string) => ({ en: text, de: text });
const judged = (move: string, then: string[] = [], lead = 1): ReviewedMove => ({
  move,
  then,
  lead,
  error: 0,
  win: 0.5,
  reasons: [],
});
const advice = (judge: string, ...moves: ReviewedMove[]): Advice => ({
  judge,
  nudge: words(`look, says ${judge}`),
  lead: 0,
  win: 0.5,
  moves,
  legal: 9,
  odds: [],
});
const QUICK = advice("quick", judged("put a1"));
const FULL = advice("full", judged("put b2"), judged("put a1"));

/** A request that a test answers. */
interface Asked {
  path: string;
  full: boolean;
  signal: AbortSignal;
  answer: (body: unknown, isOk?: boolean) => Promise<void>;
}

let asked: Asked[] = [];

const settle = async () => {
  for (let i = 0; i < 10; i++) await Promise.resolve();
};

beforeEach(() => {
  asked = [];
  vi.useFakeTimers();
  vi.stubGlobal("fetch", (path: string, { body, signal }: { body?: string; signal: AbortSignal }) => {
    return new Promise((resolve, reject) => {
      signal?.addEventListener("abort", () => reject(signal.reason as Error));
      const answer = async (content: unknown, isOk = true) => {
        resolve({ ok: isOk, json: () => Promise.resolve(content) });
        await settle();
      };
      asked.push({ path, full: !!(body && (JSON.parse(body) as { full?: boolean }).full), signal, answer });
    });
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  language.current = "en";
});

const seat = { stand_in: null, wants_coach: false };

function table(more: object = {}): LiveTable {
  const info = { game: "zatre", coach: true, status: "running", seats: [seat, seat], practice_of: null };
  const situation = { view: { game: "zatre", seat: 0, to_act: [0] } };
  const made = {
    id: "t1",
    token: null,
    seat: 0,
    info,
    situation,
    view: situation.view,
    isOnTurn: true,
    lastStep: null,
  };
  return { ...made, hint: null, odds: null, takeBack: vi.fn(), ...more } as unknown as LiveTable;
}

function moved(move: string, number: number, by = 0) {
  return { number, event: { kind: "moved", seat: by, move }, before: { game: "zatre" }, after: {} };
}

const request = (end: string, full: boolean) =>
  asked.findLast((each) => each.path.endsWith(end) && each.full === full)!;

describe("a hint", () => {
  it("asks for both answers at once, and tells the quick one first", async () => {
    const coach = new Coach(table());
    coach.advance();
    expect(asked.map(({ full }) => full)).toEqual([false, true]);
    await request("hint", false).answer(QUICK);
    expect([coach.asked, coach.told?.judge, coach.shown]).toEqual([NUDGE, "quick", null]);
  });

  it("tells the full answer instead while only the nudge was asked for", async () => {
    const coach = new Coach(table());
    coach.advance();
    await request("hint", false).answer(QUICK);
    await request("hint", true).answer(FULL);
    expect(coach.told?.judge).toBe("full");
    coach.advance();
    expect(coach.shown?.moves).toEqual(["put b2"]);
    expect(coach.isCorrected).toBe(false);
  });

  it("keeps the quick move once it was shown, and compares by the full answer", async () => {
    const coach = new Coach(table());
    coach.advance();
    await request("hint", false).answer(QUICK);
    coach.advance();
    await request("hint", true).answer(FULL);
    expect(coach.shown?.moves).toEqual(["put a1"]);
    coach.advance();
    expect([coach.asked, coach.shown?.moves, coach.isCorrected]).toEqual([COMPARE, ["put b2"], true]);
    coach.choose(1);
    expect(coach.shown?.moves).toEqual(["put a1"]);
  });

  it("waits for the full answer to compare", async () => {
    const coach = new Coach(table());
    coach.goTo(COMPARE);
    await request("hint", false).answer(QUICK);
    expect(coach.isWaiting).toBe(true);
    await request("hint", true).answer(FULL);
    expect([coach.isWaiting, coach.told?.judge]).toEqual([false, "full"]);
  });

  it("says after a second that it takes longer", async () => {
    const coach = new Coach(table());
    coach.open();
    await vi.advanceTimersByTimeAsync(999);
    expect(coach.isLate).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(coach.isLate).toBe(true);
    await request("readiness", false).answer([{ name: "zatre", ready: 0.4, coach: 0.5 }]);
    expect(coach.isCompiling).toBe(true);
  });

  it("shows why it was refused, and can be asked for again", async () => {
    const coach = new Coach(table());
    coach.open();
    const busy = { code: "busy", text: words("busy") };
    await request("hint", false).answer(busy, false);
    expect(coach.problem).toBeNull();
    await request("hint", true).answer(busy, false);
    expect(coach.problem?.code).toBe("busy");
    coach.retry();
    expect([coach.problem, asked.length]).toEqual([null, 4]);
  });

  it("asks nothing while the player has nothing to decide", () => {
    const coach = new Coach(table({ isOnTurn: false }));
    coach.open();
    expect([coach.isOpen, coach.asked, asked.length]).toEqual([true, NOTHING, 0]);
  });
});

describe("another position", () => {
  it("drops what was asked before and stops the requests", async () => {
    const coach = new Coach(table({ isOnTurn: true }));
    coach.follow(1);
    coach.open();
    const [quick, full] = asked;
    Object.assign(coach.table, { isOnTurn: false, lastStep: moved("put c3", 2) });
    coach.follow(2);
    expect([quick!.signal.aborted, full!.signal.aborted, coach.asked]).toEqual([true, true, NOTHING]);
    await quick!.answer(QUICK);
    expect(coach.told).toBeNull();
  });

  it("keeps suggesting the rest of a turn that the player follows", async () => {
    const coach = new Coach(table());
    coach.follow(1);
    coach.open();
    coach.goTo(MOVE);
    await request("hint", false).answer(advice("quick", judged("1l3", ["5k3"])));
    expect(coach.shown).toMatchObject({ moves: ["1l3", "5k3"], first: 1, isNumbered: true });
    Object.assign(coach.table, { lastStep: moved("1l3", 2) });
    coach.follow(2);
    expect(coach.shown).toMatchObject({ moves: ["5k3"], first: 2, isNumbered: true });
  });

  it("asks again as far as was asked when somebody else has moved meanwhile", () => {
    const coach = new Coach(table());
    coach.follow(1);
    coach.goTo(MOVE);
    Object.assign(coach.table, { lastStep: moved("flip a1", 2, 1) });
    coach.follow(2);
    expect([coach.asked, asked.filter(({ path }) => path.endsWith("hint")).length]).toEqual([MOVE, 4]);
  });
});

describe("an own move", () => {
  const costing = (cost: number): Afterthought => ({
    judge: "",
    played: judged("put a1"),
    best: judged("put b2"),
    cost,
    win_cost: 0.1,
    moves: [],
  });

  function afterMove(more: object = {}): Coach {
    const coach = new Coach(table(more));
    coach.follow(1);
    Object.assign(coach.table, { lastStep: moved("put a1", 2) });
    coach.follow(2);
    return coach;
  }

  it("is offered to look back at if both judges say that it cost a point", async () => {
    const coach = afterMove();
    await request("last", false).answer(costing(1.2));
    expect(coach.slip).toBeNull();
    await request("last", true).answer(costing(1));
    expect(coach.slip?.answer.cost).toBe(1);
  });

  it.each([
    [0.9, 5],
    [3, 0.9],
  ])("is not mentioned if it cost %f by the quick and %f by the full judge", async (quick, full) => {
    const coach = afterMove();
    await request("last", false).answer(costing(quick));
    await request("last", true)?.answer(costing(full));
    expect(coach.slip).toBeNull();
  });

  it("is not judged in a race, without a coach, or if a bot made it", () => {
    const info = { game: "triple", coach: true, status: "running", seats: [seat, seat] };
    afterMove({ info });
    afterMove({ info: { ...info, game: "zatre", coach: false } });
    expect(asked).toEqual([]);
  });

  it("makes way for the next own move, but not for the others'", async () => {
    const coach = afterMove();
    await request("last", false).answer(costing(2));
    await request("last", true).answer(costing(2));
    Object.assign(coach.table, { lastStep: moved("put c1", 3, 1) });
    coach.follow(3);
    expect(coach.slip).not.toBeNull();
    Object.assign(coach.table, { lastStep: moved("put c1", 4) });
    coach.follow(4);
    expect(coach.slip).toBeNull();
  });
});

describe("the odds", () => {
  it("are fetched for each position while they are shown", async () => {
    const coach = new Coach(table());
    coach.toggleOdds();
    await request("odds", false).answer([{ chance: 0.5 }]);
    expect(coach.table.odds).toHaveLength(1);
    coach.follow(2);
    expect(asked.filter(({ path }) => path.endsWith("odds"))).toHaveLength(2);
    coach.toggleOdds();
    expect(coach.table.odds).toBeNull();
  });
});

describe("a race", () => {
  it("gets a single quick answer, without a panel", async () => {
    const info = { game: "triple", coach: true, status: "running", seats: [seat, seat] };
    const coach = new Coach(table({ info }));
    coach.advance();
    expect(asked.map(({ full }) => full)).toEqual([false]);
    await asked[0]!.answer(advice("quick", judged("play bs2 a1 star")));
    expect([coach.isOpen, coach.shown?.moves]).toEqual([false, ["play bs2 a1 star"]]);
  });
});

describe("numbers", () => {
  it("have a sign, and decimals while they are small", () => {
    expect([6, -0.44, 19.4, -12.6, 0.02, -0.04].map(formatLead)).toEqual(["+6.0", "−0.4", "+19", "−13", "0.0", "0.0"]);
    expect(formatChance(0.456)).toBe("46 %");
    language.current = "de";
    expect(formatLead(-1.25)).toMatch(/^−1,[23]$/);
  });
});
