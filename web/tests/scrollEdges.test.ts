import { expect, test } from "vitest";
import { moreAt } from "../src/lib/scrollEdges";

test("a box fades on the sides where there is more", () => {
  expect(moreAt(0, 300, 300)).toBe(null);
  expect(moreAt(0, 300, 500)).toBe("right");
  expect(moreAt(100, 300, 500)).toBe("both");
  expect(moreAt(200, 300, 500)).toBe("left");
});
