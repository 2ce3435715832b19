// The connection comes back by itself and sends again what was not answered.
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { FromClient, ToClient } from "../src/protocol";
import { Connection, type ConnectionState } from "../src/lib/connection";

class FakeSocket {
  static readonly OPEN = 1;
  static made: FakeSocket[] = [];
  readyState = FakeSocket.OPEN;
  sent: FromClient[] = [];
  onopen: () => void = () => undefined;
  onmessage: (event: { data: string }) => void = () => undefined;
  onclose: (event: { code: number }) => void = () => undefined;

  constructor(readonly url: string) {
    FakeSocket.made.push(this);
  }
  send(text: string): void {
    this.sent.push(JSON.parse(text) as FromClient);
  }
  close(): void {
    this.readyState = 3;
  }
  says(message: Partial<ToClient> & { type: ToClient["type"] }): void {
    this.onmessage({ data: JSON.stringify(message) });
  }
}

const welcome = (number: number) => ({ type: "welcome", number, missed: [], here: [] }) as unknown as ToClient;
let page: EventTarget & { hidden: boolean };

function connected(number = 3) {
  const states: ConnectionState[] = [];
  const heard: ToClient[] = [];
  const connection = new Connection("abc", null, {
    heard: (message) => heard.push(message),
    changed: (state) => states.push(state),
  });
  const socket = FakeSocket.made.at(-1)!;
  socket.onopen();
  socket.says(welcome(number));
  return { connection, socket, states, heard };
}

beforeEach(() => {
  vi.useFakeTimers();
  FakeSocket.made = [];
  page = Object.assign(new EventTarget(), { hidden: false });
  const world = new EventTarget();
  vi.stubGlobal("WebSocket", FakeSocket);
  vi.stubGlobal("document", page);
  vi.stubGlobal("location", { protocol: "http:", host: "table.test" });
  vi.stubGlobal("addEventListener", world.addEventListener.bind(world));
  vi.stubGlobal("removeEventListener", world.removeEventListener.bind(world));
  vi.stubGlobal("dispatchEvent", world.dispatchEvent.bind(world));
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

describe("a connection", () => {
  it("says hello and asks for everything at first", () => {
    const { socket, states } = connected();
    expect(socket.url).toBe("ws://table.test/api/tables/abc/live");
    expect(socket.sent).toEqual([{ type: "hello", token: null, after: 0 }]);
    expect(states).toEqual(["live"]);
  });

  it("comes back with the number of the last event and sends again what was not answered", () => {
    const { connection, socket } = connected(7);
    const id = connection.send({ type: "move", move: "draw" });
    socket.onclose({ code: 1006 });
    vi.runOnlyPendingTimers();
    const again = FakeSocket.made.at(-1)!;
    expect(again).not.toBe(socket);
    again.onopen();
    expect(again.sent).toEqual([{ type: "hello", token: null, after: 7 }]);
    again.says(welcome(8));
    expect(again.sent.slice(1)).toEqual([{ type: "move", move: "draw", id }]);
    again.says({ type: "done", id, number: 8 });
    expect(connection.isWaiting).toBe(false);
  });

  it("sends a command that was given while nobody listened", () => {
    const { connection, socket } = connected();
    socket.onclose({ code: 1012 });
    const id = connection.send({ type: "ready" });
    vi.runOnlyPendingTimers();
    const again = FakeSocket.made.at(-1)!;
    again.onopen();
    again.says(welcome(3));
    expect(again.sent.at(-1)).toEqual({ type: "ready", id });
  });

  it("tells an event once, also if it is sent twice", () => {
    const { socket, heard } = connected(3);
    const update = { type: "update", number: 4, at: 0, event: { kind: "started" } } as ToClient;
    socket.says(update);
    socket.says(update);
    expect(heard.filter((message) => message.type === "update")).toHaveLength(1);
  });

  it("gives a socket up that does not answer a command", () => {
    const { connection, socket, states } = connected();
    connection.send({ type: "start" });
    vi.advanceTimersByTime(7000);
    expect(socket.readyState).toBe(3);
    expect(states).toContain("lost");
    expect(FakeSocket.made.length).toBe(2);
  });

  it("answers pings at once and tells nobody", () => {
    const { socket, heard } = connected();
    socket.says({ type: "ping", n: 5 });
    expect(socket.sent.at(-1)).toEqual({ type: "pong", n: 5 });
    expect(heard.map((message) => message.type)).toEqual(["welcome"]);
  });

  it("knows that a table is gone", () => {
    const { socket, states } = connected();
    socket.onclose({ code: 4404 });
    vi.runOnlyPendingTimers();
    expect(states.at(-1)).toBe("gone");
    expect(FakeSocket.made).toHaveLength(1);
  });

  it("takes a new socket after a long sleep", () => {
    connected();
    page.hidden = true;
    page.dispatchEvent(new Event("visibilitychange"));
    vi.advanceTimersByTime(60_000);
    page.hidden = false;
    page.dispatchEvent(new Event("visibilitychange"));
    vi.runOnlyPendingTimers();
    expect(FakeSocket.made).toHaveLength(2);
  });

  it("does not come back when it is closed", () => {
    const { connection, socket } = connected();
    connection.close();
    socket.onclose({ code: 1000 });
    vi.runOnlyPendingTimers();
    expect(FakeSocket.made).toHaveLength(1);
  });
});
