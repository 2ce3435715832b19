// Builds the service worker of the score pad, and tells it which files the pad consists of.
import { createHash } from "node:crypto";
import type { Plugin, Rolldown } from "vite";

/** What the service worker must know of the build that it belongs to. */
export interface Build {
  /** Changes with every file that is kept. */
  version: string;
  /** The paths of the files that are kept, besides the page itself. */
  files: string[];
  /** The path of the script that the page starts with. */
  entry: string;
}

const WORKER = "worker.js";
const SCREEN = "src/screens/Pad.svelte";
/** Files that the page names and that have no hash in their name. */
const PUBLIC = ["/icon.svg", "/manifest.webmanifest"];

type Bundle = Rolldown.OutputBundle;

/** Return the chunks that a module needs when it is loaded, with its own, and their styles. */
export function filesOf(bundle: Bundle, isWanted: (chunk: Rolldown.OutputChunk) => boolean): string[] {
  const found = new Set<string>();
  const visit = (name: string) => {
    const chunk = bundle[name];
    if (found.has(name) || chunk?.type !== "chunk") return;
    found.add(name);
    for (const style of chunk.viteMetadata?.importedCss ?? []) found.add(style);
    chunk.imports.forEach(visit);
  };
  for (const chunk of Object.values(bundle)) if (chunk.type === "chunk" && isWanted(chunk)) visit(chunk.fileName);
  return [...found].sort();
}

export function offline(): Plugin {
  return {
    name: "offline",
    apply: "build",
    enforce: "post",
    buildStart() {
      this.emitFile({ type: "chunk", id: "src/worker.ts", fileName: WORKER });
    },
    generateBundle: {
      order: "post",
      handler(_, bundle) {
        const worker = bundle[WORKER];
        const isEntry = (chunk: Rolldown.OutputChunk) => chunk.isEntry && chunk !== worker;
        const entry = Object.values(bundle).find((chunk) => chunk.type === "chunk" && isEntry(chunk));
        const screen = (chunk: Rolldown.OutputChunk) => chunk.facadeModuleId?.endsWith(SCREEN) ?? false;
        const page = bundle["index.html"];
        if (worker?.type !== "chunk" || entry?.type !== "chunk" || page?.type !== "asset") {
          throw new Error("The build has no page, or no service worker.");
        }
        if (worker.imports.length || worker.exports.length) throw new Error("A service worker must be a single file.");
        const files = [
          ...filesOf(bundle, (chunk) => isEntry(chunk) || screen(chunk)).map((name) => `/${name}`),
          ...PUBLIC,
        ];
        const version = createHash("sha256").update(page.source).update(files.join()).digest("hex").slice(0, 16);
        const build: Build = { version, files, entry: `/${entry.fileName}` };
        worker.code = `const BUILD=${JSON.stringify(build)};${worker.code}`;
      },
    },
  };
}
