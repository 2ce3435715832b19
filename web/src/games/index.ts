// The games that this page knows: their traits, which the shared screens need, and their boards, loaded on demand.
import type { Component, Snippet } from "svelte";
import type { Notice } from "../components/Messages.svelte";
import type { AnyTable, Moved } from "../protocol";
import { loadLazily } from "../lib/lazily";
import type { Play } from "../lib/play";

export interface GameOnScreen {
  Board: Component<{ play: Play; log: Snippet }>;
  /** Describe a move in words, for the log and for screen readers. */
  describeMove(
    moved: Moved,
    names: string[],
    before: AnyTable | null,
    after: AnyTable | null,
    me: number | null,
  ): string;
  /** Say in the imperative what to do, for the coach: the moves of a turn in their order; none is to wait. */
  suggestMove(moves: string[], view: AnyTable, names: string[]): string;
  /** The same with every move of a turn, for puzzles; only in games that have some. */
  suggestTurn?(moves: string[], view: AnyTable, names: string[]): string;
  /** Draws a card by its notation; only in games whose refusals have one. */
  Card?: Component<{ card: string }>;
  /** Return where on the board a move is made, in order; a place without a board's element is left out. */
  placesOfMove(seat: number, move: string): MovePlace[];
  /** Return the move that lays a piece of the hand; only in games whose reviews tell of single pieces. */
  moveLaying?(piece: string, place: string): string;
  /** Return what the game itself has to announce now, for the strip that shows messages. */
  noticesOf?(play: Play): Notice[];
}

/** A place that a move is about. */
export interface MovePlace {
  /** The `data-place` of the board's element. */
  place: string;
  /** What is special about it: the tile that goes there, or that its card lies on top. */
  label?: string;
}

/** A game that this page has a board for. */
export type GameName = AnyTable["game"];

/** What the shared screens need to know about a game. They never compare names of games. */
export interface GameTraits {
  title: string;
  /** Whether everybody plays at once: nobody is on turn, and moves are timed. */
  isRace: boolean;
  /** Whether players call something aloud, which the page can then speak. */
  hasCalls: boolean;
  /** For how many milliseconds a refusal is shown if nothing else is done. */
  refusalDuration: number;
  /** What decides a match. With chips the totals count chips, and each round's scores the cards that are left. */
  wonBy: "fewest points" | "most points" | "chips";
  /** The letter that the ids of its rules begin with. */
  ruleLetter: string;
}

/** A game as it is loaded. Its components take the views of their own game, which TypeScript cannot compare with all. */
type LoadedGame = Omit<GameOnScreen, "Board" | "Card"> & { Board: unknown; Card?: unknown };

interface Game extends GameTraits {
  load: () => Promise<LoadedGame>;
}

/** Every game of the protocol needs an entry; a missing one, or a missing trait, is a type error. */
const GAMES: { [game in GameName]: Game } = {
  z3bra: {
    title: "Z3BRA",
    isRace: false,
    hasCalls: false,
    refusalDuration: 12_000,
    wonBy: "fewest points",
    ruleLetter: "Z",
    load: async () => ({
      ...(await import("./z3bra/words")),
      ...(await import("./z3bra/suggestions")),
      ...(await import("./z3bra/lastRound")),
      ...(await import("./z3bra/places")),
      Board: (await import("./z3bra/Board.svelte")).default,
    }),
  },
  zatre: {
    title: "ZATRE",
    isRace: false,
    hasCalls: false,
    refusalDuration: 12_000,
    wonBy: "most points",
    ruleLetter: "T",
    load: async () => ({
      ...(await import("./zatre/words")),
      ...(await import("./zatre/suggestions")),
      ...(await import("./zatre/places")),
      Board: (await import("./zatre/Board.svelte")).default,
    }),
  },
  triple: {
    title: "TRIPLE³",
    isRace: true,
    hasCalls: true,
    refusalDuration: 3_000,
    wonBy: "chips",
    ruleLetter: "P",
    load: async () => ({
      ...(await import("./triple/words")),
      ...(await import("./triple/suggestions")),
      ...(await import("./triple/places")),
      Board: (await import("./triple/Board.svelte")).default,
      Card: (await import("./triple/Card.svelte")).default,
    }),
  },
};

export const GAME_NAMES = Object.keys(GAMES) as GameName[];

/** Matches a rule id of any game: "Z12". */
export const RULE_ID = `[${GAME_NAMES.map((name) => GAMES[name].ruleLetter).join("")}]\\d{1,2}`;

export function hasBoard(game: string): game is GameName {
  return Object.hasOwn(GAMES, game);
}

/** Return a game's traits, or null for a game that the server has and this page does not know. */
export function traitsOf(game: string): GameTraits | null {
  return hasBoard(game) ? GAMES[game] : null;
}

/** Return a game's title; a game that this page does not know keeps the server's name. */
export function titleOf(game: string): string {
  return traitsOf(game)?.title ?? game;
}

/** Return the game that a rule belongs to. */
export function gameOfRule(rule: string): GameName | null {
  return GAME_NAMES.find((name) => rule.startsWith(GAMES[name].ruleLetter)) ?? null;
}

const loadedGames = new Map<string, Promise<GameOnScreen>>();

/** Load a game's board. For a game that this page does not know, reload the page: the server has a newer one. */
export function loadGame(game: string): Promise<GameOnScreen> {
  // The cast is safe: a table's views are always those of its own game, which is what its board takes.
  if (!loadedGames.has(game)) loadedGames.set(game, loadLazily(loaderOf(game)) as Promise<GameOnScreen>);
  return loadedGames.get(game)!;
}

function loaderOf(game: string): () => Promise<unknown> {
  return hasBoard(game) ? GAMES[game].load : () => Promise.reject(new Error(`This page has no board for ${game}.`));
}
