import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import type { Nodes } from "mdast";
import { afterAll, describe, expect, it } from "vitest";
import { parseDocument } from "./documents.ts";
import { makeSandbox, type Sandbox } from "./sandbox.ts";

const DOCUMENT = "docs/recovery.md";

/** Where a situation begins: at work, at the review with its window open, or signed off. */
type Stage = "working" | "looking" | "settled";

interface Situation {
  readonly from: Stage;
  /** Shell lines that lead there. */
  readonly before?: string;
  /** What a person sees that is told to look here: a command, and what it says. */
  readonly seen?: readonly [command: string, says: string];
  /** Shell conditions, each of which has to hold after the recipe. */
  readonly after: readonly string[];
}

const CONFIG = `workflow:
  states:
    idle: { actor: human, initial: true, message: go, file: .gtd/TODO.md, on: { "* **": working } }
    working: { actor: agent, prompt: work, on: { "* **": looking } }
    looking: { actor: human, message: look, window: true, on: { "C": done, "* **": working } }
    done: { commit: "feat: work" }
`;

const GIT_DIR = ".git/gtd";
const subject = (text: string): string => `[ "$(git log -1 --format=%s)" = "${text}" ]`;
const pending = (...paths: readonly string[]): string =>
  `[ "$(git status --porcelain -uall | cut -c4- | sort | tr '\\n' ' ')" = "${paths.map((one) => `${one} `).join("")}" ]`;
/** The state that the branch's last turn led to. */
const state = (name: string): string => `git log -1 --format=%s main | grep -q '→ ${name}$'`;
const ON_MAIN = '[ "$(git symbolic-ref HEAD)" = refs/heads/main ]';

/** A git that does as the shell lines say in the place of the command. */
const shim = (command: string, lines: string): string =>
  `mkdir -p ../shim && printf '%s\\n' '#!/bin/sh' 'case " $* " in *" ${command} "*) ${lines};; esac' 'exec ${"$"}REAL "$@"' | sed "s|\\$REAL|$(command -v git)|" > ../shim/git && chmod +x ../shim/git`;

const SITUATIONS: Readonly<Record<string, readonly Situation[]>> = {
  "A turn was wrong": [
    {
      from: "working",
      before: "echo 1 > a.txt && gtd step agent",
      after: [pending("a.txt"), state("working"), ON_MAIN],
    },
  ],
  "An undo was wrong": [
    { from: "looking", before: "gtd undo", after: [subject("gtd(agent): working → looking"), pending()] },
  ],
  "The whole process was a mistake": [
    { from: "looking", after: [subject("chore: begin"), pending("README.md", "a.txt", "plan.txt"), ON_MAIN] },
  ],
  "An abandon was wrong": [
    { from: "looking", before: "gtd abandon", after: [subject("gtd(agent): working → looking"), pending()] },
    {
      from: "looking",
      before: "echo mine >> a.txt && gtd abandon",
      after: [subject("gtd(agent): working → looking"), pending("a.txt"), "grep -q mine a.txt"],
    },
  ],
  "A sign-off came too early": [{ from: "settled", after: [state("looking"), pending()] }],
  "Restoring is refused because of pending changes": [
    {
      from: "looking",
      before: [
        `sed 's|"feat: work"|"feat: work", drop: [.gtd/**]|' .gtdrc.yaml > ../rc && mv ../rc .gtdrc.yaml`,
        "mkdir .gtd && echo plan > .gtd/TODO.md && gtd step && echo 2 > a.txt && gtd step agent && gtd step",
        "mkdir .gtd && echo mine > .gtd/TODO.md && echo mine >> README.md",
      ].join("\n"),
      seen: ["gtd restore", "pending changes"],
      after: [state("looking"), pending(".gtd/TODO.md.mine", "README.md"), "grep -q mine .gtd/TODO.md.mine README.md"],
    },
  ],
  "Restoring is refused because of commits made since": [
    {
      from: "settled",
      before: "git commit -q --allow-empty -m more",
      seen: ["gtd restore", "commits were made since"],
      after: ['[ "$(git log -1 --format=%s turns)" = "gtd(agent): working → looking" ]', subject("more")],
    },
  ],
  "The turns of an earlier cycle are wanted": [
    {
      from: "settled",
      before: "git update-ref -d refs/worktree/gtd/history",
      after: ['[ "$(git log -1 --format=%s rescue)" = "gtd(agent): working → looking" ]'],
    },
  ],
  "A script's output took the place of my file": [
    {
      from: "working",
      before: [
        `printf 'workflow: { states: { idle: { actor: check, initial: true, script: "false", capture: out.txt, on: { "@failed": idle, "@passed": idle } } } }\\n' > .gtdrc.yaml`,
        "git add . && git commit -qm 'chore: check'",
        "echo precious > out.txt && gtd run || true",
        "! grep -q precious out.txt",
      ].join("\n"),
      after: ["grep -q precious mine.txt"],
    },
  ],
  "gtd was killed in the middle": [
    {
      from: "working",
      before: `${shim("update-ref", '"$REAL" "$@"; kill -9 $PPID; exit 1')}\necho 1 > a.txt; PATH="$PWD/../shim:$PATH" gtd step agent || [ -e ${GIT_DIR}/journal.json ]`,
      seen: ["gtd status", "a command was interrupted"],
      after: [
        `[ ! -e ${GIT_DIR}/journal.json ]`,
        "[ ! -e .git/index.lock ]",
        subject("gtd(agent): working → looking"),
        pending(),
        ON_MAIN,
      ],
    },
  ],
  "The journal is damaged": [
    {
      from: "working",
      before: `echo '{"version":1' > ${GIT_DIR}/journal.json; echo 1 > a.txt`,
      seen: ["gtd step agent", "is damaged"],
      after: ["gtd step agent", state("looking")],
    },
  ],
  "A lock of gtd names nobody": [
    {
      from: "working",
      before: `: > ${GIT_DIR}/lock; : > ${GIT_DIR}/loop; echo 1 > a.txt`,
      seen: ["gtd step agent", "an unknown process holds its lock"],
      after: ["gtd step agent", state("looking")],
    },
  ],
  "A lock of git was left behind": [
    {
      from: "working",
      before: "touch .git/index.lock; echo 1 > a.txt",
      seen: ["gtd step agent", "index.lock"],
      after: [state("looking")],
    },
    {
      from: "working",
      before: "touch .git/HEAD.lock; echo 1 > a.txt",
      seen: ["gtd step agent", "HEAD.lock"],
      after: [state("looking")],
    },
  ],
  "The index is damaged": [
    {
      from: "working",
      before: "echo 1 > a.txt; git add a.txt; printf short > .git/index",
      seen: ["gtd status", "the index is damaged"],
      after: ["git fsck", pending("a.txt"), "gtd step agent"],
    },
  ],
  "An object is missing or damaged": [
    {
      from: "working",
      before:
        "echo 1 > a.txt; o=$(git rev-parse HEAD:README.md); rm -f .git/objects/${o%${o#??}}/${o#??}; git update-index --really-refresh -q; git read-tree HEAD",
      after: [state("looking"), "git fsck"],
    },
  ],
  "The editor shows a detached HEAD": [
    { from: "looking", seen: ["gtd status", "review window open"], after: [ON_MAIN, pending()] },
  ],
  "A commit was made inside it": [
    {
      from: "looking",
      before: "echo x > c.txt; git add c.txt; git commit -qm mine",
      after: [ON_MAIN, pending("c.txt"), '[ "$(git log -1 --format=%s refs/worktree/gtd/adopted)" = mine ]'],
    },
  ],
  "Something was stashed inside it": [
    {
      from: "looking",
      before: "git stash -q",
      seen: ["gtd step", "stashed inside the window"],
      after: ["gtd step", subject("feat: work"), "grep -q better README.md"],
    },
  ],
  "Another branch was checked out of it": [
    {
      from: "looking",
      before: "git branch other main~2; git checkout -q -f other",
      seen: ["gtd status", "was left by a checkout"],
      after: [state("looking"), "gtd step", subject("feat: work"), "grep -q better README.md"],
    },
  ],
  "Its branch moved": [
    {
      from: "looking",
      before: "git branch -q -f main main~1",
      seen: ["gtd step", "moved while the review window was open"],
      after: ["gtd step", subject("feat: work")],
    },
    {
      from: "looking",
      before: "git branch -q -f main main~1",
      seen: ["gtd step", "moved while the review window was open"],
      after: [ON_MAIN, state("working"), pending("README.md", "a.txt")],
    },
  ],
  "Its branch was deleted": [
    {
      from: "looking",
      before: "git branch -q -D main",
      seen: ["gtd step", "was deleted while"],
      after: ["gtd step", subject("feat: work"), ON_MAIN],
    },
  ],
  "Its record is lost": [
    {
      from: "looking",
      before: `rm ${GIT_DIR}/window.json; echo x > c.txt; git add c.txt; git commit -q --amend -m mine`,
      seen: ["gtd step", "it cannot be told whether the review window is open"],
      after: [ON_MAIN, state("looking"), pending("c.txt")],
    },
  ],
  "The index under it is damaged": [
    {
      from: "looking",
      before: `printf short > ${GIT_DIR}/window-index`,
      seen: ["gtd status", "the index kept under the review window, is damaged"],
      after: ["gtd step", subject("feat: work")],
    },
  ],
  "Somebody committed in the middle": [
    {
      from: "working",
      before: "echo 1 > a.txt; git add .; git commit -qm 'by hand'",
      seen: ["gtd status", "by hand"],
      after: [pending("a.txt"), "gtd step agent", state("looking")],
    },
    {
      from: "working",
      before: "echo 1 > a.txt; git add .; git commit -qm 'by hand'",
      seen: ["gtd step agent", "gtd abandon --keep-commits"],
      after: [state("idle"), "git log --format=%s | grep -q 'by hand'", pending()],
    },
  ],
  "An adoption was wrong": [
    {
      from: "working",
      before: "echo 1 > a.txt; git add .; git commit -qm 'by hand'; gtd adopt",
      after: [subject("by hand"), pending()],
    },
  ],
  "A merge, rebase, cherry-pick, revert or bisect is under way": [
    {
      from: "working",
      before:
        "git checkout -q -b side; echo s > README.md; git commit -qam s; git checkout -q main; echo m > README.md; git commit -qam m; git rebase -q side || true",
      seen: ["gtd status", "git rebase --abort"],
      after: [subject("m"), ON_MAIN],
    },
  ],
  "The branch was deleted or reset": [
    {
      from: "working",
      before: "git reset -q --hard HEAD~1",
      seen: ["gtd status", "idle"],
      after: [state("working"), pending()],
    },
  ],
  "The disk was full": [
    {
      from: "working",
      before: `${shim("commit-tree", 'echo "fatal: No space left on device" >&2; exit 128')}\necho 1 > a.txt`,
      seen: ['PATH="$PWD/../shim:$PATH" gtd step agent', "the disk is full, nothing was moved"],
      after: [state("looking")],
    },
  ],
  "The commit cannot be signed": [
    {
      from: "working",
      before: "git config commit.gpgsign true; git config gpg.program false; echo 1 > a.txt",
      seen: ["gtd step agent", "could not be signed"],
      after: [state("looking")],
    },
  ],
  "git does not know who you are": [
    {
      from: "working",
      before:
        "git config --unset user.name; git config --unset user.email; git config user.useConfigOnly true; echo 1 > a.txt",
      seen: ["gtd step agent", "git does not know who you are"],
      after: [state("looking")],
    },
  ],
  "A hook rejects the sign-off": [
    {
      from: "looking",
      before:
        "mkdir -p .git/hooks; printf '#!/bin/sh\\necho no ticket >&2\\nexit 1\\n' > .git/hooks/commit-msg; chmod +x .git/hooks/commit-msg",
      seen: ["gtd step", "no ticket"],
      after: [subject("feat: work"), pending()],
    },
  ],
  "git ignores a steering file": [
    {
      from: "settled",
      before:
        "echo .gtd/ > .gitignore; git add .gitignore; git commit -qm 'chore: ignore'; mkdir -p .gtd; echo plan > .gtd/TODO.md",
      seen: ["gtd step", "git ignores the steering file"],
      after: [state("working"), "git cat-file -e HEAD:.gtd/TODO.md"],
    },
  ],
};

interface Recipe {
  readonly title: string;
  /** Shell blocks; each is a way of its own. */
  readonly ways: readonly string[];
}

function plain(node: Nodes): string {
  if ("value" in node) return node.value;
  return "children" in node ? node.children.map((child) => plain(child)).join("") : "";
}

/** The third-level headings of the page with the `sh` blocks below them. */
function listRecipes(): readonly Recipe[] {
  const recipes: { title: string; ways: string[] }[] = [];
  let open = false;
  for (const node of parseDocument(DOCUMENT).children) {
    if (node.type === "heading") {
      open = node.depth === 3;
      if (open) recipes.push({ title: plain(node), ways: [] });
    } else if (open && node.type === "code" && node.lang === "sh") recipes.at(-1)?.ways.push(node.value);
  }
  return recipes;
}

const recipes = listRecipes();

/** Each stage is prepared once and copied. */
const stages = fs.mkdtempSync(path.join(os.tmpdir(), "gtd-stages-"));
afterAll(() => fs.rmSync(stages, { recursive: true, force: true }));

const STAGES: readonly (readonly [Stage, string])[] = [
  [
    "working",
    [
      "git init -q && git config user.name Ada && git config user.email ada@example.org",
      "echo '# Project' > README.md && git add . && git commit -qm 'chore: begin'",
      "echo plan > plan.txt && git add . && git commit -qm 'gtd(human): idle → working'",
      "mkdir -p .git/gtd",
    ].join("\n"),
  ],
  ["looking", "echo better > README.md && echo 1 > a.txt && gtd step agent"],
  ["settled", "gtd step"],
];

function enter(stage: Stage): Sandbox {
  const sandbox = makeSandbox({ GTD_TRUST: "1" });
  if (fs.readdirSync(stages).length === 0) {
    fs.writeFileSync(path.join(sandbox.dir, ".gtdrc.yaml"), CONFIG);
    for (const [name, lines] of STAGES) {
      run(sandbox, lines);
      fs.cpSync(sandbox.dir, path.join(stages, name), { recursive: true, preserveTimestamps: true });
    }
    fs.rmSync(sandbox.dir, { recursive: true });
  }
  fs.cpSync(path.join(stages, stage), sandbox.dir, { recursive: true, preserveTimestamps: true });
  return sandbox;
}

/** Runs lines of which each has to succeed; answers what they said. */
function run(sandbox: Sandbox, lines: string): string {
  const { code, output } = sandbox.run(`set -e\n${lines}`);
  expect(code, `${lines}\n${output}`).toBe(0);
  return output;
}

const trials = recipes.flatMap(({ title, ways }) => {
  const situations = SITUATIONS[title] ?? [];
  return situations.map((situation, at) => ({ title, situation, way: ways[ways.length === 1 ? 0 : at] ?? "" }));
});

describe("docs/recovery.md", () => {
  it("tells of the situations that are tried here, and of no other", () => {
    expect(recipes.map(({ title }) => title).toSorted()).toEqual(Object.keys(SITUATIONS).toSorted());
    for (const { title, ways } of recipes) expect([1, SITUATIONS[title]?.length], title).toContain(ways.length);
  });

  it.each(trials)("$title", ({ situation, way }) => {
    const sandbox = enter(situation.from);
    // One shell for all of it: starting one for each line would cost more than most of the lines.
    const { code, output } = sandbox.run(
      [
        "set -e",
        situation.before ?? "",
        ...(situation.seen === undefined ? [] : [look(...situation.seen)]),
        way,
        "set -x",
        ...situation.after,
        "! git fsck 2>&1 | grep -v '^dangling\\|^notice\\|^unreachable'",
      ].join("\n"),
    );
    expect(code, output).toBe(0);
  });
});

/** Fails unless a command, however it ends, says something. */
function look(command: string, says: string): string {
  return `said=$(${command} 2>&1 || true)\ncase $said in *"${says}"*) ;; *) echo "$said"; exit 99;; esac`;
}
