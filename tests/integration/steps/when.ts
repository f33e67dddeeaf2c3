import fs from "node:fs";
import { type DataTable, type DocString, When } from "quickpickle";
import type { World } from "../world.ts";

When("I run {string}", async (world: World, line: string) => {
  await world.run(line);
});

When("I run:", async (world: World, content: DocString) => {
  await world.run(content.toString());
});

When("I run {string} in {string}", async (world: World, line: string, cwd: string) => {
  await world.run(line, { cwd });
});

/** For commands that only lead to the situation under test: each has to succeed. */
When("these succeed:", async (world: World, content: DocString) => {
  for (const line of content.toString().split("\n")) {
    if (line.trim() === "") continue;
    const { code } = await world.run(line);
    if (code !== 0) throw new Error(`"${line}" failed\n${world.describe()}`);
  }
});

When("the/a human/agent/reviewer writes {string} with:", (world: World, name: string, content: DocString) => {
  world.write(name, `${content.toString()}\n`);
});

When("the/a human/agent/reviewer writes {string} as {string}", (world: World, name: string, content: string) => {
  world.write(name, `${content}\n`);
});

When("the/a human/agent/reviewer deletes {string}", (world: World, name: string) => {
  fs.rmSync(world.path(name));
});

When(
  "the/a human/agent/reviewer replaces {string} by {string} in {string}",
  (world: World, from: string, to: string, name: string) => {
    const before = world.read(name);
    if (!before.includes(from)) throw new Error(`"${name}" does not contain "${from}":\n${before}`);
    world.write(name, before.replaceAll(from, to.replaceAll("\\n", "\n")));
  },
);

When("the/a human/reviewer ticks every box in {string}", (world: World, name: string) => {
  const before = world.read(name);
  if (!before.includes("[ ]")) throw new Error(`"${name}" has no empty box:\n${before}`);
  world.write(name, before.replaceAll("[ ]", "[x]"));
});

When("I remember HEAD as {string}", (world: World, name: string) => {
  world.remembered.set(name, world.git("rev-parse", "HEAD").trim());
});

When("I remember the file {string}", (world: World, name: string) => {
  world.remembered.set(name, world.read(name));
});

/** A review in the form its prompt asks for, a box for each path, on the base that the prompt names. */
When("the agent writes the review of:", async (world: World, table: DataTable) => {
  const { stdout } = await world.run("gtd next --json");
  const base = /base: ([0-9a-f]{40,64})/.exec(stdout)?.[1];
  if (base === undefined) throw new Error(`the prompt names no base\n${world.describe()}`);
  const boxes = table.raw().map(([name = ""]) => `- [ ] ./${name}: look here\n`);
  const chunk = "## What changed\n\nWhy it changed.\n";
  world.write(
    ".gtd/REVIEW.md",
    `# Review: ${base.slice(0, 7)}\n\n<!-- base: ${base} -->\n\n${chunk}\n${boxes.join("")}`,
  );
});
