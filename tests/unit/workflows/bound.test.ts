import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { bindWorkflow } from "../../../src/compiler/bind.ts";
import { readBound } from "../../../src/workflows/bound.ts";
import { BUNDLED_NAMES, readBundled } from "../../../src/workflows/index.ts";

const sha256 = (text: string): string => createHash("sha256").update(text).digest("hex");

describe("a workflow that the build has bound", () => {
  it.each(BUNDLED_NAMES)("%s is what binding it gives", (name) => {
    const definition = readBundled(name);
    const workflow = definition && bindWorkflow(definition, {}, sha256).workflow;
    expect(workflow).toBeDefined();
    // Getters are read, and what JSON cannot say must not be there.
    expect({ ...readBound(name, {}) }).toStrictEqual({ ...workflow });
  });

  it("is not used when the environment sets one of its variables", () => {
    expect(readBound("default", { GTD_SOMETHING: "x" })).toBeDefined();
    const [name = ""] = Object.keys(readBound("default", {})?.vars ?? {});
    expect(readBound("default", { [`GTD_${name.toUpperCase()}`]: "" })).toBeUndefined();
  });

  it("is there under the names of the bundled workflows alone", () => {
    expect(readBound("nothing", {})).toBeUndefined();
  });
});
