// What has changed since a player's own last action, from the log alone.
import { expect, it } from "vitest";
import { changesSince, groupByTurn, type Entry } from "../src/lib/since";
import type { AnyEvent } from "../src/protocol";

const ME = 0;
const logOf = (...events: AnyEvent[]): Entry[] =>
  events.map((event, i) => ({ number: i + 1, event, before: null, after: null }));
const moved = (seat: number, move: string, bot = false): AnyEvent => ({ kind: "moved", seat, move, bot });
const movesOf = (log: Entry[], dealNumber?: number) => changesSince(log, ME, dealNumber).map(({ event }) => event.move);

it("counts all moves of all others after the own last one", () => {
  expect(movesOf(logOf(moved(1, "a"), moved(ME, "b"), moved(1, "c"), moved(2, "d"), moved(2, "e")))).toEqual([
    "c",
    "d",
    "e",
  ]);
});

it("is empty after the own move", () => {
  expect(movesOf(logOf(moved(1, "a"), moved(ME, "b")))).toEqual([]);
});

it("counts the moves of a stand-in, which the player has not made", () => {
  expect(movesOf(logOf(moved(ME, "a"), moved(1, "b"), moved(ME, "c", true), moved(1, "d")))).toEqual(["b", "c", "d"]);
});

it("leaves out moves that were taken back", () => {
  const log = logOf(moved(ME, "a"), moved(1, "b"), moved(1, "c"), { kind: "took_back", seat: 1 }, moved(1, "d"));
  expect(movesOf(log)).toEqual(["b", "d"]);
});

it("goes back no further than the deal", () => {
  const log = logOf(moved(ME, "a"), moved(1, "b"), { kind: "ready", seat: 1 }, moved(1, "c"));
  expect(movesOf(log)).toEqual(["c"]);
});

it("goes back no further than a deal that no event of its own tells", () => {
  expect(movesOf(logOf(moved(ME, "a"), moved(1, "b"), moved(1, "c"), moved(1, "d")), 3)).toEqual(["d"]);
});

it("skips events that change nothing on the board", () => {
  const log = logOf(moved(ME, "a"), { kind: "paused", seat: 1 }, { kind: "resumed", seat: 1 }, moved(1, "b"));
  expect(movesOf(log)).toEqual(["b"]);
});

it("groups the moves of a turn", () => {
  const changes = changesSince(logOf(moved(1, "a"), moved(1, "b"), moved(2, "c"), moved(1, "d")), ME);
  expect(groupByTurn(changes).map((turn) => turn.map(({ event }) => event.move))).toEqual([["a", "b"], ["c"], ["d"]]);
});
