// The service worker of the score pad: it keeps the files of the pad, so that the pad opens without network.
//
// The network comes first: a page that the server can deliver is never taken from the cache. Only assets, whose names
// contain a hash of their content, come from the cache first. Each build has a cache of its own, which is
// filled as a whole or not at all; the caches of earlier builds are then deleted. offline.ts (the plugin) fills in what
// this build consists of.
import type { Build } from "../offline";

declare const BUILD: Build;

/** The parts of a service worker's global scope that are used here; TypeScript has them in another library than the page's. */
interface WorkerScope {
  caches: CacheStorage;
  location: Location;
  clients: { claim(): Promise<void> };
  skipWaiting(): Promise<void>;
  addEventListener(type: "install" | "activate", listener: (event: WaitingEvent) => void): void;
  addEventListener(type: "fetch", listener: (event: FetchingEvent) => void): void;
}

interface WaitingEvent {
  waitUntil(done: Promise<unknown>): void;
}

interface FetchingEvent {
  request: Request;
  respondWith(response: Promise<Response>): void;
}

const scope = self as unknown as WorkerScope;
const PREFIX = "tercet-pad-";
const PAGE = "/pad";

scope.addEventListener("install", (event) => event.waitUntil(fill().then(() => scope.skipWaiting())));
scope.addEventListener("activate", (event) => event.waitUntil(deleteOthers().then(() => scope.clients.claim())));
scope.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== scope.location.origin) return;
  const isHashed = url.pathname.startsWith("/assets/");
  if (request.mode === "navigate") event.respondWith(fetch(request).catch(() => cached(PAGE)));
  else if (!BUILD.files.includes(url.pathname)) return;
  else if (isHashed) event.respondWith(cached(url.pathname).catch(() => fetch(request)));
  else event.respondWith(fetch(request).catch(() => cached(url.pathname)));
});

/** Fill the cache of this build. Fail if the server has another one by now: the browser then tries again later. */
async function fill(): Promise<void> {
  const page = await fetch(PAGE, { cache: "reload" });
  if (!page.ok || !(await page.clone().text()).includes(BUILD.entry)) throw new Error("The server has another build.");
  const cache = await scope.caches.open(PREFIX + BUILD.version);
  await cache.addAll(BUILD.files);
  await cache.put(PAGE, page);
}

async function deleteOthers(): Promise<void> {
  const names = await scope.caches.keys();
  const old = names.filter((name) => name.startsWith(PREFIX) && name !== PREFIX + BUILD.version);
  await Promise.all(old.map((name) => scope.caches.delete(name)));
}

async function cached(path: string): Promise<Response> {
  const cache = await scope.caches.open(PREFIX + BUILD.version);
  const found = await cache.match(path, { ignoreVary: true });
  if (!found) throw new Error(`Not in the cache: ${path}`);
  return found;
}
