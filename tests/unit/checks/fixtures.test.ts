import fs from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { runCheck } from "./run-check.ts";

const directory = path.resolve(import.meta.dirname, "../../fixtures/checks");
const fixtures = fs.readdirSync(directory).filter((name) => name.endsWith(".yaml"));
/** Rules whose findings are notes. */
const NOTES = /^(?:overlap|no-clean-row)/;

describe("what gtd check says of a workflow", () => {
  it.each(fixtures)("%s", async (name) => {
    const text = fs.readFileSync(path.join(directory, name), "utf8");
    const { code, output } = await runCheck(name, text, { strict: true, notes: NOTES.test(name) });
    const [rule = ""] = /^(?:[a-z]+-)*[a-z]+/.exec(name) ?? [];
    if (/-(?:right|near)\.yaml$/.test(name)) expect(output).not.toContain(` ${rule.replace(/-(?:right|near)$/, "")}: `);
    else if (!NOTES.test(name)) expect(code).toBe(1);
    await expect(
      `$ gtd check --strict${NOTES.test(name) ? " --notes" : ""}\n${output}exit ${code}\n`,
    ).toMatchFileSnapshot(path.join(directory, name.replace(/\.yaml$/, ".out")));
  });

  it("has a golden file for each workflow, and no other", () => {
    const golden = fs.readdirSync(directory).filter((name) => name.endsWith(".out"));
    expect(golden.map((name) => name.replace(/\.out$/, ".yaml"))).toEqual(fixtures);
  });
});
