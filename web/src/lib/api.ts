// The server's routes, each as a function that throws `Refused` with the reason.
import type {
  Advice,
  Afterthought,
  AnyRecord,
  Attempt,
  Attempted,
  DayField,
  Duplicate,
  FindPlayers,
  Forgotten,
  Found,
  GameInfo,
  Happened,
  Join,
  JoinDuplicate,
  Listing,
  MadeDuplicate,
  NewDuplicate,
  NewTable,
  NextPuzzle,
  OddInWords,
  PlayAgain,
  Practice,
  Problem,
  PuzzleAnswered,
  PuzzlePosition,
  Readiness,
  Record as MatchRecord,
  Replayed,
  ReplayQuestion,
  ReviewPart,
  RulesPage,
  Seated,
  Snapshot,
  Spotting,
  SpottingHistory,
  SpottingResult,
  Studied,
  Study,
  TodayPage,
  TodaysPuzzles,
} from "../protocol";
import { readJsonLines } from "./lines";
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
  /** By default POST if `isPost`, else GET. */
  method?: "PATCH" | "DELETE";
  as?: Identity;
  /** Aborting it ends the request: the promise is then rejected with the signal's reason. */
  signal?: AbortSignal;
}

/** Send a request; throw `Refused` if the server does not answer. */
async function send(
  path: string,
  { body, isPost = body !== undefined, method, as, signal }: RequestOptions = {},
): Promise<Response> {
  const headers: { [name: string]: string } = {};
  if (body !== undefined) headers["Content-Type"] = "application/json";
  if (as) headers["Authorization"] = `Bearer ${as}`;
  return fetch(path, {
    method: method ?? (isPost ? "POST" : "GET"),
    headers,
    credentials: as === undefined ? "same-origin" : "omit",
    body: body === undefined ? undefined : JSON.stringify(body),
    ...(signal && { signal }),
  }).catch(() => {
    signal?.throwIfAborted();
    throw new Refused(UNREACHABLE);
  });
}

/** Send a request; return its answer, or throw `Refused` with the reason. */
export async function request<Answer>(path: string, options: RequestOptions = {}): Promise<Answer> {
  const response = await send(path, options);
  const content: unknown = await response.json().catch(() => null);
  options.signal?.throwIfAborted();
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

/** Create a table, with bots as fast as last chosen. */
export const createTable = (table: NewTable, as?: Identity) =>
  requestWithPassPhrase<Seated>("/api/tables", { ...table, pace: settings.pace }, as);
/** Get a seat at a table where somebody waits, or at a new one. */
export const findPlayers = (wish: FindPlayers) =>
  requestWithPassPhrase<Seated>("/api/tables/match", { ...wish, pace: settings.pace });

/** Send a request that a private server answers only with its pass phrase. Ask for it as often as it takes, and remember it. */
async function requestWithPassPhrase<Answer>(path: string, content: object, as?: Identity): Promise<Answer> {
  for (let phrase = passPhrase.known; ;) {
    try {
      const body = { ...content, ...(phrase === null ? {} : { pass_phrase: phrase }) };
      const answer = await request<Answer>(path, { body, as });
      if (phrase !== null) passPhrase.remember(phrase);
      return answer;
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

// --- Review and practice

/** A finished match: at a table of this server, or in a record. */
export type Match = { table: string } | { record: MatchRecord };

/** Ask about a match: at its table, or with its record. */
function askAbout<Answer>(match: Match, what: string, question: object, as?: Identity): Promise<Answer> {
  if ("table" in match) return request<Answer>(tablePath(match.table, `/${what}`), { body: question, as });
  return request<Answer>(`/api/${what}`, { body: { ...question, record: match.record } });
}

/** Yield the parts of a match's review as they are made. The stream may break off: ask again, and it goes on. */
export async function* streamReview(match: Match, signal: AbortSignal): AsyncGenerator<ReviewPart[]> {
  const response = await ("table" in match
    ? send(tablePath(match.table, "/review"), { signal })
    : send("/api/review", { body: match.record, signal }));
  if (!response.ok || !response.body) {
    const content: unknown = await response.json().catch(() => null);
    throw new Refused(isProblem(content) ? content : UNREADABLE_ANSWER);
  }
  try {
    yield* readJsonLines<ReviewPart>(response.body);
  } catch {
    throw new Refused(UNREACHABLE);
  }
}

/** Return a decision of a match as its seat saw it and, for a move that is tried there, what that costs. */
export const tryMove = (match: Match, question: Attempt) => askAbout<Attempted>(match, "attempt", question);
/** Create a table to play on from a position of a match. Its token comes without a cookie. */
export const createPractice = (match: Match, question: Practice, as?: Identity) =>
  askAbout<Seated>(match, "practice", question, as);

// --- Puzzles

const puzzlePath = (game: string, rest: string | number) => `/api/puzzles/${encodeURIComponent(game)}/${rest}`;

/** Return today's puzzle of each game. */
export const fetchTodaysPuzzles = () => request<TodaysPuzzles>("/api/puzzles/today");
export const fetchPuzzle = (game: string, number: number) => request<PuzzlePosition>(puzzlePath(game, number));
/** Return a puzzle that suits whoever asks. */
export const fetchNextPuzzle = (game: string) => request<NextPuzzle>(puzzlePath(game, "next"));
/** Play the moves of a turn; a whole turn is judged and counted. */
export const answerPuzzle = ({ game, number }: PuzzlePosition, moves: string[]) =>
  request<PuzzleAnswered>(puzzlePath(game, `${number}/answer`), { body: { moves } });
/** Give up: return the solution. */
export const fetchSolution = ({ game, number }: PuzzlePosition) =>
  request<PuzzleAnswered>(puzzlePath(game, `${number}/solution`), { isPost: true });

/** Return the tasks of a run of the spotting trainer, and the runs that the profile keeps. */
export const fetchSpotting = () => request<Spotting>("/api/puzzles/spotting");
/** Keep a run with the profile; return all that it keeps. */
export const sendSpottingRun = (run: SpottingResult) =>
  request<SpottingHistory>("/api/puzzles/spotting", { body: run });

// --- Today's deal and duplicates

/** Return today's deals, and how this browser's player is doing. */
export const fetchToday = () => request<TodayPage>("/api/today");
/** Return the results of a day in a game. */
export const fetchDayField = (day: string, game: string) =>
  request<DayField>(`/api/today/${encodeURIComponent(day)}/${encodeURIComponent(game)}`);
/** Begin today's deal in a game; once the first attempt is finished, another one is practice. */
export const playToday = (game: string, name: string) =>
  requestWithPassPhrase<Seated>(`/api/today/${encodeURIComponent(game)}`, { name });

const duplicatePath = (id: string, rest = "") => `/api/duplicates/${encodeURIComponent(id)}${rest}`;

/** Create tables with the same deals. */
export const createDuplicate = (duplicate: NewDuplicate) =>
  requestWithPassPhrase<MadeDuplicate>("/api/duplicates", duplicate);
export const fetchDuplicate = (id: string) => request<Duplicate>(duplicatePath(id));
export const joinDuplicate = (id: string, join: JoinDuplicate) =>
  request<Seated>(duplicatePath(id, "/join"), { body: join });
/** Wait for nobody else: only the host may. */
export const endDuplicate = (id: string) => request<Duplicate>(duplicatePath(id, "/end"), { isPost: true });
/** Return the same people's next duplicate, with new deals. */
export const rematchDuplicate = (id: string) => request<Duplicate>(duplicatePath(id, "/rematch"), { isPost: true });
