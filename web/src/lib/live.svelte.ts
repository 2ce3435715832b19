// A table that is being played: what the server said last, shown one event after the other.
import { tick } from "svelte";
import { SvelteMap } from "svelte/reactivity";
import type { AnyEvent, AnyTable, Happened, Situation, TableInfo, ToClient, Update, Welcome } from "../protocol";
import { Connection, type ConnectionState, type Wish } from "./connection";
import { joinTable } from "./api";
import { randomEntropy } from "./ids";
import type { Animator, Play, Refusal, Step } from "./play";
import { namesOf } from "./seats";

/** With more events waiting than this the table catches up without animation. */
const HURRY = 3;

/** An event of the log, with the views around it where this page has seen them. */
export interface LogEntry extends Happened {
  before: AnyTable | null;
  after: AnyTable | null;
}

export class LiveTable implements Play {
  connection: ConnectionState = $state("connecting");
  info: TableInfo | null = $state.raw(null);
  situation: Situation | null = $state.raw(null);
  seat: number | null = $state(null);
  host = $state(false);
  here: number[] = $state.raw([]);
  watching = $state(0);
  log: LogEntry[] = $state.raw([]);
  last: Step | null = $state.raw(null);
  refusal: Refusal | null = $state.raw(null);
  /** When a bot stands in for who does not act, on performance.now()'s clock. */
  dueAt: number | null = $state(null);
  startsAt: number | null = $state(null);
  readonly open = null;
  #showing = false;
  /** Events that have arrived and are not on the screen yet: until then nobody acts on what was before. */
  #unshown = $state(0);
  #refusals = 0;
  #updates: Update[] = [];
  /** The moves that are under way to the server, by the id of their command. */
  #moves = new SvelteMap<string, string>();
  #animator: Animator | null = null;
  /** Counts welcomes: what was under way before one is older than what it says. */
  #visit = 0;
  #link: Connection;

  constructor(
    readonly id: string,
    readonly token: string | null = null,
  ) {
    this.#link = this.#connect(token);
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
    return this.active ? (this.situation?.moves ?? (this.info!.help ? [] : null)) : null;
  }
  get undo() {
    return !!this.situation?.undo && this.#isAnswered;
  }
  get afterYou() {
    return this.situation?.after_you ?? [];
  }
  get active(): boolean {
    if (this.seat === null || !this.situation || !this.info) return false;
    const mayAct = this.view.to_act.includes(this.seat) && !this.info.seats[this.seat]!.stand_in;
    return mayAct && this.info.status === "running" && !this.info.paused && this.#isAnswered;
  }

  /** Where everybody plays at once nobody waits for answers. */
  get #isAnswered(): boolean {
    if (this.connection !== "live") return false;
    return this.info?.game === "triple" || (this.#moves.size === 0 && this.#unshown === 0);
  }

  move(text: string): void {
    this.#moves.set(this.act({ type: "move", move: text }), text);
  }
  takeBack(): void {
    this.act({ type: "take_back" });
  }
  letThemGoFirst(): void {
    this.act({ type: "after_you" });
  }

  /** Any command of the protocol, without its id. */
  act(wish: Wish): string {
    this.refusal = null;
    return this.#link.send(wish);
  }

  /** Take a seat by the link; the cookie makes the new socket ours. */
  async join(name: string, seat: number | null = null): Promise<void> {
    await joinTable(this.id, { name, seat, entropy: randomEntropy() });
    this.#link.close();
    this.log = [];
    this.#link = this.#connect(this.token);
  }

  onStep(animator: Animator): () => void {
    this.#animator = animator;
    return () => {
      if (this.#animator === animator) this.#animator = null;
    };
  }

  close(): void {
    this.#link.close();
  }

  #connect(token: string | null): Connection {
    return new Connection(this.id, token, {
      heard: (message) => this.#hear(message),
      changed: (state) => (this.connection = state),
    });
  }

  #hear(message: ToClient): void {
    switch (message.type) {
      case "welcome":
        return this.#welcome(message);
      case "update":
        this.#answered(message.id ?? null);
        this.#updates.push(message);
        this.#unshown++;
        void this.#catchUp();
        return;
      case "done":
        return this.#answered(message.id);
      case "refused":
        this.refusal = {
          count: ++this.#refusals,
          problem: message.problem,
          move: this.#moves.get(message.id ?? "") ?? null,
        };
        if (message.problem.code !== "store_down") this.#answered(message.id);
        return;
      case "presence":
        this.here = message.here;
        this.watching = message.watching;
    }
  }

  #answered(id: string | null): void {
    if (id) this.#moves.delete(id);
  }

  /** Everything at once, without animation: who comes back sees the table as it is. */
  #welcome(message: Welcome): void {
    this.#visit++;
    this.#updates = [];
    this.#unshown = 0;
    this.seat = message.seat;
    this.host = message.host;
    this.here = message.here;
    this.watching = message.watching;
    this.info = message.table;
    this.#show(message.situation ?? null);
    const known = this.log.at(-1)?.number ?? 0;
    const missed = message.missed.filter((happened) => happened.number > known);
    this.log = [...this.log, ...missed.map((happened) => ({ ...happened, before: null, after: null }))];
  }

  /** One event after the other; who watches sees every card move. */
  async #catchUp(): Promise<void> {
    if (this.#showing) return;
    this.#showing = true;
    try {
      for (let update = this.#updates.shift(); update; update = this.#updates.shift()) await this.#happen(update);
    } finally {
      this.#showing = false;
    }
  }

  async #happen(update: Update): Promise<void> {
    const before = this.situation?.view ?? null;
    const after = update.situation?.view ?? null;
    const visit = this.#visit;
    const show = async () => {
      if (visit !== this.#visit) return;
      this.#unshown--;
      if (update.table) this.info = update.table;
      if (update.event.kind === "seat_cleared" && update.event.seat === this.seat) this.seat = null;
      if (update.situation) this.#show(update.situation);
      if (after && changesTheTable(update.event))
        this.last = { number: update.number, event: update.event, before, after };
      this.log = [...this.log, { number: update.number, at: update.at, event: update.event, before, after }];
      await tick();
    };
    if (!after || !this.#animator || !changesTheTable(update.event) || this.#updates.length > HURRY) return show();
    const step = { number: update.number, event: update.event, before, after };
    const rest = this.#animator(step, show);
    if (after.game !== "triple") await rest;
  }

  #show(situation: Situation | null): void {
    this.situation = situation;
    this.dueAt = deadline(situation?.due);
    this.startsAt = deadline(situation?.starts);
  }
}

function changesTheTable(event: AnyEvent): boolean {
  return ["started", "moved", "took_back", "time_up", "ready"].includes(event.kind);
}

function deadline(milliseconds: number | null | undefined): number | null {
  return milliseconds == null ? null : performance.now() + milliseconds;
}
