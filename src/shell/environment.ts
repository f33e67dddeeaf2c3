/** What `git rev-parse --local-env-vars` names, what it named in older versions, and what else binds git to a repository. */
const LOCAL: ReadonlySet<string> = new Set([
  "GIT_ALTERNATE_OBJECT_DIRECTORIES",
  "GIT_CEILING_DIRECTORIES",
  "GIT_COMMON_DIR",
  "GIT_CONFIG",
  "GIT_CONFIG_COUNT",
  "GIT_CONFIG_PARAMETERS",
  "GIT_DIR",
  "GIT_DISCOVERY_ACROSS_FILESYSTEM",
  "GIT_GRAFT_FILE",
  "GIT_IMPLICIT_WORK_TREE",
  "GIT_INDEX_FILE",
  "GIT_INTERNAL_SUPER_PREFIX",
  "GIT_NAMESPACE",
  "GIT_NO_REPLACE_OBJECTS",
  "GIT_OBJECT_DIRECTORY",
  "GIT_PREFIX",
  "GIT_QUARANTINE_PATH",
  "GIT_REPLACE_REF_BASE",
  "GIT_SHALLOW_FILE",
  "GIT_WORK_TREE",
]);

const COUNTED = /^GIT_CONFIG_(KEY|VALUE)_\d+$/;

/** A copy of the environment that points git at no repository: it finds the one of its directory (docs/cli.md, "Environment"). */
export function cleanEnvironment(env: Readonly<NodeJS.ProcessEnv>): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !LOCAL.has(name) && !COUNTED.test(name)));
}

export interface TurnPlace {
  readonly state: string;
  readonly actor: string;
  /** The state's steering file, relative to the root. */
  readonly file?: string | undefined;
  /** The worktree's git directory. */
  readonly gitDir: string;
}

/** What scripts and agents are told of their turn; a variable without a value is unset. */
export function turnEnvironment({ state, actor, file, gitDir }: TurnPlace): NodeJS.ProcessEnv {
  return { GTD_STATE: state, GTD_ACTOR: actor, GTD_FILE: file, GTD_WORKTREE: gitDir };
}
