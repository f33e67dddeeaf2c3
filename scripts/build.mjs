// Bundles src/ into dist/: CommonJS, because it starts quickest, with the heavy parts in chunks of their own.
// esbuild splits ES modules only, so every chunk is bundled as one and turned into CommonJS afterwards.
import { mkdirSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { build, transform } from "esbuild";
import { generate } from "./generate.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const out = join(root, "dist");
const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));

await generate();
const { outputFiles } = await build({
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
  write: false,
}).catch(() => {
  // esbuild has said why.
  process.exit(1);
});

const files = await Promise.all(
  outputFiles.map(async ({ path, text }) => {
    const { code } = await transform(text, {
      format: "cjs",
      platform: "node",
      target: "node20",
      minify: true,
      supported: { "dynamic-import": false },
    });
    return { name: relative(out, path), code };
  }),
);
files.push({ name: "package.json", code: '{ "type": "commonjs" }\n' });

// Chunks before entries, each by a rename, so that a gtd that starts meanwhile finds a whole build.
mkdirSync(join(out, "chunks"), { recursive: true });
files.sort((a, b) => Number(b.name.startsWith("chunks")) - Number(a.name.startsWith("chunks")));
for (const { name, code } of files) {
  const file = join(out, name);
  writeFileSync(`${file}.${process.pid}`, code);
  renameSync(`${file}.${process.pid}`, file);
}
const built = new Set(files.map(({ name }) => name));
for (const entry of readdirSync(out, { recursive: true, withFileTypes: true })) {
  const file = join(entry.parentPath ?? entry.path, entry.name);
  if (entry.isFile() && !built.has(relative(out, file)) && !/\.\d+$/.test(entry.name)) rmSync(file, { force: true });
}
if (!process.argv.includes("--quiet")) process.stderr.write(`built ${files.length} files into dist/\n`);
