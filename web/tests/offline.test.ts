import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { filesOf } from "../offline";

const BUILD = { version: "new", files: ["/assets/pad-1.js", "/icon.svg"], entry: "/assets/index-1.js" };
const ORIGIN = "https://tercet.example";

/** A cache that keeps bodies by path, filled from the network. */
class FakeCache {
  bodies = new Map<string, string>();
  async addAll(paths: string[]) {
    const found = await Promise.all(paths.map(async (path) => [path, await (await fetch(path)).text()] as const));
    for (const [path, body] of found) this.bodies.set(path, body);
  }
  async put(path: string, response: Response) {
    this.bodies.set(path, await response.text());
  }
  async match(path: string) {
    return this.bodies.has(path) ? new Response(this.bodies.get(path)) : undefined;
  }
}

let stores: Map<string, FakeCache>;
let listeners: { [type: string]: (event: object) => void };
/** What the server has; null while there is no network. */
let server: { [path: string]: string } | null;

beforeEach(async () => {
  stores = new Map([
    ["tercet-pad-old", new FakeCache()],
    ["other", new FakeCache()],
  ]);
  listeners = {};
  server = { "/pad": '<script src="/assets/index-1.js">', "/assets/pad-1.js": "pad", "/icon.svg": "icon" };
  vi.stubGlobal("BUILD", BUILD);
  vi.stubGlobal("fetch", async (asked: string | { url: string }) => {
    const path = new URL(typeof asked === "string" ? asked : asked.url, ORIGIN).pathname;
    if (!server) throw new TypeError("Failed to fetch");
    if (!(path in server)) throw new TypeError(`404: ${path}`);
    return new Response(server[path]);
  });
  vi.stubGlobal("self", {
    location: { origin: ORIGIN },
    clients: { claim: async () => undefined },
    skipWaiting: async () => undefined,
    addEventListener: (type: string, listener: (event: object) => void) => (listeners[type] = listener),
    caches: {
      keys: async () => [...stores.keys()],
      delete: async (name: string) => stores.delete(name),
      open: async (name: string) => stores.get(name) ?? stores.set(name, new FakeCache()).get(name)!,
    },
  });
  vi.resetModules();
  await import("../src/worker");
});

afterEach(() => vi.unstubAllGlobals());

/** Send an event to the worker and wait for what it does. */
async function send(type: "install" | "activate"): Promise<void> {
  let done: Promise<unknown> = Promise.resolve();
  listeners[type]!({ waitUntil: (promise: Promise<unknown>) => (done = promise) });
  await done;
}

/** Return what the worker answers to a request; null if it leaves it to the browser. */
async function ask(path: string, more: object = {}): Promise<string | null> {
  let answer: Promise<Response> | null = null;
  const request = { url: new URL(path, ORIGIN).href, method: "GET", mode: "cors", ...more };
  listeners.fetch!({ request, respondWith: (response: Promise<Response>) => (answer = response) });
  return answer && ((await answer) as Response).text();
}

test("with network a page is the server's, without it the one that was kept", async () => {
  await send("install");
  server!["/pad"] = "newer";
  expect(await ask("/pad", { mode: "navigate" })).toBe("newer");
  server = null;
  expect(await ask("/pad/print", { mode: "navigate" })).toBe('<script src="/assets/index-1.js">');
});

test("assets come from the cache, other files from the server as long as it answers", async () => {
  await send("install");
  server!["/assets/pad-1.js"] = "never asked";
  server!["/icon.svg"] = "new icon";
  expect(await ask("/assets/pad-1.js")).toBe("pad");
  expect(await ask("/icon.svg")).toBe("new icon");
  server = null;
  expect(await ask("/icon.svg")).toBe("icon");
});

test("everything else is left to the browser", async () => {
  await send("install");
  expect(await ask("/api/games")).toBeNull();
  expect(await ask("/assets/pad-1.js", { method: "POST" })).toBeNull();
  expect(await ask("https://elsewhere.example/icon.svg")).toBeNull();
});

test("a build is kept as a whole or not at all", async () => {
  delete server!["/assets/pad-1.js"];
  await expect(send("install")).rejects.toThrow();
  server = { ...server, "/assets/pad-1.js": "pad", "/pad": '<script src="/assets/index-2.js">' };
  await expect(send("install")).rejects.toThrow("another build");
});

test("when a build takes over, the caches of earlier ones are deleted, and only these", async () => {
  await send("install");
  await send("activate");
  expect([...stores.keys()].sort()).toEqual(["other", "tercet-pad-new"]);
});

test("a screen is kept with all that it imports, and with its styles", () => {
  const chunk = (fileName: string, imports: string[], css: string[] = []) => ({
    ...{ type: "chunk", fileName, imports, isEntry: false, facadeModuleId: fileName },
    viteMetadata: { importedCss: new Set(css) },
  });
  const bundle = {
    "pad.js": chunk("pad.js", ["shared.js"], ["pad.css"]),
    "shared.js": chunk("shared.js", ["deep.js", "pad.js"]),
    "deep.js": chunk("deep.js", [], ["deep.css"]),
    "table.js": chunk("table.js", ["shared.js"]),
  } as unknown as Parameters<typeof filesOf>[0];
  expect(filesOf(bundle, ({ fileName }) => fileName === "pad.js")).toEqual([
    ...["deep.css", "deep.js", "pad.css", "pad.js", "shared.js"],
  ]);
});
