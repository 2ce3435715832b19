import { beforeEach, expect, it, vi } from "vitest";
import { forgetLocal, localSeats, localTables, rememberLocal } from "../src/lib/local";

const ADA = { seat: 0, name: "Ada", token: "a".repeat(43) };
const BOB = { seat: 1, name: "Bob", token: "b".repeat(43) };

beforeEach(() => {
  const memory = new Map<string, string>();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => memory.get(key) ?? null,
    setItem: (key: string, value: string) => memory.set(key, value),
    removeItem: (key: string) => memory.delete(key),
  });
});

it("remembers who sits at this device, table by table", () => {
  rememberLocal("one", [ADA, BOB]);
  rememberLocal("two", [BOB]);
  expect(localSeats("one")).toEqual([ADA, BOB]);
  expect(localSeats("two")).toEqual([BOB]);
  expect(localSeats("three")).toEqual([]);
  expect(localTables()).toEqual(["two", "one"]);
});

it("forgets a table that is gone", () => {
  rememberLocal("one", [ADA]);
  rememberLocal("two", [BOB]);
  forgetLocal("one");
  expect(localTables()).toEqual(["two"]);
  forgetLocal("two");
  expect(localStorage.getItem("tercet.local")).toBeNull();
});

it("takes a spoilt memory for an empty one", () => {
  for (const spoilt of ["{", "null", "3"]) {
    localStorage.setItem("tercet.local", spoilt);
    expect(localTables()).toEqual([]);
    expect(localSeats("one")).toEqual([]);
  }
});

it("works without any memory", () => {
  vi.stubGlobal("localStorage", undefined);
  rememberLocal("one", [ADA]);
  expect(localSeats("one")).toEqual([]);
});
