import { relative } from "node:path";
import type { Place } from "../compiler/tree.ts";
import { discoverConfig } from "../config/discover.ts";
import { EXIT, UserError, type ExitCode } from "../errors.ts";
import type { Repository } from "../git/types.ts";
import { configJson, renderConfig } from "../report/config.ts";
import { report, type Context } from "../runtime/context.ts";
import { listEffective } from "../runtime/effective-config.ts";
import { loadConfiguration, openRepository, rejectErrors } from "../runtime/open.ts";
import { homeOf } from "../runtime/project.ts";

/**
 * `gtd config [--show-origin]`: the merged configuration, and where each value comes from. Renders and runs nothing of
 * it, so it shows what is not trusted yet; works outside a repository, where it shows what the levels above say.
 */
export async function configCommand(context: Context, options: { readonly showOrigin?: boolean }): Promise<ExitCode> {
  const root = repositoryOf(context)?.root ?? null;
  const layers = discoverConfig({ root, cwd: context.cwd, home: homeOf(context.env) });
  const base = root ?? context.cwd;
  const loaded = await loadConfiguration({ root: base }, layers);
  rejectErrors(loaded.findings, loaded.sources, base);
  const values = listEffective(loaded, context.env, (place) => showPlace(base, place));
  report(context, configJson(values), renderConfig(values, { origins: options.showOrigin === true }));
  return EXIT.done;
}

function repositoryOf(context: Context): Repository | undefined {
  try {
    return openRepository(context);
  } catch (error) {
    if (error instanceof UserError && error.code === "no-repository") return undefined;
    throw error;
  }
}

/** `.gtdrc.yaml:3`; a level above by its whole path; what comes with gtd by its name. */
function showPlace(base: string, { path, range }: Place): string {
  if (path.startsWith("bundled:")) return path;
  const short = relative(base, path);
  return `${short.startsWith("..") ? path : short}${range === undefined ? "" : `:${range.start.line}`}`;
}
