import { expect } from "vitest";
import { type DataTable, type DocString, Then } from "quickpickle";
import { fingerprint } from "../fingerprint.ts";
import { readPointer } from "../json-pointer.ts";
import type { World } from "../world.ts";

function unescape(text: string): string {
  return text.replaceAll("\\n", "\n").replaceAll("\\t", "\t").replaceAll("\\r", "\r").replaceAll("\\u001b", "\u001b");
}

Then("it exits with {int}", (world: World, code: number) => {
  expect(world.last.code, world.describe()).toBe(code);
});

Then("it succeeds", (world: World) => {
  expect(world.last.code, world.describe()).toBe(0);
});

Then("stdout contains {string}", (world: World, text: string) => {
  expect(world.last.stdout, world.describe()).toContain(unescape(text));
});

Then("stdout contains:", (world: World, content: DocString) => {
  expect(world.last.stdout, world.describe()).toContain(content.toString());
});

Then("stdout does not contain {string}", (world: World, text: string) => {
  expect(world.last.stdout, world.describe()).not.toContain(unescape(text));
});

Then("stdout matches {string}", (world: World, pattern: string) => {
  expect(world.last.stdout, world.describe()).toMatch(new RegExp(pattern, "m"));
});

Then("stdout is empty", (world: World) => {
  expect(world.last.stdout, world.describe()).toBe("");
});

Then("stderr contains {string}", (world: World, text: string) => {
  expect(world.last.stderr, world.describe()).toContain(unescape(text));
});

Then("stderr does not contain {string}", (world: World, text: string) => {
  expect(world.last.stderr, world.describe()).not.toContain(unescape(text));
});

Then("stderr matches {string}", (world: World, pattern: string) => {
  expect(world.last.stderr, world.describe()).toMatch(new RegExp(pattern, "m"));
});

Then("it says {string}", (world: World, text: string) => {
  expect(world.last.stdout + world.last.stderr, world.describe()).toContain(unescape(text));
});

Then("it does not say {string}", (world: World, text: string) => {
  expect(world.last.stdout + world.last.stderr, world.describe()).not.toContain(unescape(text));
});

Then("stdout is one line of JSON", (world: World) => {
  expect(world.last.stdout, world.describe()).toMatch(/^[^\n]+\n$/);
  world.json();
});

Then("json {string} is {string}", (world: World, pointer: string, value: string) => {
  expect(readPointer(world.json(), pointer), world.describe()).toBe(unescape(value));
});

Then("json {string} is {json}", (world: World, pointer: string, value: unknown) => {
  expect(readPointer(world.json(), pointer), world.describe()).toEqual(value);
});

Then("json {string} contains {string}", (world: World, pointer: string, value: string) => {
  expect(readPointer(world.json(), pointer), world.describe()).toContain(unescape(value));
});

Then("json {string} is absent", (world: World, pointer: string) => {
  expect(readPointer(world.json(), pointer), world.describe()).toBeUndefined();
});

Then("json {string} is there", (world: World, pointer: string) => {
  expect(readPointer(world.json(), pointer), world.describe()).toBeDefined();
});

Then("json {string} has {int} item(s)", (world: World, pointer: string, count: number) => {
  expect(readPointer(world.json(), pointer), world.describe()).toHaveLength(count);
});

Then("json has the keys {string}", (world: World, keys: string) => {
  expect(Object.keys(world.json() as object), world.describe()).toEqual(expect.arrayContaining(keys.split(", ")));
});

Then("status says the state is {string}", async (world: World, state: string) => {
  const result = await world.run("gtd status --json");
  expect(result.code, world.describe()).toBe(0);
  expect(readPointer(world.json(), "state"), world.describe()).toBe(state);
});

Then("the next step leads to {string}", async (world: World, target: string) => {
  await world.run("gtd status --json");
  expect(readPointer(world.json(), "next.target"), world.describe()).toBe(target);
});

Then("the last subject is {string}", (world: World, subject: string) => {
  expect(world.git("log", "-1", "--format=%s").trim(), world.describe()).toBe(subject);
});

Then("the subjects are:", (world: World, content: DocString) => {
  expect(world.git("log", "--first-parent", "--reverse", "--format=%s").trim(), world.describe()).toBe(
    content.toString(),
  );
});

Then("the last message contains {string}", (world: World, text: string) => {
  expect(world.git("log", "-1", "--format=%B"), world.describe()).toContain(unescape(text));
});

Then("the last message does not contain {string}", (world: World, text: string) => {
  expect(world.git("log", "-1", "--format=%B"), world.describe()).not.toContain(unescape(text));
});

Then("the last commit has the trailer {string} matching {string}", (world: World, key: string, pattern: string) => {
  const value = world.git("log", "-1", `--format=%(trailers:key=${key},valueonly)`).trim();
  expect(value, world.git("log", "-1", "--format=%B")).toMatch(new RegExp(pattern));
});

Then("the last commit has no trailer {string}", (world: World, key: string) => {
  expect(world.git("log", "-1", `--format=%(trailers:key=${key},valueonly)`).trim()).toBe("");
});

Then("there is/are {int} commit(s)", (world: World, count: number) => {
  expect(world.git("rev-list", "--count", "--first-parent", "HEAD").trim(), world.git("log", "--format=%s")).toBe(
    String(count),
  );
});

Then("nothing changed", (world: World) => {
  expect(world.before).toBeDefined();
  expect(fingerprint(world.dir, world.env), world.describe()).toEqual(world.before);
});

Then("the file {string} is unchanged", (world: World, name: string) => {
  expect(world.read(name)).toBe(world.remembered.get(name));
});

Then("HEAD is {string}", (world: World, name: string) => {
  expect(world.git("rev-parse", "HEAD").trim()).toBe(world.remembered.get(name));
});

Then("HEAD is on {string}", (world: World, branch: string) => {
  expect(world.git("rev-parse", "--abbrev-ref", "HEAD").trim()).toBe(branch);
});

Then("the file {string} exists", (world: World, name: string) => {
  expect(world.exists(name), `${name} does not exist\n${world.describe()}`).toBe(true);
});

Then("the file {string} does not exist", (world: World, name: string) => {
  expect(world.exists(name), `${name} exists\n${world.describe()}`).toBe(false);
});

Then("the file {string} contains {string}", (world: World, name: string, text: string) => {
  expect(world.read(name)).toContain(unescape(text));
});

Then("the file {string} does not contain {string}", (world: World, name: string, text: string) => {
  expect(world.read(name)).not.toContain(unescape(text));
});

Then("the file {string} is:", (world: World, name: string, content: DocString) => {
  expect(world.read(name)).toBe(`${content.toString()}\n`);
});

Then("the working tree is clean", (world: World) => {
  expect(world.git("status", "--porcelain")).toBe("");
});

Then("pending are:", (world: World, table: DataTable) => {
  const pending = world.git("status", "--porcelain", "-uall", "--no-renames", "-z").split("\0").filter(Boolean);
  expect(pending.map((line) => line.slice(3)).toSorted()).toEqual(
    table
      .raw()
      .map(([name = ""]) => unescape(name))
      .toSorted(),
  );
});

Then("the last commit holds:", (world: World, table: DataTable) => {
  const names = world.git("ls-tree", "-r", "-z", "--name-only", "HEAD").split("\0").filter(Boolean);
  expect(names.toSorted()).toEqual(
    table
      .raw()
      .map(([name = ""]) => unescape(name))
      .toSorted(),
  );
});

Then("the last commit holds no file under {string}", (world: World, dir: string) => {
  expect(world.git("ls-tree", "-r", "--name-only", "HEAD", "--", dir)).toBe("");
});

Then("git {string} says {string}", (world: World, line: string, text: string) => {
  expect(world.git(...line.split(" ")).trim()).toBe(unescape(text));
});

Then("git {string} contains {string}", (world: World, line: string, text: string) => {
  expect(world.git(...line.split(" "))).toContain(unescape(text));
});

Then("git {string} does not contain {string}", (world: World, line: string, text: string) => {
  expect(world.git(...line.split(" "))).not.toContain(unescape(text));
});

Then("it started at most {int} git processes", (world: World, limit: number) => {
  const calls = world.gitCalls();
  expect(calls.length, calls.join("\n")).toBeLessThanOrEqual(limit);
  expect(calls.length, "no git process was counted").toBeGreaterThan(0);
});

Then("the agent was called at:", (world: World, content: DocString) => {
  expect(world.read("../agent-calls").trim(), world.describe()).toBe(content.toString());
});

Then("the prompt of {string} contains {string}", (world: World, state: string, text: string) => {
  expect(world.read(`../prompt-${state}`)).toContain(text);
});
