// Makes the score pad work without network: a service worker keeps its files.

/**
 * Register the service worker (src/worker.ts). It serves the addresses of the score pad alone: tables always come from
 * the server. Browsers have it on HTTPS and on this machine; elsewhere the pad works offline as long as it stays open.
 */
export function workOffline(): void {
  if (!import.meta.env.PROD || !("serviceWorker" in navigator)) return;
  // Without storage, as in some private windows, it is refused.
  navigator.serviceWorker.register("/worker.js", { scope: "/pad" }).catch(() => null);
}
