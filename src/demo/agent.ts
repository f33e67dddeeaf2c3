import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { runCommand } from "../shell/run.ts";
import { ACTS, type View, type Work } from "./acts.ts";

/**
 * The scripted agent of `gtd demo`: run by the loop like any agent, with the prompt on standard input, GTD_STATE in the
 * environment and the repository as working directory. Only what it types is scripted: tests, verdicts and transitions are real.
 */
async function main(): Promise<void> {
  const state = process.env["GTD_STATE"] ?? "";
  const act = Object.hasOwn(ACTS, state) ? ACTS[state] : undefined;
  if (act === undefined) throw new Error(`the scripted agent has no part at "${state}"`);
  const view: View = {
    read: (path) => (existsSync(path) ? readFileSync(path, "utf8") : undefined),
    prompt: await readPrompt(),
    git: runGit,
  };
  perform(await act(view));
}

async function readPrompt(): Promise<string> {
  let prompt = "";
  for await (const chunk of process.stdin.setEncoding("utf8")) prompt += String(chunk);
  return prompt;
}

function perform({ say, write = {}, remove = [] }: Work): void {
  for (const [path, text] of Object.entries(write)) {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }
  for (const path of remove) rmSync(path, { force: true });
  process.stdout.write(`${say}\n`);
}

async function runGit(...args: readonly string[]): Promise<string> {
  const result = await runCommand({ command: ["git", "--no-pager", ...args], cwd: process.cwd(), env: process.env });
  if (result.code !== 0) throw new Error(`git ${args[0] ?? ""} failed: ${result.output}`);
  return result.output;
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
