// A table for several people on this device: made, filled and begun in one go.
import { createTable, joinTable, problemOf, Refused, UNREACHABLE } from "../../lib/api";
import { Connection } from "../../lib/connection";
import { randomEntropy, randomText } from "../../lib/ids";
import { rememberLocal, type LocalSeat } from "../../lib/local";
import type { NewTable } from "../../protocol";

/** How long the server may take to begin. */
const PATIENCE = 15_000;

/** These people sit in the first seats, in this order. The answer is the table's id. */
export async function playHere(table: NewTable, names: string[]): Promise<string> {
  const { table: id } = await createTable(table, null);
  const seats = names.map((name, seat) => ({ seat, name, token: randomText(43) }));
  for (const seat of seats) await sitDown(id, seat);
  rememberLocal(id, seats);
  await begin(id, seats[0]!.token);
  return id;
}

/** With a token of our own a second request gets the same seat, so a lost answer costs nothing. */
async function sitDown(table: string, seat: LocalSeat): Promise<void> {
  const join = () => joinTable(table, { ...seat, entropy: randomEntropy() }, null);
  await join().catch((error) => {
    if (problemOf(error).code !== "store_down") throw error;
    return join();
  });
}

/** A short visit to the table: only there can it be said. */
async function begin(table: string, token: string): Promise<void> {
  const { promise, resolve, reject } = whenever();
  const visit = new Connection(table, token, {
    heard: (message) => {
      if (message.type === "refused") reject(new Refused(message.problem));
      else if (message.type === "done" || (message.type === "update" && message.event.kind === "started")) resolve();
    },
    changed: (state) => state === "gone" && reject(new Refused(UNREACHABLE)),
  });
  const timer = setTimeout(() => reject(new Refused(UNREACHABLE)), PATIENCE);
  visit.send({ type: "start" });
  await promise.finally(() => {
    clearTimeout(timer);
    visit.close();
  });
}

function whenever(): { promise: Promise<void>; resolve: () => void; reject: (error: Error) => void } {
  let resolve!: () => void;
  let reject!: (error: Error) => void;
  const promise = new Promise<void>((done, fail) => {
    resolve = done;
    reject = fail;
  });
  return { promise, resolve, reject };
}
