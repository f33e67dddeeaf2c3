import { describe, expect, it } from "vitest";
import { loadDefinition } from "../../../src/compiler/load.ts";
import { BUNDLED_NAMES, readBundled } from "../../../src/workflows/index.ts";
import { BUNDLED_SOURCES } from "../../../src/workflows/sources.ts";

describe("the printed source of a bundled workflow", () => {
  it.each(BUNDLED_NAMES)("of %s stands alone and compiles to the same states", (name) => {
    const loaded = loadDefinition({
      layers: [{ path: "/repo/.gtdrc.json", text: JSON.stringify({ workflow: "./copy.yaml" }) }],
      readReference: (_from, reference) =>
        reference === "./copy.yaml"
          ? { path: "/repo/copy.yaml", text: BUNDLED_SOURCES.get(name) ?? "" }
          : { fault: `nothing beside it may be needed, and it asks for ${reference}` },
      bundled: { names: BUNDLED_NAMES, read: readBundled },
    });
    const trimmed = (text: unknown): unknown => JSON.parse(JSON.stringify(text).replaceAll(/(?:\\n)+"/g, '"'));
    expect(loaded.findings).toEqual([]);
    expect(trimmed(loaded.definition.states)).toEqual(trimmed(readBundled(name)?.states));
  });
});
