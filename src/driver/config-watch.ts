import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Source } from "../compiler/definition.ts";
import { discoverConfig } from "../config/discover.ts";
import { EXIT, UserError } from "../errors.ts";
import { homeOf, type Project } from "../runtime/project.ts";

/**
 * Throws `config-changed` (exit 7) when a file of the configuration is no longer what the loop began with, or another
 * one came or went: what was trusted is not what would run (docs/driver.md, "When it stops").
 */
export function checkConfiguration(project: Project): void {
  const { repo, env, sources } = project;
  const known = sources.filter(({ path }) => !path.startsWith("bundled:"));
  const now = discoverConfig({ root: repo.root, cwd: join(repo.root, repo.prefix), home: homeOf(env) });
  const changed = [
    ...known.filter((source) => readText(source.path) !== source.text),
    ...now.filter(({ path }) => !known.some((source) => source.path === path)),
  ];
  if (changed.length > 0) throw configChanged(changed);
}

function readText(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return undefined;
  }
}

function configChanged(changed: readonly Source[]): UserError {
  return new UserError("the configuration changed during the loop, and is not followed unseen", {
    code: "config-changed",
    exit: EXIT.config,
    detail: changed.map(({ path }) => path).join("\n"),
    next: ["gtd trust  # shows what changed and trusts it", "gtd  # goes on with it"],
  });
}
