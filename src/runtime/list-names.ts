import { discoverConfig } from "../config/discover.ts";
import { UserError } from "../errors.ts";
import { runGit } from "../git/client.ts";
import { GitFailure } from "../git/failure.ts";
import type { NameKind } from "../help/command-line.ts";
import { STEERING_MODES } from "../steering/index.ts";
import type { Context } from "./context.ts";
import { loadConfiguration, openRepository } from "./open.ts";
import { homeOf } from "./project.ts";

/** Names for a shell's completion. None where nothing can be read; renders and runs nothing, so it needs no trust. */
export async function listNames(
  context: Context,
  kind: NameKind,
  agents: readonly string[],
): Promise<readonly string[]> {
  try {
    if (kind === "agents") return agents;
    const repo = openRepository(context);
    if (kind === "refs")
      return (
        await runGit(repo, ["for-each-ref", "--format=%(refname:short)", "refs/heads", "refs/tags", "refs/remotes"])
      )
        .split("\n")
        .filter((name) => name !== "");
    const layers = discoverConfig({ root: repo.root, cwd: context.cwd, home: homeOf(context.env) });
    const { definition } = await loadConfiguration(repo, layers);
    switch (kind) {
      case "states":
        return definition.states.map(([name]) => name);
      case "entries":
        return definition.states.flatMap(([, { entry }]) => entry ?? []);
      case "actors":
        return [...new Set(definition.states.flatMap(([, { actor }]) => actor ?? []))];
      case "modes":
        return [...new Set([...STEERING_MODES.keys(), ...definition.modes.map(([name]) => name)])];
    }
  } catch (error) {
    if (error instanceof UserError || error instanceof GitFailure) return [];
    throw error;
  }
}
