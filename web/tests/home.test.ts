import { afterEach, describe, expect, it, vi } from "vitest";
import { fetchGames, fetchTable, fetchMyTables, problemOf, Refused } from "../src/lib/api";
import type { Listing, SeatInfo, Snapshot } from "../src/protocol";
import { stripes } from "../src/screens/home/stripes";
import { otherPlayers, countFreeSeats, seatOnTurn, groupTables } from "../src/screens/home/tables";
import { describeDuration } from "../src/lib/duration";
import {
  newTableRequest,
  botCounts,
  initialSetup,
  adjustSetup,
  playerCounts,
  type TableSetup,
} from "../src/screens/home/tableSetup";
import { TRIPLE, ZATRE } from "./games";

function seat(kind: SeatInfo["kind"], name = ""): SeatInfo {
  return {
    kind,
    name,
    stand_in: null,
    ready: false,
    votes: [],
    offered: false,
    wants_coach: false,
    welcomes_bots: false,
  };
}

function listing(id: string, status: Listing["status"], seats: SeatInfo[] = [], mySeat: number | null = 0): Listing {
  const nothing = { at: 0, totals: [], winners: [], removable: false, waiting: 0 };
  return { id, game: "zatre", status, players: seats.length, seats, seat: mySeat, ...nothing };
}

const withPairs = (setup: TableSetup): TableSetup => ({ ...setup, options: { ...setup.options, pairs: true } });

describe("the setup of a new table", () => {
  it("has all options of the game, and no others", () => {
    expect(newTableRequest(ZATRE, initialSetup(ZATRE)).options).toEqual({ rounds: 1, pairs: false });
    expect(newTableRequest(TRIPLE, initialSetup(TRIPLE)).options).toEqual({
      chips: 1,
      handicap: [0, 0, 0],
      call: "auto",
      patience: 120_000,
    });
  });

  it("starts with the bot level that the server proposes", () => {
    expect(initialSetup(TRIPLE).level).toBe("gentle");
  });

  it("has the chosen number of bots, all of one level", () => {
    expect(newTableRequest(ZATRE, { ...initialSetup(ZATRE), bots: 2, level: "novice" }).bots).toEqual([
      "novice",
      "novice",
    ]);
  });

  it("has an even number of players in pairs", () => {
    expect(playerCounts(ZATRE, initialSetup(ZATRE))).toEqual([2, 3, 4, 5, 6]);
    const setup = withPairs(initialSetup(ZATRE));
    expect(playerCounts(ZATRE, setup)).toEqual([4, 6]);
    expect([2, 3, 4, 5, 6].map((players) => adjustSetup(ZATRE, { ...setup, players }).players)).toEqual([
      4, 4, 4, 6, 6,
    ]);
  });

  it("keeps a seat for its creator", () => {
    expect(adjustSetup(ZATRE, { ...initialSetup(ZATRE), players: 2, bots: 5 }).bots).toBe(1);
  });

  it("has as many seats as people at this device and bots", () => {
    const setup = initialSetup(ZATRE);
    expect(botCounts(ZATRE, setup, 4)).toEqual([0, 1, 2]);
    expect(adjustSetup(ZATRE, { ...setup, bots: 5 }, 4)).toMatchObject({ players: 6, bots: 2 });
    expect(adjustSetup(ZATRE, withPairs(setup), 3)).toMatchObject({ players: 4, bots: 1 });
    expect(adjustSetup(ZATRE, setup, 2)).toMatchObject({ players: 2, bots: 0 });
  });
});

describe("my tables", () => {
  it("are ordered by whether they can continue", () => {
    const { running, over } = groupTables([
      listing("a", "over"),
      listing("b", "open"),
      listing("c", "running"),
      listing("d", "between"),
      listing("e", "over"),
    ]);
    expect(running.map(({ id }) => id)).toEqual(["c", "d", "b"]);
    expect(over.map(({ id }) => id)).toEqual(["a", "e"]);
  });

  it("list the other players and count the free seats", () => {
    const table = listing("a", "open", [
      seat("human", "Ada"),
      seat("open"),
      seat("human", "Bob"),
      seat("bot", "expert"),
    ]);
    expect(otherPlayers(table)).toEqual(["Bob", "Ibis"]);
    expect(countFreeSeats(table)).toBe(1);
  });

  it("give the seat on turn if only one may act", () => {
    const at = (status: string, to_act: number[]) =>
      seatOnTurn({ table: { status }, situation: { view: { to_act } } } as unknown as Snapshot);
    expect(at("running", [2])).toBe(2);
    expect(at("running", [0, 1])).toBeNull();
    expect(at("between", [0])).toBeNull();
  });
});

it("durations are given in the largest unit that divides them", () => {
  expect([null, 1, 30, 60, 300, 86_400, 259_200].map(describeDuration)).toEqual([
    "no limit",
    "1 second",
    "30 seconds",
    "1 minute",
    "5 minutes",
    "1 day",
    "3 days",
  ]);
});

describe("a request to the server", () => {
  afterEach(() => vi.unstubAllGlobals());

  const answers = (status: number, body: string) => {
    const fetched = vi.fn<typeof fetch>(async () => new Response(body, { status }));
    vi.stubGlobal("fetch", fetched);
    return fetched;
  };

  it("sends this browser's cookies", async () => {
    const fetched = answers(200, "[]");
    expect(await fetchMyTables()).toEqual([]);
    expect(fetched.mock.calls[0]![1]).toMatchObject({ method: "GET", credentials: "same-origin" });
  });

  it("sends a token instead of cookies", async () => {
    const fetched = answers(200, "{}");
    await fetchTable("abc", "secret");
    expect(fetched).toHaveBeenCalledWith(
      "/api/tables/abc",
      expect.objectContaining({ headers: { Authorization: "Bearer secret" }, credentials: "omit" }),
    );
  });

  it("throws the problem of a refusal", async () => {
    const problem = { code: "not_found", text: { en: "No.", de: "Nein." } };
    answers(404, JSON.stringify(problem));
    await expect(fetchMyTables()).rejects.toEqual(new Refused(problem as Refused["problem"]));
  });

  it("throws a problem of its own if the network or a proxy fails", async () => {
    answers(502, "<html>");
    expect((await fetchMyTables().catch(problemOf)) as unknown).toMatchObject({ code: "crash" });
    vi.stubGlobal("fetch", async () => Promise.reject(new TypeError("offline")));
    expect((await fetchMyTables().catch(problemOf)) as unknown).toMatchObject({ code: "store_down" });
  });

  it("for the games is sent once, and again after a failure", async () => {
    answers(500, "");
    await fetchGames().catch(() => null);
    const fetched = answers(200, "[]");
    await fetchGames();
    await fetchGames();
    expect(fetched).toHaveBeenCalledTimes(1);
  });
});

it("zebra stripes are closed bands over the whole picture", () => {
  const path = stripes(400, 300);
  expect(path.match(/M/g)).toHaveLength(path.match(/Z/g)!.length);
  expect(path).not.toMatch(/NaN|undefined/);
});
