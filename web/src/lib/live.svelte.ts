// A live table: applies the server's messages and shows its events one after the other.
import { tick } from "svelte";
import { SvelteMap } from "svelte/reactivity";
import { traitsOf } from "../games/index";
import type {
  AnyEvent,
  AnyTable,
  Happened,
  OddInWords,
  Reaction,
  Refused,
  Situation,
  TableInfo,
  ToClient,
  Update,
  Welcome,
  Words,
} from "../protocol";
import { Connection, type ConnectionState, type CommandWithoutId } from "./connection";
import { fetchEventsAfter, joinTable } from "./api";
import { commitmentTo, entropyBehind, newEntropy, rememberEntropy, rememberPromise } from "./entropy";
import type { Animator, Change, Play, Refusal, ShownHint, Step } from "./play";
import type { Sign } from "./signs";
import { takeSeat } from "./seating";
import { namesOf } from "./seats";
import { settings } from "./settings.svelte";
import { changesSince } from "./since";

/** With more events waiting than this, as after a long sleep, the older ones are shown at once. */
const MAX_ANIMATED_BACKLOG = 12;
/** How long a step is shown at least before the next one, in milliseconds, counted from the start of its animation. */
const MIN_SHOWN_MS = 400;
/** How long a sign is shown. */
const SIGN_MS = 5000;

/** An event of the log, with the views before and after it; null where this page has not received them. */
export interface LogEntry extends Happened {
  before: AnyTable | null;
  after: AnyTable | null;
}

export class LiveTable implements Play {
  connectionState: ConnectionState = $state("connecting");
  info: TableInfo | null = $state.raw(null);
  situation: Situation | null = $state.raw(null);
  seat: number | null = $state(null);
  isHost = $state(false);
  connectedSeats: number[] = $state.raw([]);
  spectatorCount = $state(0);
  /** The seats for which a vote for a bot would be accepted. */
  replaceableSeats: number[] = $state.raw([]);
  /** The sign that each seat makes at the moment. */
  readonly signs = new SvelteMap<number, Sign>();
  log: LogEntry[] = $state.raw([]);
  lastStep: Step | null = $state.raw(null);
  refusal: Refusal | null = $state.raw(null);
  hint: ShownHint | null = $state.raw(null);
  odds: OddInWords[] | null = $state.raw(null);
  /** Why the server does not show this table, although it exists; otherwise null. */
  hiddenReason: Words | null = $state.raw(null);
  /** When a bot takes over from a player who does not act, by performance.now(). */
  dueAt: number | null = $state(null);
  startsAt: number | null = $state(null);
  endsAt: number | null = $state(null);
  readonly openView = null;
  readonly hasCoordinates = false;
  /** The number of the event that dealt the round, if this page has received it. */
  #dealNumber = $state(0);
  readonly changedSince: Change[] = $derived(
    this.seat === null || this.#isRace ? [] : changesSince(this.log, this.seat, this.#dealNumber),
  );
  #isShowing = false;
  /** How many events have arrived but are not on the screen yet. A player may act only on what is shown. */
  #unshownCount = $state(0);
  /** The number of the last event that is on the screen. */
  #lastShownNumber = 0;
  #refusals = 0;
  #pendingUpdates: Update[] = [];
  /** Moves that the server has not answered yet, by the id of their command; null for taking one back. */
  #unansweredMoves = new SvelteMap<string, string | null>();
  /** The ids of commands that the player did not ask for: their refusals are not shown. */
  #ownCommandIds: string[] = [];
  #revealId = "";
  #signTimers: { [seat: number]: ReturnType<typeof setTimeout> } = {};
  #animator: Animator | null = null;
  /** Counts welcomes: an animation that began before the latest one must no longer change the table. */
  #generation = 0;
  #connection: Connection;

  constructor(
    readonly id: string,
    readonly token: string | null = null,
  ) {
    this.#connection = this.#connect(token);
  }

  get names(): string[] {
    return this.info ? namesOf(this.info.seats, this.seat) : [];
  }
  get view(): AnyTable {
    return this.situation!.view;
  }
  get seats() {
    return this.info!.seats;
  }
  get options() {
    return this.info!.options;
  }
  get totals() {
    return this.info!.totals;
  }
  get moves() {
    return this.canAct ? (this.situation?.moves ?? (this.info!.help ? [] : null)) : null;
  }
  get canTakeBack() {
    return !!this.situation?.undo && this.#isReadyForMove;
  }
  get afterYou() {
    return this.situation?.after_you ?? [];
  }
  get canAct(): boolean {
    return this.isOnTurn && this.#isReadyForMove;
  }
  /** Whether the table waits for this seat, also while an answer of the server is pending. */
  get isOnTurn(): boolean {
    if (this.seat === null || !this.situation || !this.info) return false;
    const isOnTurn = this.view.to_act.includes(this.seat) && !this.info.seats[this.seat]!.stand_in;
    return isOnTurn && this.info.status === "running" && !this.info.paused;
  }

  /** The number of the last event that changed what lies on the table: it names the position that is shown. */
  get position(): number {
    return this.log.findLast(({ event }) => isShownOnBoard(event))?.number ?? 0;
  }

  get #isRace(): boolean {
    return !!this.info && !!traitsOf(this.info.game)?.isRace;
  }

  /** In a race players do not wait for answers or animations; in a game with turns they do. */
  get #isReadyForMove(): boolean {
    if (this.connectionState !== "live") return false;
    return this.#isRace || (this.#unansweredMoves.size === 0 && this.#unshownCount === 0);
  }

  move(text: string): void {
    // In a race a card is judged by what the player saw when laying it (P10).
    this.#unansweredMoves.set(this.sendCommand({ type: "move", move: text, seen: this.#lastShownNumber }), text);
  }
  takeBack(): void {
    this.#unansweredMoves.set(this.sendCommand({ type: "take_back" }), null);
  }
  letPartnerGoFirst(): void {
    this.sendCommand({ type: "after_you" });
  }

  /** Send a command of the protocol. Return its id. */
  sendCommand(command: CommandWithoutId): string {
    this.refusal = null;
    return this.#connection.send(command);
  }

  /** Take a seat at this table. Reconnect, because the seat's cookie takes effect only on a new socket. */
  async join(name: string, seat: number | null = null): Promise<void> {
    // Whoever takes a bot's seat during the match comes too late to add to the deal.
    await (this.info?.status === "open" ? takeSeat : joinTable)(this.id, { name, seat });
    this.#connection.close();
    this.log = [];
    this.#connection = this.#connect(this.token);
  }

  setAnimator(animator: Animator): () => void {
    this.#animator = animator;
    return () => {
      if (this.#animator === animator) this.#animator = null;
    };
  }

  close(): void {
    this.#connection.close();
  }

  #connect(token: string | null): Connection {
    return new Connection(this.id, token, {
      onMessage: (message) => this.#receive(message),
      onStateChange: (state) => (this.connectionState = state),
    });
  }

  #receive(message: ToClient): void {
    switch (message.type) {
      case "welcome":
        return this.#showWelcome(message);
      case "update":
        this.#markAnswered(message.id ?? null);
        if (message.table) this.#revealEntropy(message.table);
        this.#pendingUpdates.push(message);
        this.#unshownCount++;
        void this.#showPendingUpdates();
        return;
      case "done":
        return this.#markAnswered(message.id);
      case "refused":
        if (this.#ownCommandIds.includes(message.id ?? "")) return;
        this.refusal = {
          count: ++this.#refusals,
          problem: message.problem,
          move: this.#unansweredMoves.get(message.id ?? "") ?? null,
          faster: this.names[message.problem.faster ?? -1] ?? null,
        };
        if (isHiding(message)) this.hiddenReason = message.problem.text;
        if (message.problem.code !== "store_down") this.#markAnswered(message.id);
        return;
      case "presence":
        this.connectedSeats = message.here;
        this.spectatorCount = message.watching;
        this.replaceableSeats = message.replaceable;
        return;
      case "reaction":
        this.#showSign(message);
    }
  }

  #showSign({ seat, sign }: Reaction): void {
    if (!settings.areSignsShown && seat !== this.seat) return;
    this.signs.set(seat, sign);
    clearTimeout(this.#signTimers[seat]);
    this.#signTimers[seat] = setTimeout(() => this.signs.delete(seat), SIGN_MS);
  }

  #markAnswered(id: string | null): void {
    if (id) this.#unansweredMoves.delete(id);
  }

  /** Show the whole state at once, without animation. */
  #showWelcome(message: Welcome): void {
    this.#generation++;
    this.#pendingUpdates = [];
    this.#unshownCount = 0;
    this.seat = message.seat;
    this.isHost = message.host;
    this.connectedSeats = message.here;
    this.spectatorCount = message.watching;
    this.replaceableSeats = message.replaceable ?? [];
    this.info = message.table;
    this.#commitToEntropy(message.table);
    this.#revealEntropy(message.table);
    this.#lastShownNumber = message.number;
    this.#showSituation(message.situation ?? null);
    const lastLogged = this.log.at(-1)?.number ?? 0;
    this.#addToLog(message.missed);
    void this.#fetchOlderEvents(lastLogged, message.missed[0]?.number ?? 0);
  }

  /** Add events in their order, unless they are there already. */
  #addToLog(missed: Happened[]): void {
    this.log = [...this.log, ...missed.map((happened) => ({ ...happened, before: null, after: null }))]
      .sort((one, other) => one.number - other.number)
      .filter((entry, index, all) => entry.number !== all[index - 1]?.number);
  }

  /** Fetch the events between two numbers: a welcome has only the newest of many. */
  async #fetchOlderEvents(after: number, before: number): Promise<void> {
    while (after + 1 < before) {
      const page = await fetchEventsAfter(this.id, after).catch(() => []);
      if (page.length === 0) return;
      this.#addToLog(page);
      after = page.at(-1)!.number;
    }
  }

  /** Before the start, commit to new entropy if this browser has none for the seat, as in a rematch. */
  #commitToEntropy(info: TableInfo): void {
    if (this.seat === null || info.status !== "open") return;
    if (entropyBehind(this.id, info.entropy_commitments[this.seat]!)) return;
    const entropy = newEntropy();
    rememberEntropy(this.id, entropy);
    this.#ownCommandIds.push(this.#connection.send({ type: "commit", entropy_commitment: commitmentTo(entropy) }));
  }

  /** Reveal the entropy when the seats are final. First keep what is promised, so that it cannot change afterwards. */
  #revealEntropy(info: TableInfo): void {
    if (this.seat === null || info.status !== "dealing") return;
    rememberPromise(info);
    const entropy = entropyBehind(this.id, info.entropy_commitments[this.seat]!);
    if (!entropy || info.entropy[this.seat] || this.#connection.isUnanswered(this.#revealId)) return;
    this.#revealId = this.#connection.send({ type: "reveal", entropy });
    this.#ownCommandIds.push(this.#revealId);
  }

  /** Show the pending updates one after the other, each with its animation. */
  async #showPendingUpdates(): Promise<void> {
    if (this.#isShowing) return;
    this.#isShowing = true;
    try {
      for (let update = this.#pendingUpdates.shift(); update; update = this.#pendingUpdates.shift()) {
        const begun = performance.now();
        await this.#showUpdate(update);
        if (this.#mustStay(update)) await delay(begun + MIN_SHOWN_MS - performance.now());
      }
    } finally {
      this.#isShowing = false;
    }
  }

  /** Return whether a step must stay on the screen for a moment, because the next one waits. In a race nothing waits. */
  #mustStay(update: Update): boolean {
    const backlog = this.#pendingUpdates.length;
    if (backlog === 0 || backlog > MAX_ANIMATED_BACKLOG || this.#isRace || !this.#animator) return false;
    return isShownOnBoard(update.event) && settings.canAnimate && !document.hidden;
  }

  async #showUpdate(update: Update): Promise<void> {
    const before = this.situation?.view ?? null;
    const after = update.situation?.view ?? null;
    const generation = this.#generation;
    const show = async () => {
      if (generation !== this.#generation) return;
      this.#unshownCount--;
      this.#lastShownNumber = update.number;
      if (update.table && update.table.round !== this.info?.round) this.#dealNumber = update.number;
      if (update.table) this.info = update.table;
      if (update.event.kind === "seat_cleared" && update.event.seat === this.seat) this.seat = null;
      if (update.situation) this.#showSituation(update.situation);
      if (after && isShownOnBoard(update.event))
        this.lastStep = { number: update.number, event: update.event, before, after };
      this.log = [...this.log, { number: update.number, at: update.at, event: update.event, before, after }];
      await tick();
    };
    if (
      !after ||
      !this.#animator ||
      !isShownOnBoard(update.event) ||
      this.#pendingUpdates.length > MAX_ANIMATED_BACKLOG
    )
      return show();
    const step = { number: update.number, event: update.event, before, after };
    const animation = this.#animator(step, show);
    if (!this.#isRace) await animation;
  }

  #showSituation(situation: Situation | null): void {
    this.situation = situation;
    this.dueAt = deadlineIn(situation?.due);
    this.startsAt = deadlineIn(situation?.starts);
    this.endsAt = deadlineIn(situation?.patience);
  }
}

/** Return whether a refusal says that the table is not shown at all. */
function isHiding({ id, problem }: Refused): boolean {
  return problem.code === "unreadable" || (id === null && problem.code === "not_yours");
}

function isShownOnBoard(event: AnyEvent): boolean {
  return ["started", "revealed", "left_out", "moved", "took_back", "time_up", "ready", "returned_ready"].includes(
    event.kind,
  );
}

function delay(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, Math.max(0, milliseconds)));
}

function deadlineIn(milliseconds: number | null | undefined): number | null {
  return milliseconds == null ? null : performance.now() + milliseconds;
}
