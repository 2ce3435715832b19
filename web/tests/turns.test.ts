// What the line says about the turns since the player's last one, and the clock beside it.
import { expect, it } from "vitest";
import type { GameOnScreen } from "../src/games/index";
import { clockText, secondsUntil } from "../src/lib/countdown.svelte";
import { describeTurnsSince } from "../src/lib/log";
import type { Change } from "../src/lib/play";

const names = ["You", "Okapi", "Kudu"];
const game: Pick<GameOnScreen, "describeMove"> = { describeMove: ({ seat, move }, names) => `${names[seat]} ${move}.` };
const change = (seat: number, move: string): Change => {
  return { number: 1, event: { kind: "moved", seat, move }, before: null, after: null };
};

it("makes one sentence of each turn, which names the player once", () => {
  const changedSince = [change(1, "draws a card"), change(1, "puts it on the table"), change(2, "closes up")];
  expect(describeTurnsSince(game, { changedSince, names, seat: 0 })).toEqual([
    "Okapi draws a card; puts it on the table.",
    "Kudu closes up.",
  ]);
});

it("writes the time left as clocks do", () => {
  expect([0, 9, 75, 3599, 3600, 86_399].map(clockText)).toEqual([
    "0:00",
    "0:09",
    "1:15",
    "59:59",
    "1:00:00",
    "23:59:59",
  ]);
});

it("counts a second that has begun, and never below zero", () => {
  expect([secondsUntil(1500, 0), secondsUntil(1000, 0), secondsUntil(0, 5)]).toEqual([2, 1, 0]);
});
