import { describe, expect, it } from "vitest";
import { bindWorkflow } from "../../../src/compiler/bind.ts";
import { loadDefinition } from "../../../src/compiler/load.ts";
import { BUILT_IN_MODES } from "../../../src/compiler/rules/files.ts";
import { STEERING_MODES } from "../../../src/steering/index.ts";
import { BUNDLED_NAMES, readBundled } from "../../../src/workflows/index.ts";
import { BUNDLED_SOURCES } from "../../../src/workflows/sources.ts";

const readReference = () => ({ fault: "there are no files" });
const bundled = { names: BUNDLED_NAMES, read: readBundled };

describe("the bundled workflows", () => {
  it("are there by name, compiled and as they are written", () => {
    expect(BUNDLED_NAMES).toContain("default");
    expect([...BUNDLED_SOURCES.keys()]).toEqual(BUNDLED_NAMES);
    expect(readBundled("nothing")).toBeUndefined();
  });

  it.each(BUNDLED_NAMES)("%s is bound without findings", (name) => {
    const definition = readBundled(name);
    if (definition === undefined) throw new Error("it is not there");
    const { workflow, findings } = bindWorkflow(definition, {}, (text) => text);
    expect(findings).toEqual([]);
    expect(workflow?.name).toBe(name);
  });

  it.each(BUNDLED_NAMES)("%s can be extended, and comes out the same when nothing is laid over it", (name) => {
    const loaded = loadDefinition({
      layers: [{ path: "/.gtdrc", text: `workflow: { extends: ${name} }` }],
      readReference,
      bundled,
    });
    expect(loaded.findings).toEqual([]);
    expect({ ...loaded.definition, name }).toEqual(readBundled(name));
  });

  it("need no declaration for the modes that are built in", () => {
    expect([...STEERING_MODES.keys()].sort()).toEqual([...BUILT_IN_MODES].sort());
  });
});
