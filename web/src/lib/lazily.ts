// Loads parts of the page on demand.

const RETRY_DELAY_MS = 1000;
/** A page that has just been reloaded for the same reason waits, so that it does not reload in a loop. */
const MIN_RELOAD_INTERVAL_MS = 15_000;
const KEY = "tercet.reloaded";

/**
 * Load a part of the page; on failure, reload the page as soon as the server answers. A failure means that the network
 * is down, or that the server has a newer client whose files have other names. Retrying the import would not help, since
 * browsers cache its failure. Reloading loses nothing: the state of every table is on the server.
 */
export async function loadLazily<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (error) {
    console.warn(error);
  }
  const lastReload = Number(sessionStorage.getItem(KEY) ?? 0);
  await wait(Math.max(RETRY_DELAY_MS, lastReload + MIN_RELOAD_INTERVAL_MS - Date.now()));
  while (!(await isServerUp())) await wait(RETRY_DELAY_MS);
  sessionStorage.setItem(KEY, String(Date.now()));
  location.reload();
  return new Promise(() => undefined);
}

function wait(milliseconds: number): Promise<void> {
  return new Promise((done) => setTimeout(done, milliseconds));
}

async function isServerUp(): Promise<boolean> {
  return fetch("/health").then(
    ({ ok }) => ok,
    () => false,
  );
}
