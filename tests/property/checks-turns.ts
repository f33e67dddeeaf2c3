import fc from "fast-check";
import { parsePattern } from "../../src/engine/pattern.ts";
import {
  SCRIPT_EVENTS,
  type Change,
  type ContentKind,
  type Row,
  type Signals,
  type State,
  type Workflow,
} from "../../src/engine/types.ts";

/** Few paths, so that random turns meet random rows. */
export const PATHS = ["plan.md", "src", "src/a", "src/b.ts", "a", "b.ts", "src/c/plan.md"] as const;
const GLOBS = [
  "**",
  "*",
  "plan.md",
  "src/**",
  "src/*",
  "**/*.ts",
  "*.ts",
  "{a,src}/**",
  "!(plan).md",
  "src",
  "** ! src/**",
  "** ! plan.md",
  "*.md ! plan.md",
  "src/** ! src/a",
  "src/** ! **/*.ts",
  "?",
  "plan.md ! *",
  "** ! plan.md ! src/**",
];
const SIGNALS = [
  "passed",
  "failed",
  "settled",
  "open",
  "answered",
  "approve",
  "reject",
  "approved",
  "commented",
  "withdrawn",
  "unfinished",
  "ready",
  "odd",
];

const glob = fc.constantFrom(...GLOBS);
const statuses = fc.constantFrom("*", "A", "M", "D", "AM", "AD", "MD");
const change = fc
  .tuple(fc.constantFrom("", "", "only "), statuses, glob)
  .map((parts) => `${parts[0]}${parts[1]} ${parts[2]}`);
const tree = fc.tuple(fc.constantFrom("E", "N"), glob).map((parts) => parts.join(" "));
const signal = fc.constantFrom(...SIGNALS).map((name) => `@${name}`);
const clause = fc.oneof(
  { weight: 5, arbitrary: change },
  { weight: 2, arbitrary: tree },
  { weight: 3, arbitrary: signal },
  { weight: 1, arbitrary: fc.constant("C") },
);
const pattern = fc.array(clause, { minLength: 1, maxLength: 3 }).map((clauses) => parsePattern(clauses.join(" & ")));

export const row: fc.Arbitrary<Row> = fc.tuple(pattern, fc.constantFrom("one", "two", "")).chain(([parsed, to]) => {
  if ("fault" in parsed) return row;
  return fc.constant({ pattern: parsed, target: to === "" ? { refuse: "no" } : { to } });
});

export function stateOf(name: string, rows: readonly Row[], more: Partial<State> = {}): State {
  return {
    name,
    actor: "agent",
    content: { kind: "prompt", template: "" },
    rows,
    initial: false,
    drop: [],
    allowEmpty: false,
    ...more,
  };
}

export function workflowOf(states: readonly State[]): Workflow {
  return {
    name: "random",
    states: new Map(states.map((state) => [state.name, state])),
    initial: states[0]?.name ?? "",
    vars: {},
    modes: new Map([["own", { signals: "cat" }]]),
    hash: "",
    configHash: "",
  };
}

const content: fc.Arbitrary<ContentKind> = fc.constantFrom("prompt", "script", "message");
/** A state with random rows that leads to two others. */
export const workflow: fc.Arbitrary<Workflow> = fc
  .record({
    rows: fc.array(row, { minLength: 1, maxLength: 5 }),
    kind: content,
    mode: fc.option(fc.constantFrom("qa", "review", "verdict", "prose", "own"), { nil: undefined }),
  })
  .map(({ rows, kind, mode }) => {
    const more = { content: { kind, template: "" }, ...(mode === undefined ? {} : { mode, file: "plan.md" }) };
    return workflowOf([stateOf("start", rows, more), stateOf("one", []), stateOf("two", [])]);
  });

export interface Turn {
  readonly changes: readonly Change[];
  readonly tree: readonly string[];
  readonly signals: Signals;
}

const presence = fc.constantFrom("", "", "A", "M", "D", "=");

/** Random turns that git and the edge can bring about; written by hand from the documents, apart from the model. */
export function turnOf(state: State): fc.Arbitrary<Turn> {
  const presences = fc.tuple(...PATHS.map(() => presence)).filter((all) => isTree(all, "AM=") && isTree(all, "MD="));
  return presences.chain((all) => {
    const changes = PATHS.flatMap((path, index): Change[] => {
      const status = all[index];
      return status === "A" || status === "M" || status === "D" ? [{ status, path }] : [];
    });
    const tree = PATHS.filter((_, index) => "AM=".includes(all[index] || "?"));
    const events =
      state.content.kind === "script" ? fc.constantFrom(...SCRIPT_EVENTS).map((event) => [event]) : fc.constant([]);
    return fc
      .tuple(events, conditionsOf(state, all[0] ?? "", changes))
      .map(([event, conditions]) => ({ changes, tree, signals: { events: event, conditions } }));
  });
}

function isTree(all: readonly string[], present: string): boolean {
  const there = PATHS.filter((_, index) => present.includes(all[index] || "?"));
  return !there.some((path) => there.some((other) => other.startsWith(`${path}/`)));
}

function conditionsOf({ mode }: State, own: string, changes: readonly Change[]): fc.Arbitrary<string[]> {
  const there = ["A", "M", "="].includes(own);
  switch (mode) {
    case "qa":
      return there
        ? fc.constantFrom(["settled"], ["open", "ambiguous"], ["open", "answered"], ["open", "unanswered"])
        : fc.constant([]);
    case "verdict":
      return there ? fc.constantFrom(["approve"], ["reject"]) : fc.constant([]);
    case "own":
      return there ? fc.subarray(SIGNALS.filter((name) => !["passed", "failed"].includes(name))) : fc.constant([]);
    case "review":
      if (!there) return fc.constant(own === "D" ? ["withdrawn"] : []);
      if (own === "A" || changes.some(({ path }) => path !== "plan.md")) return fc.constant(["commented"]);
      return own === "M"
        ? fc.constantFrom(["commented"], ["approved"], ["unfinished"])
        : fc.constantFrom(["approved"], ["unfinished"]);
    default:
      return fc.constant([]);
  }
}
