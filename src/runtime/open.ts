import { bindWorkflow } from "../compiler/bind.ts";
import type { Definition, Settings, Source } from "../compiler/definition.ts";
import type { Loaded, LoadInput } from "../compiler/load.ts";
import { DEFAULT_SETTINGS } from "../compiler/settings.ts";
import type { Compiled } from "../config/compiled.ts";
import { discoverConfig } from "../config/discover.ts";
import { sha256 } from "../config/sha256.ts";
import type { Workflow } from "../engine/types.ts";
import { EXIT, UserError } from "../errors.ts";
import type { Finding } from "../finding.ts";
import { findRepository } from "../git/repository.ts";
import type { Repository } from "../git/types.ts";
import { readBound } from "../workflows/bound.ts";
import { BUNDLED_NAMES, readBundled } from "../workflows/index.ts";
import { BUILD } from "../version.ts";
import type { Context } from "./context.ts";
import { homeOf, type Project } from "./project.ts";
import { readRest, type Rest } from "./rest.ts";

const DEFAULT_NAME = "default";

/** The repository that a command was started in. Throws where there is none. */
export function openRepository(context: Context): Repository {
  return findRepository(context.cwd);
}

/** Opens the repository and reads where the process stands: what most commands begin with. */
export async function openRest(context: Context): Promise<Rest> {
  const repo = openRepository(context);
  return readRest(repo, () => openProject(context, repo));
}

/**
 * Reads, merges, trusts and compiles the configuration of a repository. Without any file it is the bundled workflow,
 * and neither the YAML parser nor the schema is loaded.
 * Throws `invalid-config` with every finding, and `untrusted` before anything of the configuration is rendered.
 */
export async function openProject(context: Context, repo: Repository): Promise<Project> {
  const { env } = context;
  const layers = discoverConfig({ root: repo.root, cwd: context.cwd, home: homeOf(env) });
  if (layers.length === 0) {
    const workflow = readBound(DEFAULT_NAME, env);
    if (workflow !== undefined) return boundProject(repo, workflow, env);
  }
  const loaded = layers.length === 0 ? bundledOnly() : await loadLayers(context, repo, layers);
  const bound = bindWorkflow(loaded, env, sha256);
  if (bound.findings.some(({ severity }) => severity === "error")) {
    // What was compiled before does not know its places.
    const placed = layers.length === 0 ? loaded : await loadConfiguration(repo, layers);
    rejectErrors(bindWorkflow(placed, env, sha256).findings, loaded.sources, repo.root);
  }
  if (bound.workflow === undefined) throw new Error("a workflow without findings was not compiled");
  return {
    repo,
    definition: loaded.definition,
    workflow: bound.workflow,
    settings: loaded.settings,
    sources: loaded.sources,
    env,
  };
}

/** The bundled workflow as the build has bound it; its definition is read by those who ask for it. */
function boundProject(repo: Repository, workflow: Workflow, env: Context["env"]): Project {
  return {
    repo,
    get definition() {
      return bundledOnly().definition;
    },
    workflow,
    settings: DEFAULT_SETTINGS,
    sources: [],
    env,
  };
}

interface Loading {
  readonly definition: Definition;
  readonly vars: readonly (readonly [string, string])[];
  readonly settings: Settings;
  readonly sources: readonly Source[];
}

function bundledOnly(): Loading {
  const definition = readBundled(DEFAULT_NAME);
  if (definition === undefined) throw new Error(`the bundled workflow "${DEFAULT_NAME}" is missing from the build`);
  return { definition, vars: definition.vars, settings: DEFAULT_SETTINGS, sources: [] };
}

/** What the files of a configuration say, whether it is trusted or not; renders and runs nothing of it. */
export async function loadConfiguration(repo: Pick<Repository, "root">, layers: readonly Source[]) {
  const { makeReferenceReader } = await import("../config/reference.ts");
  const { noteReferences } = await import("../config/compiled.ts");
  const { read, references } = noteReferences(makeReferenceReader({ root: repo.root }));
  return { ...(await loadWith(layers, read)), references };
}

async function loadWith(layers: readonly Source[], readReference: LoadInput["readReference"]): Promise<Loaded> {
  const { loadDefinition } = await import("../compiler/load.ts");
  return loadDefinition({ layers, readReference, bundled: { names: BUNDLED_NAMES, read: readBundled } });
}

async function loadLayers(context: Context, repo: Repository, layers: readonly Source[]): Promise<Loading> {
  const loaded = await compileOnce(context, repo, layers);
  if (loaded.needsTrust) {
    const { requireTrust } = await import("./trust.ts");
    await requireTrust(context, repo, loaded.sources);
  }
  return loaded;
}

/** Compiles the layers, or takes what this build compiled of the same files before, which spares the YAML parser. */
async function compileOnce(context: Context, repo: Repository, layers: readonly Source[]): Promise<Compiled> {
  const { readCompiled, writeCompiled, noteReferences } = await import("../config/compiled.ts");
  const { makeReferenceReader } = await import("../config/reference.ts");
  const readReference = makeReferenceReader({ root: repo.root });
  const options = { root: repo.root, layers, readReference, build: BUILD ?? "", env: context.env };
  const kept = BUILD === undefined ? undefined : readCompiled(options);
  if (kept !== undefined) return kept;
  const { read, references } = noteReferences(readReference);
  const loaded = await loadWith(layers, read);
  rejectErrors(loaded.findings, loaded.sources, repo.root);
  if (BUILD !== undefined && loaded.findings.length === 0) writeCompiled(options, loaded, references);
  return loaded;
}

/** Throws `invalid-config` with every finding that is an error. */
export function rejectErrors(findings: readonly Finding[], sources: readonly Source[], root: string): void {
  const errors = findings.filter((finding) => finding.severity === "error");
  if (errors.length === 0) return;
  throw new InvalidConfiguration(errors, sources, root);
}

/** Every error of a configuration at once; `cli.ts` shows them with code frames. */
export class InvalidConfiguration extends UserError {
  readonly findings: readonly Finding[];
  readonly sources: readonly Source[];
  readonly root: string;

  constructor(findings: readonly Finding[], sources: readonly Source[], root: string) {
    super(`the configuration has ${findings.length} error${findings.length === 1 ? "" : "s"}`, {
      code: "invalid-config",
      exit: EXIT.config,
      next: ["mend the places above, then run the command again"],
    });
    this.findings = findings.map((finding) => Object.assign({}, finding, { path: shortPath(root, finding.path) }));
    this.sources = sources;
    this.root = root;
  }
}

/** Relative to the repository where the file lies inside, as it is otherwise. */
function shortPath(root: string, path: string): string {
  return path.startsWith(`${root}/`) ? path.slice(root.length + 1) : path;
}
