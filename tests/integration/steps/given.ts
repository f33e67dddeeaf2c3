import fs from "node:fs";
import path from "node:path";
import { type DataTable, type DocString, Given } from "quickpickle";
import { importTurns } from "../import-turns.ts";
import { prepare } from "../prepared.ts";
import { BUNDLED, CHECK, SMALL, TOUR } from "../workflows.ts";
import type { World } from "../world.ts";

function text(content: DocString): string {
  return `${content.toString()}\n`;
}

function repository(world: World): void {
  fs.mkdirSync(world.dir, { recursive: true });
  world.git("init", "-q");
}

/** A repository whose first commit holds these files. */
function begin(world: World, files: Readonly<Record<string, string>>): void {
  prepare(world, JSON.stringify(files), () => {
    repository(world);
    for (const [name, content] of Object.entries(files)) world.write(name, content);
    world.commitAll("chore: begin");
  });
}

const README = { "README.md": "# Project\n" };

Given("an empty repository", repository);

Given("a directory that is no repository", (world: World) => {
  fs.mkdirSync(world.dir, { recursive: true });
});

Given("a repository", (world: World) => {
  begin(world, README);
});

Given("a repository with the bundled workflow", (world: World) => {
  begin(world, { ...README, ".gtdrc.yaml": BUNDLED, "test.sh": CHECK });
});

Given("a repository with the small workflow", (world: World) => {
  begin(world, { ...README, ".gtdrc.yaml": SMALL, "check.sh": CHECK });
});

/** The bundled workflow's cycle as history, up to the first turn that enters the state. */
Given("a cycle that rests at {string}", (world: World, state: string) => {
  const last = TOUR.findIndex(({ subject }) => subject.endsWith(` → ${state}`));
  if (last === -1) throw new Error(`the tour does not come to "${state}"`);
  prepare(world, `at ${state}`, () => importTurns(world, TOUR.slice(0, last + 1)));
});

/** Turns as history, each a row of subject, path and content; the last two may be left out or repeat. */
Given("the turns:", (world: World, table: DataTable) => {
  importTurns(
    world,
    table.raw().map(([subject = "", name = "", content = ""]) => ({
      subject,
      write: name === "" ? {} : { [name]: `${content}\n` },
    })),
  );
});

Given("a repository with the workflow:", (world: World, content: DocString) => {
  begin(world, { ...README, ".gtdrc.yaml": text(content) });
});

Given("the bundled workflow with:", (world: World, content: DocString) => {
  world.write(".gtdrc.yaml", BUNDLED + text(content));
  world.commitAll("chore: configure gtd");
});

Given("the configuration {string}:", (world: World, name: string, content: DocString) => {
  world.write(name, text(content));
});

Given("the file {string} with:", (world: World, name: string, content: DocString) => {
  world.write(name, text(content));
});

Given("the file {string} holds {string}", (world: World, name: string, content: string) => {
  world.write(name, `${content}\n`);
});

Given("the executable {string} with:", (world: World, name: string, content: DocString) => {
  world.write(name, text(content));
  fs.chmodSync(world.path(name), 0o755);
});

Given("the file {string} with the bytes {string}", (world: World, name: string, escaped: string) => {
  world.write(name, "");
  fs.writeFileSync(world.path(name), Buffer.from(JSON.parse(`"${escaped}"`) as string, "latin1"));
});

Given("the files:", (world: World, table: DataTable) => {
  for (const [name = "", content = ""] of table.raw()) world.write(name, `${content}\n`);
});

Given("the file {string} is deleted", (world: World, name: string) => {
  fs.rmSync(world.path(name));
});

Given("{string} links to {string}", (world: World, name: string, target: string) => {
  fs.mkdirSync(path.dirname(world.path(name)), { recursive: true });
  fs.symlinkSync(target, world.path(name));
});

Given("everything is committed as {string}", (world: World, message: string) => {
  world.commitAll(message);
});

Given("the directory {string}", (world: World, name: string) => {
  fs.mkdirSync(world.path(name), { recursive: true });
});

Given("the environment has {string} set to {string}", (world: World, name: string, value: string) => {
  world.env[name] = value.replaceAll("$HOME", world.env["HOME"] ?? "");
});

Given("the environment has no {string}", (world: World, name: string) => {
  delete world.env[name];
});

Given("nothing is trusted", (world: World) => {
  delete world.env["GTD_TRUST"];
});

Given("git processes are counted", (world: World) => {
  world.countGit();
});

/** An agent that acts by the state it is asked at: the doc string is the body of a `case "$GTD_STATE" in`. */
Given("an agent that does:", (world: World, content: DocString) => {
  const script = `cat >"$HOME/prompt-$GTD_STATE"\necho "$GTD_STATE" >>"$HOME/agent-calls"\ncase "$GTD_STATE" in\n${content.toString()}\nesac\n`;
  fs.writeFileSync(path.join(world.env["HOME"] ?? "", "agent.sh"), script);
  const file = world.path(".gtdrc.yaml");
  const config = fs.existsSync(file) ? fs.readFileSync(file, "utf8") : "";
  world.write(".gtdrc.yaml", `${config}agent: 'sh "$HOME/agent.sh"'\n`);
  world.commitAll("chore: choose an agent");
});
