// If a part of the page cannot be loaded, the page is reloaded as soon as the server answers.
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { loadLazily } from "../src/lib/lazily";

describe("a part of the page", () => {
  const reload = vi.fn();
  let kept: { [key: string]: string };
  let isUp: boolean;

  beforeEach(() => {
    vi.useFakeTimers();
    vi.spyOn(console, "warn").mockImplementation(() => undefined);
    reload.mockClear();
    kept = {};
    isUp = false;
    vi.stubGlobal("location", { reload });
    vi.stubGlobal("sessionStorage", {
      getItem: (key: string) => kept[key] ?? null,
      setItem: (key: string, value: string) => (kept[key] = value),
    });
    vi.stubGlobal("fetch", () => (isUp ? Promise.resolve({ ok: true }) : Promise.reject(new Error("offline"))));
  });
  afterEach(() => {
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
    vi.useRealTimers();
  });

  it("is loaded", async () => {
    expect(await loadLazily(() => Promise.resolve("a board"))).toBe("a board");
  });

  it("waits for the server and reloads the page", async () => {
    void loadLazily(() => Promise.reject(new Error("offline")));
    await vi.advanceTimersByTimeAsync(10_000);
    expect(reload).not.toHaveBeenCalled();
    isUp = true;
    await vi.advanceTimersByTimeAsync(2000);
    expect(reload).toHaveBeenCalledTimes(1);
  });

  it("does not reload the page in a loop", async () => {
    isUp = true;
    void loadLazily(() => Promise.reject(new Error("gone")));
    await vi.advanceTimersByTimeAsync(2000);
    void loadLazily(() => Promise.reject(new Error("gone")));
    await vi.advanceTimersByTimeAsync(5000);
    expect(reload).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(15_000);
    expect(reload).toHaveBeenCalledTimes(2);
  });
});
