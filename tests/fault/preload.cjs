// Stands in one gtd process (`node --require`) and numbers what it does to its repository: every git call and every
// change of a file. Around each it keeps a copy of what a kill would leave, kills or signals the process, or fails.
"use strict";
const fs = require("node:fs");
const path = require("node:path");
const child = require("node:child_process");
const { createHash } = require("node:crypto");

const { FAULT_ROOT: root, FAULT_DIR: dir, FAULT: fault = "none", FAULT_COMMAND: command } = process.env;
for (const name of ["FAULT_ROOT", "FAULT_DIR", "FAULT", "FAULT_COMMAND"]) delete process.env[name];
const [kind, when, at] = fault.split(" ");
const real = { ...fs };
const spawn = child.spawn;
const paths = new Map();
const seen = new Set();
let events = 0;

const isBelow = (file) => typeof file === "string" && (file === root || file.startsWith(`${root}/`));
const log = (text) => real.writeSync(out, `${text}\n`);
const out = real.openSync(path.join(dir, "events"), "w");

function moment(side, number) {
  if (kind === "image") return keep(`${number} ${side}`);
  if (side !== when || number !== Number(at)) return;
  if (kind === "SIGKILL") process.kill(process.pid, kind);
  // What another process does at that very moment.
  if (kind === "exec") child.execFileSync("sh", ["-c", command], { cwd: root, stdio: "ignore" });
  // As a terminal sends it: to git as well.
  if (kind === "SIGINT" || kind === "SIGTERM") process.kill(0, kind);
}

/** Whether the disk takes nothing at this event: from the named one on, or at that one alone. */
function isBroken(number) {
  return (kind === "ENOSPC" || kind === "EROFS") && (when === "from" ? number >= Number(at) : number === Number(at));
}

const ADDS = /^(open|write|mkdir|copyFile|link|symlink)/;
const WORDS = { ENOSPC: "No space left on device", EROFS: "Read-only file system" };

for (const name of Object.keys(fs)) {
  if (
    !/^(rename|rm|unlink|rmdir|link|symlink|write|writeFile|copyFile|utimes|mkdir|open|fsync|ftruncate)Sync$/.test(name)
  )
    continue;
  fs[name] = (...args) => {
    const [first, second] = args;
    const file = typeof first === "number" ? paths.get(first) : first;
    const other = /^(rename|link|copyFile)/.test(name) ? second : undefined;
    if (!(isBelow(file) || isBelow(other))) return real[name](...args);
    if (name === "openSync" && (second === undefined || second === "r" || second === 0)) {
      const descriptor = real.openSync(...args);
      paths.set(descriptor, file);
      return descriptor;
    }
    const number = ++events;
    log(`${name} ${path.relative(root, other ?? file)}`);
    if (isBroken(number) && (kind === "EROFS" || ADDS.test(name)))
      throw Object.assign(new Error(`${kind}: ${WORDS[kind]}, ${name.slice(0, -4)} '${file}'`), {
        code: kind,
        syscall: name.slice(0, -4),
        path: file,
      });
    moment("before", number);
    const result = real[name](...args);
    if (name === "openSync") paths.set(result, file);
    moment("after", number);
    return result;
  };
}

const WRITES = /^(add|write-tree|commit-tree|read-tree|update-index|update-ref|symbolic-ref|checkout-index)$/;

child.spawn = (command, args, options) => {
  if (command !== "git") return spawn(command, args, options);
  const number = ++events;
  const words = args.filter((word, index) => word !== "-c" && args[index - 1] !== "-c");
  log(`git ${words.join(" ")}`);
  moment("before", number);
  const writes = WRITES.test(words[0]) || (words[0] === "hash-object" && words.includes("-w"));
  const broken = kind === "fail" ? number === Number(at) : isBroken(number) && writes;
  const told = WORDS[kind] ?? "Input/output error";
  const started = broken
    ? spawn("sh", ["-c", `echo "fatal: write error: ${told}" >&2; exit 128`], options)
    : spawn(command, args, options);
  started.once("exit", () => moment("after", number));
  moment("during", number);
  return started;
};

/** Copies the repository unless what a later command may look at is as in a copy that is there. */
function keep(name) {
  const hash = createHash("sha1");
  const journal = real.existsSync(path.join(root, ".git/gtd/journal.json"));
  list(root, (file, stats) => {
    if (file.includes("/.git/objects/") || file.includes("/.git/logs/")) return;
    const draft = /\/(draft|lock)[^/]*$/.test(file);
    hash.update(`${draft ? file.replace(/\d+|[0-9a-f]{12,}/g, "") : file} ${stats.mode} `);
    if (stats.isFile() && (journal || !draft)) hash.update(real.readFileSync(file));
  });
  const key = hash.digest("hex");
  if (seen.has(key)) return;
  seen.add(key);
  copy(root, path.join(dir, name));
}

function list(from, visit) {
  for (const name of real.readdirSync(from)) {
    const file = path.join(from, name);
    const stats = real.lstatSync(file, { throwIfNoEntry: false });
    if (stats === undefined) continue;
    visit(file, stats);
    if (stats.isDirectory()) list(file, visit);
  }
}

function copy(from, to) {
  real.mkdirSync(to);
  for (const name of real.readdirSync(from)) {
    const [source, target] = [path.join(from, name), path.join(to, name)];
    try {
      const stats = real.lstatSync(source);
      if (stats.isDirectory()) copy(source, target);
      else if (stats.isSymbolicLink()) real.symlinkSync(real.readlinkSync(source), target);
      // An object is never written twice.
      else if (source.includes("/.git/objects/")) real.linkSync(source, target);
      else real.copyFileSync(source, target);
    } catch (error) {
      // A file of a git process that runs may go meanwhile.
      if (error.code !== "ENOENT") throw error;
    }
  }
}
