import { execFileSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { flow, type Scene } from "./scene.ts";

const ONE = flow('idle: { actor: human, initial: true, message: Say what you want., on: { "A *.md": idle } }');
const SCRIPT = flow('test: { actor: check, initial: true, script: "true", on: { "@passed": test, "@failed": test } }');
const PLAN = flow(
  'idle: { actor: human, initial: true, message: Answer., file: PLAN.md, mode: qa, on: { "* **": idle } }',
);

/** A workflow that ends in a commit whose message is that of a file, or as given. */
function ending(message: string): string {
  return flow(`idle: { actor: human, initial: true, message: Begin., on: { "* **": work } }
work: { actor: human, message: End., on: { "* end.md": done, "* **": work } }
done: { commit: ${JSON.stringify(message)} }`);
}

/** What is wrong with the workflow, a steering file, or the way it is used. */
export const WORKFLOW_SCENES: readonly Scene[] = [
  {
    name: "by-row",
    run: "gtd step",
    make: (place) => {
      place.configure(
        flow(
          'idle: { actor: human, initial: true, message: Go., on: { "D *.md": { refuse: "notes are kept" }, "* **": idle } }',
        ),
      );
      fs.rmSync(path.join(place.dir, "README.md"));
    },
  },
  {
    name: "called-off",
    run: "gtd init",
    make: (place) => {
      const never = () => Promise.resolve(undefined);
      place.loadPrompter = () => Promise.resolve({ select: never, text: never, say: () => {}, show: () => {} });
    },
  },
  { name: "config-exists", run: "gtd init", make: (place) => place.write(".gtdrc.yaml", ONE) },
  {
    name: "empty-message",
    run: "gtd step",
    make: async (place) => {
      place.configure(ending("<%= it.vars.none %>").replace("workflow:\n", 'workflow:\n  vars: { none: "" }\n'));
      await place.write("a.md", "a\n").run("gtd step");
      place.write("end.md", "\n");
    },
  },
  { name: "empty-range", run: "gtd review HEAD" },
  {
    name: "empty-range.window",
    run: "gtd window open",
    make: (place) => place.configure(ONE),
  },
  { name: "empty-range.commits", run: "gtd review", bare: true, make: (place) => place.git("init", "-q") },
  {
    name: "inside-turn",
    run: "gtd step",
    make: (place) => place.set("GTD_WORKTREE", place.repo.gitDir).set("GTD_ACTOR", "agent"),
  },
  {
    name: "interrupted",
    run: "gtd run",
    make: (place) => {
      place.configure(SCRIPT.replace('"true"', "sleep 60"));
      place.interrupt.abort();
    },
  },
  {
    name: "invalid-config",
    run: "gtd status",
    make: (place) => place.write(".gtdrc.yaml", "workflow:\n  extend: default\nagnet: claude\n"),
  },
  {
    name: "invalid-steering-file",
    run: "gtd step",
    make: (place) => place.configure(PLAN).write("PLAN.md", "# Plan\n\n## Open questions\n\n- [ ] Which?\n"),
  },
  { name: "missing-file", run: "gtd validate docs/PLAN.md --mode qa" },
  { name: "missing-file.format", run: "gtd format docs/PLAN.md" },
  {
    name: "mode-command-failed",
    run: "gtd validate",
    make: (place) =>
      place
        .configure(`${PLAN.replace("qa", "adr")}modes: { adr: { format: "echo line 3 is no heading; exit 2" } }\n`)
        .write("PLAN.md", "# Plan\n"),
  },
  {
    name: "mode-command-unusable",
    run: "gtd validate",
    make: (place) =>
      place
        .configure(`${PLAN.replace("qa", "adr")}modes: { adr: { validate: "exit 127" } }\n`)
        .write("PLAN.md", "# Plan\n"),
  },
  {
    name: "mode-signal-name",
    run: "gtd step",
    make: (place) =>
      place
        .configure(`${PLAN.replace("qa", "adr")}modes: { adr: { signals: "echo all is well" } }\n`)
        .write("PLAN.md", "# Plan\n"),
  },
  {
    name: "moved-meanwhile",
    run: "gtd run",
    make: (place) =>
      place.configure(
        flow(`test: { actor: check, initial: true, script: 'git commit -q --allow-empty -m "gtd(check): test → next"', on: { "@passed": next } }
next: { actor: human, message: See., on: { "* **": test } }`),
      ),
  },
  { name: "needs-run", run: "gtd step check", make: (place) => place.configure(SCRIPT) },
  { name: "no-log", run: "gtd logs", make: (place) => place.configure(ONE) },
  { name: "no-log.number", run: "gtd logs 7", make: (place) => place.configure(ONE) },
  { name: "no-markers", run: "gtd mermaid --write README.md" },
  {
    name: "no-merge-base",
    run: "gtd review other",
    make: (place) => place.git("branch", "other", place.git("commit-tree", "HEAD^{tree}", "-m", "unrelated")),
  },
  { name: "no-row", run: "gtd step", make: (place) => place.configure(ONE).write("src/a.ts", "a\n") },
  { name: "no-scenarios", run: "gtd test", make: (place) => place.configure(ONE) },
  { name: "no-script", run: "gtd run", make: (place) => place.configure(ONE) },
  { name: "no-script.exit", run: "gtd step --exit 1", make: (place) => place.configure(ONE) },
  {
    name: "no-script.prompt",
    run: "gtd run",
    make: (place) => place.configure(flow('work: { actor: agent, initial: true, prompt: Do., on: { "* **": work } }')),
  },
  { name: "no-turns", run: "gtd test --replay HEAD" },
  { name: "no-workflow-file", run: "gtd workflow --print", make: (place) => place.write(".gtdrc.yaml", ONE) },
  { name: "out-of-turn", run: "gtd step agent", make: (place) => place.configure(ONE) },
  { name: "path-outside", run: "gtd validate ../PLAN.md --mode qa" },
  {
    name: "path-outside.link",
    run: "gtd format link.md",
    make: (place) => fs.symlinkSync("README.md", path.join(place.dir, "link.md")),
  },
  {
    name: "process-under-way",
    run: "gtd fix",
    make: async (place) => {
      await place.write(".gtd/TODO.md", "Greet.\n").run("gtd step");
    },
  },
  {
    name: "shell-missing",
    run: "gtd run",
    make: (place) => place.configure(`${SCRIPT}shell: no-such-shell\n`),
  },
  {
    name: "stale-diagram",
    run: "gtd mermaid --check README.md",
    make: (place) => place.write("README.md", "<!-- gtd:mermaid -->\n<!-- /gtd:mermaid -->\n"),
  },
  {
    name: "template-failed",
    run: "gtd next",
    make: (place) =>
      place.configure(
        flow('idle: { actor: human, initial: true, message: "<%= it.vars.a.b.c %>", on: { "* **": idle } }').replace(
          "workflow:\n",
          "workflow:\n  vars: { a: one }\n",
        ),
      ),
  },
  { name: "tree-not-clean", run: "gtd fix", make: (place) => place.write("a.md", "a\n") },
  {
    name: "trust-not-kept",
    run: "gtd trust",
    make: (place) => {
      place.write(".gtdrc.yaml", ONE).set("XDG_STATE_HOME", path.join(place.dir, "README.md"));
      delete place.env["GTD_TRUST"];
    },
  },
  {
    name: "turn-subject",
    run: "gtd step",
    make: async (place) => {
      place.configure(ending("gtd(human): work → idle"));
      await place.write("a.md", "a\n").run("gtd step");
      place.write("end.md", "\n");
    },
  },
  {
    name: "two-configurations",
    run: "gtd status",
    make: (place) => place.write(".gtdrc.yaml", ONE).write(".gtdrc.json", "{}"),
  },
  { name: "unknown-entry", run: "gtd start reveiw" },
  {
    name: "unknown-entry.none",
    run: "gtd fix",
    make: (place) => place.configure(ONE),
  },
  { name: "unknown-mode", run: "gtd validate README.md --mode reveiw" },
  { name: "unknown-mode.file", run: "gtd validate README.md" },
  { name: "unknown-mode.none", run: "gtd questions", make: (place) => place.configure(ONE) },
  { name: "unknown-range", run: "gtd test --replay mian..HEAD" },
  { name: "unknown-ref", run: "gtd review mian" },
  { name: "unknown-ref.default", run: "gtd review", make: (place) => place.git("branch", "-m", "topic") },
  { name: "unknown-state", run: "gtd explain --at plannig" },
  { name: "unknown-state.at-close", run: "gtd explain --at reveiwing" },
  { name: "unknown-state.until-close", run: "gtd loop --until reveiwing" },
  { name: "unknown-state.until", run: "gtd loop --until plannig" },
  {
    name: "unreadable-configuration",
    run: "gtd status",
    make: (place) => place.write(".gtdrc.yaml", Buffer.from([0xff, 0xfe, 0x00])),
  },
  {
    name: "unreadable-configuration.link",
    run: "gtd status",
    make: (place) => fs.symlinkSync("gone.yaml", path.join(place.dir, ".gtdrc.yaml")),
  },
  {
    name: "unreadable-configuration.directory",
    run: "gtd status",
    make: (place) => fs.mkdirSync(path.join(place.dir, ".gtdrc.yaml")),
  },
  {
    name: "unreadable-configuration.pipe",
    run: "gtd status",
    make: (place) => execFileSync("mkfifo", [path.join(place.dir, ".gtdrc.yaml")]),
  },
  {
    name: "unreadable-file.pipe",
    run: "gtd check --workflow flow.yml",
    make: (place) => execFileSync("mkfifo", [path.join(place.dir, "flow.yml")]),
  },
  { name: "unreadable-file", run: "gtd check --workflow flow.yml" },
  { name: "unreadable-file.scenarios", run: "gtd test flow.scenarios.yaml" },
  { name: "unreadable-file.document", run: "gtd mermaid --write docs/flow.md" },
  { name: "unreadable-file.text", run: "gtd format a.md", make: (place) => place.write("a.md", Buffer.from([0xff])) },
  {
    name: "unreadable-file.output",
    run: "gtd step check --exit 1 --output gone.log",
    make: (place) => place.configure(SCRIPT),
  },
  {
    name: "untrusted",
    run: "gtd status",
    make: (place) => {
      place.write(".gtdrc.yaml", ONE);
      delete place.env["GTD_TRUST"];
    },
  },
  {
    name: "untrusted.changed",
    run: "gtd status",
    make: async (place) => {
      place.write(".gtdrc.yaml", ONE);
      delete place.env["GTD_TRUST"];
      await place.run("gtd trust");
      place.write(".gtdrc.yaml", SCRIPT);
    },
  },
  {
    name: "untrusted.no",
    run: "gtd trust",
    make: (place) => {
      place.write(".gtdrc.yaml", ONE);
      delete place.env["GTD_TRUST"];
      place.confirm = () => Promise.resolve(false);
    },
  },
  {
    name: "untrusted.file",
    run: "gtd check --workflow flow.yaml",
    make: (place) => {
      place.write(
        "flow.yaml",
        'states: { idle: { actor: human, initial: true, message: Say., on: { "* **": idle } } }\n',
      );
      delete place.env["GTD_TRUST"];
    },
  },
];
