// The repositories that `npm run bench` measures in, each with what makes it costly.
import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Histories as git's own import stream: ten thousand commits in a second. */
function renderHistory(messages) {
  const commits = messages.map((message, at) => {
    const who = `Bench <bench@example.org> ${1_700_000_000 + at} +0000`;
    const file = `file ${at}\n`;
    return `commit refs/heads/main\ncommitter ${who}\ndata ${Buffer.byteLength(message)}\n${message}\nM 100644 inline src/${at % 20}.txt\ndata ${file.length}\n${file}\n`;
  });
  return commits.join("");
}

function writeFiles(repo, count, text, from = 0) {
  for (let at = from; at < from + count; at++) {
    const dir = join(repo, "tree", String(at % 100));
    if (at < from + 100) mkdirSync(dir, { recursive: true });
    writeFileSync(join(dir, `${at}.txt`), text);
  }
}

/** A workflow of so many states, four to a round: an agent, its check, a repair with a cap, a human. */
function renderStates(count) {
  const rounds = Math.floor((count - 2) / 4);
  const states = ['    idle: { actor: human, initial: true, message: Start., on: { "* **": build0 } }'];
  for (let at = 0; at < rounds; at++) {
    const next = at + 1 === rounds ? "done" : `build${at + 1}`;
    states.push(
      `    build${at}:
      actor: agent
      prompt: Build part ${at}.
      on:
        "* {.gtdrc*,gtd.config.*}": { refuse: No. }
        "AM .gtd/blocked-${at}.md": check${at}
        "* src/part${at}/**/*.ts ! src/part${at}/**/*.test.ts": check${at}
        "* ** ! .gtd/**": check${at}
        "* **": { refuse: Nothing was done. }
    check${at}:
      actor: check
      script: npm test -- part${at}
      capture: .gtd/output-${at}.md
      on: { "@passed": ask${at}, "@failed": fix${at}, "@missing": ask${at}, "@timeout": ask${at} }
    fix${at}:
      actor: agent
      prompt: Repair part ${at}.
      retry: { max: 3, otherwise: ask${at}, since: [build${at}, ask${at}] }
      on: { "* src/part${at}/**": check${at}, "* **": { refuse: Only part ${at}. } }
    ask${at}:
      actor: human
      message: Part ${at}.
      on: { "C": ${next}, "D .gtd/part-${at}/*.md": ${next}, "* **": check${at} }`,
    );
  }
  for (let at = rounds * 4 + 2; at < count; at++)
    states.push(`    more${at}: { actor: human, entry: more${at}, message: More., on: { "* **": build0 } }`);
  return `workflow:\n  states:\n${states.join("\n")}\n    done: { commit: Done., drop: [.gtd/**] }\n`;
}

const RECIPES = {
  small: () => {},
  pending: ({ repo }) => {
    mkdirSync(join(repo, ".gtd"));
    writeFileSync(join(repo, ".gtd", "TODO.md"), "an idea\n");
  },
  configured: ({ repo, git }) => {
    writeFileSync(join(repo, ".gtdrc.yaml"), 'vars:\n  testCommand: "true"\n');
    git("add", "-A");
    git("commit", "-q", "-m", "configure");
  },
  states: ({ repo }) => writeFileSync(join(repo, ".gtdrc.yaml"), renderStates(200)),
  commits: ({ load }) => load(Array.from({ length: 10_000 }, (_, at) => `commit ${at}\n`)),
  turns: ({ load }) => {
    const turns = ["gtd(check): checking → fixing\n", "gtd(agent): fixing → checking\n"];
    const loop = Array.from({ length: 299 }, (_, at) => turns[at % 2]);
    load(["first\n", "gtd(human): idle → checking\n", ...loop]);
  },
  files: ({ repo, git }) => {
    writeFiles(repo, 10_000, "one\n");
    git("add", "-A");
    git("commit", "-q", "-m", "files");
    writeFiles(repo, 1_000, "two, longer\n");
    git("status");
  },
  gigabyte: ({ repo, git }) => {
    const prompt = "<%= it.diff(it.start) %>";
    const states = {
      idle: { actor: "human", initial: true, message: "Ask.", on: { "* **": "working" } },
      working: { actor: "agent", prompt, on: { "* **": "idle" } },
    };
    writeFileSync(join(repo, ".gtdrc.json"), JSON.stringify({ workflow: { states } }));
    git("add", "-A");
    git("commit", "-q", "-m", "configure");
    const text = `${"some words in a line of text ".repeat(3)}\n`.repeat(600_000);
    for (let at = 0; at < 20; at++) writeFileSync(join(repo, `${at}.txt`), text);
    git("-c", "core.compression=1", "add", "-A");
    git("commit", "-q", "-m", "gtd(human): idle → working");
  },
  heap: ({ repo }) => writeFiles(repo, 100_000, ""),
};

/** Makes the named repositories below `base`. */
export function makeRepositories(base, env, names) {
  for (const name of names) {
    const repo = join(base, name);
    mkdirSync(repo);
    const call = (args, options = {}) =>
      execFileSync("git", args, { cwd: repo, env, stdio: ["pipe", "ignore", "inherit"], ...options });
    const git = (...args) => call(args);
    git("init", "-q");
    const load = (messages) => {
      call(["fast-import", "--quiet", "--force"], { input: renderHistory(messages) });
      git("reset", "-q", "--hard");
    };
    load(Array.from({ length: 5 }, (_, at) => `commit ${at}\n`));
    RECIPES[name]({ repo, git, load });
  }
}
