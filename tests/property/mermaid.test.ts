import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { makeIds } from "../../src/diagram/mermaid-text.ts";
import { renderMermaid } from "../../src/diagram/mermaid.ts";
import { nameFault } from "../../src/engine/subject.ts";
import type { Workflow } from "../../src/engine/types.ts";
import { BUNDLED_NAMES } from "../../src/workflows/index.ts";
import { readBound } from "../../src/workflows/bound.ts";
import { listBlocks, listDocuments } from "../docs/documents.ts";
import { bind } from "../unit/scenario/bind.ts";
import { parseMermaid } from "../unit/diagram/mermaid-parser.ts";
import { row, workflow } from "../unit/engine/workflow-fixture.ts";

/** Draws a workflow and holds what Mermaid reads against it: every state, every row that leads somewhere, every retry. */
async function expectDrawn(flow: Workflow): Promise<void> {
  const diagram = renderMermaid(flow, { current: flow.initial, path: [...flow.states.keys()] });
  const { states, edges } = await parseMermaid(diagram).catch((error: unknown) => {
    throw new Error(`${String(error)}\n${diagram}`);
  });
  const ids = makeIds(flow.states.keys());
  for (const [name, { rows, retry }] of flow.states) {
    const id = ids.get(name) ?? "";
    expect(states.has(id), `${name} is not drawn:\n${diagram}`).toBe(true);
    if (id !== name) expect(states.get(id)?.replaceAll(/\s+/g, " ").trim()).toBe(name.replaceAll(/\s+/g, " ").trim());
    const wanted = [
      ...rows.flatMap(({ target }) => ("to" in target ? [target.to] : [])),
      ...(retry ? [retry.otherwise] : []),
    ];
    for (const to of wanted)
      expect(
        edges.some((edge) => edge.from === id && edge.to === ids.get(to)),
        `${name} → ${to}`,
      ).toBe(true);
    for (const { pattern, target } of rows) {
      if (!("to" in target)) continue;
      const label = edges
        .filter((edge) => edge.from === id && edge.to === ids.get(target.to))
        .map((edge) => edge.label);
      expect(label.join(" ").replaceAll(/\s+/g, " ")).toContain(pattern.source.replaceAll(/\s+/g, " ").trim());
    }
  }
}

const WORDS = [
  "end",
  "state",
  "note",
  "direction",
  "class",
  "classDef",
  "click",
  "default",
  "as",
  "fork",
  "join",
  "choice",
  "TB",
  "LR",
  "RL",
  "style",
  "title",
  "accTitle",
  "accDescr",
  "scale",
  "hide",
  "root",
  "[*]",
  "--",
  "-->",
  "{",
  "}",
  "%%",
  ":::",
  "note right of a",
  "end note",
  "<<fork>>",
  "a:b",
  "a;b",
  '"',
  "'",
  "`",
  "#35;",
  "𝒳",
  "日本",
  "é",
  "constructor",
  "__proto__",
  "1",
  "in review",
  "a-b",
  "a_b",
  "---",
  "default state",
  "direction TB",
  "state as",
  "style x fill",
  "left of",
  "graph",
  "stateDiagram",
];
const name = fc
  .oneof(
    fc.constantFrom(...WORDS),
    fc.string({ minLength: 1, maxLength: 8, unit: "grapheme" }),
    fc.tuple(fc.constantFrom(...WORDS), fc.constantFrom(...WORDS)).map((two) => two.join(" ")),
  )
  .filter((text) => nameFault(text) === undefined);
const patterns = [
  "* **",
  "AM src/{a,b}/*.ts ! src/**/[x]*",
  "C & E a",
  "@passed",
  'A "a & b"',
  "D %%x",
  "M a:b",
  "A #1;",
  "* a;b",
  "only A x_y",
  "M <b>",
];

const flows = fc.uniqueArray(name, { minLength: 2, maxLength: 7 }).chain((names) =>
  fc
    .tuple(
      ...names.map(() =>
        fc.record({
          actor: name.filter((text) => !text.includes(")")),
          to: fc.constantFrom(...names),
          pattern: fc.constantFrom(...patterns),
          retry: fc.boolean(),
        }),
      ),
    )
    .map((made) => {
      const flow = workflow(names.map((one, at) => [one, { actor: made[at]?.actor ?? "human" }] as const));
      const states = new Map(
        [...flow.states].map(([one, state], at) => {
          const { pattern = "* **", to = "", retry = false } = made[at] ?? {};
          const cap = retry ? { retry: { max: 2, otherwise: names[0] ?? "", since: [] } } : {};
          return [one, { ...state, ...cap, rows: [row(pattern, to)] }] as const;
        }),
      );
      return Object.assign({}, flow, { states });
    }),
);

describe("Mermaid's own parser reads", () => {
  it.each(BUNDLED_NAMES)("the bundled workflow %s", async (bundled) => {
    const flow = readBound(bundled, {});
    if (flow === undefined) throw new Error(bundled);
    await expectDrawn(flow);
  });

  const recipes = listDocuments().filter((document) => document.startsWith("docs/recipes/"));
  it.each(listBlocks("yaml", recipes).map(({ document, text }) => [document, text] as const))("%s", async (_, text) => {
    await expectDrawn(bind(text).workflow);
  });

  it("workflows with states, actors and patterns of any name", async () => {
    await fc.assert(fc.asyncProperty(flows, expectDrawn), { numRuns: 60 });
  });

  it("and refuses what is no diagram, so that this test can fail", async () => {
    await expect(parseMermaid("stateDiagram-v2\n  [*] -> --> ")).rejects.toThrow("Parse error");
  });
});
