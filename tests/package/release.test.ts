import { spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { parse } from "yaml";
import manifest from "../../package.json" with { type: "json" };
import { checkCommits, checkRelease, nextVersion, parseBump } from "../../scripts/check-release.mjs";
import { ROOT } from "./packed.ts";

interface Step {
  readonly uses?: string;
  readonly run?: string;
  readonly with?: Readonly<Record<string, unknown>>;
  readonly env?: Readonly<Record<string, string>>;
}
interface Job {
  readonly steps: readonly Step[];
  readonly permissions?: Readonly<Record<string, string>>;
  readonly strategy?: { readonly matrix: { readonly node: readonly number[] } };
}
interface Workflow {
  readonly on: Readonly<Record<string, { readonly tags?: readonly string[] } | null>>;
  readonly permissions: Readonly<Record<string, string>>;
  readonly jobs: Readonly<Record<string, Job>>;
}

function readWorkflow(name: string): Workflow {
  return parse(fs.readFileSync(path.join(ROOT, ".github/workflows", name), "utf8")) as Workflow;
}

const names = fs.readdirSync(path.join(ROOT, ".github/workflows"));
const release = readWorkflow("release.yml");
const ci = readWorkflow("ci.yml");
const publish = release.jobs["publish"]?.steps ?? [];
const indexOf = (text: string): number => publish.findIndex(({ run }) => run?.startsWith(text));

describe("the release workflow", () => {
  it("starts at a tag of a version, and at nothing else", () => {
    expect(release.on).toEqual({ push: { tags: ["v*"] } });
  });

  it("checks tag, changelog and commits, then runs every test, then publishes with provenance", () => {
    const order = ["node scripts/check-release.mjs", "npm test", "npm pkg set", "npm publish --provenance"].map(
      indexOf,
    );
    expect(order).not.toContain(-1);
    expect(order).toEqual(order.toSorted((a, b) => a - b));
    expect(publish[order[0] ?? 0]?.run).toContain('"$GITHUB_REF_NAME"');
  });

  it("may sign for its own run and write nothing else", () => {
    expect(release.permissions).toEqual({});
    expect(release.jobs["publish"]?.permissions).toEqual({ contents: "read", "id-token": "write" });
  });

  it("sees all of the history and takes nothing from the cache of another run", () => {
    const withs = publish.flatMap((step) => (step.with === undefined ? [] : [step.with]));
    expect(withs[0]).toMatchObject({ "fetch-depth": 0 });
    expect(withs.filter((one) => "cache" in one)).toEqual([]);
  });

  it("hands the token to the publishing step alone", () => {
    const secret = publish.filter((step) => JSON.stringify(step).includes("secrets."));
    expect(secret.map(({ run }) => run?.split(" ").slice(0, 2).join(" "))).toEqual(["npm publish"]);
  });
});

describe("the workflows", () => {
  it.each(names)("%s takes every action by its commit", (name) => {
    const jobs = Object.values(readWorkflow(name).jobs);
    const used = jobs.flatMap(({ steps }) => steps.flatMap(({ uses }) => uses ?? []));
    expect(used.length).toBeGreaterThan(0);
    expect(used.filter((one) => !/@[0-9a-f]{40}$/.test(one))).toEqual([]);
  });

  it("run the tests on the oldest node that is supported and on newer ones", () => {
    const versions = ci.jobs["test"]?.strategy?.matrix.node ?? [];
    expect(Math.min(...versions)).toBe(Number(/\d+/.exec(manifest.engines.node)?.[0]));
    expect(versions.length).toBeGreaterThan(1);
    const runs = ci.jobs["test"]?.steps.flatMap(({ run }) => run?.split(" #")[0] ?? []);
    expect(runs).toEqual([".ci/run", "git diff --exit-code"]);
    expect(ci.permissions).toEqual({ contents: "read" });
  });
});

describe("what is published", () => {
  it("is built from what is checked out, and only when a release may be made", () => {
    const { prepack, prepublishOnly } = manifest.scripts;
    expect(prepack).toBe("node scripts/ensure.mjs && node scripts/build.mjs --quiet");
    expect(prepublishOnly).toBe("node scripts/check-release.mjs");
  });

  it("is built on a fresh clone as well, whatever npm was told", () => {
    const base = fs.mkdtempSync(path.join(os.tmpdir(), "gtd-clone-"));
    onTestFinished(() => fs.rmSync(base, { recursive: true }));
    fs.mkdirSync(path.join(base, "scripts"));
    fs.copyFileSync(path.join(ROOT, "scripts/ensure.mjs"), path.join(base, "scripts/ensure.mjs"));
    fs.writeFileSync(path.join(base, "package-lock.json"), "{}");
    fs.writeFileSync(path.join(base, "npm"), "#!/bin/sh\necho building; echo $* >asked\n", { mode: 0o755 });
    const env = { PATH: `${base}:${process.env["PATH"]}`, NODE_ENV: "production", npm_config_dry_run: "true" };
    const ensure = [path.join(base, "scripts/ensure.mjs")];
    const { stdout, status } = spawnSync(process.execPath, ensure, { env, encoding: "utf8" });
    expect([status, stdout]).toEqual([0, ""]);
    const asked = fs.readFileSync(path.join(base, "asked"), "utf8");
    for (const word of ["ci", "--include=dev", "--dry-run=false", "--global=false"])
      expect(asked.trim().split(" ")).toContain(word);
  });
});

const READY = {
  version: "1.3.0",
  tag: "v1.3.0",
  tags: ["v1.3.0"],
  changelog: "## [Unreleased]\n\n## [1.3.0] - 2030-01-02\n",
  last: "1.2.9",
  commits: [
    { id: "a".repeat(40), message: "feat(cli): say more" },
    { id: "b".repeat(40), message: "fix: lose nothing\n\nWhy." },
  ],
};

describe("a release", () => {
  it("may be made when tag, changelog and commits agree with the version", () => {
    expect(checkRelease(READY)).toEqual([]);
    expect(checkRelease({ ...READY, tag: undefined, last: undefined })).toEqual([]);
  });

  it.each([
    [{ tag: "v1.3.1" }, 'the tag is "v1.3.1", but package.json says 1.3.0: tag "v1.3.0", or npm version the other'],
    [{ tag: undefined, tags: [] }, 'HEAD is not tagged "v1.3.0": git tag -s v1.3.0'],
    [
      { changelog: "## [1.3.0]\n## [Unreleased]\n" },
      'CHANGELOG.md has no heading "## [1.3.0] - <date>": move what is under "Unreleased" below one',
    ],
    [{ last: "1.3.0" }, "the commits since 1.3.0 ask for 1.4.0 at least, package.json says 1.3.0"],
    [
      { commits: [{ id: "c".repeat(40), message: "Fix it" }] },
      'cccccccccc "Fix it" is no conventional commit: begin with one of feat, fix, perf, refactor, docs, test, build, ci, style, chore, revert, as in "fix(git): …"',
    ],
  ])("is refused when %j", (change, sentence) => {
    expect(checkRelease({ ...READY, ...change })).toEqual([sentence]);
  });

  it.each([
    ["fix: a", "patch"],
    ["feat(x): a", "minor"],
    ["feat!: a", "major"],
    ["fix(x)!: a", "major"],
    ["fix: a\n\nBREAKING CHANGE: b", "major"],
    ["docs: a", "patch"],
    ["feat : a", undefined],
    ["feature: a", undefined],
  ])("reads %j as %s", (message, bump) => {
    expect(parseBump(message)).toBe(bump);
    expect(checkCommits([{ id: "d".repeat(40), message }]).length).toBe(bump === undefined ? 1 : 0);
  });

  it.each([
    ["1.2.3", ["patch", "minor"], "1.3.0"],
    ["1.2.3", ["major", "minor"], "2.0.0"],
    ["0.2.3", ["major"], "0.3.0"],
    ["0.2.9", [], "0.2.10"],
  ])("asks after %s and %j for %s", (last, bumps, next) => {
    expect(nextVersion(last, bumps)).toBe(next);
  });
});
