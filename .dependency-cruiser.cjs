"use strict";
/** The import rules of docs/architecture.md; each carries its reason. Order, lowest first:
 * leaves, engine, other pure, config | git | shell, runtime, driver, commands, cli. */

const PURE = "^src/(engine|compiler|checks|steering|template|diagram|scenario|report|help|workflows)/";
const LEAVES = "^src/(errors|finding|version|bound)\\.ts$";

module.exports = {
  forbidden: [
    {
      name: "no-circular",
      comment: "A cycle means that two files are one thing, or that one of them sits on the wrong floor.",
      severity: "error",
      from: {},
      to: { circular: true },
    },
    {
      name: "no-orphans",
      comment: "A file that nobody imports is dead, or an entry that nobody named.",
      severity: "error",
      from: { orphan: true, pathNot: ["^src/cli\\.ts$", "^src/(demo/agent|cli/manual)\\.ts$", "\\.d\\.[cm]?ts$"] },
      to: {},
    },
    {
      name: "leaves-import-nothing",
      comment: "Errors and findings are the ground that everything stands on; a bound on time needs node's own vm.",
      severity: "error",
      from: { path: LEAVES },
      to: { pathNot: [LEAVES, "^vm$"] },
    },
    {
      name: "engine-alone",
      comment: "The engine decides from data alone; micromatch is the grammar of its globs.",
      severity: "error",
      from: { path: "^src/engine/" },
      to: { pathNot: ["^src/engine/", "node_modules/(@types/)?micromatch/"] },
    },
    {
      name: "pure-folders-are-pure",
      comment: "Pure folders compute from their arguments: no node module, no edge.",
      severity: "error",
      from: { path: PURE },
      to: { dependencyTypes: ["core"] },
    },
    {
      name: "pure-folders-import-pure-folders",
      comment: "Data flows from the edges into the pure folders, never back.",
      severity: "error",
      from: { path: PURE },
      to: { path: "^src/", pathNot: [PURE, LEAVES] },
    },
    {
      name: "edges-stand-apart",
      comment: "config, git and shell meet in runtime only, so that each can be tested and replaced alone.",
      severity: "error",
      from: { path: "^src/(config|git|shell)/" },
      to: { path: "^src/(config|git|shell|runtime|driver|demo|commands|cli)", pathNot: ["^src/$1/"] },
    },
    {
      name: "runtime-below-driver",
      comment: "The one road from edge to engine and back knows neither the loop nor a command.",
      severity: "error",
      from: { path: "^src/runtime/" },
      to: { path: "^src/(driver|demo|doctor|commands|cli)" },
    },
    {
      name: "driver-below-commands",
      comment: "The loop is used by commands, not the other way round.",
      severity: "error",
      from: { path: "^src/driver/" },
      to: { path: "^src/(demo|doctor|commands|cli)" },
    },
    {
      name: "doctor-below-commands",
      comment: "A probe looks at what the lower floors hold; only commands tell what it found.",
      severity: "error",
      from: { path: "^src/doctor/" },
      to: { path: "^src/(demo|commands|cli)" },
    },
    {
      name: "commands-apart",
      comment: "A command is a leaf at the top: what two share belongs below them.",
      severity: "error",
      from: { path: "^src/commands/([^/]+)" },
      to: { path: "^src/commands/", pathNot: ["^src/commands/$1"] },
    },
    {
      name: "only-cli-imports-commands",
      comment:
        "There is one place that wires commands, with a shorter road for the hottest, and one that catches errors.",
      severity: "error",
      from: { pathNot: ["^src/cli/(program|short-road)\\.ts$", "^src/commands/"] },
      to: { path: "^src/commands/" },
    },
    {
      name: "json-road-without-people",
      comment: "What `status` shows a person is loaded for a person: `status --json` runs in prompts and loops.",
      severity: "error",
      from: { path: "^src/commands/status\\.ts$" },
      to: {
        path: "^src/(report/(status-text|next-commands|table|totals|width)|runtime/(standing|totals))\\.ts$",
        dynamic: false,
        dependencyTypesNot: ["type-only"],
      },
    },
    {
      name: "one-door-to-git",
      comment: "Every git call goes through git/: one place for flags, environment and failures.",
      severity: "error",
      from: { pathNot: "^src/git/" },
      to: { path: "node_modules/(simple-git|@simple-git)/" },
    },
    {
      name: "one-door-to-processes",
      comment: "Only shell/, the hot read and the ref transaction of git/ start processes.",
      severity: "error",
      from: { pathNot: ["^src/shell/", "^src/git/(hot-read|ref-transaction)\\.ts$"] },
      to: { path: "^(node:)?child_process$" },
    },
  ],
  options: {
    tsPreCompilationDeps: true,
    tsConfig: { fileName: "tsconfig.json" },
    doNotFollow: { path: "node_modules" },
    enhancedResolveOptions: { exportsFields: ["exports"], conditionNames: ["import", "require", "node", "default"] },
  },
};
