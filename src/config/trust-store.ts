import { existsSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { randomBytes } from "node:crypto";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import type { Source } from "../compiler/definition.ts";
import { sha256 } from "./sha256.ts";

export type Environment = Readonly<Record<string, string | undefined>>;

/** One configuration of one repository, as it was trusted: a file of its own, so that nothing is ever rewritten. */
export interface TrustRecord {
  readonly root: string;
  /** Milliseconds since the epoch. */
  readonly time: number;
  readonly files: readonly Source[];
}

/** `$XDG_STATE_HOME/gtd/trust`: a directory a repository, named by the hash of its root. */
export function trustDirectory(env: Environment): string {
  const state = env["XDG_STATE_HOME"];
  const base = state !== undefined && state.startsWith("/") ? state : join(env["HOME"] || homedir(), ".local", "state");
  return join(base, "gtd", "trust");
}

export function repositoryDirectory(env: Environment, root: string): string {
  return join(trustDirectory(env), sha256(root).slice(0, 32));
}

/** Name of the record of exactly these files; it tells apart every path and every byte. */
export function recordName(files: readonly Source[]): string {
  return `${sha256(JSON.stringify(files.map(({ path, text }) => [path, sha256(text)])))}.json`;
}

/** Reads one record; undefined when it is absent, broken, or not what its name says. */
export function readRecord(directory: string, name: string): TrustRecord | undefined {
  let text: string;
  try {
    text = readFileSync(join(directory, name), "utf8");
  } catch {
    return undefined;
  }
  const record = parseRecord(text);
  return record !== undefined && recordName(record.files) === name ? record : undefined;
}

/** All sound records of a repository, newest first. */
export function readRecords(directory: string): readonly TrustRecord[] {
  return listNames(directory)
    .flatMap((name) => readRecord(directory, name) ?? [])
    .sort((a, b) => b.time - a.time);
}

/** Writes a record by a rename, readable by the user alone. */
export function writeRecord(directory: string, record: TrustRecord): void {
  makeDirectories(directory);
  const file = join(directory, recordName(record.files));
  const draft = `${file}.${randomBytes(6).toString("hex")}`;
  try {
    writeFileSync(draft, `${JSON.stringify(record)}\n`, { mode: 0o600, flag: "wx", flush: true });
    renameSync(draft, file);
  } finally {
    rmSync(draft, { force: true });
  }
}

/** Not by `recursive`, with which node 20 never ends where the system takes no directory, as below /proc. */
function makeDirectories(directory: string): void {
  if (existsSync(directory)) return;
  const parent = dirname(directory);
  if (parent !== directory) makeDirectories(parent);
  try {
    mkdirSync(directory, { mode: 0o700 });
  } catch (error) {
    if (!existsSync(directory)) throw error;
  }
}

export function listNames(directory: string): readonly string[] {
  try {
    return readdirSync(directory).sort();
  } catch {
    return [];
  }
}

function parseRecord(text: string): TrustRecord | undefined {
  let data: unknown;
  try {
    data = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (
    !isRecord(data) ||
    typeof data["root"] !== "string" ||
    typeof data["time"] !== "number" ||
    !Array.isArray(data["files"])
  )
    return undefined;
  const files: Source[] = [];
  for (const file of data["files"]) {
    if (!isRecord(file) || typeof file["path"] !== "string" || typeof file["text"] !== "string") return undefined;
    files.push({ path: file["path"], text: file["text"] });
  }
  return { root: data["root"], time: data["time"], files };
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}
