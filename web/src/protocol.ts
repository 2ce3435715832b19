// The messages between client and server, made from the server's structs by `make protocol`. Do not edit.

export type FromClient =
  | DoMove
  | DoTakeBack
  | DoAfterYou
  | DoSeatBot
  | DoClearSeat
  | DoCommit
  | DoStart
  | DoReveal
  | DoReady
  | DoPause
  | DoResume
  | DoVote
  | DoReturn
  | DoPace
  | DoWantCoach
  | DoWelcomeBots
  | DoReact
  | DoOfferSeat
  | DoRename
  | DoLeave
  | Hello
  | Pong;

export type ToClient =
  | Welcome
  | Update
  | Done
  | Refused
  | Presence
  | Reaction
  | Ping
  | Closing;

export type AnyCommand =
  | DoMove
  | DoTakeBack
  | DoAfterYou
  | DoSeatBot
  | DoClearSeat
  | DoCommit
  | DoStart
  | DoReveal
  | DoReady
  | DoPause
  | DoResume
  | DoVote
  | DoReturn
  | DoPace
  | DoWantCoach
  | DoWelcomeBots
  | DoReact
  | DoOfferSeat
  | DoRename
  | DoLeave;

export type AnyEvent =
  | Created
  | Joined
  | Committed
  | BotSeated
  | SeatCleared
  | Started
  | Revealed
  | LeftOut
  | Moved
  | TookBack
  | AfterYou
  | TimeUp
  | Ready
  | Paused
  | Resumed
  | WentAway
  | CameBack
  | Voted
  | HandedOver
  | Returned
  | Paced
  | CoachWanted
  | BotsWelcomed
  | ReturnedReady
  | SeatOffered
  | TakenOver
  | Renamed
  | Unsealed
  | Rematch
  | Closed;

export type AnyTable =
  | Z3braTable
  | ZatreTable
  | TripleTable;

export type AnyRecord =
  | Record
  | UnfinishedRecord;

export type ReviewPart =
  | Opening
  | RoundFacts
  | Decision
  | Ending;

/** A move of the game, as text. */
export interface DoMove {
  type: "move";
  move: string;
  /** The number of the last event that the player had seen, in a game that everybody plays at once (P10). */
  seen?: number | null;
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

/** Commit to entropy, before the start: the last commitment counts. */
export interface DoCommit {
  type: "commit";
  /** SHA-256 of the text of a player's entropy; empty for none. */
  entropy_commitment: string;
  /** Chosen by the client, new for each command. */
  id: string;
}

/** Start the match. */
export interface DoStart {
  type: "start";
  /** Chosen by the client, new for each command. */
  id: string;
}

/** Reveal the entropy that I committed to, after the start. */
export interface DoReveal {
  type: "reveal";
  /** The player's own entropy for the deal. */
  entropy: string;
  /** Chosen by the client, new for each command. */
  id: string;
}

/** Be ready for the next round. It also takes my seat back from a bot that stands in. */
export interface DoReady {
  type: "ready";
  /** Chosen by the client, new for each command. */
  id: string;
}

/** Pause the match and its clocks. */
export interface DoPause {
  type: "pause";
  /** Chosen by the client, new for each command. */
  id: string;
}

/** Resume the match. */
export interface DoResume {
  type: "resume";
  /** Chosen by the client, new for each command. */
  id: string;
}

/** Vote for a bot to stand in for somebody who is away. */
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

/** Choose how fast the bots play, in games with turns. */
export interface DoPace {
  type: "pace";
  pace: "calm" | "normal" | "quick";
  /** Chosen by the client, new for each command. */
  id: string;
}

/** Want a coach at the table, or no longer: there is one as long as everybody who plays wants it. */
export interface DoWantCoach {
  type: "want_coach";
  wanted?: boolean;
  /** Chosen by the client, new for each command. */
  id: string;
}

/** Agree that bots take the open seats, or no longer. Only at a table for whoever comes. */
export interface DoWelcomeBots {
  type: "welcome_bots";
  welcome?: boolean;
  /** Chosen by the client, new for each command. */
  id: string;
}

/** Make a sign to everybody at the table. It is not kept. */
export interface DoReact {
  type: "react";
  sign: "good_luck" | "one_moment" | "thanks" | "well_played";
  /** Chosen by the client, new for each command. */
  id: string;
}

/** Offer a bot's seat to whoever comes, during the match, or withdraw the offer: for the host only. */
export interface DoOfferSeat {
  type: "offer_seat";
  seat: number;
  open?: boolean;
  /** Chosen by the client, new for each command. */
  id: string;
}

/** Change my name. */
export interface DoRename {
  type: "rename";
  /** A person's name. */
  name: string;
  /** Chosen by the client, new for each command. */
  id: string;
}

/** Leave the table. Before the start the seat becomes open; later a bot stands in. */
export interface DoLeave {
  type: "leave";
  /** Chosen by the client, new for each command. */
  id: string;
}

/** The first message: the token (unless the cookie or a header has it), and the last known event. */
export interface Hello {
  type: "hello";
  token?: string | null;
  /** Send the events after this number; 0 for all of them, None for no events. */
  after?: number | null;
}

/** The immediate answer to a ping, by which the server measures the round trip. */
export interface Pong {
  type: "pong";
  n: number;
}

/** A request for a table. With a name, the request also takes a seat. */
export interface NewTable {
  game: string;
  players?: number;
  options?: { [key: string]: unknown };
  listed?: boolean;
  help?: boolean | null;
  turn_limit?: number | null;
  /** The bot that plays for people who are away; by default a regular one, if the game has it. */
  stand_in?: string | null;
  /** How long bots wait before they move, in games with turns. */
  pace?: "calm" | "normal" | "quick";
  /** Whether everybody may ask the coach; by default if the table starts at once with one person among bots. */
  coach?: boolean | null;
  name?: string | null;
  /** SHA-256 of the text of a player's entropy; empty for none. */
  entropy_commitment?: string;
  /** Bots for the last seats, in order. */
  bots?: string[];
  /** Whether to start at once; all seats must be taken. */
  start?: boolean;
  /** Required if the server is private. */
  pass_phrase?: string | null;
}

/** A request for a seat: this one, or any open one. */
export interface Join {
  /** A person's name. */
  name: string;
  seat?: number | null;
  /** SHA-256 of the text of a player's entropy; empty for none. */
  entropy_commitment?: string;
  /** A token that the client has made, so that resending this request gets the same seat. */
  token?: string | null;
}

/** A request to play with somebody: for a seat at a listed table that waits or, if there is none, at a new one. */
export interface FindPlayers {
  game: string;
  /** A person's name. */
  name: string;
  /** Whether bots may take the seats that are still open after a while, if the others at the table agree too. */
  bots?: boolean;
  /** How long bots wait before they move, if a table has to be made. */
  pace?: "calm" | "normal" | "quick";
  /** SHA-256 of the text of a player's entropy; empty for none. */
  entropy_commitment?: string;
  /** Required to make a table if the server is private. */
  pass_phrase?: string | null;
}

/** A request for a rematch. It is dealt from new entropy, so it needs a new commitment. */
export interface PlayAgain {
  /** SHA-256 of the text of a player's entropy; empty for none. */
  entropy_commitment?: string;
  /** Whether to start at once if nobody has to be waited for: the others are bots, or have asked for it too. */
  start?: boolean;
}

/** A request to remove tables from your list. */
export interface Forget {
  tables: string[];
}

/** A request to use a seat on another device, with the token of the personal link. */
export interface Enter {
  /** Empty for the seat that your profile has at this table. */
  token: string;
  /** Whether to give up another seat at this table that the browser has. */
  replace?: boolean;
}

/** A request for the position after a given deal and moves, as a seat sees it, without a table. */
export interface Study {
  game: string;
  players?: number;
  options?: { [key: string]: unknown };
  /** The seat that starts, in games where the deal does not decide it (Z3BRA); seat 0 by default. */
  starter?: number | null;
  /** The outcomes of the shuffles, as in a round of a record. */
  chance: [string, unknown[]][];
  moves?: (number | string)[][];
  /** The seat whose view is returned. */
  seat?: number;
}

/** A request for all positions of a round of a record. */
export interface ReplayQuestion {
  record: Record;
  /** The number of the round, from 1. */
  round?: number;
  /** The seat whose view is returned; None for a spectator's. */
  seat?: number | null;
  /** Whether to return the view with all cards open as well. */
  all_open?: boolean;
}

/** A match from its deals to its winners. */
export interface Record {
  format: "tercet/1" | "tercet/2";
  game: string;
  options: { [key: string]: unknown };
  players: Player[];
  commitment: string;
  seed: string;
  entropy: string[];
  /** By seat: the SHA-256 of the entropy's text, an empty text for none. Not in `tercet/1`. */
  entropy_commitments?: string[];
  rounds: Round[];
  totals: number[];
  winners?: number[];
  unfinished?: boolean;
}

/** The player in a seat. */
export interface Player {
  name: string;
  kind: "bot" | "human";
  bot: string | null;
}

/** One round. Scores and end follow from its starter, chance and moves. */
export interface Round {
  starter: number | null;
  chance: [string, unknown[]][];
  /** [seat, move], in games with a clock [seat, move, milliseconds]. */
  moves: (number | string)[][];
  /** Points by seat or pair (TRIPLE³: cards left); unset for a round that was broken off. */
  scores?: number[];
  /** In games with a clock: when the round ended, in milliseconds since its start. */
  ended?: number;
}

/** A question to the coach: what should I do? */
export interface Hint {
  /** Whether the strongest bot judges, which takes up to two seconds; else one that answers at once. */
  full?: boolean;
}

/** A question to the coach: what did my last move cost? */
export interface LookBack {
  /** As in `Hint`. */
  full?: boolean;
}

/** A request to play on from a position of a match, as a seat knew it: what was hidden from it is dealt anew. */
export interface Practice {
  round?: number;
  /** A position of a round: so many moves before it. */
  move: number;
  /** Your own seat by default; another one only after the match. */
  seat?: number | null;
}

/** The same for a record, with a seat. */
export interface RecordPractice {
  round?: number;
  /** A position of a round: so many moves before it. */
  move: number;
  /** Your own seat by default; another one only after the match. */
  seat?: number | null;
  record: Record;
}

/** A request to look at a decision of a finished match again, and to try a move in it. */
export interface Attempt {
  round?: number;
  /** The number of the move in its round, from 1. */
  number: number;
  /** The move to try; None to get the position only. */
  attempt?: string | null;
}

/** The same for a record. */
export interface RecordAttempt {
  round?: number;
  /** The number of the move in its round, from 1. */
  number: number;
  /** The move to try; None to get the position only. */
  attempt?: string | null;
  record: Record;
}

/** A request for a profile. Browsers get one by themselves when they take a seat. */
export interface NewProfile {
  /** A person's name. */
  name: string;
}

/** A change to your profile. What is left out stays as it is. */
export interface ProfileChange {
  name?: string | null;
  public?: boolean | null;
  named?: boolean | null;
}

/** A request for the profile of another device, on this one. */
export interface TakeProfile {
  /** What leads to a profile once. */
  code: string;
  /** Whether to add the tables and results of the profile that this browser has to the other one. */
  merge?: boolean;
}

/** A request for a table of today's deal. It begins at once. */
export interface PlayToday {
  /** A person's name. */
  name: string;
  /** Required if the server is private. */
  pass_phrase?: string | null;
}

/** A request for tables with the same deals. */
export interface NewDuplicate {
  game: string;
  /** Seats at each table. */
  players?: number;
  options?: { [key: string]: unknown };
  mode: "bots" | "teams";
  /** With teams, also the number of teams: it must divide the number of players or, in ZATRE, of pairs. */
  tables?: number;
  /** With mode `bots`: those of seat 1 and the following ones, at each table. */
  bots?: string[];
  help?: boolean | null;
  /** With a name, the request also takes a seat, at the first table. */
  name?: string | null;
  /** Required if the server is private. */
  pass_phrase?: string | null;
}

/** A request for a seat at one of the tables: the wanted one, or any that is open. */
export interface JoinDuplicate {
  /** A person's name. */
  name: string;
  /** The number of the table, from 0. */
  table?: number | null;
  seat?: number | null;
}

/** The moves of a turn so far, in the notation of the game. */
export interface PuzzleAnswer {
  moves: string[];
}

/** A finished run of the spotting trainer. */
export interface SpottingResult {
  /** For each card, with the penalties. */
  times: number[];
  /** Places that were pressed although the card does not fit there. */
  wrong?: number;
  /** Places that were not found, by the lines that make the triple there. */
  missed?: { [key: string]: number };
}

/** The answer to hello: the current table and the events that the client has missed. */
export interface Welcome {
  type: "welcome";
  number: number;
  seat: number | null;
  host: boolean;
  table: TableInfo;
  situation?: Situation | null;
  /** The events after the one named in hello; if there are more than 500, the newest ones. */
  missed: Happened[];
  here: number[];
  watching: number;
  /** As in `presence`. */
  replaceable?: number[];
}

/** The public state of a table without the round: it changes when somebody joins, when a round ends and so on. */
export interface TableInfo {
  id: string;
  game: string;
  players: number;
  options: { [key: string]: unknown };
  listed: boolean;
  help: boolean;
  turn_limit: number | null;
  stand_in: string;
  status: "between" | "closed" | "dealing" | "open" | "over" | "running";
  seats: SeatInfo[];
  /** The number of the current round, from 1; 0 before the start. */
  round: number;
  /** Points of the finished rounds by seat, in ZATRE's pairs by pair; TRIPLE³: chips. */
  totals: number[];
  /** The scores of every finished round. */
  scores: number[][];
  /** The seats that have won, once the match is over. */
  winners: number[];
  /** Places and the numbers that decided, once the match is over. */
  outcome: Outcome | null;
  /** The seat that starts the next round; None during a round, or if the deal decides. */
  next_starter: number | null;
  paused: boolean;
  /** Whether it is paused because the only person among bots was not connected. */
  away: boolean;
  commitment: string;
  /** Revealed when the match is over. */
  seed: string | null;
  /** By seat, as in a record: the SHA-256 of the entropy's text; empty for a seat without any. */
  entropy_commitments: string[];
  /** By seat: what was revealed; empty before that, and for a seat without any. */
  entropy: string[];
  /** The seats that did not reveal in time: the deal was made without their entropy. */
  left_out: number[];
  /** The table of which this is the rematch. */
  earlier: string | null;
  /** The table of the rematch. */
  rematch: string | null;
  /** How long bots wait before they move, in games with turns. */
  pace: "calm" | "normal" | "quick";
  /** Whether everybody here may ask the coach. */
  coach: boolean;
  /** At a practice table: the table whose position it begins in; empty for that of a record. */
  practice_of: string | null;
  /** At a table for whoever comes, which starts by itself: milliseconds after which bots may take the open seats. */
  fill_after: number | null;
  /** When they will, in milliseconds since 1970; None while not everybody there agrees. */
  fills_at: number | null;
  /** Whether the deal stays secret when the match is over, since others play it too. */
  sealed: boolean;
  /** At a table of today's deal: the day, as 2026-11-18. */
  today: string | null;
  /** At a table of today's deal: which attempt of yours it is; only the first counts. 0 without a profile. */
  attempt: number;
  /** At a table of a duplicate: the id of the duplicate. */
  duplicate: string | null;
}

/** Who sits in a seat. */
export interface SeatInfo {
  kind: "bot" | "human" | "open";
  /** A person's name or a bot's; empty for an open seat. */
  name: string;
  /** The bot that plays for a person who is away; None if the person plays. */
  stand_in: string | null;
  /** Whether the person is ready for the next round. */
  ready: boolean;
  /** The seats that have voted for a bot to stand in. */
  votes: number[];
  /** Whether it is a bot's seat that the host offers to whoever comes. */
  offered: boolean;
  /** Whether the person wants a coach at the table. */
  wants_coach: boolean;
  /** Whether the person agrees that bots take the open seats, at a table for whoever comes. */
  welcomes_bots: boolean;
}

/** How a match has ended. A side is a seat or, in pairs, a pair, in the order of the totals. */
export interface Outcome {
  /** By side, from 1; equal for sides that tie. */
  places: number[];
  /** By how much the winners are ahead of the next place; None if all sides tie. */
  margin: number | null;
  /** The best round of anybody, the earliest if several are as good; None if the match had only one round. */
  best_round: BestRound | null;
  /** By side, how many of `feats_are` there were in the whole match; empty if the game counts none. */
  feats: number[];
  /** What the feats are: trios laid (Z3BRA), complete rows (ZATRE), cards laid (TRIPLE³). */
  feats_are: "cards" | "rows" | "trios" | null;
}

/** The best score in a round of a match. */
export interface BestRound {
  /** From 1. */
  round: number;
  /** The seat or, in pairs, the pair. */
  side: number;
  score: number;
}

/** The round as a seat, or a spectator, may see it. */
export interface Situation {
  view: AnyTable;
  /** The legal moves of this seat, if the table has help; else None. */
  moves?: LegalMove[] | null;
  /** Milliseconds until a bot stands in for the player who has to move. */
  due?: number | null;
  /** Milliseconds until the round begins, in a game that everybody plays at once. */
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
  /** After a reshuffle: the cards of the draw pile, sorted, with the one that another seat has drawn and holds. */
  draw_pile_cards: string[] | null;
  /** From the bottom to the top. */
  discards: string[];
  /** The drawn card, `?` if only its drawer knows it. */
  held: string | null;
  /** The cell of the card taken by a trade in this turn. */
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
  /** All lines of 10, 11 or 12 on the board. */
  lines: ZatreLine[];
  /** What the running turn brings with the tiles that lie; None while none of it lies. */
  turn: ZatreTurn | null;
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

/** ZATRE: a line of 10, 11 or 12 (T16), by the fields of its first and its last tile. */
export interface ZatreLine {
  first: string;
  last: string;
  sum: number;
}

/** ZATRE: what a turn brings if it ends with the tiles that lie. */
export interface ZatreTurn {
  /** The lines that score. */
  lines: ZatreLine[];
  /** The boxes that are filled, on the sheet of the seat that lays. */
  entries: ZatreEntry[];
  /** The total of that sheet after the turn. */
  total: number;
}

/** ZATRE: what a turn writes into one box of a score sheet (T17, T18). */
export interface ZatreEntry {
  /** Counts from 0. */
  row: number;
  box: "cross" | "eleven" | "ten" | "twelve";
  /** The points in the box; 1 for a cross. */
  points: number;
  /** The total of the row after the turn. */
  row_total: number;
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

/** A legal move, and what a table with help shows about it. */
export interface LegalMove {
  move: string;
  /** ZATRE: the sums of the lines that the tile would make or lengthen, across first. */
  sums?: number[];
  /** TRIPLE³: the property that the play calls. */
  property?: string | null;
  /** ZATRE: the sum of the line across; 0 for none. */
  across?: number;
  /** ZATRE: the sum of the line down; 0 for none. */
  down?: number;
  /** ZATRE: what the turn brings, if this move ends it. */
  turn?: ZatreTurn | null;
  /** Z3BRA: the lines that the laid card would make trios, by the names of their cells. */
  trios?: string[][];
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
  pace?: "calm" | "normal" | "quick";
  /** Whether everybody here may ask a coach. Whoever takes a seat agrees to it. */
  coach?: boolean;
  /** At a practice table, which begins in a position of another match: that match's table; empty for a record's. */
  practice_of?: string | null;
  /** At a table for whoever comes: milliseconds after which bots take the open seats, if everybody there agrees. None at other tables, which people fill and start themselves. */
  fill_after?: number | null;
  /** At a table of today's deal: the day, as 2026-11-18. Other tables of that day have the same deal. */
  today?: string | null;
  /** At a table of today's deal: which attempt of its player it is, from 1. The first one counts; 0 for somebody without a profile, whose result is not kept. */
  attempt?: number;
  /** At a table of a duplicate: the id of the duplicate, whose tables have the same deals. */
  duplicate?: string | null;
}

/** A person has taken a seat. */
export interface Joined {
  kind: "joined";
  seat: number;
  name: string;
  /** SHA-256 of the entropy that the person will add to the deal; empty for none. */
  entropy_commitment?: string;
  /** Whether bots may take the open seats, at a table for whoever comes. */
  welcomes_bots?: boolean;
}

/** A person who has a seat has committed to entropy, before the start. It replaces an earlier commitment. */
export interface Committed {
  kind: "committed";
  seat: number;
  entropy_commitment: string;
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

/** The seats are final. The first round is dealt as soon as all who have committed to entropy have revealed it. */
export interface Started {
  kind: "started";
}

/** A person has revealed the entropy that they committed to; when all have, the first round is dealt. */
export interface Revealed {
  kind: "revealed";
  seat: number;
  entropy: string;
}

/** These seats have not revealed their entropy in time: the first round is dealt without it. */
export interface LeftOut {
  kind: "left_out";
  seats: number[];
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
  /** Where everybody plays at once: the number of the last event that the player had seen, if the client said so. */
  seen?: number | null;
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

/** The only person among bots is not connected: nothing goes on, and no clock runs, until that person is back. */
export interface WentAway {
  kind: "went_away";
  seat: number;
  /** When the clocks stopped, in milliseconds since 1970: when the person was last here. */
  since: number;
}

/** The only person among bots is back, and it goes on; where everybody plays at once after a new countdown. */
export interface CameBack {
  kind: "came_back";
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

/** Somebody has chosen how fast the bots play. */
export interface Paced {
  kind: "paced";
  seat: number;
  pace: "calm" | "normal" | "quick";
}

/** Somebody wants a coach at the table, or no longer; there is one as long as everybody who plays wants it. */
export interface CoachWanted {
  kind: "coach_wanted";
  seat: number;
  wanted?: boolean;
}

/** Somebody agrees that bots take the open seats, or no longer does, at a table for whoever comes. */
export interface BotsWelcomed {
  kind: "bots_welcomed";
  seat: number;
  welcome?: boolean;
}

/** Between rounds the person is back, in place of the bot that stood in, and is ready for the next round. */
export interface ReturnedReady {
  kind: "returned_ready";
  seat: number;
}

/** The host offers a bot's seat to whoever comes, during the match, or withdraws the offer. */
export interface SeatOffered {
  kind: "seat_offered";
  seat: number;
  /** Whether the seat is offered from now on. */
  open?: boolean;
}

/** A person has taken the seat of a bot, during the match, and plays on. */
export interface TakenOver {
  kind: "taken_over";
  seat: number;
  name: string;
}

/** A person has another name from now on. */
export interface Renamed {
  kind: "renamed";
  seat: number;
  name: string;
}

/** The deal, which other tables have too, is no longer secret: whoever could play it has, or the time is over. */
export interface Unsealed {
  kind: "unsealed";
}

/** It goes on at another table. */
export interface Rematch {
  kind: "rematch";
  table: string;
}

/** Whoever runs the server has closed the table: nobody plays on. */
export interface Closed {
  kind: "closed";
}

/** An event has been committed. With an id it is also the answer to your command. */
export interface Update {
  type: "update";
  number: number;
  at: number;
  event: AnyEvent;
  /** The round after the event. */
  situation?: Situation | null;
  /** The table, if the event changed it. Most moves within a round do not. */
  table?: TableInfo | null;
  id?: string | null;
}

/** The answer to a resent command that was carried out before, as the event with this number. */
export interface Done {
  type: "done";
  id: string;
  number: number;
}

/** The answer to a command that was refused. Nothing has changed. */
export interface Refused {
  type: "refused";
  id: string | null;
  problem: Problem;
}

/** Why something was refused. Nothing has changed. */
export interface Problem {
  /** The reason, for programs. */
  code: "bad_message" | "bad_request" | "busy" | "closing" | "crash" | "crowded" | "full" | "illegal_move" | "not_found" | "not_now" | "not_yours" | "notation" | "other_profile" | "other_seat" | "pass_phrase" | "store_down" | "too_fast" | "too_large" | "too_many" | "unreadable" | "wrong_host" | "wrong_site";
  text: Words;
  /** The rule that a move would break. */
  rule?: string | null;
  /** The cells that the refusal is about. */
  cells?: string[];
  /** The card that the refusal is about, as moves write it: its sender's own, for drawing beside the text. */
  card?: string | null;
  /** The seat that was faster, if a move came too late where everybody plays at once. */
  faster?: number | null;
}

/** A text in English and German. */
export interface Words {
  en: string;
  de: string;
}

/** Who is connected. Not part of the log. */
export interface Presence {
  type: "presence";
  here: number[];
  watching: number;
  /** The seats of people for whom a vote for a bot would be accepted now: who is away, or has not moved for long. */
  replaceable: number[];
}

/** Somebody makes a sign. Not part of the log. With an id it is also the answer to your command. */
export interface Reaction {
  type: "reaction";
  seat: number;
  sign: "good_luck" | "one_moment" | "thanks" | "well_played";
  id?: string | null;
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

/** A game of this server. */
export interface GameInfo {
  name: string;
  title: string;
  min_players: number;
  max_players: number;
  /** Whether everybody plays at once. */
  race: boolean;
  options: OptionInfo[];
  /** Whether tables of this game have help unless they say otherwise. */
  help: boolean;
  bots: string[];
  /** The bots of a table for immediate play; the first is also a good default level. */
  quick: string[];
}

/** An option of a game, with what a form needs to ask for it. */
export interface OptionInfo {
  name: string;
  /** The JSON Schema of its value. */
  schema: { [key: string]: unknown };
  /** The value at a new table that does not name the option. */
  default: unknown;
  input: "choice" | "number" | "number_per_seat" | "seat" | "switch";
  label: Words;
  /** One sentence about what the option means. */
  about: Words;
  /** The values to choose from; for a seat, the choices before the seats. */
  choices: Choice[];
  /** The numbers of players with which the value can differ from the default; empty for any number. */
  players: number[];
  /** The unit of the number. */
  unit: "milliseconds" | null;
  /** Whether most tables keep the default, so that a form can hide the option behind a fold. */
  rare: boolean;
}

/** A value that an option can have. */
export interface Choice {
  value: number | string | null;
  label: Words;
  /** What this choice means, where the option's own sentence is not enough. */
  about: Words | null;
}

/** How much of a game is compiled: after an installation its code is compiled first. */
export interface Readiness {
  name: string;
  /** The compiled share of what a new table needs. Below 1, creating one takes until it is compiled. */
  ready: number;
  /** The compiled share of what the coach needs. It is compiled when a table with a coach is created. */
  coach: number;
}

/** The server itself. */
export interface ServerInfo {
  version: string;
  /** Whether making a table needs the server's pass phrase. Joining by link never does. */
  private: boolean;
}

/** A table in a list. */
export interface Listing {
  id: string;
  game: string;
  status: "between" | "closed" | "dealing" | "open" | "over" | "running";
  players: number;
  seats: SeatInfo[];
  /** Your seat; None without one. */
  seat: number | null;
  /** When something last happened there, in milliseconds since 1970; 0 in the public list. */
  at: number;
  /** Points or chips so far, by seat or pair. */
  totals: number[];
  /** The seats that have won, once the match is over. */
  winners: number[];
  /** Whether you may remove it from your list: it is over, or nobody but bots would miss you. */
  removable: boolean;
  /** In the public list: for how many seconds somebody has been waiting there; 0 if nobody is. */
  waiting: number;
}

/** A table that was removed from your list. The seat is still yours: send its token with `enter` to get it back. */
export interface Forgotten {
  table: string;
  /** Empty if this browser has the seat by its profile alone. */
  token: string;
}

/** Your seat. Keep the token: whoever has it is you. Browsers also get it as a cookie. */
export interface Seated {
  table: string;
  /** None for a host without a seat. */
  seat: number | null;
  /** Whether you made the table, and may remove people before the start. */
  host: boolean;
  /** Empty if this browser has the seat by its profile alone, as on a second device. */
  token: string;
  /** After `enter` with `replace`: the seat that this browser had before. It is still yours. */
  replaced: ReplacedSeat | null;
}

/** The seat that a browser had at this table before. */
export interface ReplacedSeat {
  /** Empty for a host without a seat. */
  name: string;
  /** Send it with `enter` to go back to the seat. Empty for the seat of your profile. */
  token: string;
}

/** A table as you may see it now. */
export interface Snapshot {
  /** The number of the last event. */
  number: number;
  /** When it was, in milliseconds since 1970. */
  at: number;
  seat: number | null;
  host: boolean;
  table: TableInfo;
  /** The round as you may see it; None before the first deal. */
  situation?: Situation | null;
}

/** What you may know of a match before its end: all public moves, but no deal. */
export interface UnfinishedRecord {
  format: "tercet/2-public";
  game: string;
  options: { [key: string]: unknown };
  players: Player[];
  commitment: string;
  entropy: string[];
  entropy_commitments: string[];
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
  /** It has moves if the seat may act. */
  situation: Situation;
  over: boolean;
}

/** A round, position by position. */
export interface Replayed {
  /** The number of rounds of the record. */
  rounds: number;
  /** The deal and one for each move, as far as they can be played. */
  frames: Frame[];
  /** Points of the rounds before, as the record has them, by seat or pair; TRIPLE³: chips. */
  totals: number[];
  /** What is wrong with the record; None if its deals, moves and results are right. */
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
}

/** Why a record is wrong. */
export interface Verdict {
  text: Words;
  /** The number of the round that is wrong; None if the record as a whole is. */
  round: number | null;
  /** The index of the round's frame that is wrong, 0 for the deal; None for its starter and scores. */
  frame: number | null;
}

/** The best moves of a position, and what helps. */
export interface Advice {
  /** The bot that judged the moves. */
  judge: string;
  /** Where to look, without giving the move away. */
  nudge: Words;
  /** What the position is worth before the move, in points ahead of the others. */
  lead: number;
  /** The chance to win before the move. */
  win: number;
  /** Best first, with the moves planned after each in the same turn. */
  moves: ReviewedMove[];
  /** The number of legal moves. */
  legal: number;
  /** The most likely first. */
  odds: OddInWords[];
}

/** A move with its value to the side that makes it. */
export interface ReviewedMove {
  move: string | null;
  then: string[];
  lead: number;
  error: number;
  win: number;
  reasons: Why[];
}

/** A reason in words. */
export interface Why {
  size: number;
  en: string;
  de: string;
  /** The reason as data, tagged with its name. */
  fact: { [key: string]: unknown };
}

/** How likely something helpful is, with its words. */
export interface OddInWords {
  chance: number;
  helpful: number;
  possible: number;
  text: Words;
  /** The odd as data: what it is, and the places it is about. */
  fact: { [key: string]: unknown };
}

/** What a move has cost, and what was better. */
export interface Afterthought {
  judge: string;
  played: ReviewedMove;
  best: ReviewedMove;
  /** The lead that the move cost. */
  cost: number;
  /** The chance to win that it cost. */
  win_cost: number;
  /** The best moves, best first. */
  moves: ReviewedMove[];
}

/** A decision as its seat saw it and, if a move was tried, what that costs. */
export interface Attempted {
  seat: number;
  /** It has the seat's legal moves. */
  situation: Situation;
  /** What the tried move costs; None if none was tried. */
  verdict?: Afterthought | null;
}

/** The first part: what is reviewed. */
export interface Opening {
  type: "opening";
  format: "tercet-review/1";
  game: string;
  players: string[];
  /** The seats of each side. */
  sides: number[][];
  judge: string;
  /** The numbers of the rounds that are over. */
  rounds: number[];
  /** How many moves are judged. */
  total: number;
  /** What each event of a stroke of luck is called. */
  events: { [key: string]: Words };
}

/** What a review knows of a round before anybody has judged its decisions. */
export interface RoundFacts {
  type: "facts";
  round: number;
  scores: number[];
  points: Point[];
  events: LuckyEvent[];
  /** By seat, where everybody plays at once: how fast it was. */
  times: SeatTime[];
}

/** The curve of a round after a number of moves: what the position was worth to each side. */
export interface Point {
  number: number;
  lead: number[];
  win: number[];
}

/** A stroke of luck. */
export interface LuckyEvent {
  type: "luck";
  round: number;
  /** The number of the move that showed it; 0 for the deal. */
  number: number;
  event: string;
  seat: number | null;
  pieces: string[];
  luck: number[];
  win_luck: number[];
}

/** How fast a seat was, where everybody plays at once. Times are in milliseconds. */
export interface SeatTime {
  laid: number;
  /** The pieces that it laid, and those that it had left at the end. */
  left: number;
  /** The mean time from when a piece could be laid until it was; None if none was laid. */
  mean: number | null;
  /** How long it held a piece that could be laid. */
  idle: number;
  /** Chances that others took away before they were used. */
  missed: number;
  /** The longest chances, used or missed. */
  moments: Moment[];
  /** Pieces over time: time, in hand, hidden. */
  pieces: [number, number, number][];
  /** All chances, in the order of their ends. */
  chances: Chance[];
}

/** Something that took long, in words. */
export interface Moment {
  milliseconds: number;
  en: string;
  de: string;
  /** The index of the seat's chance that it tells of. */
  chance: number | null;
}

/** A piece in hand that could be laid for a while. Times are in milliseconds since the start of the round. */
export interface Chance {
  piece: string;
  start: number;
  end: number;
  /** Whether it was laid, fitted nowhere any more, or still fitted when the round ended. */
  outcome: "closed" | "laid" | "left";
  /** Where it fitted last. */
  places: string[];
}

/** A decision of a seat, and what it cost. */
export interface Decision {
  type: "decision";
  round: number;
  /** The number of the move in its round, from 1. */
  number: number;
  seat: number;
  side: number;
  played: ReviewedMove;
  /** The best judged move; the same as `played` if nothing was better. */
  best: ReviewedMove;
  /** The lead that the move cost its side. */
  cost: number;
  /** The chance to win that it cost. */
  win_cost: number;
  /** The best moves, best first. */
  moves: ReviewedMove[];
}

/** The last part: how it adds up. */
export interface Ending {
  type: "ending";
  /** By side, in points. */
  leads: Account[];
  /** By side, in shares of won rounds. */
  wins: Account[];
  /** By side, the match in a sentence. */
  stories: Words[];
  /** By side, the round and number of its most costly decisions, the worst first. */
  costliest: [number, number][][];
  /** By side, how many of its decisions cost next to nothing, and how many there were. */
  as_good: [number, number][];
}

/** How the result of a side came about, in points ahead of the others or in shares of a win. It adds up. */
export interface Account {
  start: number;
  luck: number;
  own_losses: number;
  others_losses: number;
  remainder: number;
  result: number;
}

/** The rules of a game. */
export interface RulesPage {
  game: string;
  title: Words;
  opening: RulesOpening[];
  sections: RulesSection[];
}

/** A part of what a newcomer reads before the rules: the aim, or how a round goes. */
export interface RulesOpening {
  title: Words;
  /** A single paragraph, or the items of a numbered list. */
  items: Words[];
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

/** The table with the requested code. */
export interface Found {
  table: string;
}

/** The state of the server. */
export interface Health {
  /** `read_only` if nothing can be written: then there are no new tables. */
  status: "closing" | "down" | "ok" | "read_only";
  version: string;
  tables: number;
  connections: number;
  /** Why nothing can be read or written. */
  reason: string;
}

/** Who this browser is. */
export interface Yourself {
  /** None before one was useful. */
  profile: ProfileInfo | null;
  /** Whether this browser wants none. */
  opted_out: boolean;
}

/** Your profile. */
export interface ProfileInfo {
  /** Others may know it. */
  id: string;
  name: string;
  /** In milliseconds since 1970. */
  created: number;
  /** Whether others may see more of it than the name. */
  public: boolean;
  /** Whether the results of today's deals have your name. Without it you are somebody among the others there. */
  named: boolean;
  /** The number of browsers that have it. */
  browsers: number;
}

/** What brings your profile to another device: the link `/you/CODE`. It is a secret. */
export interface ProfileLink {
  code: string;
  /** When it stops working, in milliseconds since 1970. It also stops when it has been used. */
  expires: number;
}

/** Some of your matches, the newest first. */
export interface ResultsPage {
  /** How many there are in all. */
  total: number;
  results: MatchResult[];
}

/** A match that you have played. */
export interface MatchResult {
  table: string;
  /** Whether the table is still there, for a replay or a review. */
  kept: boolean;
  game: string;
  /** In milliseconds since 1970. */
  ended: number;
  ending: "lost" | "shared" | "won";
  place: number;
  score: number;
  /** How many of `feats_are` your side had; None if the game counts none. */
  feats: number | null;
  feats_are: "cards" | "rows" | "trios" | null;
  /** Whether somebody asked the coach. */
  coached: boolean;
  /** Whether it counts for ratings: nobody asked the coach, or took a bot's seat over. */
  rated: boolean;
  /** Yours. */
  seat: number;
  /** Of everybody, by seat. */
  seats: SeatResult[];
}

/** How a match ended for one seat. */
export interface SeatResult {
  /** A guest is somebody without a profile, or whose profile was deleted. */
  kind: "bot" | "guest" | "profile" | "you";
  /** The name of the profile as it is now, or the bot's; empty for a guest. */
  name: string;
  /** The profile's id, unless it is yours. */
  profile: string | null;
  /** The seat or, in pairs, the pair. */
  side: number;
  /** From 1; equal for sides that tie. */
  place: number;
  /** Of the side: points, in TRIPLE³ chips. */
  score: number;
}

/** What has come of all your matches. */
export interface ProfileStatistics {
  matches: number;
  /** Alone. */
  won: number;
  /** When the first one ended, in milliseconds since 1970; None without any. */
  since: number | null;
  games: GameStatistics[];
  /** By what is counted: `matches` are matches won in a row. */
  streaks: { [key: string]: Streak };
  /** With whom you have played most, at most 50; empty to others. */
  friends: Friend[];
}

/** What has come of your matches of one game. */
export interface GameStatistics {
  game: string;
  matches: number;
  /** Alone. */
  won: number;
  shared: number;
  /** Your best score in a match ... */
  best: number;
  /** ... and the mean of all. */
  mean: number;
  feats_are: "cards" | "rows" | "trios" | null;
  /** Per match, of your side. */
  feats_mean: number | null;
  feats_best: number | null;
  /** Your rating against people; None before the first match that counts. */
  people: Rating | null;
  /** Your rating against bots of all levels. */
  bots: Rating | null;
  /** By level, the weakest first: those you have met, and those on the scale. */
  levels: LevelStatistics[];
  /** The last ten matches, the newest last. */
  form: ("lost" | "shared" | "won")[];
  /** The oldest first, at most 24. */
  months: MonthStatistics[];
}

/** How strong somebody is, on the scale of the bots: a regular one has 1000, and 400 more win ten times as often. */
export interface Rating {
  rating: number;
  /** The true one is within this distance with a chance of 95 in 100. */
  plus_minus: number;
  /** From how many matches it was estimated. */
  matches: number;
}

/** How you do against bots of one level, in matches that count for ratings. */
export interface LevelStatistics {
  bot: string;
  /** Where the level is on the scale; None if that was not measured. */
  scale: number | null;
  matches: number;
  /** In how many you were ahead of every bot of this level ... */
  won: number;
  /** ... or level with the best of them. */
  shared: number;
  /** Yours, from these matches alone; None without `scale`. */
  rating: Rating | null;
}

/** A month of a game, in UTC. */
export interface MonthStatistics {
  /** Year and month, like `2026-11`. */
  month: string;
  matches: number;
  won: number;
  /** The mean of your scores. */
  mean: number;
  /** Against bots, after the last match of the month that counts; None before the first one. */
  rating: number | null;
}

/** How often in a row something succeeded: now, and at best. */
export interface Streak {
  current: number;
  best: number;
}

/** Somebody with a profile with whom you have played: how often who was ahead. */
export interface Friend {
  profile: string;
  name: string;
  matches: number;
  won: number;
  lost: number;
  shared: number;
  /** Matches in which you were partners, which count for neither. */
  together: number;
}

/** What others may see of a profile. */
export interface PublicProfile {
  id: string;
  name: string;
  /** None unless its owner has chosen to show them. */
  statistics: ProfileStatistics | null;
}

/** Today's deals, and how you are doing. */
export interface TodayPage {
  day: string;
  /** When the next day begins, in milliseconds since 1970 ... */
  ends: number;
  /** ... and the milliseconds until then, by the server's clock. */
  left: number;
  /** When the results of this day close and its deals are opened: some time after its end, for games that go on. */
  closes: number;
  games: TodayGame[];
  /** The first day with deals on this server. */
  since: string;
  /** The deals of the next days, as far as they are published. */
  coming: SealedDeal[];
  /** Your last seven days in each game, the oldest first; today is the last. Empty without a profile. */
  week: DayScore[];
  /** The days in a row, up to today or yesterday, on which you have finished a game. */
  streak: number;
}

/** Today's deal in a game. */
export interface TodayGame {
  deal: SealedDeal;
  /** How many people have finished it. */
  played: number;
  /** None if you have not begun, or have no profile. */
  you: OwnAttempt | null;
}

/** The deal of a day in a game: published before the day, opened after it. */
export interface SealedDeal {
  /** As 2026-11-18. Days begin and end at midnight UTC. */
  day: string;
  game: string;
  players: number;
  options: { [key: string]: unknown };
  /** The bots, from seat 1 on. Everybody plays from seat 0. */
  bots: string[];
  /** SHA-256 of the seed. */
  commitment: string;
  /** When everybody could first see the commitment, in milliseconds since 1970. */
  published: number;
  /** Whether that was after the day had begun, because the server had been off before. */
  late: boolean;
  /** Once the deal is open; None before. */
  seed: string | null;
}

/** Your first attempt at a deal: the one that counts. */
export interface OwnAttempt {
  /** Its table, if that is still there; else empty. */
  table: string;
  /** In milliseconds since 1970. */
  began: number;
  /** Points or, in TRIPLE³, cards left; None until it is finished. */
  score: number | null;
  /** How far it is; None once it is finished, or if its table is gone. */
  progress: Progress | null;
  /** From 1, among those who have finished; equal for those who tie. */
  place: number | null;
  /** How many others have the same score. */
  ties: number;
  /** How many of the others did worse, in percent, rounded down; None if nobody else has finished. */
  better_than: number | null;
  /** Whether it is in the field, or can still be: not if it was finished after the results had closed. */
  counts: boolean;
  /** How many attempts followed. They are practice. */
  practised: number;
}

/** How far a game is, as its player sees it. */
export interface Progress {
  done: number;
  /** What the player has: points (ZATRE), trios laid (Z3BRA), cards laid (TRIPLE³). */
  done_are: "cards" | "points" | "trios";
  left: number;
  /** What is still to come: tiles in the bag, or the player's cards. */
  left_are: "cards" | "tiles";
}

/** How you did on a day in a game. */
export interface DayScore {
  day: string;
  game: string;
  /** None if you have not played, or not to the end. */
  score: number | null;
  better_than: number | null;
}

/** The results of a day in a game. */
export interface DayField {
  deal: SealedDeal;
  /** Before the day; during it; after it, while games that began on it still count; with the results final. */
  status: "closing" | "coming" | "open" | "running";
  /** When the results close and the deal is opened, in milliseconds since 1970. */
  closes: number;
  low_is_better: boolean;
  scores_are: "cards" | "points";
  played: number;
  you: OwnAttempt | null;
  /** Whether what follows is shown: you have finished, or the deal is open. */
  shown: boolean;
  /** From the lowest score to the highest. */
  histogram: Bin[];
  /** Half of all did so well or better. */
  median: number | null;
  best: FieldRow[];
  /** The rows around yours, unless they are among the best. */
  around: FieldRow[];
  /** How the best played it, once the deal is open; without those who do not want to be named: their tables have their names. */
  tables: BestTable[];
}

/** A column of a histogram. */
export interface Bin {
  /** The lowest score in it; None if everything below is in it too. */
  first: number | null;
  /** The highest one; None if everything above is in it too. */
  last: number | null;
  count: number;
  /** Whether your score is in it. */
  you: boolean;
}

/** Those who have the same score. */
export interface FieldRow {
  place: number;
  score: number;
  /** The first who had it, at most three; without you, without those who have deleted their profiles and without those who do not want to be named. */
  players: FieldPlayer[];
  /** How many they are, with you. */
  count: number;
  you: boolean;
}

/** Somebody who is named in the results of a day. */
export interface FieldPlayer {
  /** The profile's id. */
  profile: string;
  name: string;
}

/** One of the best games of a day, open to all. */
export interface BestTable {
  table: string;
  /** Empty if the player's profile has been deleted. */
  name: string;
  score: number;
}

/** Tables with the same deals. */
export interface Duplicate {
  id: string;
  game: string;
  mode: "bots" | "teams";
  players: number;
  options: { [key: string]: unknown };
  /** SHA-256 of the seed that all tables share. */
  commitment: string;
  /** Once it is open; None before. */
  seed: string | null;
  created: number;
  /** When it is opened even if somebody has not finished, in milliseconds since 1970. */
  expires: number;
  /** Whether more people can take a seat. */
  joinable: boolean;
  /** Whether the deals are open: everybody has finished, or it has expired. */
  open: boolean;
  /** By team, the names of its people; with mode `bots` a team is the person at a table. */
  teams: string[][];
  tables: DuplicateTable[];
  /** Once it is open; None before. */
  comparison: Comparison | null;
  /** The number of your table and your seat; None without one. */
  you: [number, number] | null;
  /** Whether you made it, and may end the wait for more people. */
  host: boolean;
  earlier: string | null;
  /** The duplicate of the rematch, with the same people in the same seats. */
  rematch: string | null;
}

/** A table of a duplicate. */
export interface DuplicateTable {
  /** Its id. It is empty once the table has been deleted. */
  table: string;
  status: "between" | "closed" | "dealing" | "gone" | "open" | "over" | "running";
  seats: DuplicateSeat[];
  /** As the record names them, once the duplicate is open and the table is over. */
  players: Player[];
}

/** A seat at a table of a duplicate. */
export interface DuplicateSeat {
  kind: "bot" | "human" | "open";
  name: string;
  /** The team or, with mode `bots`, the number of the table; -1 for a bot of mode `bots`, which plays against all. */
  team: number;
}

/** What counts: how the same deals were played at each table. */
export interface Comparison {
  rounds: ComparedRound[];
  /** By team, of all rounds together. */
  differences: number[];
  /** By team, from 1; equal for teams that tie. */
  places: number[];
  /** Whether every table has played to the end. */
  complete: boolean;
}

/** A round, at all tables where it was played to the end. */
export interface ComparedRound {
  /** From 1. */
  round: number;
  /** By table, then by side; None where it was not finished. */
  scores: (number[] | null)[];
  /** By team, of all its seats together; None if one of them has not finished. */
  points: (number | null)[];
  /** By team, how much better than the mean of the others; positive is better. */
  differences: (number | null)[];
}

/** A duplicate that you have made. Its link is `/duplicate/` and its id. */
export interface MadeDuplicate {
  duplicate: Duplicate;
  /** Yours, as its host and in your seat. Browsers also get it as the cookie of the first table. */
  token: string;
}

/** A puzzle: a position in which one turn is clearly best. The solution is not in it. */
export interface PuzzlePosition {
  game: string;
  /** Its place among the puzzles of the game ... */
  number: number;
  /** ... and how many there are. */
  of: number;
  /** The date of today, in UTC, if it is today's puzzle. */
  day: string | null;
  players: number;
  /** Whose turn it is: what this seat sees is all there is. */
  seat: number;
  /** The position with the legal moves, as a table with help sends it. */
  situation: Situation;
  /** How hard it is: one more than the number of bots' levels that do not find it. */
  grade: number;
  /** The number of different answers. */
  turns: number;
  /** Whether the values of all turns are calculated to the end of the round, and not sampled. */
  exact: boolean;
  count: PuzzleCount;
  /** None without a profile: then nothing is kept here. */
  progress: PuzzleProgress | null;
  standing: PuzzleStanding | null;
}

/** How many with a profile have tried a puzzle. */
export interface PuzzleCount {
  tried: number;
  /** How many found it with the first try ... */
  first: number;
  /** ... and how many in the end. */
  found: number;
}

/** How far you are with a puzzle. */
export interface PuzzleProgress {
  tries: number;
  outcome: "open" | "shown" | "solved";
}

/** How you do with the puzzles of a game. */
export interface PuzzleStanding {
  /** 1500 for a newcomer; puzzles have 1340 to 1980, by their grade. */
  rating: number;
  /** The true one is within this distance with a chance of 95 in 100. */
  plus_minus: number;
  solved: number;
  /** How many of them with the first try. */
  first: number;
  /** Found since the last one that you gave up ... */
  in_a_row: number;
  /** ... and the most that ever were. */
  most_in_a_row: number;
  /** On how many days in a row, up to today or yesterday, you have found the puzzle of the day. */
  days: number;
}

/** What has come of an answer. */
export interface PuzzleAnswered {
  /** The position after the moves, if the turn is not over; then nothing has been judged or counted. */
  goes_on: Situation | null;
  /** What a whole turn is worth; None if you gave up. */
  verdict: PuzzleVerdict | null;
  /** None as long as you have not found it. */
  solved: SolvedPuzzle | null;
  /** With the solution: how many have found it. */
  count: PuzzleCount | null;
  /** None without a profile. */
  progress: PuzzleProgress | null;
  standing: PuzzleStanding | null;
  /** How much your rating has changed. */
  change: number;
}

/** What a whole answer is worth. It does not tell the solution. */
export interface PuzzleVerdict {
  is_right: boolean;
  /** How many points the answer is worth less than the solution; 0 if it is right. */
  cost: number;
  /** The answer: its first move, those after it, and the reasons for and against it. */
  answer: ReviewedMove;
  /** ZATRE: what the answer brings on the sheet. */
  points: number | null;
}

/** The solution, for those who have found it or have given up. */
export interface SolvedPuzzle {
  solution: Solution;
  /** What the seat sees after each move of it, as far as nothing hidden decides that. */
  frames: AnyTable[];
  /** The levels of bots that find it. */
  found_by: string[];
}

/** The solution of a puzzle, explained, for somebody who has found it or has given up. */
export interface Solution {
  best: ReviewedMove;
  /** The next best turns, best first. */
  rivals: ReviewedMove[];
  margin: number;
  /** ZATRE: what the solution brings on the sheet. */
  points: number | null;
  /** ZATRE: how many answers bring how many points on the sheet, most points first. */
  spread: [number, number][];
}

/** The puzzles of the day, the same at every server. */
export interface TodaysPuzzles {
  /** The date, in UTC. */
  day: string;
  puzzles: PuzzleOfDay[];
}

/** Today's puzzle of a game. */
export interface PuzzleOfDay {
  game: string;
  number: number;
  grade: number;
  /** How far you are; `open` without a profile. */
  outcome: "open" | "shown" | "solved";
  /** On how many days in a row you have found it; 0 without a profile. */
  days: number;
}

/** A puzzle that suits you. */
export interface NextPuzzle {
  game: string;
  number: number;
}

/** The tasks of one run of the spotting trainer. It is training, so they come with their answers. */
export interface Spotting {
  tasks: SpottingTask[];
  /** The runs so far; None without a profile. */
  history: SpottingHistory | null;
}

/** A card, a grid, and every place where the card fits. */
export interface SpottingTask {
  card: string;
  /** The cards that lie, by rows. */
  grid: string[][];
  places: Place[];
  /** By level, the median time in milliseconds in which a bot would find and lay them all. */
  bots: { [key: string]: number };
}

/** A cell where the card makes a new triple. */
export interface Place {
  cell: string;
  /** The properties of the new triples: any of them can be called (P10). */
  calls: string[];
  /** The kinds of the lines in which they appear. */
  lines: ("column" | "diagonal" | "row")[];
}

/** What is kept of somebody's runs. */
export interface SpottingHistory {
  best: SpottingRun | null;
  /** The last runs, the oldest first. */
  recent: SpottingRun[];
}

/** A run that is kept. */
export interface SpottingRun {
  /** For each card, with the penalties. */
  times: number[];
  /** Places that were pressed although the card does not fit there. */
  wrong: number;
  /** Places that were not found, by the lines that make the triple there. */
  missed: { [key: string]: number };
  /** When it ended, in milliseconds since 1970. */
  at: number;
}
