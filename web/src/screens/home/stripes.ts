// Zebra stripes for a picture: bands of varying width, computed from sine waves, so that they are always the same.

const STEP = 20;
const GAP = 33;

/** Return the outlines of the bands that cover a picture of this size, as an SVG path. */
export function stripes(width: number, height: number): string {
  const bands = Math.ceil(height / GAP) + 3;
  return Array.from({ length: bands }, (_, i) => band(i - 1, width)).join("");
}

function band(index: number, width: number): string {
  const xs = Array.from({ length: width / STEP + 3 }, (_, i) => (i - 1) * STEP);
  const upper = xs.map((x) => point(x, middle(index, x) - halfWidth(index, x)));
  const lower = xs.map((x) => point(x, middle(index, x) + halfWidth(index, x))).reverse();
  return `M${[...upper, ...lower].join("L")}Z`;
}

function middle(index: number, x: number): number {
  return index * GAP + 13 * Math.sin(x / 68 + index * 0.55) + 7 * Math.sin(x / 31 + index * 0.8);
}

function halfWidth(index: number, x: number): number {
  return Math.max(0, 4.5 + 7.5 * Math.sin(x / 92 + index * 2.3) + 2 * Math.sin(x / 37 + index));
}

function point(x: number, y: number): string {
  return `${x} ${Math.round(y)}`;
}
