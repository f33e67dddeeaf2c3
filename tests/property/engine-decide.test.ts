import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { decide, explainRows, needsTree } from "../../src/engine/decide.ts";
import { parsePattern } from "../../src/engine/pattern.ts";
import type { Change, DecideInput, Retry, Row, State, Workflow } from "../../src/engine/types.ts";

/** Globs of a small alphabet, and what they mean said once more, without micromatch. */
const NAMES = ["a", "b", "ab", ".c", "a b"] as const;
const segment = fc.constantFrom(...NAMES, "*", "a*", "?b");
const glob = fc.oneof(
  fc.constant("**"),
  fc.array(segment, { minLength: 1, maxLength: 3 }).map((parts) => parts.join("/")),
  fc.array(segment, { minLength: 1, maxLength: 2 }).map((parts) => `${parts.join("/")}/**`),
);
const path = fc.array(fc.constantFrom(...NAMES), { minLength: 1, maxLength: 3 }).map((parts) => parts.join("/"));
const status = fc.constantFrom("A" as const, "M" as const, "D" as const);
const changes = fc.uniqueArray(fc.record({ status, path }), { maxLength: 4, selector: (change) => change.path });
const names = ["passed", "failed", "open", "settled"] as const;
const signals = fc.record({
  events: fc.subarray(["passed", "failed"], { maxLength: 1 }),
  conditions: fc.subarray(["open", "settled"]),
});

/** What is included, then what is not. */
type NaiveGlobs = readonly string[];
type NaiveClause =
  | { readonly is: "C" }
  | { readonly is: "signal"; readonly name: string }
  | { readonly is: "E"; readonly globs: NaiveGlobs }
  | { readonly is: "N"; readonly globs: NaiveGlobs }
  | { readonly is: "change"; readonly only: boolean; readonly statuses: string; readonly globs: NaiveGlobs };

const globs = fc.array(glob, { minLength: 1, maxLength: 3 });
const clause: fc.Arbitrary<NaiveClause> = fc.oneof(
  fc.record({
    is: fc.constant("change" as const),
    only: fc.boolean(),
    statuses: fc.constantFrom("*", "A", "M", "D", "AM", "MD", "AMD"),
    globs,
  }),
  fc.record({ is: fc.constant("E" as const), globs }),
  fc.record({ is: fc.constant("N" as const), globs }),
  fc.record({ is: fc.constant("signal" as const), name: fc.constantFrom(...names) }),
);
const CLEAN: readonly NaiveClause[] = [{ is: "C" }];
const clauses: fc.Arbitrary<readonly NaiveClause[]> = fc.oneof(
  fc.array(clause, { minLength: 1, maxLength: 3 }),
  fc
    .array(
      clause.filter((one) => one.is !== "change"),
      { maxLength: 2 },
    )
    .map((rest): readonly NaiveClause[] => CLEAN.concat(rest)),
);

function write(parts: readonly NaiveClause[]): string {
  return parts
    .map((part) => {
      if (part.is === "C") return "C";
      if (part.is === "signal") return `@${part.name}`;
      const text = part.globs.map((one) => (/ /.test(one) ? `"${one}"` : one)).join(" ! ");
      return part.is === "change" ? `${part.only ? "only " : ""}${part.statuses} ${text}` : `${part.is} ${text}`;
    })
    .join(" & ");
}

function naiveSegment(pattern: string, text: string): boolean {
  if (pattern === "") return text === "";
  if (pattern[0] === "*")
    return naiveSegment(pattern.slice(1), text) || (text !== "" && naiveSegment(pattern, text.slice(1)));
  return text !== "" && (pattern[0] === "?" || pattern[0] === text[0]) && naiveSegment(pattern.slice(1), text.slice(1));
}

function naiveGlob(source: string, candidate: string): boolean {
  const [pattern, parts] = [source.split("/"), candidate.split("/")];
  const whole = pattern.at(-1) === "**";
  const head = whole ? pattern.slice(0, -1) : pattern;
  // `a/**` matches `a` too, but micromatch wants something below a folder whose pattern ends in a star.
  const least = head.length + (whole && head.at(-1)?.endsWith("*") === true ? 1 : 0);
  return (
    (whole ? parts.length >= least : parts.length === least) &&
    head.every((one, at) => naiveSegment(one, parts[at] ?? ""))
  );
}

function naiveGlobs([include = "", ...exclude]: NaiveGlobs, candidate: string): boolean {
  return naiveGlob(include, candidate) && !exclude.some((one) => naiveGlob(one, candidate));
}

interface Turn {
  readonly changes: readonly Change[];
  readonly tree: readonly string[];
  readonly signals: { readonly events: readonly string[]; readonly conditions: readonly string[] };
}

function naiveHolds(parts: readonly NaiveClause[], turn: Turn): boolean {
  const there = (name: string): boolean => [...turn.signals.events, ...turn.signals.conditions].includes(name);
  const holds = (part: NaiveClause): boolean => {
    if (part.is === "C") return turn.changes.length === 0;
    if (part.is === "signal") return there(part.name);
    if (part.is === "E") return turn.tree.some((one) => naiveGlobs(part.globs, one));
    if (part.is === "N") return !turn.tree.some((one) => naiveGlobs(part.globs, one));
    const fits = (one: Change): boolean =>
      (part.statuses === "*" || part.statuses.includes(one.status)) && naiveGlobs(part.globs, one.path);
    return part.only ? turn.changes.length > 0 && turn.changes.every(fits) : turn.changes.some(fits);
  };
  const answers =
    turn.changes.length > 0 ||
    parts.some((part) => part.is === "C" || (part.is === "signal" && turn.signals.events.includes(part.name)));
  return answers && parts.every(holds);
}

function rowOf(parts: readonly NaiveClause[], to: string | undefined): Row {
  const pattern = parsePattern(write(parts));
  if ("fault" in pattern) throw new Error(`${write(parts)}: ${pattern.fault}`);
  return { pattern, target: to === undefined ? { refuse: "no" } : { to } };
}

const STATES = ["s", "1", "constructor", "done"] as const;

function stateOf(name: string, rows: readonly Row[], retry: Retry | undefined): State {
  const commit = name === "done";
  return {
    name,
    ...(commit ? {} : { actor: "human" }),
    content: { kind: commit ? "commit" : "message", template: "" },
    rows,
    initial: name === "s",
    ...(retry === undefined ? {} : { retry }),
    drop: [],
    allowEmpty: false,
  };
}

const retry = fc.record({
  max: fc.nat(2),
  otherwise: fc.constantFrom(...STATES),
  since: fc.subarray([...STATES], { maxLength: 2 }),
});
const turn = fc.record({
  rows: fc.array(fc.tuple(clauses, fc.option(fc.constantFrom(...STATES), { nil: undefined })), { maxLength: 5 }),
  retries: fc.tuple(...STATES.map(() => fc.option(retry, { nil: undefined }))),
  changes,
  tree: fc.array(path, { maxLength: 4 }),
  signals,
  trace: fc.array(fc.constantFrom(...STATES), { maxLength: 5 }),
});

type TurnSketch = typeof turn extends fc.Arbitrary<infer T> ? T : never;

function inputOf(sketch: TurnSketch): DecideInput {
  const rows = sketch.rows.map(([parts, to]) => rowOf(parts, to));
  const workflow: Workflow = {
    name: "w",
    states: new Map(STATES.map((name, at) => [name, stateOf(name, name === "s" ? rows : [], sketch.retries[at])])),
    initial: "s",
    vars: {},
    modes: new Map(),
    hash: "",
    configHash: "",
  };
  return {
    workflow,
    state: "s",
    actor: "human",
    changes: sketch.changes,
    tree: sketch.tree,
    signals: sketch.signals,
    trace: sketch.trace,
  };
}

describe("deciding", () => {
  it("agrees with the rules said once more in other words", () => {
    fc.assert(
      fc.property(turn, (sketch) => {
        const input = inputOf(sketch);
        expect(explainRows(input).map((result) => result.holds)).toEqual(
          sketch.rows.map(([parts]) => naiveHolds(parts, sketch)),
        );
        const first = sketch.rows.find(([parts]) => naiveHolds(parts, sketch));
        const decision = decide(input);
        if (first === undefined) {
          const happened = sketch.changes.length > 0 || sketch.signals.events.length > 0;
          expect(decision).toMatchObject(happened ? { kind: "refuse", reason: "no-row" } : { kind: "stay" });
        } else if (first[1] === undefined) expect(decision).toMatchObject({ kind: "refuse", reason: "by-row" });
        else expect(decision).toMatchObject({ row: { pattern: { source: write(first[0]) } } });
      }),
      { numRuns: 3000 },
    );
  });

  it("asks for the tree exactly when the answer depends on it", () => {
    fc.assert(
      fc.property(turn, (sketch) => {
        const { tree: _, ...input } = inputOf(sketch);
        if (needsTree(input)) expect(() => decide(input)).toThrow("asks for the tree");
        else expect(decide(input).kind).toBe(decide({ ...input, tree: sketch.tree }).kind);
      }),
      { numRuns: 3000 },
    );
  });

  it("enters a state that may be entered, or the last of a closed chain", () => {
    fc.assert(
      fc.property(turn, (sketch) => {
        const input = inputOf(sketch);
        const decision = decide(input);
        if (decision.kind !== "advance" && decision.kind !== "squash") return;
        expect(decision.kind).toBe(decision.to === "done" ? "squash" : "advance");
        const chain = [...decision.redirects.map((one) => one.state), decision.to];
        expect(new Set(chain).size).toBe(chain.length);
        expect(decision.redirects.every((one) => one.entries >= one.max)).toBe(true);
        const cap = input.workflow.states.get(decision.to)?.retry;
        if (cap === undefined || chain.includes(cap.otherwise)) return;
        const since = input.trace.findLastIndex((entered) => cap.since.includes(entered));
        expect(input.trace.slice(since + 1).filter((entered) => entered === decision.to).length).toBeLessThan(cap.max);
      }),
      { numRuns: 3000 },
    );
  });

  it("never throws, whatever was pending", () => {
    const odd = fc.record({ status, path: fc.string({ unit: "binary", maxLength: 20 }) });
    const name = fc.string({ unit: "binary", maxLength: 8 });
    fc.assert(
      fc.property(
        turn,
        fc.array(odd, { maxLength: 5 }),
        fc.array(name, { maxLength: 3 }),
        name,
        (sketch, pending, events, actor) => {
          const input = { ...inputOf(sketch), changes: pending, signals: { events, conditions: events } };
          expect(["refuse", "stay", "advance", "squash"]).toContain(decide(input).kind);
          expect(decide({ ...input, actor, state: actor }).kind).toMatch(/refuse|stay/);
        },
      ),
      { numRuns: 1500 },
    );
  });
});
