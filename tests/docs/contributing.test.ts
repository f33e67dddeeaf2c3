import path from "node:path";
import { describe, expect, it } from "vitest";
import manifest from "../../package.json" with { type: "json" };
import vitestConfig from "../../vitest.config.ts";
import { runCheck } from "../unit/checks/run-check.ts";
import { listFences, readDocument, readTable } from "./documents.ts";

const DOCUMENT = "CONTRIBUTING.md";

describe("CONTRIBUTING.md", () => {
  it("shows a case for a check as its test would hold it", async () => {
    const [workflow, printed] = listFences(DOCUMENT).filter((block) => block.file !== undefined);
    const name = path.basename(workflow?.file ?? "");
    expect(printed?.file).toBe(workflow?.file?.replace(/\.yaml$/, ".out"));
    const { code, output } = await runCheck(name, `${workflow?.text}\n`, { strict: true });
    expect(printed?.text).toBe(`$ gtd check --strict\n${output}exit ${code}`);
    expect(output).toContain(` ${name.replace(/-[a-z]+\.yaml$/, "")}: `);
  });

  it("names scripts and files that there are", () => {
    const scripts = [...readDocument(DOCUMENT).matchAll(/npm run ([a-z:]+)/g)].map(([, name = ""]) => name);
    expect(scripts.length).toBeGreaterThan(3);
    expect(scripts.filter((name) => !(name in manifest.scripts))).toEqual([]);
  });
});

describe("docs/development.md", () => {
  it("lists every tier of tests", () => {
    const projects = vitestConfig.test?.projects ?? [];
    const tiers = projects.map((one) => (typeof one === "object" && "test" in one ? one.test?.name : one));
    const documented = readTable("docs/development.md", "tier", "what").map(([tier]) => tier);
    expect(documented.toSorted()).toEqual(tiers.toSorted());
  });
});
