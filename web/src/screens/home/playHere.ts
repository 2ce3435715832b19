// Creates a table for several people on this device, seats them and starts the game.
import { createTable, problemOf, Refused, UNREACHABLE } from "../../lib/api";
import { Connection } from "../../lib/connection";
import { randomText } from "../../lib/ids";
import { saveLocalSeats, type LocalSeat } from "../../lib/local";
import { takeSeat } from "../../lib/seating";
import type { NewTable } from "../../protocol";

/** How long the server may take to start the game. */
const START_TIMEOUT_MS = 15_000;

/** Create a table with these people in the first seats, in this order, and start it. Return its id. */
export async function createLocalTable(table: NewTable, names: string[]): Promise<string> {
  const { table: id } = await createTable(table, null);
  const seats = names.map((name, seat) => ({ seat, name, token: randomText(43) }));
  for (const seat of seats) await takeSeatWithRetry(id, seat);
  saveLocalSeats(id, seats);
  await startGame(id, seats[0]!.token);
  return id;
}

/** Take a seat, with one retry. The client chooses the token, so a repeated request gets the same seat. */
async function takeSeatWithRetry(table: string, seat: LocalSeat): Promise<void> {
  const join = () => takeSeat(table, seat, null);
  await join().catch((error) => {
    if (problemOf(error).code !== "store_down") throw error;
    return join();
  });
}

/** Start the game through a short-lived connection, since only the socket accepts this command. */
async function startGame(table: string, token: string): Promise<void> {
  const { promise, resolve, reject } = promiseWithResolvers();
  const connection = new Connection(table, token, {
    onMessage: (message) => {
      if (message.type === "refused") reject(new Refused(message.problem));
      else if (message.type === "done" || (message.type === "update" && message.event.kind === "started")) resolve();
    },
    onStateChange: (state) => state === "gone" && reject(new Refused(UNREACHABLE)),
  });
  const timer = setTimeout(() => reject(new Refused(UNREACHABLE)), START_TIMEOUT_MS);
  connection.send({ type: "start" });
  await promise.finally(() => {
    clearTimeout(timer);
    connection.close();
  });
}

function promiseWithResolvers(): { promise: Promise<void>; resolve: () => void; reject: (error: Error) => void } {
  let resolve!: () => void;
  let reject!: (error: Error) => void;
  const promise = new Promise<void>((done, fail) => {
    resolve = done;
    reject = fail;
  });
  return { promise, resolve, reject };
}
