import { existsSync, mkdirSync, mkdtempSync, realpathSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { addComment, COMMENT, SKETCH, STARTING_FILES, tickAll, tickAnswer } from "../demo/script.ts";
import { driveLoop } from "../driver/loop.ts";
import type { Halt } from "../driver/events.ts";
import { eventJson, renderEvent } from "../driver/render-event.ts";
import { EXIT, type ExitCode } from "../errors.ts";
import { createRepository } from "../git/create.ts";
import { readHistory } from "../git/history-log.ts";
import { sanitizeText } from "../report/sanitize.ts";
import { report, type Context } from "../runtime/context.ts";
import { openProject } from "../runtime/open.ts";
import { readWorkingFile } from "../runtime/paths.ts";
import type { Project } from "../runtime/project.ts";
import { writeWorkingFile } from "../runtime/write-working-file.ts";

/** What the human does at a gate, in the order in which the gates come. */
const ACTS: readonly { readonly at: string; readonly says: string; readonly act: (project: Project) => void }[] = [
  { at: "idle", says: "writes a sketch into .gtd/TODO.md", act: ({ repo }) => writeSketch(repo) },
  { at: "answering", says: "ticks an answer in .gtd/TODO.md", act: edit(".gtd/TODO.md", tickAnswer) },
  { at: "await-review", says: `comments in .gtd/REVIEW.md: "${COMMENT}"`, act: edit(".gtd/REVIEW.md", addComment) },
  { at: "await-review", says: "ticks every box in .gtd/REVIEW.md: signed off", act: edit(".gtd/REVIEW.md", tickAll) },
];

/** `gtd demo`: the whole bundled workflow in a throw-away repository, with a scripted agent and a scripted human. */
export async function demoCommand(context: Context): Promise<ExitCode> {
  const started = performance.now();
  const base = realpathSync(mkdtempSync(join(tmpdir(), "gtd-demo-")));
  const root = join(base, "calculator");
  writeProject(root);
  const repo = await createRepository(root, "chore: start a calculator");
  const place: Context = {
    ...context,
    cwd: root,
    // No configuration is looked for above the home, whatever the temporary directory lies in.
    env: { ...context.env, HOME: base, GTD_TRUST: "1" },
    signal: context.signal,
  };
  const project = await openProject(place, repo);
  const say = (text: string): void => (context.json ? undefined : context.out(sanitizeText(text)));
  say(`a calculator in ${root}, driven by the bundled workflow\n\n`);

  for (const { at, says, act } of ACTS) {
    act(project);
    say(`human ${says}\n`);
    const halt = await drive(context, project, say);
    if (halt.reason !== "human" && halt.reason !== "settled")
      throw new Error(`the demo stopped after "${at}": ${halt.text}`);
  }

  const log = await readHistory(repo, "HEAD");
  const turns = await readHistory(repo, "refs/worktree/gtd/history");
  say(
    `\ngit log:\n${log.map((line) => `  ${line}\n`).join("")}\n${turns.length - log.length + 1} turns are kept: git log refs/worktree/gtd/history\n`,
  );
  const seconds = Math.round((performance.now() - started) / 100) / 10;
  report(context, { event: "demo", root, log, seconds }, `done in ${seconds} s; look around: cd ${root}\n`);
  return EXIT.done;
}

function drive(context: Context, project: Project, say: (text: string) => void): Promise<Halt> {
  return driveLoop(project, {
    signal: context.signal,
    onEvent: (event) => {
      if (event.event === "output" || event.event === "beat") return;
      const json = eventJson(event);
      if (!context.json) say(renderEvent(event));
      else if (json !== undefined) context.out(`${JSON.stringify(json)}\n`);
    },
  });
}

function writeProject(root: string): void {
  const agent = [process.execPath, agentFile()].map((part) => `'${part.replaceAll("'", "'\\''")}'`).join(" ");
  const files = {
    ...STARTING_FILES,
    ".gtdrc.yaml": `agent: ${JSON.stringify(agent)}\nvars:\n  testCommand: node test.js\n`,
  };
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
}

/** The scripted agent is an entry of its own beside the bundle's. */
function agentFile(): string {
  const found = [__dirname, dirname(__dirname)]
    .map((dir) => join(dir, "demo-agent.js"))
    .find((file) => existsSync(file));
  if (found === undefined) throw new Error("the scripted agent is missing from the build");
  return found;
}

function writeSketch(repo: Project["repo"]): void {
  mkdirSync(join(repo.root, ".gtd"), { recursive: true });
  writeWorkingFile(repo, ".gtd/TODO.md", SKETCH);
}

function edit(path: string, change: (text: string) => string): (project: Project) => void {
  return ({ repo }) => {
    const before = readWorkingFile(repo.root, path);
    const after = before === undefined ? undefined : change(before);
    if (after === undefined || after === before) throw new Error(`the demo found nothing to change in "${path}"`);
    writeWorkingFile(repo, path, after);
  };
}
