// The messages between client and server, made from the server's structs by `make protocol`. Do not edit.

export type FromClient =
  | DoMove
  | DoTakeBack
  | DoAfterYou
  | DoSeatBot
  | DoClearSeat
  | DoStart
  | DoReady
  | DoPause
  | DoResume
  | DoVote
  | DoReturn
  | DoLeave
  | Hello
  | Pong;

export type ToClient =
  | Welcome
  | Update
  | Done
  | Refused
  | Presence
  | Ping
  | Closing;

export type AnyCommand =
  | DoMove
  | DoTakeBack
  | DoAfterYou
  | DoSeatBot
  | DoClearSeat
  | DoStart
  | DoReady
  | DoPause
  | DoResume
  | DoVote
  | DoReturn
  | DoLeave;

export type AnyEvent =
  | Created
  | Joined
  | BotSeated
  | SeatCleared
  | Started
  | Moved
  | TookBack
  | AfterYou
  | TimeUp
  | Ready
  | Paused
  | Resumed
  | Voted
  | HandedOver
  | Returned
  | Rematch;

export type AnyTable =
  | Z3braTable
  | ZatreTable
  | TripleTable;

export type AnyRecord =
  | Record
  | UnfinishedRecord;

/** A move of the game, as text. */
export interface DoMove {
  type: "move";
  move: string;
  /** Chosen by the client, new for each command. */
  id: string;
}

/** Take my last move back. */
export interface DoTakeBack {
  type: "take_back";
  /** Chosen by the client, new for each command. */
  id: string;
}

/** Let the others who may act go first. */
export interface DoAfterYou {
  type: "after_you";
  /** Chosen by the client, new for each command. */
  id: string;
}

/** Give an open seat to a bot, before the start. */
export interface DoSeatBot {
  type: "seat_bot";
  seat: number;
  bot: string;
  /** Chosen by the client, new for each command. */
  id: string;
}

/** Take a bot away, before the start; the host may also remove a person. */
export interface DoClearSeat {
  type: "clear_seat";
  seat: number;
  /** Chosen by the client, new for each command. */
  id: string;
}

/** Begin. */
export interface DoStart {
  type: "start";
  /** Chosen by the client, new for each command. */
  id: string;
}

/** I am ready for the next round. */
export interface DoReady {
  type: "ready";
  /** Chosen by the client, new for each command. */
  id: string;
}

/** Stop the clock, and everything. */
export interface DoPause {
  type: "pause";
  /** Chosen by the client, new for each command. */
  id: string;
}

/** Go on. */
export interface DoResume {
  type: "resume";
  /** Chosen by the client, new for each command. */
  id: string;
}

/** Let a bot stand in for somebody who does not return. */
export interface DoVote {
  type: "vote";
  seat: number;
  /** Chosen by the client, new for each command. */
  id: string;
}

/** Take my seat back from the bot. */
export interface DoReturn {
  type: "return";
  /** Chosen by the client, new for each command. */
  id: string;
}

/** Before the start the seat is free again; later a bot stands in. */
export interface DoLeave {
  type: "leave";
  /** Chosen by the client, new for each command. */
  id: string;
}

/** The first message: who I am (unless the cookie or a header says it), and the last event that I have. */
export interface Hello {
  type: "hello";
  token?: string | null;
  /** Send me what happened after this; 0 for everything, none without it. */
  after?: number | null;
}

/** The answer to a ping, at once: so the server measures the round trip. */
export interface Pong {
  type: "pong";
  n: number;
}

/** A table to be made. Whoever gives a name takes a seat at once. */
export interface NewTable {
  game: string;
  players?: number;
  options?: { [key: string]: unknown };
  listed?: boolean;
  help?: boolean | null;
  turn_limit?: number | null;
  stand_in?: string;
  name?: string | null;
  /** The player's own entropy for the deal. */
  entropy?: string;
  /** Bots for the last seats, in order. */
  bots?: string[];
  /** Begin at once, if all seats are taken. */
  start?: boolean;
}

/** A person wants a seat: this one, or any. */
export interface Join {
  /** A person's name. */
  name: string;
  seat?: number | null;
  /** The player's own entropy for the deal. */
  entropy?: string;
  /** Of your own making, so that a resend of this request gets the same seat. */
  token?: string | null;
}

/** A person comes back on another device, with the token of the personal link. */
export interface Enter {
  /** The secret of a seat: 256 random bits. */
  token: string;
}

/** A round of one's own, from a given deal and moves: what does a seat see now, and what may it do? */
export interface Study {
  game: string;
  players?: number;
  options?: { [key: string]: unknown };
  /** Who starts where the deal does not decide it, in Z3BRA; seat 0 if nobody is named. */
  starter?: number | null;
  /** What was shuffled, as a record's round has it. */
  chance: [string, unknown[]][];
  moves?: (number | string)[][];
  /** Whose eyes. */
  seat?: number;
}

/** A round of a record, to be shown again. */
export interface ReplayQuestion {
  record: Record;
  /** Counts from 1. */
  round?: number;
  /** Whose eyes; a spectator's without. */
  seat?: number | null;
  /** Show all cards beside that. */
  all_open?: boolean;
}

/** A match from its deals to its winners. */
export interface Record {
  format: "tercet/1";
  game: string;
  options: { [key: string]: unknown };
  players: Player[];
  commitment: string;
  seed: string;
  entropy: string[];
  rounds: Round[];
  totals: number[];
  winners?: number[];
  unfinished?: boolean;
}

/** Who sat in a seat. */
export interface Player {
  name: string;
  kind: "bot" | "human";
  bot: string | null;
}

/** One round: from its deals and moves alone everything else follows. */
export interface Round {
  starter: number | null;
  chance: [string, unknown[]][];
  /** [seat, move], in games with a clock [seat, move, milliseconds]. */
  moves: (number | string)[][];
  /** Points by seat or pair; none for a round that was broken off. */
  scores?: number[];
}

/** The answer to hello: the table as it is, and what you have missed. */
export interface Welcome {
  type: "welcome";
  number: number;
  seat: number | null;
  host: boolean;
  table: TableInfo;
  situation?: Situation | null;
  /** The events after the one that you have. */
  missed: Happened[];
  here: number[];
  watching: number;
}

/** A table but for its cards: what changes when somebody joins, when a round ends and so on. */
export interface TableInfo {
  id: string;
  game: string;
  players: number;
  options: { [key: string]: unknown };
  listed: boolean;
  help: boolean;
  turn_limit: number | null;
  stand_in: string;
  status: "between" | "open" | "over" | "running";
  seats: SeatInfo[];
  /** Counts from 1; 0 before the start. */
  round: number;
  /** Points of the finished rounds by seat, in ZATRE's pairs by pair; TRIPLE³: chips. */
  totals: number[];
  /** Of every finished round. */
  scores: number[][];
  /** Seats, once the match is over. */
  winners: number[];
  /** Who starts the next round, between rounds; None where the deal decides. */
  next_starter: number | null;
  paused: boolean;
  commitment: string;
  /** Revealed when the match is over. */
  seed: string | null;
  /** The table of which this is the rematch. */
  earlier: string | null;
  /** The table where it goes on. */
  rematch: string | null;
}

/** Who sits in a seat. */
export interface SeatInfo {
  kind: "bot" | "human" | "open";
  /** A person's name or a bot's; empty for an open seat. */
  name: string;
  /** The bot that plays for a person who is away. */
  stand_in: string | null;
  /** For the next round. */
  ready: boolean;
  /** The seats that want a bot to stand in. */
  votes: number[];
}

/** The round as a seat, or a spectator, may see it. */
export interface Situation {
  view: AnyTable;
  /** What this seat may do now; only where the table has help, else nothing. */
  moves?: Hint[] | null;
  /** Milliseconds until a bot stands in for whoever does not move. */
  due?: number | null;
  /** Milliseconds until the round begins, where everybody plays at once. */
  starts?: number | null;
  /** Milliseconds until the round ends if nobody lays a card (P15). */
  patience?: number | null;
  /** The seats that let their partners go first (T25). */
  after_you?: number[];
  /** Whether this seat may take its last move back. */
  undo?: boolean;
}

/** All that a seat or a spectator may know of a Z3BRA table. */
export interface Z3braTable {
  game: "z3bra";
  /** Whose view this is; None for a spectator. */
  seat: number | null;
  to_act: number[];
  /** Points of the round, once it is over. */
  scores: number[] | null;
  /** What is due: prepare, choose, place, uncover, discard, fold, revive, over. */
  decision: string;
  seats: Z3braSeat[];
  draw_pile: number;
  /** After a reshuffle, the cards among which the draw pile is (and a card that somebody holds), sorted. */
  draw_pile_cards: string[] | null;
  /** From the bottom to the top. */
  discards: string[];
  /** The drawn card, `?` if only its drawer knows it. */
  held: string | null;
  /** The cell of the card that came by a trade in this turn. */
  taken: string | null;
  /** Who began the last round. */
  last_round_by: number | null;
  turns: number;
}

/** One player's cards. */
export interface Z3braSeat {
  /** The rows of the area: a card, `?` for a face-down one, None for a gap. No rows when nothing is left. */
  area: (string | null)[][];
  /** How many cards the reserve has. */
  reserve: number;
  /** The reserve from the top, when the round is over. */
  reserve_cards: string[] | null;
}

/** All that a seat or a spectator may know of a ZATRE table. */
export interface ZatreTable {
  game: "zatre";
  /** Whose view this is; None for a spectator. */
  seat: number | null;
  to_act: number[];
  /** Points of the round, once it is over. */
  scores: number[] | null;
  /** The tiles that lie, by field. */
  board: { [key: string]: number };
  /** The fields of the running turn's tiles. */
  fresh: string[];
  /** The tiles each seat holds, sorted; None where they are hidden. */
  held: (number[] | null)[];
  held_count: number[];
  bag: number;
  starter: number;
  sheets: ZatreSheet[];
}

/** The score sheet of a player or a pair (T4). */
export interface ZatreSheet {
  seats: number[];
  rows: ZatreRow[];
  /** Pips of the tiles left over, when the game is over. */
  minus: number | null;
  /** The sum of the rows, less the minus points. */
  total: number;
}

/** A row of a score sheet; the boxes hold points, 0 for an empty box. */
export interface ZatreRow {
  cross: boolean;
  ten: number;
  eleven: number;
  twelve: number;
  bonus: number;
  total: number;
}

/** All that a seat or a spectator may know of a TRIPLE³ table. */
export interface TripleTable {
  game: "triple";
  /** Whose view this is; None for a spectator. */
  seat: number | null;
  to_act: number[];
  /** Points of the round, once it is over. */
  scores: number[] | null;
  /** The top cards, by rows. */
  grid: string[][];
  /** How many cards each pile has. */
  heights: number[][];
  seats: TripleSeat[];
  stopped: boolean;
  said_go: number[];
}

/** One player's cards. */
export interface TripleSeat {
  stack: number;
  hand_count: number;
  /** The cards in hand, sorted; None where they are hidden. */
  hand: string[] | null;
}

/** A legal move, and what somebody who wants help is told about it. */
export interface Hint {
  move: string;
  /** ZATRE: the sums of the lines that the tile would make or lengthen, across first. */
  sums?: number[];
  /** TRIPLE³: the property that the play calls. */
  property?: string | null;
}

/** An event with its number in the table's log and its time in milliseconds since 1970. */
export interface Happened {
  number: number;
  at: number;
  event: AnyEvent;
}

/** Somebody has made the table. */
export interface Created {
  kind: "created";
  game: string;
  players: number;
  /** The game's options, with their values in force. */
  options: { [key: string]: unknown };
  listed: boolean;
  help: boolean;
  /** Seconds after which a bot stands in for somebody who does not move. */
  turn_limit: number | null;
  /** The bot that does. */
  stand_in: string;
  /** SHA-256 of the seed from which everything will be dealt. */
  commitment: string;
  /** The table of which this is the rematch. */
  earlier?: string | null;
}

/** A person has taken a seat. */
export interface Joined {
  kind: "joined";
  seat: number;
  name: string;
}

/** A bot has been given a seat. */
export interface BotSeated {
  kind: "bot_seated";
  seat: number;
  bot: string;
}

/** A seat is free again, before the start. */
export interface SeatCleared {
  kind: "seat_cleared";
  seat: number;
}

/** The first round is dealt. */
export interface Started {
  kind: "started";
}

/** A move of the game. */
export interface Moved {
  kind: "moved";
  seat: number;
  move: string;
  /** Since the round began, where everybody plays at once: when the move arrived at the server. */
  milliseconds?: number | null;
  /** Whether a bot, or the server for somebody absent, made it. */
  bot?: boolean;
  /** Where everybody plays at once: each seat's measured round trip to the server, in milliseconds. */
  round_trips?: (number | null)[];
}

/** Somebody has taken their last move back. */
export interface TookBack {
  kind: "took_back";
  seat: number;
}

/** Somebody lets the others who may act go first (T25). */
export interface AfterYou {
  kind: "after_you";
  seat: number;
}

/** Nobody has laid a card for as long as the table agreed on (P15). */
export interface TimeUp {
  kind: "time_up";
}

/** Somebody is ready for the next round; when all are, it is dealt. */
export interface Ready {
  kind: "ready";
  seat: number;
}

/** Nothing goes on until somebody resumes. */
export interface Paused {
  kind: "paused";
  seat: number;
}

/** It goes on. */
export interface Resumed {
  kind: "resumed";
  seat: number;
}

/** Somebody wants a bot to stand in for a seat; when most of the others do, one does. */
export interface Voted {
  kind: "voted";
  by: number;
  seat: number;
}

/** A bot stands in. */
export interface HandedOver {
  kind: "handed_over";
  seat: number;
  why: "left" | "limit";
}

/** The person is back and plays on. */
export interface Returned {
  kind: "returned";
  seat: number;
}

/** It goes on at another table. */
export interface Rematch {
  kind: "rematch";
  table: string;
}

/** An event has been committed. With an id it is also the answer to your command. */
export interface Update {
  type: "update";
  number: number;
  at: number;
  event: AnyEvent;
  /** The round after it. */
  situation?: Situation | null;
  /** Where the event changed it: nearly always, but for moves within a round. */
  table?: TableInfo | null;
  id?: string | null;
}

/** The answer to a command that had been carried out before, as the event with this number. */
export interface Done {
  type: "done";
  id: string;
  number: number;
}

/** The answer to a command that cannot be. Nothing has changed. */
export interface Refused {
  type: "refused";
  id: string | null;
  problem: Problem;
}

/** Why something was refused. Nothing has changed. */
export interface Problem {
  /** What it is about, for programs. */
  code: "bad_message" | "bad_request" | "closing" | "crash" | "full" | "illegal_move" | "not_found" | "not_now" | "not_yours" | "notation" | "store_down" | "too_fast" | "too_large" | "wrong_site";
  text: Words;
  /** The rule that a move would break. */
  rule?: string | null;
  /** The cells concerned. */
  cells?: string[];
}

/** A sentence in the languages of the product. */
export interface Words {
  en: string;
  de: string;
}

/** Who is connected. Not part of the log. */
export interface Presence {
  type: "presence";
  here: number[];
  watching: number;
}

/** Answer with pong and the same number at once. */
export interface Ping {
  type: "ping";
  n: number;
}

/** The server stops. Everything that was answered is kept; come back in a moment. */
export interface Closing {
  type: "closing";
  text: Words;
}

/** A game that can be played here. */
export interface GameInfo {
  name: string;
  title: string;
  min_players: number;
  max_players: number;
  has_turns: boolean;
  options: OptionInfo[];
  /** Whether tables of this game have help unless they say otherwise. */
  help: boolean;
  bots: string[];
}

/** An option of a game. */
export interface OptionInfo {
  name: string;
  schema: { [key: string]: unknown };
  default: unknown;
}

/** A table in a list. */
export interface Listing {
  id: string;
  game: string;
  status: "between" | "open" | "over" | "running";
  players: number;
  seats: SeatInfo[];
  /** Yours. */
  seat: number | null;
}

/** Your seat. Keep the token: whoever has it is you. Browsers also get it as a cookie. */
export interface Seated {
  table: string;
  /** None for a host without a seat. */
  seat: number | null;
  /** Whether you made the table, and may remove people before the start. */
  host: boolean;
  token: string;
}

/** A table as you may see it now. */
export interface Snapshot {
  /** Of the last event. */
  number: number;
  seat: number | null;
  host: boolean;
  table: TableInfo;
  /** Once the first round is dealt. */
  situation?: Situation | null;
}

/** What may be known of a match before its end: everything that was done in the open, and no deal. */
export interface UnfinishedRecord {
  format: "tercet/1-public";
  game: string;
  options: { [key: string]: unknown };
  players: Player[];
  commitment: string;
  rounds: PublicRound[];
  totals: number[];
  seat: number | null;
  /** What you see now. */
  view: AnyTable | null;
}

/** A round without its deal. */
export interface PublicRound {
  starter: number | null;
  moves: (number | string)[][];
  scores?: number[] | null;
}

/** The round after the last move. */
export interface Studied {
  /** With moves, if the seat may act. */
  situation: Situation;
  over: boolean;
}

/** A round, position by position. */
export interface Replayed {
  /** How many the record has. */
  rounds: number;
  /** The deal and one for each move, as far as they can be played. */
  frames: Frame[];
  /** Points of the rounds before, as the record has them, by seat or pair; TRIPLE³: chips. */
  totals: number[];
  /** Nothing if the whole record is right: deals, moves and results. */
  verdict: Verdict | null;
}

/** A position of a round. */
export interface Frame {
  /** The move that has led to it, as recorded; none for the deal, and for the end by the table's patience (P15). */
  move: (number | string)[] | null;
  /** The table as the seat saw it. */
  view: AnyTable;
  /** The same with all hands and areas open, if that was asked for. */
  open: AnyTable | null;
  /** Z3BRA: the discards that were shuffled after this move, as they lay from the bottom, without the top one. */
  reshuffled: string[] | null;
}

/** Why a record is not right. */
export interface Verdict {
  text: Words;
  /** Where; none if it is about the whole record. */
  round: number | null;
  /** Which of that round's frames is not right: 0 for the deal, then the moves; none for its starter and scores. */
  frame: number | null;
}

/** The rules of a game. */
export interface RulesPage {
  game: string;
  title: Words;
  sections: RulesSection[];
}

/** Rules under one heading. */
export interface RulesSection {
  title: Words;
  rules: RuleText[];
}

/** A rule, as Markdown in one line: **bold**, *italic* and `code`. */
export interface RuleText {
  id: string;
  text: Words;
}

/** The table that has a code. */
export interface Found {
  table: string;
}

/** Whether the server is well. */
export interface Health {
  status: "closing" | "down" | "ok";
  version: string;
  tables: number;
  connections: number;
}
