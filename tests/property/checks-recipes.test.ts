import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { analyseWorkflow } from "../../src/checks/analysis.ts";
import { demandChange } from "../../src/checks/row-demand.ts";
import { decideWitness } from "../../src/checks/witness.ts";
import { matchGlobs } from "../../src/engine/glob.ts";
import { parsePattern } from "../../src/engine/pattern.ts";
import { SCRIPT_EVENTS, type Change, type Row, type State, type Workflow } from "../../src/engine/types.ts";
import { readBound } from "../../src/workflows/bound.ts";
import { listBlocks, listDocuments } from "../docs/documents.ts";
import { bind } from "../unit/scenario/bind.ts";

const documents = listDocuments().filter((document) => document.startsWith("docs/recipes/"));
const bundled = readBound("default", {});
const flows: readonly (readonly [name: string, flow: Workflow])[] = [
  ...listBlocks("yaml", documents).map(({ document, text }) => [document, bind(text).workflow] as const),
  ...(bundled === undefined ? [] : [["the bundled workflow", bundled] as const]),
];

/** Paths that the workflows' globs tell apart. */
const PATHS = [
  "outline.md",
  "bug.md",
  "task.md",
  "doing.md",
  "red.txt",
  "verdict.md",
  "tests/a.js",
  "text/a.md",
  "tasks/1.md",
  "src/a.test.js",
  "src/a.js",
  ".gtdrc.yaml",
  ".task/task.md",
  ".task/red.txt",
  "agreed/first.md",
  "agreed/second.md",
  ".gtd/TODO.md",
  ".gtd/packages/01.md",
  ".gtd/NEXT.md",
  ".gtd/BLOCKED.md",
  ".gtd/FEEDBACK.md",
  ".gtd/VERDICT.md",
  ".gtd/REVIEW.md",
  ".gtd/COMMIT_MSG.md",
] as const;
const GLOBS = [
  "**",
  "tests/**",
  "**/*.md",
  "src/**",
  "{tasks,text}/*.md",
  "** ! src/**",
  ".gtd/**",
  "*.md ! task.md",
  "!(src)/**",
];

/** What a failed script does to its capture. */
const WRITTEN = ["A", "M", "="] as const;

/** One change to the rows of a state: a row is dropped, moved, led elsewhere, or given another glob. */
interface Mutation {
  readonly state: number;
  readonly row: number;
  readonly kind: "drop" | "swap" | "target" | "glob" | "statuses";
  readonly other: number;
}
const mutation: fc.Arbitrary<Mutation> = fc.record({
  state: fc.nat(99),
  row: fc.nat(99),
  kind: fc.constantFrom("drop", "swap", "target", "glob", "statuses"),
  other: fc.nat(99),
});

function mutate(flow: Workflow, { state: at, row: index, kind, other }: Mutation): readonly [Workflow, State] {
  const acting = [...flow.states.values()].filter(({ rows }) => rows.length > 0);
  const state = acting[at % acting.length];
  if (state === undefined) throw new Error("no state has rows");
  const rows = [...state.rows];
  const here = index % rows.length;
  const [row] = rows.splice(here, 1);
  if (row === undefined) throw new Error("no row");
  const names = [...flow.states.keys()];
  if (kind === "swap") rows.splice(other % (rows.length + 1), 0, row);
  else if (kind === "target") rows.splice(here, 0, { ...row, target: { to: names[other % names.length] ?? "" } });
  else if (kind !== "drop") rows.splice(here, 0, changeRow(row, kind, other));
  const made: State = { ...state, rows };
  return [{ ...flow, states: new Map([...flow.states, [state.name, made]]) }, made];
}

function changeRow(row: Row, kind: "glob" | "statuses", other: number): Row {
  const status = kind === "glob" ? "*" : (["A", "M", "D", "AM"][other % 4] ?? "*");
  const pattern = parsePattern(`${status} ${GLOBS[other % GLOBS.length]}`);
  if ("fault" in pattern) throw new Error(pattern.fault);
  return { ...row, pattern };
}

interface Turn {
  readonly changes: readonly Change[];
  readonly tree: readonly string[];
  readonly signals: { readonly events: readonly string[]; readonly conditions: readonly string[] };
}

/** A turn that git and the edge can bring about at a state; written from the documents, apart from the model. */
function turnOf(flow: Workflow, state: State): fc.Arbitrary<Turn> {
  const file = state.file?.replace(/<%= it\.vars\.(\w+) %>/, (_, name: string) => flow.vars[name] ?? "");
  const capture = state.capture?.replace(/<%= it\.vars\.(\w+) %>/, (_, name: string) => flow.vars[name] ?? "");
  const named = PATHS.filter(
    (path) =>
      path === file ||
      path === capture ||
      state.rows.some(({ pattern }) =>
        pattern.clauses.some(
          (clause) =>
            "globs" in clause && clause.globs.include !== "**" && matchGlobs({ ...clause.globs, exclude: [] })(path),
        ),
      ),
  );
  const paths = [...new Set([...named.slice(0, 8), "src/a.js", "tests/a.js"])];
  return fc
    .tuple(
      fc.array(fc.constantFrom("", "", "", "A", "M", "D", "="), { minLength: paths.length, maxLength: paths.length }),
      fc.constantFrom(...SCRIPT_EVENTS),
      fc.nat(9),
    )
    .map(([presences, event, pick]) => {
      const where = new Map(paths.map((path, at) => [path, presences[at] ?? ""]));
      const isScript = state.content.kind === "script";
      // A script that failed wrote its capture, one that passed removed it.
      if (isScript && capture !== undefined)
        where.set(capture, event === "passed" ? (pick % 2 ? "D" : "") : (WRITTEN[pick % 3] ?? "A"));
      const changes = [...where].flatMap(([path, one]): Change[] =>
        one === "A" || one === "M" || one === "D" ? [{ status: one, path }] : [],
      );
      const tree = [...where].flatMap(([path, one]) => (["A", "M", "="].includes(one) ? [path] : []));
      const conditions = conditionsOf(
        state.mode,
        file === undefined ? "" : (where.get(file) ?? ""),
        changes.some(({ path }) => path !== file),
        pick,
      );
      return { changes, tree, signals: { events: isScript ? [event] : [], conditions } };
    });
}

function conditionsOf(mode: string | undefined, own: string, others: boolean, pick: number): readonly string[] {
  const choose = (...answers: readonly (readonly string[])[]): readonly string[] =>
    answers[pick % answers.length] ?? [];
  const there = ["A", "M", "="].includes(own);
  if (mode === "qa")
    return there ? choose(["settled"], ["open", "ambiguous"], ["open", "answered"], ["open", "unanswered"]) : [];
  if (mode === "verdict") return there ? choose(["approve"], ["reject"]) : [];
  if (mode !== "review") return [];
  if (!there) return own === "D" ? ["withdrawn"] : [];
  if (own === "A" || others) return ["commented"];
  return own === "M" ? choose(["commented"], ["approved"], ["unfinished"]) : choose(["approved"], ["unfinished"]);
}

const mutated = fc
  .tuple(fc.constantFrom(...flows), mutation)
  .map(([[, flow], one]) => mutate(flow, one))
  .chain(([flow, state]) =>
    fc.tuple(fc.constant(flow), fc.constant(state), fc.array(turnOf(flow, state), { minLength: 80, maxLength: 80 })),
  );

describe("recipes and the bundled workflow, changed at random", () => {
  it("what check says of the changed state is what the engine does there", () => {
    const seen = { dead: 0, gaps: 0 };
    fc.assert(
      fc.property(mutated, ([flow, state, turns]) => {
        const found = analyseWorkflow(flow).states.find((one) => one.state.name === state.name);
        if (found === undefined) return;
        for (const { row, fires } of found.rows) {
          if (fires !== undefined) {
            expect(decideWitness(flow, state.name, fires())).toMatchObject({ row });
            continue;
          }
          seen.dead += 1;
          for (const turn of turns) {
            const decision = decideWitness(flow, state.name, turn);
            expect(
              "row" in decision && decision.row === row,
              `${row.pattern.source} decides ${JSON.stringify(turn)}`,
            ).toBe(false);
          }
        }
        const gap = found.model.find({ reading: "strict", fails: state.rows, ask: demandChange })?.();
        if (gap !== undefined) {
          seen.gaps += 1;
          expect(decideWitness(flow, state.name, gap)).toMatchObject({ kind: "refuse", reason: "no-row" });
          return;
        }
        for (const turn of turns)
          if (turn.changes.length > 0)
            expect(decideWitness(flow, state.name, turn), JSON.stringify(turn)).not.toMatchObject({ reason: "no-row" });
      }),
      { numRuns: 120 },
    );
    expect(seen.dead).toBeGreaterThan(0);
    expect(seen.gaps).toBeGreaterThan(0);
  });
});
