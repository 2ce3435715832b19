// Parts of the page that are loaded when they are wanted.

/** Milliseconds between two attempts. */
const PAUSE = 1000;
/** A page that has just been loaded anew for the same reason waits so long. */
const LONG_PAUSE = 15_000;
const KEY = "tercet.reloaded";

/**
 * Load a part. If that fails, the network is gone, or the server has a newer client whose parts have other names; browsers remember a failed
 * import. So the page is loaded anew as soon as the server answers: everything that matters is there.
 */
export async function lazily<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (error) {
    console.warn(error);
  }
  const last = Number(sessionStorage.getItem(KEY) ?? 0);
  await rest(Math.max(PAUSE, last + LONG_PAUSE - Date.now()));
  while (!(await answers())) await rest(PAUSE);
  sessionStorage.setItem(KEY, String(Date.now()));
  location.reload();
  return new Promise(() => undefined);
}

function rest(milliseconds: number): Promise<void> {
  return new Promise((done) => setTimeout(done, milliseconds));
}

async function answers(): Promise<boolean> {
  return fetch("/health").then(
    ({ ok }) => ok,
    () => false,
  );
}
