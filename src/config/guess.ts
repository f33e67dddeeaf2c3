import { accessSync, constants, existsSync, readFileSync } from "node:fs";
import { delimiter, join } from "node:path";

/** Files that tell how a project is tested, most telling first. */
const TEST_COMMANDS: readonly (readonly [file: string, command: string])[] = [
  ["Cargo.toml", "cargo test"],
  ["go.mod", "go test ./..."],
  ["pyproject.toml", "python3 -m pytest"],
  ["pytest.ini", "python3 -m pytest"],
  ["pom.xml", "mvn -q test"],
  ["build.gradle", "gradle test"],
  ["build.gradle.kts", "gradle test"],
  ["mix.exs", "mix test"],
  ["Gemfile", "bundle exec rake test"],
  ["composer.json", "composer test"],
  ["deno.json", "deno test"],
];

/** Agents that take a prompt on standard input, with the least permission that lets them edit files. */
const AGENTS: readonly (readonly [executable: string, command: string])[] = [
  ["claude", "claude -p --permission-mode acceptEdits"],
  ["codex", "codex exec -s workspace-write -"],
  ["gemini", "gemini --approval-mode auto_edit"],
  ["qwen", "qwen --approval-mode auto-edit"],
  ["opencode", "opencode run"],
  ["copilot", "copilot --allow-tool=write --no-ask-user"],
];

/** The command that tests the project in a directory, told by its files; undefined when nothing tells. */
export function guessTestCommand(root: string): string | undefined {
  if (hasScript(join(root, "package.json"), "test")) return packageManager(root);
  const found = TEST_COMMANDS.find(([file]) => existsSync(join(root, file)))?.[1];
  return found ?? (hasTarget(join(root, "Makefile"), "test") ? "make test" : undefined);
}

/** The first known agent on PATH as a shell command; undefined when there is none. */
export function guessAgent(env: Readonly<Record<string, string | undefined>>): string | undefined {
  const dirs = (env["PATH"] ?? "").split(delimiter).filter((dir) => dir !== "");
  return AGENTS.find(([executable]) => dirs.some((dir) => isExecutable(join(dir, executable))))?.[1];
}

function packageManager(root: string): string {
  if (existsSync(join(root, "pnpm-lock.yaml"))) return "pnpm test";
  if (existsSync(join(root, "yarn.lock"))) return "yarn test";
  return existsSync(join(root, "bun.lock")) || existsSync(join(root, "bun.lockb")) ? "bun run test" : "npm test";
}

function hasScript(file: string, name: string): boolean {
  try {
    const parsed: unknown = JSON.parse(readFileSync(file, "utf8"));
    const scripts = typeof parsed === "object" && parsed !== null && "scripts" in parsed ? parsed.scripts : undefined;
    return typeof scripts === "object" && scripts !== null && name in scripts;
  } catch {
    return false;
  }
}

function hasTarget(file: string, name: string): boolean {
  try {
    return new RegExp(`^${name}\\s*:`, "m").test(readFileSync(file, "utf8"));
  } catch {
    return false;
  }
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
