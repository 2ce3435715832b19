import { beforeEach, expect, it, vi } from "vitest";
import { earlierSeats, forgetEarlier, rememberEarlier } from "../src/lib/earlier";

const ADA = { name: "Ada", token: "a".repeat(43) };
const BOB = { name: "Bob", token: "b".repeat(43) };

beforeEach(() => {
  const memory = new Map<string, string>();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => memory.get(key) ?? null,
    setItem: (key: string, value: string) => memory.set(key, value),
    removeItem: (key: string) => memory.delete(key),
  });
});

it("remembers each seat once, table by table", () => {
  rememberEarlier("one", ADA);
  rememberEarlier("one", BOB);
  rememberEarlier("one", ADA);
  rememberEarlier("two", BOB);
  expect(earlierSeats("one")).toEqual([BOB, ADA]);
  expect(earlierSeats("two")).toEqual([BOB]);
});

it("forgets a seat that somebody has gone back to", () => {
  rememberEarlier("one", ADA);
  forgetEarlier("one", BOB.token);
  expect(earlierSeats("one")).toEqual([ADA]);
  forgetEarlier("one", ADA.token);
  expect(localStorage.getItem("tercet.earlier")).toBeNull();
});

it("forgets the oldest of many tables", () => {
  for (let n = 0; n < 50; n++) rememberEarlier(`table ${n}`, ADA);
  expect(earlierSeats("table 9")).toEqual([]);
  expect(earlierSeats("table 10")).toEqual([ADA]);
});

it("takes a spoilt memory for an empty one", () => {
  localStorage.setItem("tercet.earlier", "{");
  expect(earlierSeats("one")).toEqual([]);
});
