import { execFileSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { BINARY, listDocuments, parseDocument, walk } from "./documents.ts";

function helpOf(...command: readonly string[]): string {
  return execFileSync(process.execPath, [BINARY, ...command, "--help"], { encoding: "utf8" });
}

const commands = new Map<string, string>();
for (const [, name = ""] of helpOf().matchAll(/^ {2}([a-z]+)(?: |$)/gm)) {
  if (name !== "gtd") commands.set(name, name === "help" ? "" : helpOf(name));
}

/** Named where the schema keeps a key for it. */
const TO_COME = new Set(["audit"]);

/** What is wrong with a command line that a document mentions, if anything. */
function fault(line: string): string | undefined {
  const [, name = "", ...words] = line.split(/[\s|]+/);
  if (!/^[a-z]/.test(name) || TO_COME.has(name)) return undefined;
  const help = commands.get(name);
  if (help === undefined) return `there is no command "${name}"`;
  const unknown = words.filter((word) => /^--[a-z]/.test(word) && !help.includes(word.replace(/=.*/, "")));
  return unknown.length === 0 ? undefined : `"gtd ${name}" has no ${unknown.join(", ")}`;
}

describe("every command that a document names is there", () => {
  it.each(listDocuments())("%s", (document) => {
    const lines = walk(parseDocument(document)).flatMap((node) =>
      node.type === "inlineCode" && node.value.startsWith("gtd ") ? [node.value] : [],
    );
    expect(lines.flatMap((line) => fault(line) ?? [])).toEqual([]);
  });
});
