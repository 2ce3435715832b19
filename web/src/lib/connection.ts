// One socket a table that comes back by itself: after sleep, network loss or a restart of the server it says which event
// it has, gets what it missed, and sends again whatever was not answered. Ids make resends harmless.
import type { AnyCommand, FromClient, ToClient, Welcome } from "../protocol";
import { randomText } from "./ids";

export type ConnectionState = "connecting" | "live" | "lost" | "gone";

/** Any command without its id. */
export type Wish = AnyCommand extends infer Each ? (Each extends AnyCommand ? Omit<Each, "id"> : never) : never;

const PATIENCE = 6000;
/** Nothing heard so long after a command: the connection is dead although nobody said so. */
const PAUSES = [0, 250, 500, 1000, 2000, 4000];
const SLEEP = 20_000;
const GONE = 4404;

export interface Hooks {
  heard(message: ToClient): void;
  changed(state: ConnectionState): void;
}

export class Connection {
  #socket: WebSocket | null = null;
  #unanswered = new Map<string, AnyCommand>();
  #tries = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #watchdog: ReturnType<typeof setTimeout> | undefined;
  #hiddenAt = Infinity;
  #isClosed = false;
  #isWelcome = false;
  /** The number of the last event heard; 0 asks for all of them. */
  #after = 0;

  constructor(
    private readonly table: string,
    private readonly token: string | null,
    private readonly hooks: Hooks,
  ) {
    addEventListener("online", this.#again);
    addEventListener("offline", this.#drop);
    addEventListener("pageshow", this.#again);
    document.addEventListener("visibilitychange", this.#again);
    this.#open();
  }

  get isWaiting(): boolean {
    return this.#unanswered.size > 0;
  }

  /** Whether an answer to this command is awaited. */
  awaits(id: string): boolean {
    return this.#unanswered.has(id);
  }

  /** Send a command; it is sent again until it is answered. The answer carries the id. */
  send(wish: Wish): string {
    const command = { ...wish, id: randomText(22) } as AnyCommand;
    this.#unanswered.set(command.id, command);
    if (this.#isWelcome) this.#write(command);
    return command.id;
  }

  close(): void {
    this.#isClosed = true;
    removeEventListener("online", this.#again);
    removeEventListener("offline", this.#drop);
    removeEventListener("pageshow", this.#again);
    document.removeEventListener("visibilitychange", this.#again);
    clearTimeout(this.#timer);
    clearTimeout(this.#watchdog);
    this.#socket?.close();
  }

  #open = (): void => {
    clearTimeout(this.#timer);
    if (this.#isClosed || this.#socket) return;
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/api/tables/${this.table}/live`);
    this.#socket = socket;
    socket.onopen = () => {
      this.#say({ type: "hello", token: this.token, after: this.#after });
      this.#watch();
    };
    socket.onmessage = (event) => this.#socket === socket && this.#hear(JSON.parse(event.data as string) as ToClient);
    socket.onclose = (event) => this.#socket === socket && this.#lost(event.code);
  };

  #hear(message: ToClient): void {
    clearTimeout(this.#watchdog);
    if (message.type === "welcome") this.#welcome(message);
    if (message.type === "ping") return this.#say({ type: "pong", n: message.n });
    if (message.type === "update") {
      if (message.number <= this.#after) return;
      this.#after = message.number;
    }
    const id = "id" in message ? message.id : null;
    if (id && !(message.type === "refused" && message.problem.code === "store_down")) this.#unanswered.delete(id);
    this.hooks.heard(message);
    if (this.isWaiting) this.#watch();
  }

  #welcome(message: Welcome): void {
    this.#tries = 0;
    this.#isWelcome = true;
    this.#after = message.number;
    this.hooks.changed("live");
    for (const command of this.#unanswered.values()) this.#write(command);
  }

  #write(command: AnyCommand): void {
    this.#say(command);
    this.#watch();
  }

  #say(message: FromClient): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message));
  }

  #watch(): void {
    clearTimeout(this.#watchdog);
    this.#watchdog = setTimeout(this.#drop, PATIENCE);
  }

  /** Give the socket up without waiting for its farewell, which a dead network never brings. */
  #drop = (): void => {
    this.#socket?.close();
    this.#lost(0);
  };

  #lost(code: number): void {
    clearTimeout(this.#watchdog);
    this.#socket = null;
    this.#isWelcome = false;
    if (this.#isClosed) return;
    if (code === GONE) {
      this.hooks.changed("gone");
      this.close();
      return;
    }
    this.hooks.changed("lost");
    const pause = PAUSES[Math.min(this.#tries++, PAUSES.length - 1)]!;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(this.#open, pause * (0.75 + Math.random() / 2));
  }

  /** The page is back, or the network: look at once instead of waiting. A socket that has slept may be dead: take a new one. */
  #again = (): void => {
    if (document.hidden) {
      this.#hiddenAt = Date.now();
      return;
    }
    this.#tries = 0;
    if (this.#socket && Date.now() - this.#hiddenAt > SLEEP) this.#drop();
    this.#hiddenAt = Infinity;
    if (!this.#socket) this.#open();
  };
}
