import fs from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";

type Schema = Readonly<Record<string, unknown>>;

const schema: Schema = JSON.parse(fs.readFileSync(path.resolve(import.meta.dirname, "../../../schema.json"), "utf8"));

function isSchema(value: unknown): value is Schema {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Every property that the schema names anywhere, by its path. */
function listProperties(node: Schema, at: string): readonly (readonly [string, Schema])[] {
  return Object.entries(node).flatMap(([key, value]) => {
    if (!isSchema(value) || key === "examples") return [];
    const here: (readonly [string, Schema])[] = [];
    for (const [name, each] of key === "properties" ? Object.entries(value) : []) {
      if (isSchema(each)) here.push([`${at}/${name}`, each]);
    }
    for (const property of listProperties(value, `${at}/${key}`)) here.push(property);
    return here;
  });
}

describe("schema.json", () => {
  const properties = listProperties(schema, "").filter(([name]) => !name.includes("/then/"));

  it("is draft-07 and knows every key of the documents", () => {
    expect(schema["$schema"]).toBe("http://json-schema.org/draft-07/schema#");
    expect(properties.length).toBeGreaterThan(60);
  });

  it.each(properties)("describes %s and gives an example", (_, property) => {
    expect(property["description"]).toMatch(/^[A-Z].*\.$/s);
    expect(property["examples"]).toSatisfy((examples: unknown) => Array.isArray(examples) && examples.length > 0);
  });
});
