import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createTable, Refused } from "../src/lib/api";
import { passPhrase } from "../src/lib/private.svelte";
import type { NewTable } from "../src/protocol";

const PHRASE = "open sesame";
let sent: NewTable[] = [];

/** A private server, and a browser that remembers. */
beforeEach(() => {
  sent = [];
  const memory = new Map<string, string>();
  vi.stubGlobal("localStorage", {
    getItem: (name: string) => memory.get(name) ?? null,
    setItem: (name: string, value: string) => memory.set(name, value),
  });
  vi.stubGlobal("fetch", (_: string, request: RequestInit) => {
    const table = JSON.parse(request.body as string) as NewTable;
    sent.push(table);
    const isRight = table.pass_phrase === PHRASE;
    const answer = isRight
      ? { table: "t", seat: 0, host: true, token: "x" }
      : { code: "pass_phrase", text: { en: "No.", de: "Nein." } };
    return Promise.resolve(new Response(JSON.stringify(answer), { status: isRight ? 201 : 403 }));
  });
});
afterEach(() => vi.unstubAllGlobals());

it("is asked for until it is right, and then never again", async () => {
  const made = createTable({ game: "zatre" });
  await vi.waitFor(() => expect(passPhrase.question).not.toBeNull());
  passPhrase.question!.answer("wrong one");
  await vi.waitFor(() => expect(passPhrase.question).not.toBeNull());
  passPhrase.question!.answer(PHRASE);
  expect((await made).table).toBe("t");
  expect((await createTable({ game: "zatre" })).table).toBe("t");
  expect(sent.map((table) => table.pass_phrase)).toEqual([undefined, "wrong one", PHRASE, PHRASE]);
});

it("need not be known: then the server's words are shown", async () => {
  const made = createTable({ game: "zatre" });
  await vi.waitFor(() => expect(passPhrase.question).not.toBeNull());
  passPhrase.question!.answer(null);
  await expect(made).rejects.toThrow(Refused);
  expect(passPhrase.question).toBeNull();
  expect(passPhrase.known).toBeNull();
});
