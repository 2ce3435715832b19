// The WebSocket to one table. It reconnects by itself after sleep, network loss or a restart of the server: it sends the
// number of the last event it received, gets the missed ones, and resends every unanswered command. The server ignores
// a command id that it has already carried out, so resending is safe.
import type { AnyCommand, FromClient, ToClient, Welcome } from "../protocol";
import { randomText } from "./ids";

export type ConnectionState = "connecting" | "live" | "lost" | "gone";

/** Any command without its id. */
export type CommandWithoutId = AnyCommand extends infer Each
  ? Each extends AnyCommand
    ? Omit<Each, "id">
    : never
  : never;

/** How long to wait for any message after a command before the connection counts as dead. */
const RESPONSE_TIMEOUT_MS = 6000;
/** The delay before each attempt to reconnect; the last one repeats. */
const RECONNECT_DELAYS_MS = [0, 250, 500, 1000, 2000, 4000];
/** A page that was hidden for longer replaces its socket, which may be dead. */
const MAX_HIDDEN_MS = 20_000;
/** Close codes for a table that is not shown to others, does not exist or cannot be read: reconnecting would not help. */
const FATAL_CLOSE_CODES = [4403, 4404, 4409];

export interface ConnectionHandlers {
  onMessage(message: ToClient): void;
  onStateChange(state: ConnectionState): void;
}

export class Connection {
  #socket: WebSocket | null = null;
  #unanswered = new Map<string, AnyCommand>();
  #attempts = 0;
  #reconnectTimer: ReturnType<typeof setTimeout> | undefined;
  #watchdog: ReturnType<typeof setTimeout> | undefined;
  #hiddenAt = Infinity;
  #isClosed = false;
  #isWelcomed = false;
  /** The number of the last event received; 0 requests all of them. */
  #lastEventNumber = 0;

  constructor(
    private readonly table: string,
    private readonly token: string | null,
    private readonly handlers: ConnectionHandlers,
  ) {
    addEventListener("online", this.#reconnectIfNeeded);
    addEventListener("offline", this.#dropSocket);
    addEventListener("pageshow", this.#reconnectIfNeeded);
    document.addEventListener("visibilitychange", this.#reconnectIfNeeded);
    this.#openSocket();
  }

  get hasUnanswered(): boolean {
    return this.#unanswered.size > 0;
  }

  /** Whether the server has not answered this command yet. */
  isUnanswered(id: string): boolean {
    return this.#unanswered.has(id);
  }

  /** Send a command, again after each reconnect until it is answered. Return its id, which the answer repeats. */
  send(commandWithoutId: CommandWithoutId): string {
    const command = { ...commandWithoutId, id: randomText(22) } as AnyCommand;
    this.#unanswered.set(command.id, command);
    if (this.#isWelcomed) this.#sendCommand(command);
    return command.id;
  }

  close(): void {
    this.#isClosed = true;
    removeEventListener("online", this.#reconnectIfNeeded);
    removeEventListener("offline", this.#dropSocket);
    removeEventListener("pageshow", this.#reconnectIfNeeded);
    document.removeEventListener("visibilitychange", this.#reconnectIfNeeded);
    clearTimeout(this.#reconnectTimer);
    clearTimeout(this.#watchdog);
    this.#socket?.close();
  }

  #openSocket = (): void => {
    clearTimeout(this.#reconnectTimer);
    if (this.#isClosed || this.#socket) return;
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/api/tables/${this.table}/live`);
    this.#socket = socket;
    socket.onopen = () => {
      this.#sendMessage({ type: "hello", token: this.token, after: this.#lastEventNumber });
      this.#restartWatchdog();
    };
    socket.onmessage = (event) =>
      this.#socket === socket && this.#receive(JSON.parse(event.data as string) as ToClient);
    socket.onclose = (event) => this.#socket === socket && this.#handleLoss(event.code);
  };

  #receive(message: ToClient): void {
    clearTimeout(this.#watchdog);
    if (message.type === "welcome") this.#handleWelcome(message);
    if (message.type === "ping") return this.#sendMessage({ type: "pong", n: message.n });
    if (message.type === "update") {
      if (message.number <= this.#lastEventNumber) return;
      this.#lastEventNumber = message.number;
    }
    // A command that failed because the database is down stays unanswered and is sent again.
    const id = "id" in message ? message.id : null;
    if (id && !(message.type === "refused" && message.problem.code === "store_down")) this.#unanswered.delete(id);
    this.handlers.onMessage(message);
    if (this.hasUnanswered) this.#restartWatchdog();
  }

  #handleWelcome(message: Welcome): void {
    this.#attempts = 0;
    this.#isWelcomed = true;
    this.#lastEventNumber = message.number;
    this.handlers.onStateChange("live");
    for (const command of this.#unanswered.values()) this.#sendCommand(command);
  }

  #sendCommand(command: AnyCommand): void {
    this.#sendMessage(command);
    this.#restartWatchdog();
  }

  #sendMessage(message: FromClient): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message));
  }

  #restartWatchdog(): void {
    clearTimeout(this.#watchdog);
    this.#watchdog = setTimeout(this.#dropSocket, RESPONSE_TIMEOUT_MS);
  }

  /** Drop the socket without waiting for its close event, which a dead network never delivers. */
  #dropSocket = (): void => {
    this.#socket?.close();
    this.#handleLoss(0);
  };

  #handleLoss(code: number): void {
    clearTimeout(this.#watchdog);
    this.#socket = null;
    this.#isWelcomed = false;
    if (this.#isClosed) return;
    if (FATAL_CLOSE_CODES.includes(code)) {
      this.handlers.onStateChange("gone");
      this.close();
      return;
    }
    this.handlers.onStateChange("lost");
    const delay = RECONNECT_DELAYS_MS[Math.min(this.#attempts++, RECONNECT_DELAYS_MS.length - 1)]!;
    clearTimeout(this.#reconnectTimer);
    // The random factor spreads the clients of a restarted server.
    this.#reconnectTimer = setTimeout(this.#openSocket, delay * (0.75 + Math.random() / 2));
  }

  /** Reconnect at once when the page is visible or the network is available again. */
  #reconnectIfNeeded = (): void => {
    if (document.hidden) {
      this.#hiddenAt = Date.now();
      return;
    }
    this.#attempts = 0;
    if (this.#socket && Date.now() - this.#hiddenAt > MAX_HIDDEN_MS) this.#dropSocket();
    this.#hiddenAt = Infinity;
    if (!this.#socket) this.#openSocket();
  };
}
