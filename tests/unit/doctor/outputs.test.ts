import { describe, expect, it } from "vitest";
import { probeCommitlint } from "../../../src/doctor/probe-commitlint.ts";
import { listToolOutputs } from "../../../src/doctor/outputs.ts";
import { probeOutputs } from "../../../src/doctor/probe-outputs.ts";
import { Fixture } from "../git/fixture.ts";
import { makeDirectory } from "../config/directories.ts";

describe("what a project's tools write", () => {
  it.each([
    [{ "package.json": '{"devDependencies":{"vitest":"4"}}' }, ["node_modules/"]],
    [{ "package.json": '{"dependencies":{}}' }, []],
    [{ "package.json": '{"scripts":{"test":"nyc mocha"}}' }, ["coverage/", ".nyc_output/"]],
    [{ "Cargo.toml": "", "pom.xml": "" }, ["target/"]],
    [{ "pyproject.toml": "" }, ["__pycache__/"]],
    [{ "go.mod": "" }, []],
  ])("is known from %j", (files, outputs) => {
    expect(listToolOutputs(makeDirectory(files))).toEqual(outputs);
  });
});

describe("the probe of outputs", () => {
  it("names what git does not ignore, with a command that ignores it", async () => {
    const { repo } = new Fixture({ files: { "Cargo.toml": "", "build.gradle": "", ".gitignore": "/build/\n" } });
    expect(await probeOutputs({ repo })).toEqual([
      {
        probe: "outputs",
        level: "note",
        message:
          'the project\'s tools write "target/", ".gradle/", which git does not ignore: the tree would never be clean',
        fix: ["printf 'target/\\n.gradle/\\n' >> .gitignore"],
      },
    ]);
  });

  it("says nothing of what is tracked on purpose", async () => {
    const { repo } = new Fixture({
      files: { "composer.json": '{"require":{"a/b":"1"}}', "vendor/a/b.php": "<?php\n" },
    });
    expect((await probeOutputs({ repo })).map(({ level }) => level)).toEqual(["ok"]);
  });
});

describe("the probe of commitlint", () => {
  const probe = (files: Readonly<Record<string, string>>, gitHooks: "squash" | "turns" | "never" = "squash") =>
    probeCommitlint({ repo: { root: makeDirectory(files) }, gitHooks });

  it("is a note while only the squashed commit is looked at, and a fault when turns are", () => {
    const files = { "commitlint.config.mjs": "export default {}" };
    expect(probe(files)).toMatchObject([{ level: "note" }]);
    expect(probe(files, "turns")).toMatchObject([{ level: "fault" }]);
  });

  it("finds it in package.json", () => {
    expect(probe({ "package.json": '{\n  "commitlint": { "extends": [] }\n}' })[0]?.message).toContain(
      'commitlint ("package.json")',
    );
  });

  it.each([[{}], [{ "commitlint.config.js": 'ignores: [(m) => m.startsWith("gtd(")]' }], [{ "package.json": "{}" }]])(
    "has nothing to say about %j",
    (files) => {
      expect(probe(files)).toEqual([]);
    },
  );
});
