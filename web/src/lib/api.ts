// The server's routes, each as a function that throws `Refused` with the reason.
import type {
  Advice,
  Afterthought,
  AnyRecord,
  Forgotten,
  Found,
  GameInfo,
  Happened,
  Join,
  Listing,
  NewTable,
  OddInWords,
  PlayAgain,
  Practice,
  Problem,
  Readiness,
  Replayed,
  ReplayQuestion,
  RulesPage,
  Seated,
  Snapshot,
  Studied,
  Study,
} from "../protocol";
import { passPhrase } from "./private.svelte";
import { settings } from "./settings.svelte";

/** The server refused a request; `problem` says why, in both languages. */
export class Refused extends Error {
  constructor(readonly problem: Problem) {
    super(problem.text.en);
    this.name = "Refused";
  }
}

/** The problem to show when the network fails. */
export const UNREACHABLE: Problem = {
  code: "store_down",
  text: {
    en: "The server does not answer. Check the connection and try again.",
    de: "Der Server antwortet nicht. Prüfe die Verbindung und versuche es noch einmal.",
  },
};

const UNREADABLE_ANSWER: Problem = {
  code: "crash",
  text: {
    en: "The server gave an answer that cannot be read. Try again in a moment.",
    de: "Der Server hat etwas Unlesbares geantwortet. Versuche es gleich noch einmal.",
  },
};

/**
 * Who makes a request: undefined is this browser with its cookies, a token the person it belongs to, null a new person.
 * The last two neither send nor receive cookies, so that several people can share a device.
 */
export type Identity = string | null | undefined;

interface RequestOptions {
  body?: unknown;
  isPost?: boolean;
  as?: Identity;
  /** Aborting it ends the request: the promise is then rejected with the signal's reason. */
  signal?: AbortSignal;
}

async function request<Answer>(
  path: string,
  { body, isPost = body !== undefined, as, signal }: RequestOptions = {},
): Promise<Answer> {
  const headers: { [name: string]: string } = {};
  if (body !== undefined) headers["Content-Type"] = "application/json";
  if (as) headers["Authorization"] = `Bearer ${as}`;
  const response = await fetch(path, {
    method: isPost ? "POST" : "GET",
    headers,
    credentials: as === undefined ? "same-origin" : "omit",
    body: body === undefined ? undefined : JSON.stringify(body),
    ...(signal && { signal }),
  }).catch(() => {
    signal?.throwIfAborted();
    throw new Refused(UNREACHABLE);
  });
  const content: unknown = await response.json().catch(() => null);
  signal?.throwIfAborted();
  if (response.ok && content !== null) return content as Answer;
  throw new Refused(isProblem(content) ? content : UNREADABLE_ANSWER);
}

function isProblem(content: unknown): content is Problem {
  return typeof content === "object" && content !== null && "code" in content && "text" in content;
}

/** Return the problem to show for any error. */
export function problemOf(error: unknown): Problem {
  if (error instanceof Refused) return error.problem;
  console.error(error);
  return UNREADABLE_ANSWER;
}

const tablePath = (table: string, rest = "") => `/api/tables/${encodeURIComponent(table)}${rest}`;

let gamesRequest: Promise<GameInfo[]> | null = null;

/** Return the games of this server. They are requested only once, since they do not change while it runs. */
export function fetchGames(): Promise<GameInfo[]> {
  gamesRequest ??= request<GameInfo[]>("/api/games").catch((error) => {
    gamesRequest = null;
    throw error;
  });
  return gamesRequest;
}

/** Return how much of each game is compiled. */
export const fetchReadiness = () => request<Readiness[]>("/api/readiness");

/** Return the addresses at which other devices in the network reach this server. */
export const fetchAddresses = () => request<string[]>("/api/addresses");

export const fetchRules = (game: string) => request<RulesPage>(`/api/rules/${encodeURIComponent(game)}`);

/** Create a table, with bots as fast as last chosen. Where that needs a pass phrase, ask for it as often as it takes, and remember it. */
export async function createTable(table: NewTable, as?: Identity): Promise<Seated> {
  for (let phrase = passPhrase.known; ;) {
    try {
      const body = { ...table, pace: settings.pace, ...(phrase === null ? {} : { pass_phrase: phrase }) };
      const made = await request<Seated>("/api/tables", { body, as });
      if (phrase !== null) passPhrase.remember(phrase);
      return made;
    } catch (error) {
      if (!(error instanceof Refused) || error.problem.code !== "pass_phrase") throw error;
      phrase = await passPhrase.ask(error.problem);
      if (phrase === null) throw error;
    }
  }
}
/** Return the listed tables that wait for players. */
export const fetchOpenTables = () => request<Listing[]>("/api/tables");
/** Return the tables for which this browser has a cookie. */
export const fetchMyTables = () => request<Listing[]>("/api/mine");
/** Remove tables from this browser's list; return those that it had, with the tokens that bring them back. */
export const forgetTables = (tables: string[]) => request<Forgotten[]>("/api/mine/forget", { body: { tables } });
/** Return the table that has this code and waits for players. */
export const findTableByCode = (code: string) => request<Found>(`/api/codes/${encodeURIComponent(code)}`);

export const fetchTable = (table: string, as?: Identity) => request<Snapshot>(tablePath(table), { as });
/** Return the first of the events after a number. */
export const fetchEventsAfter = (table: string, after: number) =>
  request<Happened[]>(tablePath(table, `/events?after=${after}`));
export const joinTable = (table: string, join: Join, as?: Identity) =>
  request<Seated>(tablePath(table, "/join"), { body: join, as });
/**
 * Take one's seat again on another device, by the token of its personal link. Where this browser has another seat, it is
 * refused (`other_seat`) without `replace`.
 */
export const enterTable = (table: string, token: string, replace = false) =>
  request<Seated>(tablePath(table, "/enter"), { body: { token, replace } });
export const requestRematch = (table: string, again: PlayAgain, as?: Identity) =>
  request<Seated>(tablePath(table, "/rematch"), { body: again, as });
export const fetchRecord = (table: string, as?: Identity) => request<AnyRecord>(tablePath(table, "/record"), { as });

/** Return the position after the given deal and moves. */
export const studyRound = (round: Study) => request<Studied>("/api/study", { body: round });
/** Return every position of a round of a record. */
export const fetchReplay = (question: ReplayQuestion) => request<Replayed>("/api/replay", { body: question });

/** What a question to the coach needs besides the table: who asks, and how to stop waiting for the answer. */
export interface Asking {
  as?: Identity;
  signal?: AbortSignal;
}

/** Return what the coach would do in one's place. With `full` the strongest bot judges, which takes up to two seconds. */
export const askForHint = (table: string, full: boolean, asking: Asking = {}) =>
  request<Advice>(tablePath(table, "/coach/hint"), { body: { full }, ...asking });
/** Return what one's last move of this round has cost, and what was better. */
export const askAboutLastMove = (table: string, full: boolean, asking: Asking = {}) =>
  request<Afterthought>(tablePath(table, "/coach/last"), { body: { full }, ...asking });
/** Return which unseen cards or tiles help where. */
export const fetchOdds = (table: string, asking: Asking = {}) =>
  request<OddInWords[]>(tablePath(table, "/coach/odds"), asking);
/** Create a practice table that begins in a position of this one. Its token comes without a cookie. */
export const createPractice = (table: string, practice: Practice, as?: Identity) =>
  request<Seated>(tablePath(table, "/practice"), { body: practice, as });
