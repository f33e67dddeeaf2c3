import { execFileSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { makeReferenceReader } from "../../../src/config/reference.ts";
import { makeDirectory } from "./directories.ts";

const MAKE_FIFO = "mkfifo";

describe("a reference to a file", () => {
  it("is relative to the file that declares it, and stays inside the repository", () => {
    const base = makeDirectory({ "repo/flow/w.yaml": "", "repo/flow/a.md": "A", "repo/b.md": "B", "out.md": "O" });
    const root = path.join(base, "repo");
    const read = makeReferenceReader({ root });
    const from = path.join(root, "flow/w.yaml");
    expect(read(from, "./a.md")).toEqual({ path: path.join(root, "flow/a.md"), text: "A" });
    expect(read(from, "../b.md")).toEqual({ path: path.join(root, "b.md"), text: "B" });
    expect(read(from, "../../out.md")).toEqual({
      fault: `"../../out.md" leads out of the repository: "${path.join(base, "out.md")}"`,
    });
    expect(read(from, path.join(base, "out.md"))).toHaveProperty("fault");
    expect(read(from, "./no.md")).toEqual({ fault: '"./no.md" does not exist' });
    expect(read(from, "./a.md/x")).toEqual({ fault: '"./a.md/x" does not exist' });
    expect(read(from, "./")).toEqual({ fault: '"./" is no file' });
  });

  it("is judged by where its links lead", () => {
    const base = makeDirectory({ "repo/real.md": "R", "out.md": "O" });
    const root = path.join(base, "repo");
    fs.symlinkSync("../out.md", path.join(root, "evil.md"));
    fs.symlinkSync("real.md", path.join(root, "good.md"));
    fs.symlinkSync("..", path.join(root, "up"));
    const read = makeReferenceReader({ root });
    const from = path.join(root, ".gtdrc");
    expect(read(from, "./good.md")).toEqual({ path: path.join(root, "real.md"), text: "R" });
    expect(read(from, "./evil.md")).toHaveProperty("fault", expect.stringContaining("leads out of the repository"));
    expect(read(from, "./up/out.md")).toHaveProperty("fault", expect.stringContaining("leads out of the repository"));
  });

  it("stays, from a file outside the repository, inside that file's directory", () => {
    const base = makeDirectory({ ".gtdrc": "", "prompts/a.md": "A", "repo/b.md": "B" });
    const home = path.join(base, "home");
    fs.mkdirSync(home);
    const read = makeReferenceReader({ root: path.join(base, "repo") });
    expect(read(path.join(base, ".gtdrc"), "./prompts/a.md")).toHaveProperty("text", "A");
    expect(read(path.join(home, ".gtdrc"), "../prompts/a.md")).toEqual({
      fault: `"../prompts/a.md" leads out of "${home}": "${path.join(base, "prompts/a.md")}"`,
    });
    expect(makeReferenceReader({ root: null })(path.join(base, ".gtdrc"), "./prompts/a.md")).toHaveProperty(
      "text",
      "A",
    );
    fs.chmodSync(path.join(base, "prompts/a.md"), 0o666);
    expect(read(path.join(base, ".gtdrc"), "./prompts/a.md")).toEqual({
      fault: '"./prompts/a.md" is not read: others can write it: chmod go-w',
    });
  });

  it("leads into no git directory", () => {
    const root = makeDirectory({ ".git/config": "", "sub/.git/hooks/x": "" });
    const read = makeReferenceReader({ root });
    expect(read(path.join(root, ".gtdrc"), "./.git/config")).toEqual({
      fault: '"./.git/config" leads into a git directory',
    });
    expect(read(path.join(root, ".gtdrc"), "./sub/.git/hooks/x")).toHaveProperty("fault");
  });

  it("is a text of reasonable size", () => {
    const root = makeDirectory({ "big.md": "x".repeat(1_048_577), "bom.md": "\uFEFFtext" });
    fs.writeFileSync(path.join(root, "binary.md"), Buffer.from([0xff, 0xfe, 0x00]));
    execFileSync(MAKE_FIFO, [path.join(root, "fifo")]);
    const read = makeReferenceReader({ root });
    const from = path.join(root, ".gtdrc");
    expect(read(from, "./big.md")).toEqual({ fault: '"./big.md" is larger than 1 MiB' });
    expect(read(from, "./binary.md")).toEqual({ fault: '"./binary.md" is no UTF-8 text' });
    expect(read(from, "./fifo")).toEqual({ fault: '"./fifo" is no file' });
    expect(read(from, "./bom.md")).toHaveProperty("text", "text");
    expect(read(from, "./a\0b")).toHaveProperty("fault", expect.stringContaining("cannot be read"));
  });
});
