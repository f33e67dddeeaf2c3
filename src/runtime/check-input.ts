import { existsSync, realpathSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { bindWorkflow } from "../compiler/bind.ts";
import type { Source } from "../compiler/definition.ts";
import type { Loaded } from "../compiler/load.ts";
import { DEFAULT_SETTINGS } from "../compiler/settings.ts";
import type { References } from "../config/compiled.ts";
import { discoverConfig } from "../config/discover.ts";
import { isInside } from "../config/inside.ts";
import { sha256 } from "../config/sha256.ts";
import { EXIT, UserError } from "../errors.ts";
import { quoteShell } from "../template/quote.ts";
import { BUNDLED_NAMES, readBundled } from "../workflows/index.ts";
import { rootOf } from "./checked.ts";
import type { Context } from "./context.ts";
import { loadConfiguration } from "./open.ts";
import { readNamedFile } from "./paths.ts";
import { homeOf } from "./project.ts";

/** A configuration as far as it could be read: its findings, and what it says when there are no errors among them. */
export interface CheckLoading extends Pick<
  Loaded,
  "definition" | "vars" | "settings" | "sources" | "findings" | "locate" | "needsTrust"
> {
  /** The repository's root, or the directory where there is none. */
  readonly root: string;
  readonly bound: ReturnType<typeof bindWorkflow>;
  /** Whether a file is there for this workflow alone: in the repository, and with a workflow asked for not its configuration. */
  readonly owns: (path: string) => boolean;
  /** The files that were found, and what they named. */
  readonly layers: readonly Source[];
  readonly references: References;
}

const DEFAULT_NAME = "default";

/**
 * Reads the configuration here, or with another workflow in it, and collects what is wrong with it. Works outside a
 * repository too. Throws `untrusted` before anything of it is rendered.
 * @param name the command that asks, for what to type next
 * @param named a bundled workflow's name, a workflow's file, or a file of configuration
 */
export async function loadForCheck(context: Context, name: "check" | "test", named?: string): Promise<CheckLoading> {
  const { cwd, env } = context;
  const root = rootOf(cwd);
  const configs = discoverConfig({ root: root ?? null, cwd, home: homeOf(env) });
  const command = `gtd ${name} --workflow`;
  const asked = named === undefined ? undefined : ask(resolve(cwd, named), named, command);
  const layers = [...configs, ...(asked === undefined ? [] : [asked.layer])];
  const base = root ?? (named === undefined ? realpathSync(cwd) : dirname(resolve(cwd, named)));
  const owns = (path: string): boolean =>
    named === undefined ? isInside(path, base) : !configs.some((config) => config.path === path);
  const loaded = layers.length === 0 ? bundledOnly() : await loadConfiguration({ root: base }, layers);
  if (loaded.findings.some(({ severity }) => severity === "error")) {
    return { ...loaded, root: base, owns, layers, bound: { findings: loaded.findings, declared: new Map() } };
  }
  if (loaded.needsTrust)
    await requireLoadedTrust(context, base, {
      configs,
      sources: loaded.sources,
      asked,
      command: `${command} ${quoteShell(named ?? "")}`,
    });
  return { ...loaded, root: base, owns, layers, bound: bindWorkflow(loaded, env, sha256) };
}

interface Judged {
  readonly configs: readonly Source[];
  readonly sources: readonly Source[];
  readonly asked: Asked | undefined;
  readonly command: string;
}

/**
 * The configuration here is trusted as it is without the workflow that was asked for, so that `gtd trust` is what
 * helps. What that workflow adds is trusted by itself; a bundled one adds nothing.
 */
async function requireLoadedTrust(
  context: Context,
  root: string,
  { configs, sources, asked, command }: Judged,
): Promise<void> {
  const { requireTrust, requireFileTrust } = await import("./trust.ts");
  if (asked === undefined) return requireTrust(context, { root }, sources);
  const here = configs.length === 0 ? undefined : await loadConfiguration({ root }, configs);
  if (here?.needsTrust === true) await requireTrust(context, { root }, here.sources);
  const judged = new Set((here?.sources ?? []).map(({ path }) => path));
  await requireFileTrust(context, root, {
    sources: sources.filter((source) => !judged.has(source.path) && (asked.isFile || source.path !== asked.layer.path)),
    message: "a workflow may run commands, and the one that is asked for is not trusted as it is now",
    command,
  });
}

/** The workflow that was asked for: a configuration that only names it, laid over the one here, or the file itself. */
interface Asked {
  readonly layer: Source;
  readonly isFile: boolean;
}

function ask(path: string, named: string, command: string): Asked {
  if (!existsSync(path) && BUNDLED_NAMES.includes(named))
    return { layer: { path, text: JSON.stringify({ workflow: named }) }, isFile: false };
  const text = readNamed(path, named, command);
  if (IS_CONFIGURATION.test(text)) return { layer: { path, text }, isFile: true };
  const layer = { path: join(dirname(path), "--workflow"), text: JSON.stringify({ workflow: `./${basename(path)}` }) };
  return { layer, isFile: false };
}

const IS_CONFIGURATION = /^(?:\s*\{\s*)?["']?workflow["']?\s*:/m;

function readNamed(path: string, named: string, command: string): string {
  try {
    return readNamedFile(path);
  } catch (error) {
    throw new UserError(`the workflow "${named}" cannot be read`, {
      code: "unreadable-file",
      exit: EXIT.usage,
      detail: error instanceof Error ? error.message : String(error),
      next: [`${command} workflow.yaml`, ...BUNDLED_NAMES.map((name) => `${command} ${name}`)],
      cause: error,
    });
  }
}

function bundledOnly(): Loaded & { readonly references: References } {
  const definition = readBundled(DEFAULT_NAME);
  if (definition === undefined) throw new Error(`the bundled workflow "${DEFAULT_NAME}" is missing from the build`);
  const path = `bundled:${DEFAULT_NAME}`;
  return {
    definition,
    vars: definition.vars,
    settings: DEFAULT_SETTINGS,
    sources: [],
    references: [],
    findings: [],
    needsTrust: false,
    locate: () => ({ path }),
    findOrigin: () => ({ path }),
  };
}
