import { describe, expect, it } from "vitest";
import { STEERING_MODES } from "../../../src/steering/index.ts";
import type { ReviewFacts } from "../../../src/steering/types.ts";
import type { TemplateFacts } from "../../../src/template/types.ts";
import { renderContent, states, vars } from "./bundled.ts";

const HASH = "0123456789abcdef0123456789abcdef01234567";
const FILES: Readonly<Record<string, string>> = {
  ".gtd/TODO.md": "# Plan\n",
  ".gtd/NEXT.md": ".gtd/packages/01-x.md\n",
  ".gtd/BLOCKED.md": "Which way?\n",
  ".gtd/FEEDBACK.md": "1 failed\n",
  ".gtd/COMMIT_MSG.md": "feat: x\n\nBecause <it> 'is'.\n",
};
const late: Partial<TemplateFacts> = {
  readFile: (path) => FILES[path],
  entered: () => HASH,
  visits: () => 2,
  reviewBase: HASH,
  start: HASH,
};
const early: Partial<TemplateFacts> = {
  readFile: () => undefined,
  entered: () => undefined,
  visits: () => 0,
  reviewBase: HASH,
  start: HASH,
};

const kinds = ["prompt", "message", "script"] as const;
const contents = Object.entries(states).flatMap(([name, state]) =>
  kinds.flatMap((kind) => (state[kind] === undefined ? [] : [[name, kind] as const])),
);
const prompts = contents.filter(([, kind]) => kind === "prompt").map(([name]) => name);

describe("every content of the bundled workflow", () => {
  it.each(contents)("%s has a %s that renders whatever files there are", (name, kind) => {
    for (const facts of [late, early]) {
      const text = renderContent(name, kind, facts);
      expect(text.trim()).not.toBe("");
      expect(text).not.toMatch(/<%|%>|undefined|\[object/);
      if (kind !== "script") expect(text).not.toContain("\n\n\n");
    }
  });

  it.each(prompts)("the prompt of %s says what not to do", (name) => {
    expect(renderContent(name, "prompt", late)).toMatch(/Do not commit\.\n$/);
  });

  it.each(["building", "fixing", "addressing"])("the prompt of %s says how to say that it is blocked", (name) => {
    expect(renderContent(name, "prompt", early)).toContain("write the reason into .gtd/BLOCKED.md");
  });

  it("the commit message is what was written, untouched", () => {
    expect(renderContent("done", "commit", late)).toBe(FILES[".gtd/COMMIT_MSG.md"]);
  });

  it("follows the variables", () => {
    const moved = { ...late, vars: { ...vars, todo: "plan/IDEA.md", testCommand: "make test" } };
    expect(renderContent("grilling", "prompt", { ...moved, readFile: () => undefined })).toContain(
      "Write plan/IDEA.md",
    );
    expect(renderContent("building", "prompt", moved)).toContain("until `make test` passes");
    expect(renderContent("baseline", "script", moved)).toBe("make test");
  });
});

describe("the formats that prompts show are valid", () => {
  const example = (name: string) => /```markdown\n([\s\S]*?)```/.exec(renderContent(name, "prompt", late))?.[1] ?? "";
  const findings = (mode: string, text: string, review?: ReviewFacts) =>
    STEERING_MODES.get(mode)?.validate?.({
      path: "x.md",
      text,
      draft: true,
      ...(review === undefined ? {} : { review }),
    });

  it("questions", () => {
    expect(findings("qa", example("grilling"))).toEqual([]);
  });

  it("review", () => {
    const changedPaths = ["src/file.ts", "a path/with blanks.ts"];
    expect(findings("review", example("reviewing"), { changedPaths, baseIsAncestor: true })).toEqual([]);
  });

  it("verdict", () => {
    const fault = /^- `path`: .*$/m.exec(renderContent("vetting", "prompt", late))?.[0] ?? "";
    expect(findings("verdict", `Verdict: reject\n\n${fault}\n`)).toEqual([]);
    expect(findings("verdict", "Verdict: approve\n")).toEqual([]);
  });
});

describe("messages tell what stands in the way", () => {
  const escalate = (files: Readonly<Record<string, string>>, entered?: string) =>
    renderContent("escalate", "message", { readFile: (path) => files[path], entered: () => entered });

  it("a blocked agent's reason, a red run, a rejection, or a limit", () => {
    expect(escalate({ ".gtd/BLOCKED.md": "Which way?\n", ".gtd/FEEDBACK.md": "x" })).toContain(
      "\n\nWhich way?\n\nThe last test run was red",
    );
    expect(escalate({}, HASH)).toContain(`git show ${HASH}:.gtd/VERDICT.md`);
    expect(escalate({})).toContain("a limit is reached");
    expect(escalate({})).toContain("accepts its code as it stands");
  });

  it("the package and the reason of a blocked builder", () => {
    expect(renderContent("blocked", "message", late)).toMatch(
      /^The agent cannot go on with \.gtd\/packages\/01-x\.md:\n\nWhich way\?\n/,
    );
  });
});
