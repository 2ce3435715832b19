import { readFileSync } from "node:fs";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig, type Plugin } from "vitest/config";
import { licences } from "./licences.ts";
import { offline } from "./offline.ts";

/** Colours and drawings are the same here and in a notebook: the engine's pictures have them. */
const DESIGN = "../src/tercet/pictures";

/** The symbols stand in the page itself: a piece is drawn with the first paint, without another request. */
function symbols(): Plugin {
  return {
    name: "symbols",
    transformIndexHtml: (html) => html.replace("<!-- symbols -->", readFileSync(`${DESIGN}/symbols.svg`, "utf8")),
  };
}

export default defineConfig({
  plugins: [svelte(), symbols(), licences(), offline()],
  build: {
    outDir: "../src/tercet/server/web",
    emptyOutDir: true,
    target: "es2022",
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 150,
  },
  server: {
    fs: { allow: [".", DESIGN] },
    proxy: { "/api": { target: process.env.TERCET_SERVER ?? "http://127.0.0.1:8000", ws: true } },
  },
  // Test files share their threads and modules: a process for each takes three times as long.
  test: { include: ["tests/**/*.test.ts"], environment: "node", pool: "threads", isolate: false, unstubGlobals: true },
  resolve: process.env.VITEST ? { conditions: ["browser"] } : {},
});
