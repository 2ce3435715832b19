import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { build, type Rolldown } from "vite";
import { expect, it } from "vitest";
import { packageOf } from "../licences";

const ROOT = fileURLToPath(new URL("..", import.meta.url));

/** The packages that the bundle's own source maps name. */
function packagesIn(chunks: Rolldown.OutputChunk[]): Set<string> {
  const sources = chunks.flatMap((chunk) => chunk.map?.sources ?? []);
  return new Set(sources.map((source) => packageOf(source)).filter((name) => name !== null));
}

it("names every package in the bundle with the text of its licence", { timeout: 120_000 }, async () => {
  const built = (await build({
    root: ROOT,
    logLevel: "error",
    mode: "production",
    build: { write: false, sourcemap: true },
  })) as Rolldown.RolldownOutput;
  const chunks = built.output.filter((each) => each.type === "chunk");
  const packages = packagesIn(chunks);
  expect([...packages]).toEqual(expect.arrayContaining(["@noble/hashes", "svelte", "uqr"]));

  const file = built.output.find((each) => each.fileName === "licences.txt") as Rolldown.OutputAsset;
  for (const name of packages) {
    const { version, license } = JSON.parse(readFileSync(`${ROOT}/node_modules/${name}/package.json`, "utf8"));
    expect(file.source).toContain(`\n${name} ${version} (${license})\n`);
    expect(file.source.toString().split(`\n${name} ${version}`)[1]).toMatch(/^[^-]*(Copyright|Permission is hereby)/);
  }
});
