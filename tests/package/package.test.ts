import { execFile, spawn } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import manifest from "../../package.json" with { type: "json" };
import { readDocument } from "../docs/documents.ts";
import { installPacked, listTree, makeBase, removeBase, ROOT, type Installed } from "./packed.ts";

const run = promisify(execFile);
const MEGABYTE = 1e6;

const base = makeBase();
let installed: Installed;
let untouched: readonly string[];

beforeAll(async () => {
  if (!fs.existsSync(path.join(ROOT, "dist", "gtd.js"))) throw new Error("dist/ is missing: npm run build");
  installed = await installPacked(base);
  untouched = listTree(installed.prefix);
});
afterAll(() => removeBase(base));

const gtd = (): string => path.join(installed.prefix, "bin", "gtd");
const home = (): string => path.join(installed.prefix, "lib", "node_modules", "gtd-cli");

async function output(command: string, args: readonly string[], cwd = installed.repo): Promise<string> {
  return (await run(command, args, { cwd, env: installed.env })).stdout;
}

describe("what npm pack packs", () => {
  it("is what runs, and nothing else", () => {
    const hashed = /^dist\/((?:chunks\/)?[a-z-]+)-[\dA-Z]{8}\.js$/;
    const names = installed.packed.files.map((file) => file.path).filter((name) => !name.endsWith(".cache"));
    const commands = fs.readdirSync(path.join(ROOT, "src/commands")).map((name) => `chunks/${path.parse(name).name}`);
    const chunks = new Set(names.flatMap((name) => hashed.exec(name)?.[1] ?? []));
    expect(names.filter((name) => !hashed.test(name)).toSorted()).toEqual(
      [
        "LICENSE",
        "README.md",
        "bin/gtd.cjs",
        "dist/chunks/micromatch.js",
        "dist/demo-agent.js",
        "dist/gtd.1",
        "dist/gtd.js",
        "dist/notices.txt",
        "dist/package.json",
        "package.json",
        "schema.json",
      ].toSorted(),
    );
    const hot = ["chunks/next", "chunks/status", "chunks/step"];
    expect(commands.filter((name) => !chunks.has(name)).toSorted()).toEqual(hot);
  });

  it("holds no chunk that no other file names, and no compiled form but of what it holds", () => {
    const scripts = installed.packed.files.filter(({ path: name }) => /^dist\/.*\.js$/.test(name));
    const texts = new Map(scripts.map(({ path: name }) => [name, fs.readFileSync(path.join(home(), name), "utf8")]));
    for (const name of texts.keys()) {
      if (!name.includes("chunks/")) continue;
      const named = [...texts].some(([other, text]) => other !== name && text.includes(path.basename(name)));
      expect(named, name).toBe(true);
    }
    const stamps = [...texts].map(([name, text]) => `${name.slice(0, -3)}-${/\/\/ (\w{16})\n$/.exec(text)?.[1]}`);
    const caches = installed.packed.files.filter(({ path: name }) => name.endsWith(".cache"));
    const orphans = caches.filter(({ path: name }) => !stamps.some((stamp) => name.startsWith(stamp)));
    expect(orphans).toEqual([]);
  });

  it("needs nothing but node: nothing is installed beside it, no script runs at its installation", () => {
    expect(fs.readdirSync(path.join(installed.prefix, "lib", "node_modules"))).toEqual(["gtd-cli"]);
    const keys = Object.keys(manifest).filter((key) => /dependencies$/i.test(key));
    expect(keys).toEqual(["devDependencies"]);
    const scripts = Object.keys(manifest.scripts).filter((name) => /install|^prepare$/.test(name));
    expect(scripts).toEqual([]);
  });

  it("names no file of the machine that built it", () => {
    for (const { path: name } of installed.packed.files)
      expect(fs.readFileSync(path.join(home(), name)).includes(ROOT), name).toBe(false);
  });

  it("carries the licence of each package that is bundled", () => {
    const notices = fs.readFileSync(path.join(home(), "dist", "notices.txt"), "utf8");
    const bundled = ["commander", "eta", "micromatch", "picocolors", "prettier", "simple-git", "yaml"] as const;
    for (const name of bundled) expect(notices).toMatch(new RegExp(`^${name} ${manifest.devDependencies[name]}$`, "m"));
    expect(notices).not.toMatch(/^(vitest|esbuild|typescript) /m);
  });

  it("is as large as docs/development.md says", () => {
    const stated = /Installed it takes ([\d.]+) MB.*?([\d.]+) MB/s.exec(readDocument("docs/development.md"));
    const sum = (files: Installed["packed"]["files"]): number => files.reduce((all, { size }) => all + size, 0);
    const compiled = installed.packed.files.filter(({ path: name }) => name.endsWith(".cache"));
    const [whole, forms] = [sum(installed.packed.files) / MEGABYTE, sum(compiled) / MEGABYTE];
    // What V8 compiles differs between its versions; all else does not.
    expect(Math.abs(Number(stated?.[1]) - Number(stated?.[2]) - (whole - forms)), `${whole - forms} MB`).toBeLessThan(
      0.15,
    );
    expect(forms, `${forms} MB`).toBeLessThan(Number(stated?.[2]) * 1.3);
  });
});

describe("the installed gtd", () => {
  it("is found through the prefix, a link to it, a link to a directory of it, and a relative one", async () => {
    const [link, dir, relative] = ["further", "bin dir", "relative"].map((name) => path.join(base, name));
    fs.symlinkSync(gtd(), link ?? "");
    fs.symlinkSync(path.dirname(gtd()), dir ?? "");
    fs.symlinkSync("further", relative ?? "");
    const ways = [gtd(), link ?? "", path.join(dir ?? "", "gtd"), relative ?? ""];
    const said = await Promise.all(ways.map((way) => output(way, ["workflow", "--json"])));
    expect(JSON.parse(said[0] ?? "")).toHaveProperty("states");
    expect(new Set(said).size).toBe(1);
  });

  it("says its version and where a fresh repository stands", async () => {
    expect(await output(gtd(), ["--version"])).toBe(`${manifest.version}\n`);
    expect(JSON.parse(await output(gtd(), ["status", "--json"]))).toMatchObject({ state: "idle", changes: [] });
  });

  it("takes every compiled form that it ships for this node", async () => {
    const hook = path.join(base, "hook.cjs");
    fs.writeFileSync(
      hook,
      `const vm = require("node:vm"), { Script } = vm;
       vm.Script = class extends Script {
         constructor(source, options) {
           super(source, options);
           console.error(JSON.stringify([options.filename, this.cachedDataRejected ?? "none"]));
         }
       };`,
    );
    const args = ["--require", hook, path.join(home(), "bin", "gtd.cjs"), "check"];
    const { stderr } = await run(process.execPath, args, { cwd: installed.repo, env: installed.env });
    const loaded = stderr.split("\n").flatMap((line) => (line.startsWith("[") ? [JSON.parse(line) as unknown] : []));
    expect(loaded.length).toBeGreaterThan(3);
    expect(loaded.filter((one) => Array.isArray(one) && one[1] !== false)).toEqual([]);
  });

  it("runs the demo's first turns, the scripted agent's with them", async () => {
    const child = spawn(gtd(), ["demo"], { cwd: installed.repo, env: installed.env });
    let said = "";
    for (const stream of [child.stdout, child.stderr])
      stream.on("data", (chunk: Buffer) => {
        said += chunk.toString();
        if (said.includes("gtd(agent): grilling")) child.kill("SIGINT");
      });
    await new Promise((resolve) => child.on("close", resolve));
    expect(said).toContain("gtd(agent): grilling → ");
  });

  it("has its manual page where man looks", () => {
    const page = path.join(installed.prefix, "share", "man", "man1", "gtd.1");
    expect(fs.readFileSync(page, "utf8")).toMatch(/^\.TH "?GTD"? 1/im);
  });

  it("runs by npm exec from the tarball alone", async () => {
    expect(await output("npm", ["exec", "--yes", `--package=${installed.tarball}`, "--", "gtd", "-V"])).toBe(
      `${manifest.version}\n`,
    );
  });

  it("runs as npx gtd-cli where a project has it", async () => {
    const project = path.join(base, "a project");
    fs.mkdirSync(path.join(project, "node_modules", ".bin"), { recursive: true });
    fs.writeFileSync(path.join(project, "package.json"), "{}\n");
    fs.symlinkSync(home(), path.join(project, "node_modules", "gtd-cli"));
    fs.symlinkSync("../gtd-cli/bin/gtd.cjs", path.join(project, "node_modules", ".bin", "gtd"));
    expect(await output("npx", ["--no-install", "gtd-cli", "--version"], project)).toBe(`${manifest.version}\n`);
  });

  it("has written nothing where it is installed", () => {
    expect(listTree(installed.prefix)).toEqual(untouched);
  });
});
