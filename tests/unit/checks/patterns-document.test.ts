import { describe, expect, it } from "vitest";
import { parsePattern } from "../../../src/engine/pattern.ts";
import { matchRow } from "../../../src/engine/row.ts";
import { SCRIPT_EVENTS, type Change } from "../../../src/engine/types.ts";
import { readTable } from "../../docs/documents.ts";

const examples = readTable("docs/patterns.md", "pattern", "turn", "holds");

/** `A a, @passed {b, c}` as data; `–` is nothing at all. */
function readTurn(text: string) {
  const [, facts = "", others = ""] = /^([^{]*)(?:\{(.*)\})?$/.exec(text) ?? [];
  const parts = facts.split(",").flatMap((part) => (part.trim() === "–" || part.trim() === "" ? [] : [part.trim()]));
  const names = parts.flatMap((part) => (part.startsWith("@") ? [part.slice(1)] : []));
  const changes = parts.flatMap((part): Change[] => {
    const [status, ...path] = part.split(" ");
    return status === "A" || status === "M" || status === "D" ? [{ status, path: path.join(" ") }] : [];
  });
  expect(changes.length + names.length).toBe(parts.length);
  const there = others.split(",").flatMap((path) => (path.trim() === "" ? [] : [path.trim()]));
  const isEvent = (name: string): boolean => SCRIPT_EVENTS.some((event) => event === name);
  return {
    changes,
    tree: [...there, ...changes.filter(({ status }) => status !== "D").map(({ path }) => path)],
    signals: { events: names.filter(isEvent), conditions: names.filter((name) => !isEvent(name)) },
  };
}

describe("the examples of docs/patterns.md", () => {
  it("are there", () => expect(examples.length).toBeGreaterThan(20));

  it.each(examples)("%s at %s: %s", (source = "", turn = "", holds = "") => {
    const pattern = parsePattern(source);
    if ("fault" in pattern) throw new Error(pattern.fault);
    expect(matchRow({ pattern, target: { to: "" } }, readTurn(turn)).holds).toBe(holds.startsWith("yes"));
  });
});
