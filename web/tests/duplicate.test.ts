import { describe, expect, it } from "vitest";
import {
  adjustDuplicate,
  initialDuplicate,
  newDuplicateRequest,
  seatCounts,
  tableCounts,
} from "../src/screens/home/duplicateSetup";
import { TRIPLE, ZATRE } from "./games";

describe("the setup of a duplicate", () => {
  it("has as many tables as teams, which all have the same number of seats", () => {
    const setup = initialDuplicate(ZATRE, "teams");
    expect([setup.players, setup.tables]).toEqual([2, 2]);
    const counts = [2, 3, 4, 5, 6].map((players) => tableCounts({ ...setup, players }));
    expect(counts).toEqual([[2], [3], [2, 4], [5], [2, 3, 6]]);
    expect(adjustDuplicate(ZATRE, { ...setup, players: 3 }).tables).toBe(3);
    expect(adjustDuplicate(ZATRE, { ...setup, players: 6, tables: 4 }).tables).toBe(6);
  });

  it("keeps partners in one team", () => {
    const setup = initialDuplicate(ZATRE, "teams");
    const inPairs = adjustDuplicate(ZATRE, { ...setup, options: { ...setup.options, pairs: true } });
    expect(seatCounts(ZATRE, inPairs)).toEqual([4, 6]);
    expect([inPairs.players, inPairs.tables]).toEqual([4, 2]);
    expect(tableCounts({ ...inPairs, players: 6 })).toEqual([3]);
  });

  it("has any number of tables against the same bots", () => {
    const setup = initialDuplicate(TRIPLE, "bots");
    expect(setup.players).toBe(TRIPLE.quick.length + 1);
    expect(tableCounts(setup)).toEqual([2, 3, 4, 5, 6, 7, 8]);
    const request = newDuplicateRequest(TRIPLE, { ...setup, players: 3, level: "novice" }, "Ada");
    expect(request).toMatchObject({
      game: "triple",
      mode: "bots",
      players: 3,
      bots: ["novice", "novice"],
      name: "Ada",
    });
    expect(request.options!["handicap"]).toHaveLength(3);
  });

  it("has no bots among teams", () => {
    expect(newDuplicateRequest(ZATRE, initialDuplicate(ZATRE, "teams"), "Ada").bots).toEqual([]);
  });
});
