// The licence notices of all packages whose code is in the bundle, as a file beside the page.
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Plugin } from "vitest/config";

const INSTALLED = join(dirname(fileURLToPath(import.meta.url)), "node_modules");

/** Code that the build tools themselves add has no file in a package. */
const HELPERS: [prefix: string, name: string][] = [
  ["\0vite/", "vite"],
  ["\0rolldown/", "rolldown"],
];

/** Return the package that a module comes from; null for our own. */
export function packageOf(module: string): string | null {
  const helper = HELPERS.find(([prefix]) => module.startsWith(prefix));
  if (helper) return helper[1];
  const found = [...module.replaceAll("\\", "/").matchAll(/\/node_modules\/((?:@[^/]+\/)?[^/]+)\//g)];
  return found.at(-1)?.[1] ?? null;
}

/** Return name, version, licence and the text of the licence. A package without one may not be shipped. */
function noticeOf(name: string): string {
  const folder = join(INSTALLED, name);
  const about = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as { version: string; license?: string };
  const file = readdirSync(folder).find((each) => /^licen[cs]e(\.(md|txt))?$/i.test(each));
  if (!file || !about.license) throw new Error(`${name} has no licence that could be shown`);
  const text = readFileSync(join(folder, file), "utf8").trim();
  const own = text.indexOf("\n# Licenses of bundled dependencies"); // of the tool, not of what it adds to the page
  return `${name} ${about.version} (${about.license})\n\n${own < 0 ? text : text.slice(0, own).trim()}`;
}

function contentOf(packages: string[]): string {
  const ours = readFileSync(join(INSTALLED, "..", "..", "LICENSE"), "utf8").trim();
  const line = `\n\n${"-".repeat(80)}\n\n`;
  const start = `Tercet, and the software that its page contains.\n\nTercet (MIT)\n\n${ours}`;
  return [start, ...packages.map(noticeOf)].join(line) + "\n";
}

export function licences(): Plugin {
  return {
    name: "licences",
    generateBundle(_, bundle) {
      const modules = Object.values(bundle).flatMap((each) => (each.type === "chunk" ? each.moduleIds : []));
      const packages = new Set(modules.map(packageOf).filter((name) => name !== null));
      this.emitFile({ type: "asset", fileName: "licences.txt", source: contentOf([...packages].sort()) });
    },
  };
}
