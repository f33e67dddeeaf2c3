// oxlint, oxfmt, the import rules and unused code, side by side. `--fix` repairs what can be repaired first.
import { spawnSync, spawn } from "node:child_process";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const binary = (name) => join(root, "node_modules", ".bin", name);

const LINTERS = [
  ["oxlint", ["--deny-warnings"]],
  ["oxfmt", ["--check", "."]],
  ["depcruise", ["--config", ".dependency-cruiser.cjs", "--output-type", "err", "src"]],
  ["knip", ["--no-progress"]],
];

function run([name, args]) {
  return new Promise((resolve) => {
    const child = spawn(binary(name), args, { cwd: root, stdio: ["ignore", "pipe", "pipe"] });
    let output = "";
    child.stdout.on("data", (chunk) => (output += chunk));
    child.stderr.on("data", (chunk) => (output += chunk));
    child.on("error", (error) => resolve({ name, code: 1, output: error.message }));
    child.on("close", (code) => resolve({ name, code: code ?? 1, output }));
  });
}

if (process.argv.includes("--fix")) {
  spawnSync(binary("oxlint"), ["--fix"], { cwd: root, stdio: "inherit" });
  spawnSync(binary("oxfmt"), ["."], { cwd: root, stdio: "inherit" });
}
const failures = (await Promise.all(LINTERS.map(run))).filter(({ code }) => code !== 0);
for (const { name, output } of failures) process.stdout.write(`── ${name}\n${output.trimEnd()}\n`);
process.exitCode = failures.length === 0 ? 0 : 1;
