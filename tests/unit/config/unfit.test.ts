import { execFileSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { discoverConfig } from "../../../src/config/discover.ts";
import { UserError } from "../../../src/errors.ts";
import { makeDirectory } from "./directories.ts";

function errorOf(home: string): UserError {
  try {
    discoverConfig({ root: home, cwd: home, home });
  } catch (error) {
    if (error instanceof UserError) return error;
    throw error;
  }
  throw new Error("nothing was thrown");
}

describe("a configuration that cannot be read", () => {
  it("is said to be when it is a directory, and not passed over", () => {
    const home = makeDirectory({});
    fs.mkdirSync(path.join(home, ".gtdrc.yaml"));
    expect(errorOf(home)).toMatchObject({ code: "unreadable-configuration", exit: 7, detail: "it is a directory" });
  });

  it("is said to be when it is a pipe, and not waited for", () => {
    const home = makeDirectory({});
    execFileSync("mkfifo", [path.join(home, ".gtdrc.yaml")]);
    expect(errorOf(home)).toMatchObject({ code: "unreadable-configuration", exit: 7, detail: "it is a pipe" });
  });

  it.each([".gtdrc.yaml", "nowhere"])("is said to be when it is a link to %s", (target) => {
    const home = makeDirectory({});
    fs.symlinkSync(target, path.join(home, ".gtdrc.yaml"));
    expect(errorOf(home)).toMatchObject({ code: "unreadable-configuration", exit: 7 });
  });

  it.each([
    ["Latin-1", Buffer.from("vars: { a: caf\xe9 }\n", "latin1")],
    ["UTF-16", Buffer.from("\ufeffvars: {}\n", "utf16le")],
  ])("is said to be when it is %s", (_name, bytes) => {
    const home = makeDirectory({});
    fs.writeFileSync(path.join(home, ".gtdrc.yaml"), bytes);
    const error = errorOf(home);
    expect(error).toMatchObject({ code: "unreadable-configuration", exit: 7 });
    expect(error.detail).toContain("no UTF-8 text");
  });
});
