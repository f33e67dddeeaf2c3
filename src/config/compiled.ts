import { createHash } from "node:crypto";
import { lstatSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import type { Source } from "../compiler/definition.ts";
import type { Loaded } from "../compiler/load.ts";
import { isInside } from "./inside.ts";
import { ownershipFault } from "./ownership.ts";
import type { Environment } from "./trust-store.ts";

type Read = Source | { readonly fault: string };
type ReadReference = (from: string, reference: string) => Read;

/** A configuration as it was compiled, but for the places in its files: whoever needs those compiles it again. */
export type Compiled = Pick<Loaded, "definition" | "vars" | "settings" | "needsTrust" | "sources">;

export interface CompiledOptions {
  /** The repository's root, links resolved: one entry each. */
  readonly root: string;
  readonly layers: readonly Source[];
  readonly readReference: ReadReference;
  /** What compiled it: an entry of any other build is none. */
  readonly build: string;
  readonly env: Environment;
}

/** What the configuration's files named, in the order asked for, and the hash of what was answered. */
type References = readonly (readonly [from: string, reference: string, answer: string])[];

interface Entry extends Omit<Compiled, "sources"> {
  readonly key: string;
  readonly references: References;
  readonly sources: readonly string[];
}

/** `$XDG_CACHE_HOME/gtd/configurations`: one file a repository; all of it may be removed at any time. */
export function compiledDirectory(env: Environment): string {
  const cache = env["XDG_CACHE_HOME"];
  const base = cache !== undefined && cache.startsWith("/") ? cache : join(env["HOME"] || homedir(), ".cache");
  return join(base, "gtd", "configurations");
}

/**
 * The configuration as this build compiled it before from these very files; undefined when there is no such entry, when
 * any of its files differs, or when the entry is cut, altered, another user's or another's to write.
 */
export function readCompiled(options: CompiledOptions): Compiled | undefined {
  const entry = readEntry(entryFile(options));
  if (entry === undefined || entry.key !== keyOf(options)) return undefined;
  const texts = new Map(options.layers.map((layer) => [layer.path, layer]));
  for (const [from, reference, answer] of entry.references) {
    const read = options.readReference(from, reference);
    if (answerOf(read) !== answer) return undefined;
    if ("text" in read) texts.set(read.path, read);
  }
  const { key: _key, references: _references, ...compiled } = entry;
  return { ...compiled, sources: entry.sources.flatMap((path) => texts.get(path) ?? []) };
}

/**
 * Keeps what was compiled. Nothing depends on it: a directory that cannot be written is no fault, and one inside the
 * repository is not used, where the entry would be a pending change.
 */
export function writeCompiled(options: CompiledOptions, loaded: Compiled, references: References): void {
  if (isInside(compiledDirectory(options.env), options.root)) return;
  const { definition, vars, settings, needsTrust, sources } = loaded;
  const paths = sources.map(({ path }) => path);
  const entry: Entry = { key: keyOf(options), references, definition, vars, settings, needsTrust, sources: paths };
  const body = JSON.stringify(entry);
  const file = entryFile(options);
  const draft = `${file}.${process.pid}`;
  try {
    mkdirSync(compiledDirectory(options.env), { recursive: true, mode: 0o700 });
    try {
      writeFileSync(draft, `${sha256(body)}\n${body}`, { mode: 0o600 });
      renameSync(draft, file);
    } finally {
      rmSync(draft, { force: true });
    }
  } catch {
    // The next command compiles it again.
  }
}

/** A reader that notes what it is asked, and the notes. */
export function noteReferences(readReference: ReadReference): { read: ReadReference; references: References } {
  const references: [string, string, string][] = [];
  const read: ReadReference = (from, reference) => {
    const answer = readReference(from, reference);
    references.push([from, reference, answerOf(answer)]);
    return answer;
  };
  return { read, references };
}

/** An entry's first line is the hash of the rest. */
function readEntry(file: string): Entry | undefined {
  try {
    const stats = lstatSync(file);
    if (!stats.isFile() || ownershipFault(stats) !== undefined) return undefined;
    const text = readFileSync(file, "utf8");
    const body = text.slice(65);
    if (text.slice(0, 65) !== `${sha256(body)}\n`) return undefined;
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

function entryFile({ env, root }: CompiledOptions): string {
  return join(compiledDirectory(env), `${sha256(root).slice(0, 32)}.json`);
}

function keyOf({ layers, build, root }: CompiledOptions): string {
  return sha256(JSON.stringify([build, root, layers.map(({ path, text }) => [path, text])]));
}

function answerOf(read: Read): string {
  return sha256(JSON.stringify("fault" in read ? [read.fault] : [read.path, read.text]));
}

function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
