import { existsSync, readFileSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";

/** A command that may test a project, and the file that tells. */
export interface TestGuess {
  readonly command: string;
  readonly file: string;
}

/** What a project's directory says. */
interface Project {
  readonly has: (name: string) => boolean;
  /** Text of a file; empty when it cannot be read. */
  readonly read: (name: string) => string;
  readonly names: readonly string[];
}

type Guess = (project: Project) => TestGuess | undefined;

/** Files of runners and languages, most telling first: what a project says of itself, then what its language does. */
const GUESSES: readonly Guess[] = [
  (project) => when(hasScript(project.read("package.json")), "package.json", packageManager(project)),
  target("justfile", "just test"),
  target("Justfile", "just test"),
  ({ read }) => when(/^\s{2,}test:/m.test(read("Taskfile.yml")), "Taskfile.yml", "task test"),
  target("Makefile", "make test"),
  target("GNUmakefile", "make test"),
  target("Makefile", "make check", "check"),
  file("deno.json", "deno test"),
  file("deno.jsonc", "deno test"),
  ({ read }) => when(hasScript(read("composer.json")), "composer.json", "composer test"),
  file("Cargo.toml", "cargo test"),
  file("go.mod", "go test ./..."),
  file("tox.ini", "tox -q"),
  file("noxfile.py", "nox"),
  file("manage.py", "python3 manage.py test"),
  file("pyproject.toml", "python3 -m pytest", pythonRunner),
  file("pytest.ini", "python3 -m pytest"),
  file("setup.cfg", "python3 -m pytest"),
  file("setup.py", "python3 -m pytest"),
  file("pom.xml", "mvn -q test", ({ has }) => (has("mvnw") ? "./mvnw -q test" : undefined)),
  file("build.gradle", "gradle test", gradleWrapper),
  file("build.gradle.kts", "gradle test", gradleWrapper),
  file("build.sbt", "sbt test"),
  file("mix.exs", "mix test"),
  file("Gemfile", "bundle exec rake test", ({ has }) => (has("spec") ? "bundle exec rspec" : undefined)),
  file("phpunit.xml", "vendor/bin/phpunit"),
  file("phpunit.xml.dist", "vendor/bin/phpunit"),
  file("Package.swift", "swift test"),
  file("pubspec.yaml", "dart test", ({ read }) =>
    /^\s+sdk:\s*flutter/m.test(read("pubspec.yaml")) ? "flutter test" : undefined,
  ),
  file("build.zig", "zig build test"),
  file("stack.yaml", "stack test"),
  file("dune-project", "dune test"),
  file("rebar.config", "rebar3 eunit"),
  file("gleam.toml", "gleam test"),
  file("MODULE.bazel", "bazel test //..."),
  file("WORKSPACE", "bazel test //..."),
  ({ names }) => named(names, /\.cabal$/, "cabal test"),
  ({ names }) => named(names, /\.(?:sln|slnx|csproj|fsproj)$/, "dotnet test"),
  file("CMakeLists.txt", "ctest --test-dir build --output-on-failure"),
];

/** The commands that test the project in a directory, told by its files, the likeliest first; none when nothing tells. */
export function guessTestCommands(root: string): readonly TestGuess[] {
  const names = listNames(root);
  const project: Project = {
    has: (name) => existsSync(join(root, name)),
    read: (name) => readText(join(root, name)),
    names,
  };
  const found = GUESSES.flatMap((guess) => guess(project) ?? []);
  return found.filter(({ command }, at) => found.findIndex((one) => one.command === command) === at);
}

function file(name: string, command: string, better?: (project: Project) => string | undefined): Guess {
  return (project) => when(project.has(name), name, better?.(project) ?? command);
}

/** A recipe or rule that stands at the beginning of a line. */
function target(name: string, command: string, rule = "test"): Guess {
  const line = new RegExp(`^${rule}(?:\\s+[^:\\n]*)?\\s*:(?!=)`, "m");
  return ({ names, read }) => when(names.includes(name) && line.test(read(name)), name, command);
}

function when(told: boolean, name: string, command: string): TestGuess | undefined {
  return told ? { command, file: name } : undefined;
}

function named(names: readonly string[], pattern: RegExp, command: string): TestGuess | undefined {
  const name = names.find((one) => pattern.test(one));
  return name === undefined ? undefined : { command, file: name };
}

/** `npm init` writes a test script that only fails. */
function hasScript(manifest: string): boolean {
  try {
    const parsed: unknown = JSON.parse(manifest);
    const scripts = typeof parsed === "object" && parsed !== null && "scripts" in parsed ? parsed.scripts : undefined;
    if (typeof scripts !== "object" || scripts === null || !("test" in scripts)) return false;
    return !String(scripts.test).includes("no test specified");
  } catch {
    return false;
  }
}

function packageManager({ has, read }: Project): string {
  const [, named] = /"packageManager"\s*:\s*"(\w+)@/.exec(read("package.json")) ?? [];
  if (named === "pnpm" || has("pnpm-lock.yaml")) return "pnpm test";
  if (named === "yarn" || has("yarn.lock")) return "yarn test";
  return named === "bun" || has("bun.lock") || has("bun.lockb") ? "bun run test" : "npm test";
}

function pythonRunner({ has, read }: Project): string | undefined {
  if (has("uv.lock")) return "uv run pytest";
  if (has("poetry.lock")) return "poetry run pytest";
  return /^\[tool\.hatch\./m.test(read("pyproject.toml")) ? "hatch test" : undefined;
}

function gradleWrapper({ has }: Project): string | undefined {
  return has("gradlew") ? "./gradlew test" : undefined;
}

function listNames(root: string): readonly string[] {
  try {
    return readdirSync(root).sort();
  } catch {
    return [];
  }
}

function readText(path: string): string {
  try {
    return statSync(path).isFile() ? readFileSync(path, "utf8") : "";
  } catch {
    return "";
  }
}
