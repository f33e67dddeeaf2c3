// Bundles src/ into dist/ as CommonJS, because it starts quickest. dist/gtd.js holds all that the hot commands need, so
// that they read one file; everything else is a chunk that is loaded on demand.
//
// esbuild splits ES modules only. So it does that first, which settles what belongs together and that nothing is there
// twice; then the hot chunks are bundled once more into one file, each evaluated at its first use, and every cold chunk
// becomes CommonJS and takes what it shares with the hot ones from that file.
import { existsSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { createRequire } from "node:module";
import { promisify } from "node:util";
import { generate } from "./generate.mjs";
import { renderNotices } from "./notices.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const out = join(root, "dist");
const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));

/** What is in dist/gtd.js, with all that it imports: the short road, its errors, and a configuration compiled before. */
const HOT = [
  "src/cli.ts",
  "src/cli/report-error.ts",
  "src/commands/status.ts",
  "src/runtime/standing.ts",
  "src/report/status-text.ts",
  "src/commands/next.ts",
  "src/commands/step.ts",
  "src/config/compiled.ts",
  "src/config/reference.ts",
  "src/runtime/trust.ts",
];
const SHARED = {
  platform: "node",
  target: "node20",
  bundle: true,
  legalComments: "none",
  logLevel: "warning",
  write: false,
};

/** micromatch is loaded at the first real glob, in the middle of a synchronous match: a file of its own. */
const apart = {
  name: "micromatch-apart",
  setup({ onResolve }) {
    onResolve({ filter: /^micromatch$/, namespace: "file" }, ({ importer }) =>
      importer.endsWith("micromatch.cjs") ? { path: "./chunks/micromatch.js", external: true } : undefined,
    );
  },
};

/** One hash of all sources: what an earlier build has compiled of a configuration is none of this one's. */
function hashSources() {
  const hash = createHash("sha256").update(version);
  const files = readdirSync(join(root, "src"), { recursive: true, withFileTypes: true }).filter((one) => one.isFile());
  for (const file of files.map((one) => join(one.parentPath ?? one.path, one.name)).toSorted())
    hash.update(`\0${relative(root, file)}\0`).update(readFileSync(file));
  return hash.digest("hex").slice(0, 16);
}

async function split() {
  const { outputFiles, metafile } = await build({
    ...SHARED,
    absWorkingDir: root,
    entryPoints: { gtd: "src/cli.ts" },
    outdir: out,
    splitting: true,
    format: "esm",
    define: { __GTD_VERSION__: JSON.stringify(version), __GTD_BUILD__: JSON.stringify(hashSources()) },
    chunkNames: "chunks/[name]-[hash]",
    metafile: true,
    plugins: [apart],
  });
  const chunks = new Map(outputFiles.map(({ path, text }) => [path, text]));
  const imports = new Map();
  const entries = new Map();
  for (const [name, output] of Object.entries(metafile.outputs)) {
    const path = resolve(root, name);
    if (output.entryPoint) entries.set(output.entryPoint, path);
    const statics = output.imports.filter((one) => one.kind === "import-statement" && !one.external);
    imports.set(
      path,
      statics.map((one) => resolve(root, one.path)),
    );
  }
  return { chunks, imports, entries, inputs: Object.keys(metafile.inputs) };
}

function reach(imports, starts) {
  const found = new Set();
  const visit = (path) => {
    if (found.has(path)) return;
    found.add(path);
    for (const next of imports.get(path) ?? []) visit(next);
  };
  starts.forEach(visit);
  return found;
}

/** Parts of node that cost at start and that most commands never come to: loaded when one of their functions is called. */
const LAZY = new Set(["node:crypto", "node:os", "node:readline", "node:timers/promises", "node:zlib"]);

/** An ES module with a function for each of a node module's functions; anything else of it cannot be imported so. */
async function renderLazy(name) {
  const load = `require(${JSON.stringify(name)})`;
  const functions = Object.entries(await import(name)).filter(
    ([key, value]) => typeof value === "function" && /^[a-z]/.test(key) && key !== "default",
  );
  return [
    ...functions.map(([key]) => `export const ${key} = (...args) => ${load}.${key}(...args);`),
    `export default new Proxy({}, { get: (_, key) => ${load}[key] });`,
  ].join("\n");
}

const finish = { ...SHARED, absWorkingDir: out, format: "cjs", minify: true, supported: { "dynamic-import": false } };
const doorOf = (path) => JSON.stringify(basename(path, ".js"));

/** Bundles chunks that are in memory; `place` says of each that is imported whether it is "inside", "hot" or "outside". */
async function bundleChunks({ chunks, contents, to, place }) {
  const home = dirname(to);
  const fromHome = (path) => relative(home, path).replace(/^(?!\.)/, "./");
  const memory = {
    name: "chunks",
    setup({ onResolve, onLoad }) {
      onResolve({ filter: /./ }, ({ path, importer, namespace }) => {
        if (namespace === "lazy") return { path, external: true };
        if (LAZY.has(path)) return { path, namespace: "lazy" };
        const file = resolve(namespace === "chunk" ? dirname(importer) : home, path);
        if (namespace === "hot" || !chunks.has(file)) return { path, external: true };
        const where = place(file);
        return where === "outside"
          ? { path: fromHome(file), external: true }
          : { path: file, namespace: where === "hot" ? "hot" : "chunk" };
      });
      onLoad({ filter: /./, namespace: "chunk" }, ({ path }) => ({ contents: chunks.get(path), loader: "js" }));
      onLoad({ filter: /./, namespace: "lazy" }, async ({ path }) => ({ contents: await renderLazy(path) }));
      onLoad({ filter: /./, namespace: "hot" }, ({ path }) => ({
        contents: `module.exports = require(${JSON.stringify(fromHome(join(out, "gtd.js")))}).hot[${doorOf(path)}]();`,
      }));
    },
  };
  const { outputFiles } = await build({
    ...finish,
    stdin: { contents, resolveDir: home, sourcefile: basename(to) },
    plugins: [memory],
  });
  return { name: relative(out, to), code: outputFiles[0].text };
}

/** One file: the entry, and in `hot` a door to each of its chunks for the cold ones. */
function buildHot({ chunks, entries }, hot) {
  const entry = entries.get("src/cli.ts");
  const load = (path) => `require(${JSON.stringify(path)})`;
  const doors = [...hot].map((path) => `${doorOf(path)}: () => ${load(path)}`);
  const contents = `exports.hot = {\n${doors.join(",\n")}\n};\n${load(entry)};\n`;
  return bundleChunks({ chunks, contents, to: entry, place: (path) => (hot.has(path) ? "inside" : "outside") });
}

function buildCold({ chunks }, hot, to) {
  const place = (path) => (path === to ? "inside" : hot.has(path) ? "hot" : "outside");
  const name = JSON.stringify(to);
  return bundleChunks({ chunks, contents: `export * from ${name};`, to, place });
}

async function buildMicromatch() {
  const { outputFiles, metafile } = await build({
    ...finish,
    absWorkingDir: root,
    stdin: { contents: 'module.exports = require("micromatch");', resolveDir: root },
    metafile: true,
  });
  return { name: "chunks/micromatch.js", code: outputFiles[0].text, inputs: Object.keys(metafile.inputs) };
}

/** A program of its own: a chunk that it shared with the CLI would have to be asked of the CLI, which would then run. */
async function buildDemoAgent() {
  const { outputFiles } = await build({
    ...finish,
    absWorkingDir: root,
    entryPoints: ["src/demo/agent.ts"],
    outdir: out,
  });
  return { name: "demo-agent.js", code: outputFiles[0].text };
}

/** The manual page, by the program's own description of its commands. */
async function buildManual() {
  const { outputFiles } = await build({
    ...SHARED,
    absWorkingDir: root,
    entryPoints: ["src/cli/manual.ts"],
    outdir: out,
    format: "cjs",
    define: { __GTD_VERSION__: JSON.stringify(version) },
    external: ["../commands/*"],
  });
  const loaded = { exports: {} };
  new Function("module", "exports", "require", outputFiles[0].text)(
    loaded,
    loaded.exports,
    createRequire(import.meta.url),
  );
  return { name: "gtd.1", code: loaded.exports.renderManual() };
}

/** Chunks before entries, each by a rename, so that a gtd that starts meanwhile finds a whole build. */
function writeAll(files) {
  mkdirSync(join(out, "chunks"), { recursive: true });
  const late = (name) => Number(!name.startsWith("chunks"));
  for (const { name, code } of files.toSorted((a, b) => late(a.name) - late(b.name))) {
    const file = join(out, name);
    writeFileSync(`${file}.${process.pid}`, code);
    renameSync(`${file}.${process.pid}`, file);
  }
}

/** Adds the line by which bin/gtd.cjs finds V8's compiled form of this very text: the hash of `text`, its own or more. */
function stamp({ name, code }, text) {
  const hash = createHash("sha256").update(text).digest("hex").slice(0, 16);
  const cache = `${name.slice(0, -3)}-${hash}-${process.version}-${process.arch}.cache`;
  return { name, code: `${code}// ${hash}\n`, cache };
}

/** The entry's stamp stands for the whole build, so that its cache tells whether the others are there. */
function stampAll([main, ...others]) {
  const all = [main, ...others].map(({ code }) => code).join("");
  return [stamp(main, all), ...others.map((file) => stamp(file, file.code))];
}

/** The compiled forms are made by this node for itself: another one compiles the sources as always. */
async function writeCodeCaches([main, ...others]) {
  if (existsSync(join(out, main.cache))) return;
  // Named, because an earlier build's may still be there.
  const program = others.find(({ name }) => /^chunks\/program-[^-]*\.js$/.test(name));
  await promisify(execFile)(process.execPath, [join(root, "scripts", "code-cache.mjs"), out, program.name]);
}

function removeOthers(names) {
  const built = new Set(names);
  for (const entry of readdirSync(out, { recursive: true, withFileTypes: true })) {
    const file = join(entry.parentPath ?? entry.path, entry.name);
    if (entry.isFile() && !built.has(relative(out, file)) && !/\.\d+$/.test(entry.name)) rmSync(file, { force: true });
  }
}

await generate();
try {
  const parts = await split();
  const hot = reach(
    parts.imports,
    HOT.map((source) => parts.entries.get(source)),
  );
  const cold = [...parts.chunks.keys()].filter((path) => !hot.has(path));
  const micromatch = await buildMicromatch();
  const made = [buildHot(parts, hot), micromatch, buildDemoAgent(), ...cold.map((path) => buildCold(parts, hot, path))];
  const files = stampAll(await Promise.all(made));
  files.push({ name: "notices.txt", code: renderNotices(root, [...parts.inputs, ...micromatch.inputs]) });
  files.push(await buildManual());
  files.push({ name: "package.json", code: '{ "type": "commonjs" }\n' });
  writeAll(files);
  await writeCodeCaches(files);
  removeOthers(files.flatMap(({ name, cache }) => (cache === undefined ? [name] : [name, cache])));
  if (!process.argv.includes("--quiet")) process.stderr.write(`built ${files.length} files into dist/\n`);
} catch (error) {
  // esbuild has said why; anything else has not.
  if (!Array.isArray(error.errors)) throw error;
  process.exitCode = 1;
}
