import { statSync } from "node:fs";
import { delimiter, join, resolve } from "node:path";
import type { CheckFinding } from "../checks/check-workflow.ts";
import type { Source } from "../compiler/definition.ts";
import { keyOf, readAnswers, type References } from "../config/compiled.ts";
import { discoverConfig } from "../config/discover.ts";
import { readKept, writeKept } from "../config/kept.ts";
import { makeReferenceReader } from "../config/reference.ts";
import { UserError } from "../errors.ts";
import { findRepository } from "../git/repository.ts";
import { BUILD } from "../version.ts";
import type { Context } from "./context.ts";
import { homeOf } from "./project.ts";

/** What a check has found, with the files that it looked at. */
export interface Checked {
  readonly root: string;
  readonly findings: readonly CheckFinding[];
  readonly sources: readonly Source[];
}

interface Entry {
  readonly key: string;
  /** The shell that read the scripts, by its time and size: another one may read them otherwise. */
  readonly shell: string;
  readonly shellFile: string;
  readonly notes: boolean;
  readonly needsTrust: boolean;
  readonly references: References;
  readonly sources: readonly string[];
  readonly findings: readonly CheckFinding[];
}

/** A check as it is to be kept. */
export interface Finished extends Checked {
  readonly layers: readonly Source[];
  readonly references: References;
  readonly needsTrust: boolean;
  readonly shell: string;
  /** Whether the findings hold what only notes show. */
  readonly notes: boolean;
}

/**
 * What this build found in these very files before, with this shell and these variables; undefined when anything
 * differs, or outside a repository. Throws `untrusted` like the check itself.
 */
export async function readChecked(context: Context, notes: boolean): Promise<Checked | undefined> {
  if (BUILD === undefined) return undefined;
  const { cwd, env } = context;
  const root = rootOf(cwd);
  if (root === undefined) return undefined;
  const layers = discoverConfig({ root, cwd, home: homeOf(env) });
  const entry = readKept({ root, env, kind: "checks" });
  if (!isEntry(entry) || entry.key !== checkKey(context, root, layers) || (notes && !entry.notes)) return undefined;
  if (entry.shell !== tellShell(entry.shellFile, context)) return undefined;
  const texts = readAnswers(entry.references, { layers, readReference: makeReferenceReader({ root }) });
  if (texts === undefined) return undefined;
  const sources = entry.sources.flatMap((path) => texts.get(path) ?? []);
  if (entry.needsTrust) {
    const { requireTrust } = await import("./trust.ts");
    await requireTrust(context, { root }, sources);
  }
  return { root, findings: entry.findings, sources };
}

/** Keeps what a check of the configuration here has found. */
export function writeChecked(context: Context, checked: Finished): void {
  const { root, findings, sources, layers, references, needsTrust, shell, notes } = checked;
  if (BUILD === undefined || rootOf(context.cwd) !== root) return;
  const entry: Entry = {
    key: checkKey(context, root, layers),
    shell: tellShell(shell, context),
    shellFile: shell,
    notes,
    needsTrust,
    references,
    sources: sources.map(({ path }) => path),
    findings,
  };
  writeKept({ root, env: context.env, kind: "checks" }, entry);
}

/** Files, build, and the environment's variables, any of which may set one of the workflow's. */
function checkKey({ env }: Context, root: string, layers: readonly Source[]): string {
  const variables = Object.entries(env)
    .filter(([name]) => name.startsWith("GTD_"))
    .toSorted(([a], [b]) => (a < b ? -1 : 1));
  return `${keyOf({ layers, build: BUILD ?? "", root })} ${JSON.stringify(variables)}`;
}

function tellShell(shell: string, { cwd, env }: Context): string {
  const files = shell.includes("/")
    ? [resolve(cwd, shell)]
    : (env["PATH"] ?? "").split(delimiter).map((dir) => join(dir, shell));
  for (const file of files) {
    const stats = statSync(file, { throwIfNoEntry: false });
    if (stats !== undefined) return `${file} ${stats.mtimeMs} ${stats.size}`;
  }
  return "";
}

/** The root of the repository that a directory lies in, undefined outside of any. Throws where there is one that is unfit. */
export function rootOf(cwd: string): string | undefined {
  try {
    return findRepository(cwd).root;
  } catch (error) {
    if (error instanceof UserError && error.code === "no-repository") return undefined;
    throw error;
  }
}

function isEntry(kept: unknown): kept is Entry {
  return typeof kept === "object" && kept !== null && "key" in kept && "shellFile" in kept;
}
