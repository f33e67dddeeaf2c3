import type { Source } from "../compiler/definition.ts";
import type { Loaded } from "../compiler/load.ts";
import { readKept, writeKept } from "./kept.ts";
import { sha256 } from "./sha256.ts";
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
export type References = readonly (readonly [from: string, reference: string, answer: string])[];

interface Entry extends Omit<Compiled, "sources"> {
  readonly key: string;
  readonly references: References;
  readonly sources: readonly string[];
}

/**
 * The configuration as this build compiled it before from these very files; undefined when there is no such entry, when
 * any of its files differs, or when the entry is cut, altered, another user's or another's to write.
 */
export function readCompiled(options: CompiledOptions): Compiled | undefined {
  const entry = readKept({ ...options, kind: "configurations" });
  if (!isEntry(entry) || entry.key !== keyOf(options)) return undefined;
  const texts = readAnswers(entry.references, options);
  if (texts === undefined) return undefined;
  const { key: _key, references: _references, ...compiled } = entry;
  return { ...compiled, sources: entry.sources.flatMap((path) => texts.get(path) ?? []) };
}

/** Every file by its path, layers and what they name; undefined when a name leads to anything but what it led to then. */
export function readAnswers(
  references: References,
  { layers, readReference }: Pick<CompiledOptions, "layers" | "readReference">,
): ReadonlyMap<string, Source> | undefined {
  const texts = new Map(layers.map((layer) => [layer.path, layer]));
  for (const [from, reference, answer] of references) {
    const read = readReference(from, reference);
    if (answerOf(read) !== answer) return undefined;
    if ("text" in read) texts.set(read.path, read);
  }
  return texts;
}

/** Keeps what was compiled. */
export function writeCompiled(options: CompiledOptions, loaded: Compiled, references: References): void {
  const { definition, vars, settings, needsTrust, sources } = loaded;
  const paths = sources.map(({ path }) => path);
  const entry: Entry = { key: keyOf(options), references, definition, vars, settings, needsTrust, sources: paths };
  writeKept({ ...options, kind: "configurations" }, entry);
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

function isEntry(kept: unknown): kept is Entry {
  return typeof kept === "object" && kept !== null && "key" in kept;
}

/** What a configuration was compiled from, and by which build. */
export function keyOf({ layers, build, root }: Pick<CompiledOptions, "layers" | "build" | "root">): string {
  return sha256(JSON.stringify([build, root, layers.map(({ path, text }) => [path, text])]));
}

function answerOf(read: Read): string {
  return sha256(JSON.stringify("fault" in read ? [read.fault] : [read.path, read.text]));
}
