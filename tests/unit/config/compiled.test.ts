import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { loadDefinition } from "../../../src/compiler/load.ts";
import { noteReferences, readCompiled, writeCompiled, type CompiledOptions } from "../../../src/config/compiled.ts";
import { keptDirectory } from "../../../src/config/kept.ts";
import { makeReferenceReader } from "../../../src/config/reference.ts";
import { BUNDLED_NAMES, readBundled } from "../../../src/workflows/index.ts";

const CONFIG = [
  "vars: { testCommand: npm test }",
  "agent: claude",
  "limits: { turns: 7 }",
  "workflow:",
  "  extends: ./base.yaml",
  "  states:",
  "    working: { prompt: ./prompt.md }",
].join("\n");
const BASE = [
  "states:",
  "  idle: { actor: human, initial: true, message: idle, on: { '* **': working } }",
  "  working: { actor: agent, prompt: work, on: { '* **': idle } }",
].join("\n");

let base = "";
let root = "";
let config = "";
let entryName = "";

beforeEach(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), "gtd-compiled-")));
  root = join(base, "repo");
  config = CONFIG;
  mkdirSync(root);
  writeFileSync(join(root, "base.yaml"), BASE);
  writeFileSync(join(root, "prompt.md"), "do it\n");
});
afterEach(() => rmSync(base, { recursive: true, force: true }));

function options(over: Partial<CompiledOptions> = {}): CompiledOptions {
  return {
    root,
    layers: [{ path: join(root, ".gtdrc.yaml"), text: config }],
    readReference: makeReferenceReader({ root }),
    build: "one",
    env: { HOME: base },
    ...over,
  };
}

function compile() {
  const { read, references } = noteReferences(makeReferenceReader({ root }));
  const loaded = loadDefinition({
    layers: options().layers,
    readReference: read,
    bundled: { names: BUNDLED_NAMES, read: readBundled },
  });
  expect(loaded.findings).toEqual([]);
  writeCompiled(options(), loaded, references);
  return loaded;
}

function entry(): string {
  const directory = keptDirectory({ env: { HOME: base }, kind: "configurations" });
  const [name = "", ...others] = readdirSync(directory);
  expect(others).toEqual([]);
  return join(directory, name);
}

describe("a configuration compiled before", () => {
  it("is what compiling it again would give, but for the places", () => {
    const { definition, vars, settings, needsTrust, sources } = compile();
    expect(readCompiled(options())).toEqual({ definition, vars, settings, needsTrust, sources });
    expect(sources.map(({ path }) => path)).toEqual(
      [".gtdrc.yaml", "base.yaml", "prompt.md"].map((name) => join(root, name)),
    );
  });

  it("lies where XDG_CACHE_HOME says, one file a repository, the user's alone", () => {
    compile();
    config += "\n# changed\n";
    compile();
    expect(entry()).toMatch(/\.cache\/gtd\/configurations\/[0-9a-f]{32}\.json$/);
    expect(keptDirectory({ env: { HOME: base, XDG_CACHE_HOME: "/elsewhere" }, kind: "configurations" })).toBe(
      "/elsewhere/gtd/configurations",
    );
  });

  it.each<[string, () => void | Partial<CompiledOptions>]>([
    ["a layer changed", () => void (config += " ")],
    ["a file it extends changed", () => writeFileSync(join(root, "base.yaml"), `${BASE}\n`)],
    ["a file it refers to changed", () => writeFileSync(join(root, "prompt.md"), "do more\n")],
    ["a file it refers to is gone", () => rmSync(join(root, "prompt.md"))],
    [
      "a file it refers to is a link that leads out now",
      () => {
        renameSync(join(root, "prompt.md"), join(base, "prompt.md"));
        symlinkSync(join(base, "prompt.md"), join(root, "prompt.md"));
      },
    ],
    ["another build made it", () => ({ build: "two" })],
    [
      "it is another repository's",
      () => {
        const other = options({ root: join(base, "other") });
        compile();
        const mine = entry();
        writeCompiled(other, compile(), []);
        const theirs =
          readdirSync(keptDirectory({ env: { HOME: base }, kind: "configurations" })).find(
            (name) => !mine.endsWith(name),
          ) ?? "";
        renameSync(join(keptDirectory({ env: { HOME: base }, kind: "configurations" }), theirs), mine);
      },
    ],
    ["it is cut", () => writeFileSync(entry(), readFileSync(entry(), "utf8").slice(0, -5))],
    ["it is empty", () => writeFileSync(entry(), "")],
    ["it was altered", () => writeFileSync(entry(), readFileSync(entry(), "utf8").replace("do it", "do no"))],
    ["it is something else", () => writeFileSync(entry(), "null\n")],
    ["others can write it", () => chmodSync(entry(), 0o666)],
    [
      "it is a link",
      () => {
        renameSync(entry(), join(base, "there"));
        symlinkSync(join(base, "there"), join(keptDirectory({ env: { HOME: base }, kind: "configurations" }), "x"));
        renameSync(
          join(keptDirectory({ env: { HOME: base }, kind: "configurations" }), "x"),
          join(keptDirectory({ env: { HOME: base }, kind: "configurations" }), entryName),
        );
      },
    ],
  ])("is not believed when %s", (_, change) => {
    compile();
    entryName = entry().split("/").at(-1) ?? "";
    expect(readCompiled(options())).toBeDefined();
    const over = change() ?? {};
    expect(readCompiled(options(over))).toBeUndefined();
  });

  it("is not kept inside the repository, where it would be a pending change", () => {
    const env = { HOME: root };
    writeCompiled(options({ env }), compile(), []);
    expect(existsSync(join(root, ".cache"))).toBe(false);
  });

  it("is no fault when it cannot be kept", () => {
    writeFileSync(join(base, ".cache"), "a file\n");
    compile();
    expect(readCompiled(options())).toBeUndefined();
    expect(readFileSync(join(base, ".cache"), "utf8")).toBe("a file\n");
  });
});
