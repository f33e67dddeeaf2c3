import { execFileSync } from "node:child_process";
import { describe, expect, it } from "vitest";

import { cleanEnvironment, turnEnvironment } from "../../../src/shell/environment.ts";

describe("cleanEnvironment", () => {
  it("removes all that this git binds to a repository", () => {
    const names = execFileSync("git", ["rev-parse", "--local-env-vars"], { encoding: "utf8" }).trim().split("\n");
    expect(names).toContain("GIT_DIR");
    expect(cleanEnvironment(Object.fromEntries(names.map((name) => [name, "x"])))).toEqual({});
  });

  it("removes configuration that was handed over by count", () => {
    expect(
      cleanEnvironment({
        GIT_CONFIG_COUNT: "1",
        GIT_CONFIG_KEY_0: "core.worktree",
        GIT_CONFIG_VALUE_0: "/x",
        GIT_CONFIG_PARAMETERS: "'a=b'",
      }),
    ).toEqual({});
  });

  it("keeps the rest, a user's own git settings too, and leaves its argument alone", () => {
    const env = { PATH: "/bin", GIT_CONFIG_GLOBAL: "/g", GIT_AUTHOR_NAME: "a", GIT_SSH_COMMAND: "ssh", GIT_DIR: "/x" };
    expect(cleanEnvironment(env)).toEqual({
      PATH: "/bin",
      GIT_CONFIG_GLOBAL: "/g",
      GIT_AUTHOR_NAME: "a",
      GIT_SSH_COMMAND: "ssh",
    });
    expect(env.GIT_DIR).toBe("/x");
  });
});

describe("turnEnvironment", () => {
  it("names state, actor, file and worktree", () => {
    expect(turnEnvironment({ state: "building", actor: "agent", file: ".gtd/NEXT.md", gitDir: "/r/.git" })).toEqual({
      GTD_STATE: "building",
      GTD_ACTOR: "agent",
      GTD_FILE: ".gtd/NEXT.md",
      GTD_WORKTREE: "/r/.git",
    });
  });

  it("unsets the file of an outer turn where the state has none", () => {
    const env = { GTD_FILE: "outer", ...turnEnvironment({ state: "checking", actor: "check", gitDir: "/r/.git" }) };
    expect(env.GTD_FILE).toBeUndefined();
  });
});
