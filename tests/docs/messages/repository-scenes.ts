import { hostname } from "node:os";
import fs from "node:fs";
import path from "node:path";
import { adopt, undo } from "../../../src/git/history.ts";
import { withLock } from "../../../src/git/lock.ts";
import { readSnapshot } from "../../../src/git/snapshot.ts";
import type { Place } from "./place.ts";
import { flow, type Scene } from "./scene.ts";

/** Who holds a lock of another machine. */
const ELSEWHERE = JSON.stringify({ pid: 4711, start: "", boot: "", host: "elsewhere", nonce: "ab" });

/** A human, and nothing that an ending needs. */
const NOTES = flow(`idle: { actor: human, initial: true, message: Say what you want., on: { "* **": noted } }
noted: { actor: human, message: It is noted., on: { "* end.md": done, "* **": noted } }
done: { commit: "feat: notes", drop: [".gtd/**"] }`);

/** A process of one turn. */
async function begin(place: Place): Promise<void> {
  place.configure(NOTES).write("a.md", "a\n");
  await place.run("gtd step");
}

/** A process that was collapsed into one commit, with the sketch that it dropped. */
export async function collapse(place: Place): Promise<void> {
  place.configure(NOTES).write(".gtd/TODO.md", "a\n").write("a.md", "a\n");
  await place.run("gtd step");
  place.write("end.md", "The end.\n");
  await place.run("gtd step");
}

/** The same with another file that the sign-off dropped, and with pending changes where both were. */
export async function collapseMixed(place: Place): Promise<void> {
  const lines = (first: string, last: string): string => `${first}\n\n\n\n\n\n${last}\n`;
  place.configure(NOTES).write(".gtd/LOG.md", lines("one", "two")).commit("chore: log");
  place.write(".gtd/TODO.md", "a\n").write(".gtd/LOG.md", lines("one", "taken")).write("a.md", "a\n");
  await place.run("gtd step");
  await place.write("end.md", "The end.\n").run("gtd step");
  place.write(".gtd/TODO.md", "the next\n").write(".gtd/LOG.md", lines("mine", "two"));
}

/** A process whose review window is open. */
async function openWindow(place: Place): Promise<void> {
  await begin(place);
  await place.run("gtd window open");
}

function turn(place: Place): string {
  return place.git("rev-parse", "HEAD");
}

/** What git and the repository are at fault for, exit 6 nearly all. */
export const REPOSITORY_SCENES: readonly Scene[] = [
  {
    name: "adopt-merge",
    run: "gtd adopt",
    make: async (place) => {
      await place.begin(begin);
      const at = turn(place);
      place.git(
        "reset",
        "-q",
        "--hard",
        place.git("commit-tree", "HEAD^{tree}", "-p", at, "-p", `${at}~1`, "-m", "merge"),
      );
    },
  },
  {
    name: "adopt-unknown",
    run: "gtd adopt",
    call: async ({ repo }) => {
      const snapshot = await readSnapshot(repo, { enough: () => true });
      await withLock(repo, (lock) => adopt(lock, { snapshot, turn: "0".repeat(40) }));
    },
  },
  { name: "bare-repository", run: "gtd", bare: true, make: (place) => place.git("init", "-q", "--bare") },
  {
    name: "broken-repository",
    run: "gtd status",
    bare: true,
    make: (place) => place.write(".git", "gitdir: ../gone\n"),
  },
  {
    name: "broken-repository.line",
    run: "gtd status",
    bare: true,
    make: (place) => place.write(".git", "nothing\n"),
  },
  {
    name: "broken-repository.worktree",
    run: "gtd status",
    make: (place) => place.git("config", "core.worktree", "/elsewhere"),
  },
  {
    name: "broken-repository.head",
    run: "gtd status",
    call: async ({ repo, dir }) => {
      fs.rmSync(path.join(dir, ".git/HEAD"));
      await readSnapshot(repo, { enough: () => true });
    },
  },
  {
    name: "detached-root",
    run: "gtd abandon",
    bare: true,
    make: async (place) => {
      place.git("init", "-q");
      place.write("a.md", "a\n");
      await place.run("gtd step");
      place.git("switch", "-q", "--detach");
    },
  },
  {
    name: "disk-full",
    run: "gtd step",
    make: (place) => {
      place.configure(NOTES).write("a.md", "a\n");
      place.failGit("commit-tree", "fatal: write error: No space left on device");
    },
  },
  {
    name: "embedded-repository",
    run: "gtd step",
    make: (place) => {
      place.configure(NOTES).git("init", "-q", "vendor/tool");
      place.write("vendor/tool/a.txt", "a\n");
      place.git("-C", "vendor/tool", "add", ".");
      place.git("-C", "vendor/tool", "commit", "-q", "-m", "chore: begin");
    },
  },
  {
    name: "file-too-large",
    run: "gtd step",
    make: (place) => place.configure(`${NOTES}limits: { file: 10 }\n`).write("big.bin", "0123456789abcdef"),
  },
  {
    name: "foreign-commits",
    run: "gtd step",
    make: async (place) => {
      await place.begin(begin);
      place.commit("fix: by hand").commit("docs: by hand");
    },
  },
  {
    name: "git-directory",
    run: "gtd step",
    make: (place) => place.configure(NOTES).write("a.md", "a\n").write(".git/gtd", "no directory\n"),
  },
  {
    name: "git-failed",
    run: "gtd status",
    make: (place) => place.failGit("status --porcelain", "fatal: something that gtd does not know"),
  },
  { name: "git-missing", run: "gtd status", make: (place) => place.set("PATH", place.dir) },
  {
    name: "git-object",
    run: "gtd status",
    make: (place) => place.failGit("log ", "fatal: bad object HEAD"),
  },
  {
    name: "git-ownership",
    run: "gtd status",
    make: (place) => place.failGit("status ", 'fatal: detected dubious ownership in repository at "/home/ada/project"'),
  },
  {
    name: "git-permission",
    run: "gtd step",
    make: (place) => {
      place.configure(NOTES).write("a.md", "a\n");
      place.failGit("commit-tree", "error: insufficient permission for adding an object to repository database");
    },
  },
  {
    name: "head-moved",
    run: "gtd step",
    make: (place) => {
      place.configure(`${NOTES}hooks: { git: turns }\n`).write("a.md", "a\n");
      place.hook("commit-msg", 'git update-ref refs/heads/main "$(git commit-tree -m x HEAD^{tree})"');
    },
  },
  {
    name: "head-moving",
    run: "gtd status",
    // The log is always that of another commit than the status is of.
    make: (place) => {
      const other = place.git("commit-tree", "HEAD^{tree}", "-m", "other");
      place.shimGit(
        `case "$*" in *"log "*) for a; do shift; [ "$a" = HEAD ] && a=${other}; set -- "$@" "$a"; done ;; esac`,
      );
    },
  },
  {
    name: "hook-index",
    run: "gtd step",
    make: (place) => {
      place.configure(`${NOTES}hooks: { git: turns }\n`).write("a.md", "a\n");
      place.hook("pre-commit", "git rm -q --cached a.md");
    },
  },
  {
    name: "hook-message",
    run: "gtd step",
    make: (place) => {
      place.configure(`${NOTES}hooks: { git: turns }\n`).write("a.md", "a\n");
      place.hook("commit-msg", ': > "$1"');
    },
  },
  {
    name: "hook-message.subject",
    run: "gtd step",
    make: (place) => {
      place.configure(`${NOTES}hooks: { git: turns }\n`).write("a.md", "a\n");
      place.hook("commit-msg", 'echo "feat: another" > "$1"');
    },
  },
  {
    name: "hook-rejected",
    run: "gtd step",
    make: (place) => {
      place.configure(`${NOTES}hooks: { git: turns }\n`).write("a.md", "a\n");
      place.hook("pre-commit", "echo lint: two faults >&2; exit 1");
    },
  },
  {
    name: "index-damaged",
    run: "gtd status",
    make: (place) => place.failGit("status ", "error: bad signature 0x00000000\nfatal: index file corrupt"),
  },
  {
    name: "index-damaged.window",
    run: "gtd step",
    make: async (place) => {
      await place.begin(openWindow);
      place.failGit("status ", "error: bad signature 0x00000000\nfatal: index file corrupt");
    },
  },
  {
    name: "index-locked",
    run: "gtd step",
    make: (place) => place.configure(NOTES).write("a.md", "a\n").write(".git/index.lock", ""),
  },
  {
    name: "index-locked.git",
    run: "gtd step",
    make: (place) => {
      place.configure(NOTES).write("a.md", "a\n");
      place.failGit("add ", 'fatal: Unable to create ".git/index.lock": File exists.');
    },
  },
  {
    name: "journal-damaged",
    run: "gtd step",
    make: (place) => place.configure(NOTES).write("a.md", "a\n").write(".git/gtd/journal.json", "{"),
  },
  {
    name: "link-outside",
    run: "gtd step",
    make: (place) => fs.symlinkSync("/etc", path.join(place.configure(NOTES).dir, "etc")),
  },
  {
    name: "locked",
    run: "gtd step",
    call: ({ repo }) => {
      fs.mkdirSync(path.join(repo.gitDir, "gtd"));
      fs.writeFileSync(path.join(repo.gitDir, "gtd/lock"), ELSEWHERE);
      return withLock(repo, () => Promise.resolve(), { wait: 0 });
    },
  },
  {
    name: "loop-running",
    run: "gtd loop",
    make: (place) => place.configure(NOTES).write(".git/gtd/loop", ELSEWHERE),
  },
  {
    name: "loop-running.here",
    run: "gtd loop",
    make: (place) => {
      const boot = fs.existsSync("/proc/sys/kernel/random/boot_id")
        ? fs.readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim()
        : "";
      const self = { pid: process.pid, start: "", boot, host: hostname(), nonce: "ab" };
      place.configure(NOTES).write(".git/gtd/loop", JSON.stringify(self));
    },
  },
  { name: "no-directory", run: "gtd status", make: (place) => fs.rmSync(place.dir, { recursive: true }) },
  {
    name: "no-identity",
    run: "gtd step",
    make: (place) => {
      place.configure(NOTES).write("a.md", "a\n");
      place.failGit("commit-tree", "fatal: empty ident name (for <>) not allowed");
    },
  },
  { name: "no-repository", run: "gtd", bare: true },
  { name: "nothing-kept", run: "gtd restore" },
  { name: "nothing-to-adopt", run: "gtd adopt" },
  {
    name: "nothing-to-take-back",
    run: "gtd undo",
    bare: true,
    call: async (place) => {
      place.git("init", "-q");
      const { repo } = place;
      const snapshot = await readSnapshot(repo, { enough: () => true });
      await withLock(repo, (lock) => undo(lock, { snapshot, to: null }));
    },
  },
  {
    name: "no-turn",
    run: "gtd undo",
  },
  {
    name: "no-turn.foreign",
    run: "gtd undo",
    make: async (place) => {
      await place.begin(begin);
      place.commit("fix: by hand");
    },
  },
  {
    name: "operation-under-way",
    run: "gtd status",
    make: (place) => place.write(".git/MERGE_HEAD", `${turn(place)}\n`),
  },
  {
    name: "ref-locked",
    run: "gtd step",
    make: (place) => {
      place.configure(NOTES).write("a.md", "a\n");
      place.failGit(
        "update-ref",
        'fatal: prepare: cannot lock ref "HEAD": Unable to create "/home/ada/project/.git/refs/heads/main.lock": File exists.',
      );
    },
  },
  {
    name: "ref-storage",
    run: "gtd status",
    make: (place) => place.git("config", "extensions.refStorage", "reftable"),
  },
  {
    name: "repository-format",
    run: "gtd status",
    make: (place) => place.failGit("status ", "fatal: unknown repository extension found: objectformat"),
  },
  {
    name: "restore-commits",
    run: "gtd restore",
    make: async (place) => {
      await place.begin(collapse);
      place.commit("fix: since");
    },
  },
  {
    name: "restore-dirty",
    run: "gtd restore",
    make: async (place) => {
      await place.begin(collapse);
      place.write(".gtd/TODO.md", "the next\n");
    },
  },
  {
    name: "restore-dirty.mixed",
    run: "gtd restore",
    make: async (place) => {
      await collapseMixed(place);
    },
  },
  {
    name: "signing-failed",
    run: "gtd step",
    make: (place) => {
      place.configure(NOTES).write("a.md", "a\n");
      place.failGit("commit-tree", "error: gpg failed to sign the data");
    },
  },
  {
    name: "steering-ignored",
    run: "gtd step",
    make: (place) => {
      place.configure(
        flow(`idle: { actor: human, initial: true, message: Go., file: .gtd/PLAN.md, on: { "* **": idle } }`),
      );
      place.write(".gitignore", "*.log\n.gtd/\n");
    },
  },
  {
    name: "unfinished",
    run: "gtd step",
    make: (place) => {
      place.configure(NOTES).write("a.md", "a\n");
      // The directory of the index is gone at the very moment at which the branch has moved.
      place.shimGit(
        'case "$*" in *update-ref*) "$GIT" "$@"; code=$?; [ -f .git/index.lock ] && rm -f .git/index && mkdir -p .git/index/x; exit $code ;; esac',
      );
    },
  },
  {
    name: "unmerged-paths",
    run: "gtd status",
    make: (place) => place.conflict("a.md"),
  },
  {
    name: "window-branch-moved",
    run: "gtd step",
    make: async (place) => {
      await place.begin(openWindow);
      place.git("update-ref", "refs/heads/main", "HEAD~1");
    },
  },
  {
    name: "window-branch-moved.gone",
    run: "gtd step",
    make: async (place) => {
      await place.begin(openWindow);
      place.git("update-ref", "-d", "refs/heads/main");
    },
  },
  {
    name: "window-damaged",
    run: "gtd step",
    make: async (place) => {
      await place.begin(openWindow);
      place.git("commit", "-q", "--amend", "--allow-empty", "-m", "mine");
      fs.rmSync(path.join(place.dir, ".git/gtd/window.json"));
    },
  },
  {
    name: "window-stashed",
    run: "gtd step",
    make: async (place) => {
      await place.begin(openWindow);
      place.git("stash", "-q", "--include-untracked");
    },
  },
  {
    name: "working-file",
    run: "gtd format big.md",
    // More than node reads at once; it takes no place on the disk.
    make: (place) => fs.truncateSync(path.join(place.write("big.md", "").dir, "big.md"), 3 * 2 ** 30),
  },
];
