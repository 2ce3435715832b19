// A move carries the number of the last event that its player had seen.
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { LiveTable } from "../src/lib/live.svelte";
import type { FromClient, ToClient } from "../src/protocol";
import { FakeSocket, restoreBrowser, stubBrowser } from "./socket";

beforeEach(() => void stubBrowser());
afterEach(restoreBrowser);

const situation = { view: { game: "triple", seat: 0, to_act: [0, 1], scores: null } };
const table = { game: "triple", status: "running", help: false, paused: false, seats: [{ stand_in: null }] };
const welcome = (number: number, game = "triple") =>
  ({
    type: "welcome",
    number,
    seat: 0,
    table: { ...table, game },
    situation,
    missed: [],
    here: [],
  }) as unknown as ToClient;
const cardLaid = (number: number) => {
  const event = { kind: "moved", seat: 1, move: "play bs2 a1 star" };
  return { type: "update", number, at: 0, event, situation } as unknown as ToClient;
};

function connectTable(number: number, game?: string): { table: LiveTable; socket: FakeSocket } {
  const live = new LiveTable("abc");
  return { table: live, socket: welcomeSocket(number, game) };
}

function welcomeSocket(number: number, game?: string): FakeSocket {
  const socket = FakeSocket.instances.at(-1)!;
  socket.onopen();
  socket.receive(welcome(number, game));
  return socket;
}

const seenNumbers = (socket: FakeSocket) => socket.sent.filter(isMove).map((command) => command.seen);

function isMove(message: FromClient): message is Extract<FromClient, { type: "move" }> {
  return message.type === "move";
}

it("counts the events before the welcome as seen", () => {
  const { table, socket } = connectTable(7);
  table.move("play rc0 b2");
  expect(seenNumbers(socket)).toEqual([7]);
});

it("counts an event as seen once it is on the screen, not when it arrives", async () => {
  const { table, socket } = connectTable(7);
  let show = async () => {};
  table.setAnimator(async (_, shown) => void (show = shown));
  socket.receive(cardLaid(8));
  table.move("play rc0 b2");
  await show();
  table.move("play rc1 b2");
  expect(seenNumbers(socket)).toEqual([7, 8]);
});

it("resends a move with the number that was seen when it was made", () => {
  const { table, socket } = connectTable(7);
  table.move("play rc0 b2");
  socket.onclose({ code: 1006 });
  vi.runOnlyPendingTimers();
  expect(seenNumbers(welcomeSocket(9))).toEqual([7]);
});

it("lets a player act in a race before the server has answered", () => {
  const { table } = connectTable(7, "triple");
  table.move("play rc0 b2");
  expect(table.canAct).toBe(true);
});

it("makes a player wait for the server's answer in a game with turns", () => {
  const { table } = connectTable(7, "zatre");
  expect(table.canAct).toBe(true);
  table.move("lay 3 h8");
  expect(table.canAct).toBe(false);
});

it("a welcome that has only the newest events is completed from the server", async () => {
  const event = { kind: "paused", seat: 0 };
  const happened = (number: number) => ({ number, at: 0, event });
  const asked: string[] = [];
  const answer = (path: string) => {
    asked.push(path);
    const after = Number(path.split("=")[1]);
    return Promise.resolve({ ok: true, json: () => Promise.resolve([happened(after + 1), happened(after + 2)]) });
  };
  vi.stubGlobal("fetch", answer);
  const live = new LiveTable("abc");
  const socket = FakeSocket.instances.at(-1)!;
  socket.onopen();
  socket.receive({ ...welcome(6), missed: [happened(4), happened(5), happened(6)] } as unknown as ToClient);
  expect(live.log.map((entry) => entry.number)).toEqual([4, 5, 6]);
  await vi.waitFor(() => expect(live.log.map((entry) => entry.number)).toEqual([1, 2, 3, 4, 5, 6]));
  expect(asked).toEqual(["/api/tables/abc/events?after=0", "/api/tables/abc/events?after=2"]);
});

it("keeps what has changed since the player's own last move, also over a new welcome", async () => {
  const { table, socket } = connectTable(7, "zatre");
  const moved = (number: number, seat: number) =>
    ({ type: "update", number, at: 0, event: { kind: "moved", seat, move: `${number}h8` }, situation }) as ToClient;
  for (const update of [moved(8, 0), moved(9, 1), moved(10, 1)]) socket.receive(update);
  await vi.waitFor(() => expect(table.changedSince.map(({ number }) => number)).toEqual([9, 10]));
  socket.onclose({ code: 1006 });
  vi.runOnlyPendingTimers();
  welcomeSocket(10, "zatre");
  expect(table.changedSince.map(({ number }) => number)).toEqual([9, 10]);
  expect(table.changedSince[0]!.after).not.toBeNull();
});

it("shows each step of a backlog long enough to be seen", async () => {
  vi.stubGlobal("matchMedia", () => ({ matches: false }));
  const { table, socket } = connectTable(7, "zatre");
  const shown: number[] = [];
  table.setAnimator(async (step, show) => {
    shown.push(step.number);
    await show();
  });
  for (const number of [8, 9, 10, 11, 12, 13]) socket.receive(cardLaid(number));
  await vi.advanceTimersByTimeAsync(100);
  expect(shown).toEqual([8]);
  await vi.advanceTimersByTimeAsync(400);
  expect(shown).toEqual([8, 9]);
  await vi.advanceTimersByTimeAsync(2000);
  expect(shown).toEqual([8, 9, 10, 11, 12, 13]);
});
