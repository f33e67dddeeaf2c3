import type { Loaded } from "../compiler/load.ts";
import { discoverConfig } from "../config/discover.ts";
import { readTrust, type Trust } from "../config/trust.ts";
import { UserError } from "../errors.ts";
import type { Repository } from "../git/types.ts";
import type { Context } from "../runtime/context.ts";
import { loadConfiguration, openProject, openRepository } from "../runtime/open.ts";
import { homeOf, type Project } from "../runtime/project.ts";
import { readRest, type Rest } from "../runtime/rest.ts";

/** What a probe may look at, as far as it could be opened; each fault that stopped the opening is a probe's to tell. */
export interface Scene {
  readonly cwd: string;
  readonly env: Context["env"];
  readonly repo: Repository | UserError;
  /** Configuration files, read and checked, trusted or not; undefined when there are none. */
  readonly loaded: Loaded | UserError | undefined;
  /** Files that were passed over, and why. */
  readonly skipped: readonly { readonly path: string; readonly why: string }[];
  /** Undefined when nothing needs trust. */
  readonly trust: Trust | undefined;
  /** Bound only when it is trusted: binding renders templates. */
  readonly project: Project | UserError | undefined;
  readonly rest: Rest | UserError | undefined;
}

/** Opens all that can be opened without running or rendering anything that is not trusted. Changes nothing. */
export async function openScene(context: Context): Promise<Scene> {
  const { cwd, env } = context;
  const repo = await faultOr(() => openRepository(context));
  const root = repo instanceof UserError ? null : repo.root;
  const skipped: { path: string; why: string }[] = [];
  const layers = await faultOr(() =>
    discoverConfig({ root, cwd, home: homeOf(env), onSkip: (path, why) => skipped.push({ path, why }) }),
  );
  const loaded =
    layers instanceof UserError
      ? layers
      : layers.length === 0
        ? undefined
        : await loadConfiguration({ root: root ?? cwd }, layers);
  const trust =
    root === null || loaded === undefined || loaded instanceof UserError || !loaded.needsTrust
      ? undefined
      : readTrust({ root, sources: loaded.sources, env });
  const project =
    repo instanceof UserError || layers instanceof UserError || trust?.trusted === false
      ? undefined
      : await faultOr(() => openProject(context, repo));
  const rest =
    repo instanceof UserError || project === undefined || project instanceof UserError
      ? undefined
      : await faultOr(() => readRest(repo, project));
  return { cwd, env, repo, loaded, skipped, trust, project, rest };
}

async function faultOr<T>(open: () => T | Promise<T>): Promise<T | UserError> {
  try {
    return await open();
  } catch (error) {
    if (error instanceof UserError) return error;
    throw error;
  }
}
