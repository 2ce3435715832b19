// The connection reconnects by itself and resends unanswered commands.
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { ToClient } from "../src/protocol";
import { Connection, type ConnectionState } from "../src/lib/connection";
import { FakeSocket, restoreBrowser, stubBrowser, type FakePage } from "./socket";

const welcome = (number: number) => ({ type: "welcome", number, missed: [], here: [] }) as unknown as ToClient;
let page: FakePage;

function connect(number = 3) {
  const states: ConnectionState[] = [];
  const received: ToClient[] = [];
  const connection = new Connection("abc", null, {
    onMessage: (message) => received.push(message),
    onStateChange: (state) => states.push(state),
  });
  const socket = FakeSocket.instances.at(-1)!;
  socket.onopen();
  socket.receive(welcome(number));
  return { connection, socket, states, received };
}

beforeEach(() => (page = stubBrowser()));
afterEach(restoreBrowser);

describe("a connection", () => {
  it("requests all events in its first hello", () => {
    const { socket, states } = connect();
    expect(socket.url).toBe("ws://table.test/api/tables/abc/live");
    expect(socket.sent).toEqual([{ type: "hello", token: null, after: 0 }]);
    expect(states).toEqual(["live"]);
  });

  it("reconnects with the number of the last event and resends unanswered commands", () => {
    const { connection, socket } = connect(7);
    const id = connection.send({ type: "move", move: "draw" });
    socket.onclose({ code: 1006 });
    vi.runOnlyPendingTimers();
    const reconnected = FakeSocket.instances.at(-1)!;
    expect(reconnected).not.toBe(socket);
    reconnected.onopen();
    expect(reconnected.sent).toEqual([{ type: "hello", token: null, after: 7 }]);
    reconnected.receive(welcome(8));
    expect(reconnected.sent.slice(1)).toEqual([{ type: "move", move: "draw", id }]);
    reconnected.receive({ type: "done", id, number: 8 });
    expect(connection.hasUnanswered).toBe(false);
  });

  it("sends a command that was given while disconnected", () => {
    const { connection, socket } = connect();
    socket.onclose({ code: 1012 });
    const id = connection.send({ type: "ready" });
    vi.runOnlyPendingTimers();
    const reconnected = FakeSocket.instances.at(-1)!;
    reconnected.onopen();
    reconnected.receive(welcome(3));
    expect(reconnected.sent.at(-1)).toEqual({ type: "ready", id });
  });

  it("passes an event on only once even if it arrives twice", () => {
    const { socket, received } = connect(3);
    const update = { type: "update", number: 4, at: 0, event: { kind: "started" } } as ToClient;
    socket.receive(update);
    socket.receive(update);
    expect(received.filter((message) => message.type === "update")).toHaveLength(1);
  });

  it("drops a socket that does not answer a command", () => {
    const { connection, socket, states } = connect();
    connection.send({ type: "start" });
    vi.advanceTimersByTime(7000);
    expect(socket.readyState).toBe(3);
    expect(states).toContain("lost");
    expect(FakeSocket.instances.length).toBe(2);
  });

  it("answers pings without passing them on", () => {
    const { socket, received } = connect();
    socket.receive({ type: "ping", n: 5 });
    expect(socket.sent.at(-1)).toEqual({ type: "pong", n: 5 });
    expect(received.map((message) => message.type)).toEqual(["welcome"]);
  });

  it.each([4404, 4409])("does not reconnect to a table that is gone or cannot be read (%i)", (code) => {
    const { socket, states } = connect();
    socket.onclose({ code });
    vi.runOnlyPendingTimers();
    expect(states.at(-1)).toBe("gone");
    expect(FakeSocket.instances).toHaveLength(1);
  });

  it("replaces its socket after the page was hidden for long", () => {
    connect();
    page.hidden = true;
    page.dispatchEvent(new Event("visibilitychange"));
    vi.advanceTimersByTime(60_000);
    page.hidden = false;
    page.dispatchEvent(new Event("visibilitychange"));
    vi.runOnlyPendingTimers();
    expect(FakeSocket.instances).toHaveLength(2);
  });

  it("does not reconnect after close()", () => {
    const { connection, socket } = connect();
    connection.close();
    socket.onclose({ code: 1000 });
    vi.runOnlyPendingTimers();
    expect(FakeSocket.instances).toHaveLength(1);
  });
});
