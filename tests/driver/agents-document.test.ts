import fs from "node:fs";
import path from "node:path";
import { Ajv } from "ajv";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import type { Adapter } from "../../src/driver/adapter.ts";
import { buildCommandLine } from "../../src/driver/command-line.ts";
import { ADAPTERS } from "../../src/driver/generated/adapters.js";
import { readOutput } from "../../src/driver/read-output.ts";

const ROOT = path.resolve(import.meta.dirname, "../..");
const schema = JSON.parse(fs.readFileSync(path.join(ROOT, "schema.json"), "utf8")) as { $id: string };
const ajv = new Ajv({ schemas: [schema], allErrors: true, allowUnionTypes: true, strictTypes: false });
const validate = ajv.compile<Adapter>({ $ref: `${schema.$id}#/definitions/adapter` });
const document = fs.readFileSync(path.join(ROOT, "docs/agents.md"), "utf8");

const examples = [...document.matchAll(/^```yaml\n([^]*?)^```/gm)].flatMap(([, text = ""]): [string, unknown][] => {
  const { agent } = parse(text) as { agent: unknown };
  return typeof agent === "object" && agent !== null && "name" in agent ? [[String(agent.name), agent]] : [];
});

function checked(adapter: unknown): Adapter {
  if (validate(adapter)) return adapter;
  throw new Error(ajv.errorsText(validate.errors));
}

describe("docs/agents.md", () => {
  it("shows the agents that are not built in", () => {
    expect(examples.map(([name]) => name)).toEqual(["mine", "aider", "goose", "cursor-agent", "amp", "crush"]);
  });

  it.each(examples)("describes %s in the words of the schema, so that it makes a command line", (_name, example) => {
    const adapter = checked(example);
    const [permission = "full"] = (Object.keys(adapter.permission ?? {}) as ("edit" | "full")[]).toReversed();
    for (const known of [false, true]) {
      const call = { prompt: "PROMPT", promptFile: "/FILE", model: "M", permission, session: { id: "S", known } };
      const line = buildCommandLine(adapter, call);
      expect(line?.command.join(" ")).not.toMatch(/[{}]/);
      expect(`${line?.command.join(" ")} ${line?.stdin}`).toMatch(/PROMPT|\/FILE/);
    }
    expect(() => readOutput(adapter).add("{}\ntext\n")).not.toThrow();
  });

  it("lists every agent that is built in, with the permissions it has", () => {
    for (const [name, read] of ADAPTERS) {
      const row = document.split("\n").find((line) => line.startsWith(`| \`${name}\` |`)) ?? "";
      for (const level of Object.keys(checked(read()).permission ?? {})) expect(row).toContain(`\`${level}\``);
    }
  });
});
