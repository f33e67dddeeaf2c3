import { describe, expect, it } from "vitest";
import { guessTestCommands } from "../../../src/config/guess.ts";
import { makeDirectory } from "./directories.ts";

const CASES: readonly (readonly [files: Readonly<Record<string, string>>, command: string, file: string])[] = [
  [{ "package.json": '{"scripts":{"test":"vitest"}}' }, "npm test", "package.json"],
  [{ "package.json": '{"scripts":{"test":"x"}}', "pnpm-lock.yaml": "" }, "pnpm test", "package.json"],
  [{ "package.json": '{"scripts":{"test":"x"},"packageManager":"yarn@4.1.0"}' }, "yarn test", "package.json"],
  [{ "package.json": '{"scripts":{"test":"x"}}', "bun.lock": "" }, "bun run test", "package.json"],
  [{ Makefile: "all: x\ntest: all\n\techo\n", "go.mod": "module x" }, "make test", "Makefile"],
  [{ Makefile: "check :\n\techo\n" }, "make check", "Makefile"],
  [{ justfile: "test filter='':\n  cargo test\n" }, "just test", "justfile"],
  [{ "Taskfile.yml": "tasks:\n  test:\n    cmds: [x]\n" }, "task test", "Taskfile.yml"],
  [{ "Cargo.toml": "" }, "cargo test", "Cargo.toml"],
  [{ "go.mod": "" }, "go test ./...", "go.mod"],
  [{ "pyproject.toml": "" }, "python3 -m pytest", "pyproject.toml"],
  [{ "pyproject.toml": "", "uv.lock": "" }, "uv run pytest", "pyproject.toml"],
  [{ "pyproject.toml": "", "poetry.lock": "" }, "poetry run pytest", "pyproject.toml"],
  [{ "pom.xml": "", mvnw: "" }, "./mvnw -q test", "pom.xml"],
  [{ "build.gradle.kts": "" }, "gradle test", "build.gradle.kts"],
  [{ "build.gradle": "", gradlew: "" }, "./gradlew test", "build.gradle"],
  [{ Gemfile: "", "spec/a_spec.rb": "" }, "bundle exec rspec", "Gemfile"],
  [{ "pubspec.yaml": "dependencies:\n  flutter:\n    sdk: flutter\n" }, "flutter test", "pubspec.yaml"],
  [{ "App.sln": "" }, "dotnet test", "App.sln"],
  [{ "mix.exs": "" }, "mix test", "mix.exs"],
];

describe("the test command of a project", () => {
  it.each(CASES)("is told by %j", (files, command, file) => {
    expect(guessTestCommands(makeDirectory(files))[0]).toEqual({ command, file });
  });

  it("is not that of `npm init`, which only fails", () => {
    const files = {
      "package.json": '{"scripts":{"test":"echo \\"Error: no test specified\\" && exit 1"}}',
      "Cargo.toml": "",
    };
    expect(guessTestCommands(makeDirectory(files))).toEqual([{ command: "cargo test", file: "Cargo.toml" }]);
  });

  it.each([
    ["nothing", {}],
    ["a broken package.json", { "package.json": "{" }],
    ["an assignment in a Makefile", { Makefile: "test := x\nall: test\n" }],
    ["a package.json without scripts", { "package.json": "[]" }],
  ])("is not guessed from %s", (_, files) => {
    expect(guessTestCommands(makeDirectory(files))).toEqual([]);
  });

  it("has others behind it, each once", () => {
    const files = { Makefile: "test:\n\tx\n", "pyproject.toml": "", "setup.py": "" };
    expect(guessTestCommands(makeDirectory(files)).map(({ command }) => command)).toEqual([
      "make test",
      "python3 -m pytest",
    ]);
  });
});
