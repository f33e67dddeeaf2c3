import fs from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { listTrust, readTrust, revokeTrust, writeTrust } from "../../../src/config/trust.ts";
import { UserError } from "../../../src/errors.ts";
import { makeDirectory } from "./directories.ts";

const A = { path: "/r/.gtdrc", text: "shell: sh\n" };
const B = { path: "/r/prompt.md", text: "Do it.\n" };
const BUNDLED = { path: "bundled:default", text: "x" };

function store() {
  const state = makeDirectory();
  return { state, env: { XDG_STATE_HOME: state } };
}

function storeFiles(state: string): readonly string[] {
  return fs.readdirSync(state, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".json"));
}

describe("trust", () => {
  it("holds for exactly the files that were trusted, in whatever order", () => {
    const { env } = store();
    const options = { root: "/r", env };
    expect(readTrust({ ...options, sources: [A, B] })).toMatchObject({ trusted: false, known: false });
    writeTrust({ ...options, sources: [A, B, BUNDLED] });
    expect(readTrust({ ...options, sources: [B, A] })).toEqual({ trusted: true, known: true, diff: "" });
    expect(readTrust({ ...options, sources: [A] }).trusted).toBe(false);
    expect(readTrust({ ...options, sources: [A, B, { path: "/r/c", text: "" }] }).trusted).toBe(false);
    expect(readTrust({ ...options, sources: [A, { ...B, text: "Do it!\n" }] }).trusted).toBe(false);
    expect(readTrust({ ...options, sources: [A, { ...B, path: "/r/other.md" }] }).trusted).toBe(false);
    expect(readTrust({ root: "/elsewhere", env, sources: [A, B] }).trusted).toBe(false);
  });

  it("keeps what was trusted before, so that one can go back to it", () => {
    const { env } = store();
    const next = { ...A, text: "shell: bash\n" };
    for (const sources of [[A], [next]]) writeTrust({ root: "/r", env, sources });
    for (const sources of [[A], [next]]) expect(readTrust({ root: "/r", env, sources }).trusted).toBe(true);
  });

  it("shows the whole the first time, and then what changed", () => {
    const { env } = store();
    const options = { root: "/r", env };
    expect(readTrust({ ...options, sources: [A] }).diff).toBe("── /r/.gtdrc (new file)\n+ shell: sh");
    const long = Array.from({ length: 20 }, (_, index) => `line ${index}`);
    const before = { path: "/r/long", text: `${long.join("\n")}\n` };
    writeTrust({ ...options, sources: [A, B, before] });
    const after = { ...before, text: `${long.with(9, "changed").join("\n")}\n` };
    expect(readTrust({ ...options, sources: [A, after, { path: "/r/z", text: "no end" }] })).toEqual({
      trusted: false,
      known: true,
      diff: [
        "── /r/long (changed)",
        "  …",
        "  line 6",
        "  line 7",
        "  line 8",
        "- line 9",
        "+ changed",
        "  line 10",
        "  line 11",
        "  line 12",
        "  …",
        "── /r/prompt.md (no longer part of it)",
        "── /r/z (new file)",
        "+ no end (no line end)",
      ].join("\n"),
    });
  });

  it("finds the lines that stay between changes", () => {
    const { env } = store();
    const options = { root: "/r", env };
    const text = (...lines: string[]) => [{ path: "/r/f", text: lines.map((line) => `${line}\n`).join("") }];
    writeTrust({ ...options, sources: text("a", "b", "c", "d", "e") });
    expect(
      readTrust({ ...options, sources: text("x", "b", "d", "y", "z", "e") })
        .diff.split("\n")
        .slice(1),
    ).toEqual(["- a", "+ x", "  b", "- c", "  d", "+ y", "+ z", "  e"]);
    expect(
      readTrust({ ...options, sources: text() })
        .diff.split("\n")
        .slice(1),
    ).toEqual(["- a", "- b", "- c", "- d", "- e"]);
  });

  it("shows a file of many changed lines without comparing each with each", () => {
    const { env } = store();
    const lines = (prefix: string) => Array.from({ length: 3000 }, (_, index) => `${prefix}${index}\n`).join("");
    writeTrust({ root: "/r", env, sources: [{ path: "/r/f", text: lines("a") }] });
    const { diff } = readTrust({ root: "/r", env, sources: [{ path: "/r/f", text: lines("b") }] });
    expect(diff.split("\n")).toHaveLength(6001);
  });

  it("is given to anything by GTD_TRUST=1, and by nothing else of that name", () => {
    const { env } = store();
    expect(readTrust({ root: "/r", env: { ...env, GTD_TRUST: "1" }, sources: [A] }).trusted).toBe(true);
    for (const GTD_TRUST of ["", "0", "true", "yes"])
      expect(readTrust({ root: "/r", env: { ...env, GTD_TRUST }, sources: [A] }).trusted).toBe(false);
  });

  it("is listed by repository and revoked in one", () => {
    const { env } = store();
    writeTrust({ root: "/s", env, sources: [B] });
    writeTrust({ root: "/r", env, sources: [A, B] });
    expect(listTrust({ env }).map(({ root, files }) => [root, files])).toEqual([
      ["/r", ["/r/.gtdrc", "/r/prompt.md"]],
      ["/s", ["/r/prompt.md"]],
    ]);
    expect(revokeTrust({ root: "/r", env })).toBe(true);
    expect(revokeTrust({ root: "/r", env })).toBe(false);
    expect(readTrust({ root: "/r", env, sources: [A, B] })).toMatchObject({ trusted: false, known: false });
    expect(listTrust({ env }).map(({ root }) => root)).toEqual(["/s"]);
  });

  it("is not given by a broken or forged record", () => {
    const { state, env } = store();
    writeTrust({ root: "/r", env, sources: [A] });
    const [name = ""] = storeFiles(state);
    const file = path.join(state, name);
    const sound = fs.readFileSync(file, "utf8");
    for (const text of [
      "",
      "{",
      "null",
      "[]",
      "{}",
      '{"root":1}',
      sound.replace("shell: sh", "shell: evil"),
      sound.slice(0, -9),
      '{"root":"/r","time":1,"files":[{}]}',
      '{"root":"/r","time":1,"files":[null]}',
    ]) {
      fs.writeFileSync(file, text);
      expect(readTrust({ root: "/r", env, sources: [A] })).toMatchObject({ trusted: false, known: false });
      expect(listTrust({ env })).toEqual([]);
    }
    writeTrust({ root: "/r", env, sources: [A] });
    expect(readTrust({ root: "/r", env, sources: [A] }).trusted).toBe(true);
  });

  it("is readable by the user alone, and leaves no drafts", () => {
    const { state, env } = store();
    writeTrust({ root: "/r", env, sources: [A] });
    const [name = "", ...others] = storeFiles(state);
    expect(others).toEqual([]);
    expect(fs.statSync(path.join(state, name)).mode & 0o777).toBe(0o600);
    expect(fs.readdirSync(path.dirname(path.join(state, name)))).toHaveLength(1);
  });

  it("says when it cannot be kept", () => {
    const { state, env } = store();
    fs.writeFileSync(path.join(state, "gtd"), "a file in the way");
    expect(() => writeTrust({ root: "/r", env, sources: [A] })).toThrow(UserError);
    expect(readTrust({ root: "/r", env, sources: [A] }).trusted).toBe(false);
    expect(listTrust({ env })).toEqual([]);
  });

  it("lies in the home directory where no state directory is named", () => {
    const home = makeDirectory();
    for (const env of [{ HOME: home }, { HOME: home, XDG_STATE_HOME: "relative" }]) {
      writeTrust({ root: "/r", env, sources: [A] });
      expect(listTrust({ env })).toHaveLength(1);
    }
    expect(fs.existsSync(path.join(home, ".local/state/gtd/trust"))).toBe(true);
  });
});
