import fs from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { listBlocks } from "./documents.ts";
import { makeSandbox } from "./sandbox.ts";

const WORKFLOW = 'states: { idle: { actor: human, initial: true, message: hi, on: { "* **": idle } } }\n';

/** Files that the blocks refer to by a path. */
const REFERENCE = /^\s*[\w-]+:\s*(\.{1,2}\/[\w./-]+)$/gm;

describe("every YAML block of the documents is a configuration that compiles", () => {
  it.each(listBlocks("yaml").map((block) => [`${block.document}:${block.line}`, block.text] as const))(
    "%s",
    (_, text) => {
      const sandbox = makeSandbox({ GTD_TRUST: "1" });
      for (const [, name = ""] of text.matchAll(REFERENCE)) {
        const file = path.join(sandbox.dir, name);
        fs.mkdirSync(path.dirname(file), { recursive: true });
        fs.writeFileSync(file, /\.ya?ml$/.test(name) ? WORKFLOW : "Do it.\n");
      }
      fs.writeFileSync(path.join(sandbox.dir, ".gtdrc.yaml"), `${text}\n`);
      const { code, output } = sandbox.run("git init -q && gtd workflow --json");
      expect(code, output).toBe(0);
    },
  );
});
