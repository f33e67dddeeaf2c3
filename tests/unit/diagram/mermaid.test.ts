import { describe, expect, it } from "vitest";
import { escapeLabel, makeIds } from "../../../src/diagram/mermaid-text.ts";
import { renderMermaid } from "../../../src/diagram/mermaid.ts";
import { workflow } from "../engine/workflow-fixture.ts";

const base = workflow({
  idle: { on: { "AM plan.md": "building", C: { refuse: "write a plan" } } },
  building: { actor: "agent", on: { C: "checking", "@done": "checking" } },
  checking: {
    actor: "check",
    on: { "@passed": "await-review", "@failed": "building" },
    retry: { max: 3, otherwise: "idle" },
  },
  "await-review": { on: { "* **": "done" } },
  done: { commit: true },
});
const states = new Map(base.states);
const building = states.get("building");
if (building !== undefined) states.set("building", { ...building, entry: "build" });
const flow = { ...base, states };

describe("the workflow as a Mermaid diagram", () => {
  it("draws rows, retries, entries, actors and the commit state, and leaves refusals out", () => {
    expect(renderMermaid(flow, {})).toBe(
      [
        "stateDiagram-v2",
        '    state "await-review" as await_review',
        "    [*] --> idle",
        "    [*] --> building: gtd start build",
        "    idle --> building: AM plan.md",
        "    building --> checking: C, @done",
        "    checking --> await_review: @passed",
        "    checking --> building: @failed",
        "    checking --> idle: retry (max 3)",
        "    await_review --> done: #42; #42;#42;",
        "    done --> [*]: one commit",
        "    classDef human fill:#fff3c4,stroke:#b58900,color:#1a1a1a",
        "    classDef agent fill:#d6e8fa,stroke:#268bd2,color:#1a1a1a",
        "    classDef check fill:#e3f1d4,stroke:#6a8f00,color:#1a1a1a",
        "    classDef commit fill:#e8e8e8,stroke:#555555,color:#1a1a1a,stroke-width:3px",
        "    class idle,await_review human",
        "    class building agent",
        "    class checking check",
        "    class done commit",
        "",
      ].join("\n"),
    );
  });

  it("marks the resting state and the path taken, each edge once", () => {
    const diagram = renderMermaid(flow, {
      current: "checking",
      path: ["building", "checking", "building", "checking", "idle"],
    });
    expect(diagram).toContain("idle --> building: ✓ AM plan.md\n");
    expect(diagram).toContain("building --> checking: ✓ C, @done\n");
    expect(diagram).toContain("checking --> building: ✓ @failed\n");
    expect(diagram).toContain("checking --> idle: ✓ retry (max 3)\n");
    expect(diagram).toContain("checking --> await_review: @passed\n");
    expect(diagram).toContain("class idle,building,checking visited\n");
    expect(diagram).toContain("class checking current\n");
  });

  it("draws what it knows of a path that leaves the drawn edges", () => {
    expect(renderMermaid(flow, { current: "gone", path: ["checking", "gone"] })).toBe(
      renderMermaid(flow, { path: ["checking"] }),
    );
  });

  it("gives actors of any name a class and a look of their own", () => {
    const diagram = renderMermaid(
      workflow({ a: { actor: "the boss" }, b: { actor: "commit" }, c: { actor: "1" }, d: { actor: "human" } }),
      {},
    );
    expect(diagram).toContain("class a the_boss\n");
    expect(diagram).toContain("class b commit_2\n");
    expect(diagram).toContain("class c s_1\n");
    expect(diagram).toContain("class d human\n");
    const looks = [...diagram.matchAll(/classDef \S+ (\S+)/g)].map((match) => match[1]);
    expect(new Set(looks).size).toBe(4);
  });

  it("has a look for every actor, however many", () => {
    const many = workflow(
      Array.from({ length: 12 }, (_, n): readonly [string, { actor: string }] => [`s${n}`, { actor: `a${n}` }]),
    );
    expect(renderMermaid(many, {}).match(/classDef a\d+ fill:/g)).toHaveLength(12);
  });
});

describe("ids", () => {
  it.each([
    ["idle", "idle"],
    ["await-review", "await_review"],
    ["1", "s_1"],
    ["end", "s_end"],
    ["State", "s_State"],
    ["constructor", "s_constructor"],
    ["__proto__", "s___proto__"],
    ["in review", "in_review"],
    ["日本", "s___"],
  ])("of %s is %s", (name, id) => {
    expect(makeIds([name]).get(name)).toBe(id);
  });

  it("stay apart when names fall together", () => {
    expect([...makeIds(["a b", "a-b", "a_b"]).values()]).toEqual(["a_b", "a_b_2", "a_b_3"]);
  });
});

describe("labels", () => {
  it.each([
    ["AM .gtd/packages/x.md & C", "AM .gtd/packages/x.md #38; C"],
    ["* ** ! a", "#42; #42;#42; ! a"],
    ['a"b', "a#34;b"],
    ["a:b;c#d", "a#58;b#59;c#35;d"],
    ["{a,b}[c]<d>", "#123;a,b#125;#91;c#93;#60;d#62;"],
    ["a_b `c` %% \\n", "a#95;b #96;c#96; #37;#37; #92;n"],
    ["a\n\tb", "a b"],
    ["- a", "#45; a"],
    ["12. a", "#49;#50;. a"],
    ["12 a", "12 a"],
    ["in direction TB", "in direction#32;TB"],
    ["日本 é 🙂", "日本 é #128578;"],
  ])("of %j is %s", (text, label) => {
    expect(escapeLabel(text)).toBe(label);
  });
});
