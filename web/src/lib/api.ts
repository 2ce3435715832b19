// The routes of the server, each as a function. Who is refused learns why from the `Refused` that is thrown.
import type {
  AnyRecord,
  Found,
  GameInfo,
  Join,
  Listing,
  NewTable,
  Problem,
  Replayed,
  ReplayQuestion,
  RulesPage,
  Seated,
  Snapshot,
  Studied,
  Study,
} from "../protocol";

/** What was asked for cannot be; `problem` says why, in both languages. */
export class Refused extends Error {
  constructor(readonly problem: Problem) {
    super(problem.text.en);
    this.name = "Refused";
  }
}

/** Our own word for a network that fails. */
export const UNREACHABLE: Problem = {
  code: "store_down",
  text: {
    en: "The server does not answer. Check the connection and try again.",
    de: "Der Server antwortet nicht. Prüfe die Verbindung und versuche es noch einmal.",
  },
};

const GARBLED: Problem = {
  code: "crash",
  text: {
    en: "The server gave an answer that cannot be read. Try again in a moment.",
    de: "Der Server hat etwas Unlesbares geantwortet. Versuche es gleich noch einmal.",
  },
};

/**
 * Who asks: by default this browser with its cookies; with a token the person whose token it is;
 * with null somebody new. The last two neither send nor get cookies, so that several people can share a device.
 */
type Asker = string | null | undefined;

interface Question {
  body?: unknown;
  post?: boolean;
  as?: Asker;
}

async function ask<Answer>(path: string, { body, post = body !== undefined, as }: Question = {}): Promise<Answer> {
  const headers: { [name: string]: string } = {};
  if (body !== undefined) headers["Content-Type"] = "application/json";
  if (as) headers["Authorization"] = `Bearer ${as}`;
  const answer = await fetch(path, {
    method: post ? "POST" : "GET",
    headers,
    credentials: as === undefined ? "same-origin" : "omit",
    body: body === undefined ? undefined : JSON.stringify(body),
  }).catch(() => {
    throw new Refused(UNREACHABLE);
  });
  const content: unknown = await answer.json().catch(() => null);
  if (answer.ok && content !== null) return content as Answer;
  throw new Refused(isProblem(content) ? content : GARBLED);
}

function isProblem(content: unknown): content is Problem {
  return typeof content === "object" && content !== null && "code" in content && "text" in content;
}

/** Why it did not work, whatever it was. */
export function problemOf(error: unknown): Problem {
  if (error instanceof Refused) return error.problem;
  console.error(error);
  return GARBLED;
}

const at = (table: string, rest = "") => `/api/tables/${encodeURIComponent(table)}${rest}`;

let shelf: Promise<GameInfo[]> | null = null;

/** What can be played here; asked once, since it does not change while a server runs. */
export function games(): Promise<GameInfo[]> {
  shelf ??= ask<GameInfo[]>("/api/games").catch((error) => {
    shelf = null;
    throw error;
  });
  return shelf;
}

/** Where other devices in the network find this server. */
export const addresses = () => ask<string[]>("/api/addresses");

export const rules = (game: string) => ask<RulesPage>(`/api/rules/${encodeURIComponent(game)}`);

export const createTable = (table: NewTable, as?: Asker) => ask<Seated>("/api/tables", { body: table, as });
/** The listed tables that wait for players. */
export const listTables = () => ask<Listing[]>("/api/tables");
/** The tables for which this browser has a cookie. */
export const mine = () => ask<Listing[]>("/api/mine");
/** The table that waits for players and has this code. */
export const findCode = (code: string) => ask<Found>(`/api/codes/${encodeURIComponent(code)}`);

export const lookAt = (table: string, as?: Asker) => ask<Snapshot>(at(table), { as });
export const joinTable = (table: string, join: Join, as?: Asker) => ask<Seated>(at(table, "/join"), { body: join, as });
/** Come back on another device. */
export const enterTable = (table: string, token: string) => ask<Seated>(at(table, "/enter"), { body: { token } });
export const rematch = (table: string, as?: Asker) => ask<Seated>(at(table, "/rematch"), { post: true, as });
export const record = (table: string, as?: Asker) => ask<AnyRecord>(at(table, "/record"), { as });

/** A round of one's own, from a given deal and moves. */
export const study = (round: Study) => ask<Studied>("/api/study", { body: round });
/** A round of a record, position by position. */
export const replay = (question: ReplayQuestion) => ask<Replayed>("/api/replay", { body: question });
