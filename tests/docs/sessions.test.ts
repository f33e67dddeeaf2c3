import fs from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { listBlocks, listFences, type Block } from "./documents.ts";
import { makeSandbox, type Sandbox } from "./sandbox.ts";

interface Exchange {
  readonly command: string;
  readonly output: string;
  readonly code: number;
}

/** Lines with `$` are commands, what follows is their output, a last line `exit n` their exit. */
function parseSession(text: string): readonly Exchange[] {
  return text
    .split(/^\$ /m)
    .slice(1)
    .map((part) => {
      const [command = "", ...lines] = part.replace(/\n$/, "").split("\n");
      const exit = /^ {2}exit (\d+)$/.exec(lines.at(-1) ?? "");
      const output = (exit === null ? lines : lines.slice(0, -1)).join("\n");
      return { command, output, code: Number(exit?.[1] ?? 0) };
    });
}

/** `…` stands for anything, over lines where it is a line of its own. */
function toPattern(output: string): RegExp {
  const source = output
    .split("\n")
    .map((line) =>
      line === "…"
        ? "[\\s\\S]*?"
        : line
            .split("…")
            .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"))
            .join(".*?"),
    )
    .join("\n")
    .replaceAll("\n[\\s\\S]*?", "(?:\n[\\s\\S]*?)?")
    .replaceAll("[\\s\\S]*?\n", "[\\s\\S]*?");
  return new RegExp(`^${source}$`);
}

function replay(sandbox: Sandbox, { command, output, code }: Exchange): void {
  const result = sandbox.run(command);
  expect(result.code, `$ ${command}\n${result.output}`).toBe(code);
  expect(result.output.replace(/\n+$/, "").replaceAll(/[ \t]+$/gm, ""), `$ ${command}`).toMatch(toPattern(output));
}

describe("every recorded session of the documents happens as it is written", () => {
  const blocks: readonly Block[] = listBlocks("console");

  it("there are some", () => {
    expect(blocks.length).toBeGreaterThan(3);
  });

  // The blocks of one document go on in one directory.
  it.each([...new Set(blocks.map((block) => block.document))])("%s", (document) => {
    const sandbox = makeSandbox();
    for (const block of listFences(document)) {
      if (block.file !== undefined) fs.writeFileSync(path.join(sandbox.dir, block.file), `${block.text}\n`);
      if (block.language !== "console") continue;
      const exchanges = parseSession(block.text);
      expect(exchanges.length, `${document}:${block.line} has no command`).toBeGreaterThan(0);
      for (const exchange of exchanges) replay(sandbox, exchange);
    }
  });
});
