// Zebra stripes for a picture: bands that swell and thin out, drawn by sums of waves, the same every time.

const STEP = 20;
const GAP = 33;

/** The outlines of the bands that cover a picture of this size, as an SVG path. */
export function stripes(width: number, height: number): string {
  const bands = Math.ceil(height / GAP) + 3;
  return Array.from({ length: bands }, (_, i) => band(i - 1, width)).join("");
}

function band(k: number, width: number): string {
  const xs = Array.from({ length: width / STEP + 3 }, (_, i) => (i - 1) * STEP);
  const upper = xs.map((x) => point(x, middle(k, x) - half(k, x)));
  const lower = xs.map((x) => point(x, middle(k, x) + half(k, x))).reverse();
  return `M${[...upper, ...lower].join("L")}Z`;
}

function middle(k: number, x: number): number {
  return k * GAP + 13 * Math.sin(x / 68 + k * 0.55) + 7 * Math.sin(x / 31 + k * 0.8);
}

function half(k: number, x: number): number {
  return Math.max(0, 4.5 + 7.5 * Math.sin(x / 92 + k * 2.3) + 2 * Math.sin(x / 37 + k));
}

function point(x: number, y: number): string {
  return `${x} ${Math.round(y)}`;
}
