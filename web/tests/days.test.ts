import { afterEach, describe, expect, it } from "vitest";
import {
  addDays,
  describeWait,
  formatDay,
  formatDayAndTime,
  formatMoment,
  formatTime,
  formatWeekday,
  formatWeekdayAndDay,
} from "../src/lib/days";
import { language } from "../src/lib/language.svelte";

afterEach(() => (language.current = "en"));

describe("a day of the server", () => {
  it("is named in both languages, whatever the time zone here", () => {
    expect(formatDay("2026-11-16")).toBe("16 November");
    expect(formatWeekdayAndDay("2026-11-16")).toBe("Monday, 16 November");
    expect(formatWeekday("2026-11-18")).toBe("Wed");
    language.current = "de";
    expect(formatDay("2026-03-01")).toBe("1. März");
    expect(formatWeekdayAndDay("2026-11-16")).toBe("Montag, 16. November");
    expect(formatWeekday("2026-11-18")).toBe("Mi");
  });

  it("follows another, over the ends of months and years", () => {
    expect(addDays("2026-12-31", 1)).toBe("2027-01-01");
    expect(addDays("2028-03-01", -1)).toBe("2028-02-29");
    expect(addDays("2026-11-16", -6)).toBe("2026-11-10");
  });
});

it("a moment is given as a clock shows it", () => {
  expect(formatTime(Date.UTC(2026, 10, 16, 8, 5), "UTC")).toMatch(/^0?8:05$/);
  expect(formatTime(Date.UTC(2026, 10, 16, 8, 5), "Europe/Berlin")).toMatch(/^0?9:05$/);
  expect(formatTime(Date.UTC(2026, 10, 16, 0, 5), "UTC")).toMatch(/^0?0:05$/);
  expect(formatMoment(Date.UTC(2026, 10, 18, 23, 30), "Europe/Berlin")).toMatch(/^Thu, 0?0:30$/);
  expect(formatDayAndTime(Date.UTC(2026, 10, 18, 23, 30), "Europe/Berlin")).toMatch(/^19 November, 0?0:30$/);
});

it("the time until the next day counts its last minute", () => {
  expect([33_840, 3600, 3599, 60, 59, 0].map(describeWait)).toEqual([
    "9 h 24 min",
    "1 h 0 min",
    "1 h 0 min",
    "1 min",
    "1 min",
    "0 min",
  ]);
  language.current = "de";
  expect(describeWait(33_840)).toBe("9 Std. 24 Min.");
});
