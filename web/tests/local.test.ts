import { beforeEach, expect, it, vi } from "vitest";
import { forgetLocalTable, localSeats, localTableIds, saveLocalSeats } from "../src/lib/local";

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

it("stores the seats of this device by table", () => {
  saveLocalSeats("one", [ADA, BOB]);
  saveLocalSeats("two", [BOB]);
  expect(localSeats("one")).toEqual([ADA, BOB]);
  expect(localSeats("two")).toEqual([BOB]);
  expect(localSeats("three")).toEqual([]);
  expect(localTableIds()).toEqual(["two", "one"]);
});

it("forgets a table", () => {
  saveLocalSeats("one", [ADA]);
  saveLocalSeats("two", [BOB]);
  forgetLocalTable("one");
  expect(localTableIds()).toEqual(["two"]);
  forgetLocalTable("two");
  expect(localStorage.getItem("tercet.local")).toBeNull();
});

it("treats corrupt storage as empty", () => {
  for (const spoilt of ["{", "null", "3"]) {
    localStorage.setItem("tercet.local", spoilt);
    expect(localTableIds()).toEqual([]);
    expect(localSeats("one")).toEqual([]);
  }
});

it("works without storage", () => {
  vi.stubGlobal("localStorage", undefined);
  saveLocalSeats("one", [ADA]);
  expect(localSeats("one")).toEqual([]);
});
