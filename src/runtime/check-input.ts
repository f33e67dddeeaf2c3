import { existsSync, readFileSync, realpathSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { bindWorkflow } from "../compiler/bind.ts";
import type { Source } from "../compiler/definition.ts";
import type { Loaded } from "../compiler/load.ts";
import { DEFAULT_SETTINGS } from "../compiler/settings.ts";
import { discoverConfig } from "../config/discover.ts";
import { isInside } from "../config/inside.ts";
import { EXIT, UserError } from "../errors.ts";
import { findRepository } from "../git/repository.ts";
import { BUNDLED_NAMES, readBundled } from "../workflows/index.ts";
import type { Context } from "./context.ts";
import { loadConfiguration, sha256 } from "./open.ts";
import { homeOf } from "./project.ts";

/** A configuration as far as it could be read: its findings, and what it says when there are no errors among them. */
export interface CheckLoading extends Pick<
  Loaded,
  "definition" | "vars" | "settings" | "sources" | "findings" | "locate"
> {
  /** The repository's root, or the directory where there is none. */
  readonly root: string;
  readonly bound: ReturnType<typeof bindWorkflow>;
  /** Whether a file is there for this workflow alone: in the repository, and with a workflow asked for not its configuration. */
  readonly owns: (path: string) => boolean;
}

const DEFAULT_NAME = "default";

/**
 * Reads the configuration here, or with another workflow in it, and collects what is wrong with it. Works outside a
 * repository too. Throws `untrusted` before anything of it is rendered.
 * @param named a bundled workflow's name, a workflow's file, or a file of configuration
 */
export async function loadForCheck(context: Context, named?: string): Promise<CheckLoading> {
  const { cwd, env } = context;
  const root = rootOf(cwd);
  const configs = discoverConfig({ root: root ?? null, cwd, home: homeOf(env) });
  const layers = [...configs, ...(named === undefined ? [] : [layerOf(resolve(cwd, named), named)])];
  const base = root ?? (named === undefined ? realpathSync(cwd) : dirname(resolve(cwd, named)));
  const owns = (path: string): boolean =>
    named === undefined ? isInside(path, base) : !configs.some((config) => config.path === path);
  const loaded = layers.length === 0 ? bundledOnly() : await loadConfiguration({ root: base }, layers);
  if (loaded.findings.some(({ severity }) => severity === "error")) {
    return { ...loaded, root: base, owns, bound: { findings: loaded.findings, declared: new Map() } };
  }
  if (loaded.needsTrust) {
    const { requireTrust } = await import("./trust.ts");
    await requireTrust(context, { root: base }, loaded.sources);
  }
  return { ...loaded, root: base, owns, bound: bindWorkflow(loaded, env, sha256) };
}

function rootOf(cwd: string): string | undefined {
  try {
    return findRepository(cwd).root;
  } catch (error) {
    if (error instanceof UserError && error.code === "no-repository") return undefined;
    throw error;
  }
}

/** A configuration that only names a workflow, laid over the one that is here; or the file itself, when it is one. */
function layerOf(path: string, named: string): Source {
  if (!existsSync(path) && BUNDLED_NAMES.includes(named)) return { path, text: JSON.stringify({ workflow: named }) };
  const text = readNamed(path, named);
  if (IS_CONFIGURATION.test(text)) return { path, text };
  return { path: join(dirname(path), "--workflow"), text: JSON.stringify({ workflow: `./${basename(path)}` }) };
}

const IS_CONFIGURATION = /^(?:\s*\{\s*)?["']?workflow["']?\s*:/m;

function readNamed(path: string, named: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    throw new UserError(`the workflow "${named}" cannot be read`, {
      code: "unreadable-file",
      exit: EXIT.usage,
      next: ["gtd check --workflow workflow.yaml", ...BUNDLED_NAMES.map((name) => `gtd check --workflow ${name}`)],
      cause: error,
    });
  }
}

function bundledOnly(): Loaded {
  const definition = readBundled(DEFAULT_NAME);
  if (definition === undefined) throw new Error(`the bundled workflow "${DEFAULT_NAME}" is missing from the build`);
  const path = `bundled:${DEFAULT_NAME}`;
  return {
    definition,
    vars: definition.vars,
    settings: DEFAULT_SETTINGS,
    sources: [],
    findings: [],
    needsTrust: false,
    locate: () => ({ path }),
    findOrigin: () => ({ path }),
  };
}
