/** What git calls local to a repository (`git rev-parse --local-env-vars`), and what bends output or pathspecs. */
const REMOVED = new Set([
  "GIT_DIR",
  "GIT_WORK_TREE",
  "GIT_INDEX_FILE",
  "GIT_COMMON_DIR",
  "GIT_OBJECT_DIRECTORY",
  "GIT_ALTERNATE_OBJECT_DIRECTORIES",
  "GIT_NAMESPACE",
  "GIT_PREFIX",
  "GIT_INTERNAL_SUPER_PREFIX",
  "GIT_IMPLICIT_WORK_TREE",
  "GIT_GRAFT_FILE",
  "GIT_SHALLOW_FILE",
  "GIT_REPLACE_REF_BASE",
  "GIT_QUARANTINE_PATH",
  "GIT_CONFIG",
  "GIT_CONFIG_PARAMETERS",
  "GIT_EXTERNAL_DIFF",
  "GIT_DIFF_OPTS",
  "GIT_LITERAL_PATHSPECS",
  "GIT_GLOB_PATHSPECS",
  "GIT_NOGLOB_PATHSPECS",
  "GIT_ICASE_PATHSPECS",
  "GIT_INDEX_VERSION",
  "GIT_FLUSH",
  "GIT_REFLOG_ACTION",
  "GIT_CEILING_DIRECTORIES",
  "GIT_ATTR_SOURCE",
  "GIT_EDITOR",
  "GIT_SEQUENCE_EDITOR",
  "GIT_PAGER",
  "PAGER",
  "LANGUAGE",
  "LC_MESSAGES",
]);

const FIXED = {
  LC_ALL: "C.UTF-8",
  GIT_PAGER: "cat",
  GIT_EDITOR: ":",
  GIT_TERMINAL_PROMPT: "0",
  GIT_OPTIONAL_LOCKS: "0",
} as const;

/**
 * The environment of every git process (docs/cli.md, "Environment"): the caller's, less what would point git
 * elsewhere or change its output. Identity, configuration files and signing agents stay the user's.
 */
export function gitEnvironment(extra: Readonly<Record<string, string>> = {}): Record<string, string> {
  const env: Record<string, string> = {};
  for (const [name, value] of Object.entries(process.env)) {
    if (value !== undefined && !REMOVED.has(name)) env[name] = value;
  }
  return Object.assign(env, FIXED, extra);
}
