import { execFileSync, spawnSync } from "node:child_process";
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join, relative, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

// What a start costs, counted and not timed, so that a busy machine changes nothing. Runs the built gtd.

const ROOT = resolve(import.meta.dirname, "../../..");
const DIST = join(ROOT, "dist");
/** Bytes: the entry with its compiled form. A new dependency in it is the likeliest way past this. */
const CEILING = 750_000;

/** Loaded before gtd: notes the files that it reads of its own and the parts of node that come on top. */
const HOOK = `
const fs = require("node:fs"), read = fs.readFileSync, root = process.env.GTD_START_ROOT;
const before = new Set(process.moduleLoadList), files = [];
fs.readFileSync = (path, ...rest) => {
  const data = read(path, ...rest);
  if (String(path).startsWith(root)) files.push([String(path), Buffer.byteLength(data)]);
  return data;
};
process.on("exit", () => fs.writeFileSync(process.env.GTD_START_OUT, JSON.stringify({
  files, node: process.moduleLoadList.filter((name) => !before.has(name)),
})));
`;

interface Start {
  readonly code: number | null;
  readonly stdout: string;
  /** Relative to the package, without \`bin/gtd.cjs\`; caches by the file they belong to. */
  readonly files: readonly string[];
  readonly bytes: number;
  readonly node: readonly string[];
  readonly git: readonly string[];
}

let base = "";
let repo = "";
let env: Record<string, string> = {};

beforeAll(() => {
  if (!existsSync(join(DIST, "gtd.js"))) throw new Error("dist/ is missing: npm run build");
  base = realpathSync(mkdtempSync(join(tmpdir(), "gtd-start-")));
  repo = join(base, "repo");
  const shim = join(base, "shim");
  for (const dir of [repo, shim]) mkdirSync(dir);
  const git = execFileSync("sh", ["-c", "command -v git"], { encoding: "utf8" }).trim();
  writeFileSync(join(shim, "git"), `#!/bin/sh\nprintf '%s\\n' "$*" >>'${join(base, "calls")}'\nexec '${git}' "$@"\n`, {
    mode: 0o755,
  });
  writeFileSync(join(base, "hook.cjs"), HOOK);
  writeFileSync(
    join(base, "gitconfig"),
    "[user]\n\tname = Ada\n\temail = ada@example.org\n[init]\n\tdefaultBranch = main\n",
  );
  env = {
    PATH: `${shim}${delimiter}${dirname(process.execPath)}${delimiter}${process.env["PATH"] ?? ""}`,
    HOME: base,
    GIT_CONFIG_GLOBAL: join(base, "gitconfig"),
    GIT_CONFIG_NOSYSTEM: "1",
    GTD_START_OUT: join(base, "out.json"),
  };
  for (const args of [
    ["init", "-q"],
    ["commit", "-q", "--allow-empty", "-m", "first"],
  ])
    execFileSync(git, args, { cwd: repo, env });
});
afterAll(() => rmSync(base, { recursive: true, force: true, maxRetries: 3 }));

function start(args: readonly string[], root = ROOT): Start {
  rmSync(join(base, "calls"), { force: true });
  const gtd = [join(root, "bin", "gtd.cjs"), ...args];
  const { status, stdout } = spawnSync(process.execPath, ["--require", join(base, "hook.cjs"), ...gtd], {
    cwd: repo,
    env: { ...env, GTD_START_ROOT: join(root, "/") },
    encoding: "utf8",
  });
  const { files, node } = JSON.parse(readFileSync(join(base, "out.json"), "utf8")) as {
    files: [string, number][];
    node: string[];
  };
  const own = files.filter(([path]) => path.startsWith(join(root, "dist/")));
  const calls = join(base, "calls");
  return {
    code: status,
    stdout,
    files: own.map(([path]) => relative(root, path).replace(/-[0-9a-f]{16}-v.*\.cache$/, ".cache")),
    bytes: own.reduce((sum, [, bytes]) => sum + bytes, 0),
    node: node.map((name) => name.replace("NativeModule ", "")),
    git: existsSync(calls) ? readFileSync(calls, "utf8").trim().split("\n") : [],
  };
}

const ENTRY = ["dist/gtd.js", "dist/gtd.cache"];
/** Parts of node that cost at start and that no hot reading needs. */
const COSTLY = new Set(["crypto", "readline", "zlib", "os", "http", "https", "worker_threads", "timers/promises"]);

describe("a start", () => {
  it.each([[["status", "--json"]], [["status"]], [["next", "--json"]], [["next"]]])(
    "of gtd %j reads one bundled file",
    (args) => {
      const { code, files, bytes, node } = start(args);
      expect({ code, files }).toEqual({ code: 0, files: ENTRY });
      expect(bytes).toBeLessThan(CEILING);
      expect(node.filter((name) => COSTLY.has(name))).toEqual([]);
    },
  );

  it.each(["--version", "-V"])("of gtd %s reads nothing of the program and starts no git", (option) => {
    const { version } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as { version: string };
    expect(start([option])).toMatchObject({ code: 0, stdout: `${version}\n`, files: [], git: [] });
  });

  it("starts git twice to tell the status, clean or not", () => {
    expect(start(["status", "--json"]).git).toHaveLength(2);
    expect(start(["next", "--json"]).git).toHaveLength(2);
    writeFileSync(join(repo, "pending.txt"), "pending\n");
    expect(start(["status", "--json"]).git).toHaveLength(2);
    rmSync(join(repo, "pending.txt"));
  });

  it("with a configuration that was compiled before reads the same file, and no parser", () => {
    const config = join(repo, ".gtdrc.yaml");
    writeFileSync(config, "limits: { turns: 9 }\nvars: { testCommand: make }\n");
    env = { ...env, GTD_TRUST: "1" };
    expect(start(["status", "--json"]).files.length).toBeGreaterThan(ENTRY.length);
    const { code, files, git } = start(["status", "--json"]);
    expect({ code, files }).toEqual({ code: 0, files: ENTRY });
    expect(git).toHaveLength(2);
    rmSync(config);
  });

  it("of a check that was made before loads no analysis and starts nothing", () => {
    const [first, second] = [start(["check"]), start(["check"])];
    const scripts = ({ files }: Start): number => files.filter((file) => file.endsWith(".js")).length;
    expect(second).toMatchObject({ code: 0, stdout: first.stdout, git: [] });
    expect(scripts(first)).toBeGreaterThan(scripts(second));
    expect(scripts(second)).toBe(3);
    expect(second.node.filter((name) => name.includes("child_process"))).toEqual([]);
  });

  it("of a step loads one chunk more, and starts git seven times", () => {
    writeFileSync(join(repo, "idea.md"), "an idea\n");
    const { code, files, git } = start(["step", "human"]);
    expect(code).toBe(0);
    expect(files.slice(0, 2)).toEqual(ENTRY);
    expect(files.filter((file) => file.endsWith(".js"))).toHaveLength(2);
    expect(git).toHaveLength(7);
  });
});

describe("the bundled file", () => {
  it.each([
    ["yaml", "YAMLParseError"],
    ["ajv's validator", "must be equal to one of the allowed values"],
    ["simple-git", "GitPluginError"],
    ["commander", "allowExcessArguments"],
    ["the markdown parser", "tableDelimiterRow"],
    ["prettier", "proseWrap"],
  ])("holds nothing of %s", (_, mark) => {
    const chunks = readdirSync(join(DIST, "chunks")).filter((name) => name.endsWith(".js"));
    const holders = chunks.filter((name) => readFileSync(join(DIST, "chunks", name), "utf8").includes(mark));
    expect(holders, `the mark of ${mark} is no mark any more`).not.toEqual([]);
    expect(readFileSync(join(DIST, "gtd.js"), "utf8")).not.toContain(mark);
  });
});

describe("the compiled form beside it", () => {
  /** A package of its own with what `change` does to its files. */
  function install(change: (dist: string, cache: string) => void): string {
    const root = mkdtempSync(join(base, "install-"));
    mkdirSync(join(root, "bin"));
    copyFileSync(join(ROOT, "bin", "gtd.cjs"), join(root, "bin", "gtd.cjs"));
    cpSync(DIST, join(root, "dist"), { recursive: true });
    const cache = readdirSync(join(root, "dist")).find((name) => /^gtd-.*\.cache$/.test(name)) ?? "";
    change(join(root, "dist"), join(root, "dist", cache));
    return root;
  }

  it.each<[string, (dist: string, cache: string) => void]>([
    ["is missing", (_, cache) => rmSync(cache)],
    ["is empty", (_, cache) => writeFileSync(cache, "")],
    ["is cut short", (_, cache) => writeFileSync(cache, readFileSync(cache).subarray(0, 100_000))],
    ["is something else", (_, cache) => writeFileSync(cache, Buffer.alloc(200_000, 7))],
    [
      "belongs to another text",
      (dist) =>
        writeFileSync(
          join(dist, "gtd.js"),
          `${readFileSync(join(dist, "gtd.js"), "utf8").slice(0, -17)}0123456789abcdef\n`,
        ),
    ],
  ])("changes nothing when it %s", (_, change) => {
    const expected = start(["status", "--json"]).stdout;
    expect(expected).not.toBe("");
    expect(start(["status", "--json"], install(change))).toMatchObject({ code: 0, stdout: expected });
  });
});
