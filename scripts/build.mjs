// Bundles src/ into dist/: CommonJS, because it starts quickest, with the heavy parts in chunks of their own.
// esbuild splits ES modules only, so every chunk is bundled as one and turned into CommonJS afterwards.
import { mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build, transform } from "esbuild";
import { generate } from "./generate.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const out = join(root, "dist");
const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));

await generate();
rmSync(out, { recursive: true, force: true });
await build({
  absWorkingDir: root,
  entryPoints: { gtd: "src/cli.ts", "demo-agent": "src/demo/agent.ts" },
  outdir: out,
  bundle: true,
  splitting: true,
  format: "esm",
  platform: "node",
  target: "node20",
  minify: true,
  legalComments: "none",
  define: { __GTD_VERSION__: JSON.stringify(version) },
  chunkNames: "chunks/[name]-[hash]",
  logLevel: "warning",
  // CommonJS packages ask for node's modules by require; it is there once the chunk is CommonJS.
  banner: { js: "" },
});

const chunks = [".", "chunks"].flatMap((dir) =>
  readdirSync(join(out, dir), { withFileTypes: true }).filter((e) => e.isFile()).map((e) => join(out, dir, e.name)));
await Promise.all(chunks.map(async (file) => {
  const { code } = await transform(readFileSync(file, "utf8"), {
    format: "cjs", platform: "node", target: "node20", minify: true, supported: { "dynamic-import": false },
  });
  writeFileSync(file, code);
}));
mkdirSync(out, { recursive: true });
writeFileSync(join(out, "package.json"), '{ "type": "commonjs" }\n');
if (!process.argv.includes("--quiet")) process.stderr.write(`built ${chunks.length} files into dist/\n`);
