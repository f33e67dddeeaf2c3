import fs from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { readTable, ROOT } from "./documents.ts";

const promises = readTable("docs/design/0010-promises.md", "promise", "file", "test");

describe("docs/design/0010-promises.md", () => {
  it("names a test for each promise", () => {
    expect(promises.length).toBeGreaterThan(15);
  });

  it.each(promises.map(([promise, file, test]) => ({ promise, file, test })))(
    "$promise",
    ({ file = "", test = "" }) => {
      const text = fs.readFileSync(path.join(ROOT, file), "utf8");
      expect(text.includes(`"${test}"`)).toBe(true);
    },
  );
});
