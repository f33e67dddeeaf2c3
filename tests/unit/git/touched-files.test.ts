import { describe, expect, it } from "vitest";
import { countTouchedFiles } from "../../../src/git/touched-files.ts";
import { Fixture } from "./fixture.ts";

describe("what commits touched", () => {
  it("is counted in files and lines, whatever the names and the settings", async () => {
    const f = new Fixture({ files: { a: "1\n2\n", "diff.sh": "x\n" } });
    f.git("config", "diff.external", "false");
    f.git("config", "diff.relative", "true");
    f.git("config", "diff.x.textconv", "false");
    f.write({ ".gitattributes": "a diff=x\n" });
    const names = f.write({ a: "1\n3\n", "\u0001odd\n1\t2\tname": "x\n", "日本.txt": "y\n" }).commit("names");
    const binary = f.write({ blob: Buffer.from([0, 1, 2]) }).commit("binary");
    const both = f.write({ blob: Buffer.from([0, 9]), a: "1\n" }).commit("both");
    const empty = f.commit("empty");
    const moved = f.remove("a").write({ b: "1\n" }).commit("moved");
    const root = f.git("rev-list", "--max-parents=0", "HEAD");
    expect(Object.fromEntries(await countTouchedFiles(f.repo, [names, binary, both, empty, moved, root]))).toEqual({
      [names]: { files: 4, insertions: 4, deletions: 1 },
      [binary]: { files: 1 },
      [both]: { files: 2, insertions: 0, deletions: 1 },
      [empty]: { files: 0 },
      [moved]: { files: 2, insertions: 1, deletions: 1 },
      [root]: { files: 2, insertions: 3, deletions: 0 },
    });
    expect(await countTouchedFiles(f.repo, [])).toEqual(new Map());
  });
});
