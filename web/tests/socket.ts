// A fake WebSocket and page, so that a test controls which message arrives when.
import { vi } from "vitest";
import type { FromClient, ToClient } from "../src/protocol";

export type FakePage = EventTarget & { hidden: boolean };

export class FakeSocket {
  static readonly OPEN = 1;
  static instances: FakeSocket[] = [];
  readyState = FakeSocket.OPEN;
  sent: FromClient[] = [];
  onopen: () => void = () => undefined;
  onmessage: (event: { data: string }) => void = () => undefined;
  onclose: (event: { code: number }) => void = () => undefined;

  constructor(readonly url: string) {
    FakeSocket.instances.push(this);
  }
  send(text: string): void {
    this.sent.push(JSON.parse(text) as FromClient);
  }
  close(): void {
    this.readyState = 3;
  }
  receive(message: Partial<ToClient> & { type: ToClient["type"] }): void {
    this.onmessage({ data: JSON.stringify(message) });
  }
}

/** Replace the browser's globals by the fakes, and its timers by vitest's. */
export function stubBrowser(): FakePage {
  vi.useFakeTimers();
  FakeSocket.instances = [];
  const page = Object.assign(new EventTarget(), { hidden: false });
  const window = new EventTarget();
  vi.stubGlobal("WebSocket", FakeSocket);
  vi.stubGlobal("document", page);
  vi.stubGlobal("location", { protocol: "http:", host: "table.test" });
  vi.stubGlobal("addEventListener", window.addEventListener.bind(window));
  vi.stubGlobal("removeEventListener", window.removeEventListener.bind(window));
  vi.stubGlobal("dispatchEvent", window.dispatchEvent.bind(window));
  return page;
}

export function restoreBrowser(): void {
  vi.unstubAllGlobals();
  vi.useRealTimers();
}
