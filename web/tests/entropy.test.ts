// A browser's own part of the deal: committed to, revealed once the seats are final, and looked for in the record.
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { commitmentTo, entropyBehind, newEntropy, ownPart, rememberEntropy, rememberPromise } from "../src/lib/entropy";
import { LiveTable } from "../src/lib/live.svelte";
import type { FromClient, Record, TableInfo, ToClient } from "../src/protocol";
import { FakeSocket, restoreBrowser, stubBrowser } from "./socket";

const SEED = "5eed".repeat(16);
let count = 0;
let id = "";

beforeEach(() => {
  stubBrowser();
  id = `table${++count}`;
});
afterEach(restoreBrowser);

function table(status: TableInfo["status"], committed: string[], entropy: string[] = ["", ""]): TableInfo {
  return { id, status, commitment: SEED, entropy_commitments: committed, entropy, seats: [{}, {}] } as TableInfo;
}

function meet(info: TableInfo, number = 1): FakeSocket {
  const socket = FakeSocket.instances.at(-1)!;
  socket.onopen();
  const welcome = { type: "welcome", number, seat: 0, host: true, table: info, missed: [], here: [], watching: 0 };
  socket.receive(welcome as ToClient);
  return socket;
}

function started(socket: FakeSocket, info: TableInfo, number = 2): void {
  socket.receive({ type: "update", number, at: 0, event: { kind: "started" }, table: info } as ToClient);
}

type Sent<Type extends FromClient["type"]> = Extract<FromClient, { type: Type }>;
function sent<Type extends FromClient["type"]>(socket: FakeSocket, type: Type): Sent<Type>[] {
  return socket.sent.filter((message): message is Sent<Type> => message.type === type);
}

describe("at a table", () => {
  it("a seat without a commitment gets one, and it is revealed after the start", () => {
    new LiveTable(id);
    const socket = meet(table("open", ["", ""]));
    const [{ entropy_commitment: committed }] = sent(socket, "commit") as [Sent<"commit">];
    expect(sent(socket, "reveal")).toEqual([]);
    started(socket, table("dealing", [committed, ""]));
    const revealed = sent(socket, "reveal").map(({ entropy }) => entropy);
    expect(revealed.map(commitmentTo)).toEqual([committed]);
  });

  it("a commitment of this browser is kept", () => {
    const entropy = newEntropy();
    rememberEntropy(id, entropy);
    new LiveTable(id);
    const socket = meet(table("open", [commitmentTo(entropy), ""]));
    expect(sent(socket, "commit")).toEqual([]);
    started(socket, table("dealing", [commitmentTo(entropy), ""]));
    expect(sent(socket, "reveal")).toMatchObject([{ entropy }]);
  });

  it("nothing is revealed before the start, for another seat, or twice", () => {
    const entropy = newEntropy();
    rememberEntropy(id, entropy);
    new LiveTable(id);
    const socket = meet(table("open", [commitmentTo(entropy), ""]));
    started(socket, table("dealing", ["", commitmentTo(entropy)]), 2);
    started(socket, table("dealing", [commitmentTo(entropy), ""], [entropy, ""]), 3);
    started(socket, table("running", [commitmentTo(entropy), ""]), 4);
    expect(sent(socket, "reveal")).toEqual([]);
  });

  it("a reveal whose answer was lost is sent again with its id", () => {
    const entropy = newEntropy();
    rememberEntropy(id, entropy);
    new LiveTable(id);
    const info = table("dealing", [commitmentTo(entropy), ""]);
    const first = meet(info);
    first.onclose({ code: 1006 });
    vi.runOnlyPendingTimers();
    const second = meet(info, 2);
    expect(second).not.toBe(first);
    expect(sent(second, "reveal")).toEqual(sent(first, "reveal"));
    expect(sent(first, "reveal")).toHaveLength(1);
  });

  it("a refusal of what nobody asked for is not shown", () => {
    const live = new LiveTable(id);
    const socket = meet(table("open", ["", ""]));
    const command = sent(socket, "commit")[0]!.id;
    const problem = { code: "not_now", text: { en: "Too late.", de: "Zu spät." } } as const;
    socket.receive({ type: "refused", id: command, problem });
    expect(live.refusal).toBe(null);
  });
});

describe("in a record", () => {
  let entropy = "";
  let record: Record;

  beforeEach(() => {
    entropy = newEntropy();
    const committed = [commitmentTo(entropy), commitmentTo("beef")];
    record = { commitment: SEED + id, entropy_commitments: committed, entropy: [entropy, "beef"] } as Record;
  });
  const promise = () => rememberPromise({ ...table("dealing", record.entropy_commitments!), commitment: SEED + id });

  it("it is found, at the table and in a file", () => {
    rememberEntropy(id, entropy);
    promise();
    expect(ownPart(record, id)).toBe("in");
    expect(ownPart(record, null)).toBe("in");
  });

  it("nothing is known on another device", () => {
    expect(ownPart(record, id)).toBe("unknown");
    expect(ownPart(record, null)).toBe("unknown");
  });

  it("it is missing if it was left out, or if the deal was made without asking", () => {
    rememberEntropy(id, entropy);
    expect(ownPart(record, id)).toBe("left out");
    promise();
    expect(ownPart({ ...record, entropy: ["", "beef"] }, id)).toBe("left out");
  });

  it("whatever else was promised is a broken promise, also if it is promised later", () => {
    rememberEntropy(id, entropy);
    promise();
    const other = [record.entropy_commitments![0]!, commitmentTo("cafe")];
    rememberPromise({ ...table("dealing", other), commitment: SEED + id });
    expect(ownPart({ ...record, entropy_commitments: other, entropy: [entropy, "cafe"] }, id)).toBe("broken");
    expect(ownPart({ ...record, commitment: SEED }, id)).toBe("broken");
    expect(ownPart({ ...record, commitment: SEED }, null)).toBe("broken");
    expect(ownPart(record, id)).toBe("in");
  });

  it("it is kept where the browser keeps things, for the newest tables", () => {
    const things = new Map<string, string>();
    const storage = {
      getItem: (name: string) => things.get(name) ?? null,
      setItem: (name: string, value: string) => things.set(name, value),
      removeItem: (name: string) => things.delete(name),
    };
    const keys = {
      ownKeys: () => [...things.keys()],
      getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }),
    };
    vi.stubGlobal("localStorage", new Proxy(storage, keys));
    for (let n = 0; n < 105; n++) {
      vi.setSystemTime(n);
      rememberEntropy(`${id}-${n}`, "beef");
    }
    expect(things.size).toBe(100);
    expect(things.has(`tercet.entropy.${id}-4`)).toBe(false);
    expect(entropyBehind(`${id}-104`, commitmentTo("beef"))).toBe("beef");
  });
});
