import { existsSync, readdirSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import type { Source } from "../compiler/definition.ts";
import { EXIT, UserError } from "../errors.ts";
import { BUNDLED_NAMES, readBundled } from "../workflows/index.ts";
import { BUNDLED_SCENARIOS } from "../workflows/scenarios.ts";
import { CONFIG_NAMES } from "../config/names.ts";
import type { CheckLoading } from "./check-input.ts";
import type { Context } from "./context.ts";
import { readNamedFile } from "./paths.ts";
import { requireFileTrust } from "./trust.ts";

const ENDING = /\.scenarios\.ya?ml$/;

/**
 * The files of scenarios of a configuration (docs/scenarios.md): beside each of its files, those that are called as it
 * is, `flow.yaml` → `flow.scenarios.yaml` or `flow.<anything>.scenarios.yaml`; without a configuration those beside the
 * place of one. A bundled workflow that is used as it comes has its own.
 */
export function findScenarioFiles(loading: CheckLoading): readonly Source[] {
  const named = loading.sources
    .map(({ path }) => path)
    .filter((path) => loading.owns(path) && /\.(?:ya?ml|json)$|\.gtdrc$/.test(path));
  const beside = named.length > 0 || isConfigured(loading.root) ? named : [join(loading.root, ".gtdrc.yaml")];
  const found = new Set(beside.flatMap((path) => listBeside(path)));
  return found.size > 0 ? [...found].toSorted().map((path) => readScenarioFile(path)) : bundledScenarios(loading);
}

/** The named files. Throws `unreadable-file`. */
export function readScenarioFiles(cwd: string, names: readonly string[]): readonly Source[] {
  return names.map((name) => readScenarioFile(resolve(cwd, name), name));
}

function isConfigured(root: string): boolean {
  return CONFIG_NAMES.some((name) => existsSync(join(root, name)));
}

function listBeside(path: string): readonly string[] {
  const stem = basename(path).replace(/\.(?:ya?ml|json)$/, "");
  const isMine = (name: string): boolean => ENDING.test(name) && name.startsWith(`${stem}.`);
  return readdirSync(dirname(path))
    .filter(isMine)
    .map((name) => join(dirname(path), name));
}

function readScenarioFile(path: string, named: string = path): Source {
  try {
    return { path, text: readNamedFile(path) };
  } catch (error) {
    throw new UserError(`the scenarios "${named}" cannot be read`, {
      code: "unreadable-file",
      exit: EXIT.usage,
      detail: error instanceof Error ? error.message : String(error),
      next: ["gtd test  # runs those beside the configuration", "gtd test flow.scenarios.yaml"],
      cause: error,
    });
  }
}

function bundledScenarios({ definition }: CheckLoading): readonly Source[] {
  const name = BUNDLED_NAMES.find(
    (one) => JSON.stringify(readBundled(one)?.states) === JSON.stringify(definition.states),
  );
  const text = name === undefined ? undefined : BUNDLED_SCENARIOS.get(name);
  return name === undefined || text === undefined ? [] : [{ path: `bundled:${name}.scenarios.yaml`, text }];
}

/**
 * Scenarios that run scripts choose their variables and files, so they are code and trusted like a configuration, by
 * content. Throws `untrusted`.
 */
export async function requireScenarioTrust(context: Context, root: string, sources: readonly Source[]): Promise<void> {
  await requireFileTrust(context, root, {
    sources,
    message: "scenarios with run: true run commands, and these are not trusted as they are now",
    command: "gtd test",
  });
}
