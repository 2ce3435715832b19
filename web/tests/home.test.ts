import { afterEach, describe, expect, it, vi } from "vitest";
import { games, lookAt, mine, problemOf, Refused } from "../src/lib/api";
import { language } from "../src/lib/language.svelte";
import type { GameInfo, Listing, SeatInfo, Snapshot, TableInfo } from "../src/protocol";
import { stripes } from "../src/screens/home/stripes";
import { companions, freeSeats, onTurn, sorted } from "../src/screens/home/tables";
import { asked, botCounts, firstWish, fitting, sizes } from "../src/screens/home/wish";
import { agreed, extraCards, limitInWords } from "../src/screens/home/words";

const whole = { type: "integer", minimum: 1, maximum: 100 };
const BOTS = ["novice", "regular"];
const ZATRE: GameInfo = {
  name: "zatre",
  title: "ZATRE",
  min_players: 2,
  max_players: 6,
  has_turns: true,
  help: true,
  bots: BOTS,
  options: [
    { name: "rounds", schema: whole, default: 1 },
    { name: "pairs", schema: { type: "boolean" }, default: false },
  ],
};
const TRIPLE: GameInfo = {
  name: "triple",
  title: "TRIPLE³",
  min_players: 2,
  max_players: 4,
  has_turns: false,
  help: false,
  bots: BOTS,
  options: [
    { name: "chips", schema: whole, default: 1 },
    { name: "handicap", schema: { type: "array" }, default: [] },
    { name: "call", schema: { enum: ["auto", "self"] }, default: "auto" },
  ],
};

function seat(kind: SeatInfo["kind"], name = ""): SeatInfo {
  return { kind, name, stand_in: null, ready: false, votes: [] };
}

function listing(id: string, status: Listing["status"], seats: SeatInfo[] = [], mySeat: number | null = 0): Listing {
  return { id, game: "zatre", status, players: seats.length, seats, seat: mySeat };
}

describe("a table as somebody wants it", () => {
  it("names only options that the game has", () => {
    expect(asked(ZATRE, firstWish(ZATRE)).options).toEqual({ rounds: 1, pairs: false });
    expect(asked(TRIPLE, firstWish(TRIPLE)).options).toEqual({ chips: 1, call: "auto" });
  });

  it("has a handicap for each seat, if for any", () => {
    const wish = { ...firstWish(TRIPLE), players: 3, handicap: [4, 0, 0, 9], callsSelf: true };
    expect(asked(TRIPLE, wish).options).toEqual({ chips: 1, call: "self", handicap: [4, 0, 0] });
  });

  it("has as many bots as wanted, of one level", () => {
    expect(asked(ZATRE, { ...firstWish(ZATRE), bots: 2, level: "novice" }).bots).toEqual(["novice", "novice"]);
  });

  it("seats an even number in pairs", () => {
    expect(sizes(ZATRE, false)).toEqual([2, 3, 4, 5, 6]);
    expect(sizes(ZATRE, true)).toEqual([4, 6]);
    const wish = { ...firstWish(ZATRE), pairs: true };
    expect([2, 3, 4, 5, 6].map((players) => fitting(ZATRE, { ...wish, players }).players)).toEqual([4, 4, 4, 6, 6]);
  });

  it("keeps a seat for whoever makes it", () => {
    expect(fitting(ZATRE, { ...firstWish(ZATRE), players: 2, bots: 5 }).bots).toBe(1);
  });

  it("is as large as the people at this device and their bots", () => {
    const wish = firstWish(ZATRE);
    expect(botCounts(ZATRE, wish, 4)).toEqual([0, 1, 2]);
    expect(fitting(ZATRE, { ...wish, bots: 5 }, 4)).toMatchObject({ players: 6, bots: 2 });
    expect(fitting(ZATRE, { ...wish, pairs: true }, 3)).toMatchObject({ players: 4, bots: 1 });
    expect(fitting(ZATRE, wish, 2)).toMatchObject({ players: 2, bots: 0 });
  });
});

describe("my tables", () => {
  it("come in the order of what can go on", () => {
    const { running, over } = sorted([
      listing("a", "over"),
      listing("b", "open"),
      listing("c", "running"),
      listing("d", "between"),
      listing("e", "over"),
    ]);
    expect(running.map(({ id }) => id)).toEqual(["c", "d", "b"]);
    expect(over.map(({ id }) => id)).toEqual(["a", "e"]);
  });

  it("say with whom, and how many are missing", () => {
    const table = listing("a", "open", [
      seat("human", "Ada"),
      seat("open"),
      seat("human", "Bob"),
      seat("bot", "expert"),
    ]);
    expect(companions(table)).toEqual(["Bob", "Ibis"]);
    expect(freeSeats(table)).toBe(1);
  });

  it("say whose turn it is, where one alone may act", () => {
    const at = (status: string, to_act: number[]) =>
      onTurn({ table: { status }, situation: { view: { to_act } } } as unknown as Snapshot);
    expect(at("running", [2])).toBe(2);
    expect(at("running", [0, 1])).toBeNull();
    expect(at("between", [0])).toBeNull();
  });
});

describe("what has been agreed", () => {
  const table = { game: "triple", help: false, listed: true, turn_limit: null, seats: [seat("open"), seat("open")] };

  it("is told in the chosen language", () => {
    const info = {
      ...table,
      options: { chips: 4, call: "self", handicap: [0, 3], patience: 60_000 },
    } as unknown as TableInfo;
    language.now = "en";
    expect(agreed(info)).toHaveLength(6);
    expect(agreed(info)[0]).toBe("Whoever has 4 chips first wins");
    language.now = "de";
    expect(agreed(info)[0]).toBe("Wer zuerst 4 Chips hat, gewinnt");
    expect(extraCards(info)).toEqual([0, 3]);
    language.now = "en";
  });

  it("has no extra cards in other games", () => {
    expect(extraCards({ ...table, options: { rounds: 1 } } as unknown as TableInfo)).toEqual([0, 0]);
  });

  it("has times in the largest unit that fits", () => {
    expect([null, 30, 60, 300, 86_400, 259_200].map(limitInWords)).toEqual([
      "no limit",
      "30 seconds",
      "1 minute",
      "5 minutes",
      "1 day",
      "3 days",
    ]);
  });
});

describe("the server's answer", () => {
  afterEach(() => vi.unstubAllGlobals());

  const answers = (status: number, body: string) => {
    const fetched = vi.fn<typeof fetch>(async () => new Response(body, { status }));
    vi.stubGlobal("fetch", fetched);
    return fetched;
  };

  it("is given, with this browser's cookies", async () => {
    const fetched = answers(200, "[]");
    expect(await mine()).toEqual([]);
    expect(fetched.mock.calls[0]![1]).toMatchObject({ method: "GET", credentials: "same-origin" });
  });

  it("is for whoever has the token, and no cookie interferes", async () => {
    const fetched = answers(200, "{}");
    await lookAt("abc", "secret");
    expect(fetched).toHaveBeenCalledWith(
      "/api/tables/abc",
      expect.objectContaining({ headers: { Authorization: "Bearer secret" }, credentials: "omit" }),
    );
  });

  it("is a refusal with its problem", async () => {
    const problem = { code: "not_found", text: { en: "No.", de: "Nein." } };
    answers(404, JSON.stringify(problem));
    await expect(mine()).rejects.toEqual(new Refused(problem as Refused["problem"]));
  });

  it("is a problem of our own where the network or something in between fails", async () => {
    answers(502, "<html>");
    expect((await mine().catch(problemOf)) as unknown).toMatchObject({ code: "crash" });
    vi.stubGlobal("fetch", async () => Promise.reject(new TypeError("offline")));
    expect((await mine().catch(problemOf)) as unknown).toMatchObject({ code: "store_down" });
  });

  it("about the games is asked for once, and again after a failure", async () => {
    answers(500, "");
    await games().catch(() => null);
    const fetched = answers(200, "[]");
    await games();
    await games();
    expect(fetched).toHaveBeenCalledTimes(1);
  });
});

it("zebra stripes are closed bands over the whole picture", () => {
  const path = stripes(400, 300);
  expect(path.match(/M/g)).toHaveLength(path.match(/Z/g)!.length);
  expect(path).not.toMatch(/NaN|undefined/);
});
