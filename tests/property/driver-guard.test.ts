import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { decide } from "../../src/engine/decide.ts";
import { parsePattern } from "../../src/engine/pattern.ts";
import type { Change, Retry, Row, State, Turn, Workflow } from "../../src/engine/types.ts";
import { attemptsExhausted, limitReached, meetsAgain } from "../../src/driver/guard.ts";

const NAMES = ["a", "b", "c", "d", "human"] as const;
const FILES = ["x", "y"] as const;
const LIMIT = 12;

function pattern(source: string) {
  const parsed = parsePattern(source);
  if ("fault" in parsed) throw new Error(parsed.fault);
  return parsed;
}

/** Rows over two files and a clean tree; some lead to the human, caps may redirect. */
const state = (name: string): fc.Arbitrary<State> =>
  fc
    .record({
      rows: fc.array(
        fc.record({
          pattern: fc.constantFrom("A x", "M x", "* y", "* **", "C").map(pattern),
          target: fc.constantFrom(...NAMES).map((to) => ({ to })),
        }),
        { minLength: 1, maxLength: 4 },
      ),
      retry: fc.option(
        fc.record({
          max: fc.integer({ min: 0, max: 3 }),
          otherwise: fc.constantFrom(...NAMES),
          since: fc.constant([]),
        }),
        { nil: undefined },
      ),
    })
    .map(({ rows, retry }) => makeState(name, rows, retry));

function makeState(name: string, rows: readonly Row[], retry: Retry | undefined): State {
  const human = name === "human";
  return {
    name,
    actor: name,
    content: { kind: human ? "message" : "prompt", template: "" },
    rows,
    initial: human,
    drop: [],
    allowEmpty: false,
    ...(retry === undefined ? {} : { retry }),
  };
}

const workflow: fc.Arbitrary<Workflow> = fc.tuple(...NAMES.map(state)).map((states) => ({
  name: "random",
  states: new Map(states.map((one) => [one.name, one])),
  initial: "human",
  vars: {},
  modes: new Map(),
  hash: "",
  configHash: "",
}));

/** What an agent does in a turn: nothing, or it leaves a file with one of few contents, so that trees come back. */
const act = fc.option(fc.record({ file: fc.constantFrom(...FILES), text: fc.integer({ min: 0, max: 2 }) }), {
  nil: undefined,
});

interface World {
  at: string;
  tree: Map<string, number>;
  readonly process: Turn[];
}

function turn(world: World, from: string, to: string, attempt: boolean): Turn {
  const tree = [...world.tree]
    .map(([file, text]) => `${file}${text}`)
    .toSorted()
    .join();
  const commit = {
    hash: String(world.process.length),
    parents: [],
    tree,
    message: "",
    committer: { name: "", email: "" },
    time: 0,
  };
  return { commit, actor: from, from, to, attempt, trailers: new Map() };
}

/** One loop as the driver runs it, over the real decide, killed after so many turns; answers how many it took. */
function runLoop(
  flow: Workflow,
  world: World,
  next: () => { file: string; text: number } | undefined,
  killed = Infinity,
): number {
  let last: Turn | undefined;
  for (let turns = 0; ; turns += 1) {
    if (turns >= killed) return turns;
    const position = { process: world.process };
    if (last?.attempt === true && attemptsExhausted(position)) return turns;
    if (flow.states.get(world.at)?.content.kind === "message") return turns;
    if (limitReached(flow, position, { turns: LIMIT, sinceHuman: LIMIT }, { turns, cost: 0, minutes: 0 }) !== undefined)
      return turns;
    if (meetsAgain(flow, position)) return turns;
    const deed = next();
    const before = deed === undefined ? undefined : world.tree.get(deed.file);
    const changes: Change[] =
      deed === undefined || before === deed.text ? [] : [{ status: before === undefined ? "A" : "M", path: deed.file }];
    const decision = decide({
      workflow: flow,
      state: world.at,
      actor: world.at,
      changes,
      signals: { events: [], conditions: [] },
      trace: world.process.filter((one) => !one.attempt).map((one) => one.to),
    });
    if (decision.kind === "refuse") return turns;
    if (deed !== undefined && changes.length > 0) world.tree.set(deed.file, deed.text);
    last =
      decision.kind === "stay" ? turn(world, world.at, world.at, true) : turn(world, decision.from, decision.to, false);
    world.process.push(last);
    world.at = last.to;
  }
}

/** How many turns each of several loops is left to take before it is killed; most run until they halt. */
const kills = fc.array(fc.oneof({ weight: 2, arbitrary: fc.constant(Infinity) }, fc.nat({ max: 4 })), {
  minLength: 1,
  maxLength: 12,
});

describe("a loop, with any workflow and any agent", () => {
  it("takes at most limits.turns turns between two human gates, however often it is started again", () => {
    fc.assert(
      fc.property(workflow, fc.array(act, { minLength: 1, maxLength: 40 }), kills, (flow, acts, restarts) => {
        const world: World = { at: "a", tree: new Map(), process: [] };
        world.process.push(turn(world, "human", "a", false));
        let at = 0;
        let turns = 0;
        for (const killed of restarts) turns += runLoop(flow, world, () => acts[at++ % acts.length], killed);
        expect(turns).toBeLessThanOrEqual(LIMIT);
      }),
      { numRuns: 500 },
    );
  });

  it("enters a capped state no more often than its cap between two humans, however often it is killed", () => {
    let capped = 0;
    fc.assert(
      fc.property(workflow, fc.array(act, { minLength: 1, maxLength: 40 }), kills, (flow, acts, restarts) => {
        const world: World = { at: "a", tree: new Map(), process: [] };
        world.process.push(turn(world, "human", "a", false));
        let at = 0;
        for (const killed of restarts) runLoop(flow, world, () => acts[at++ % acts.length], killed);
        const redirects = new Set([...flow.states.values()].map(({ retry }) => retry?.otherwise));
        for (const { name, retry } of flow.states.values()) {
          // What another cap sends here is let in: it is that cap's way out.
          if (retry === undefined || name === "a" || redirects.has(name)) continue;
          const entered = world.process.filter((one) => !one.attempt && one.to === name).length;
          if (entered > 0) capped += 1;
          expect(entered).toBeLessThanOrEqual(retry.max);
        }
      }),
      { numRuns: 500 },
    );
    expect(capped).toBeGreaterThan(20);
  });

  it("never goes on from a state and a tree that were met three times without a human between", () => {
    fc.assert(
      fc.property(workflow, fc.array(act, { minLength: 1, maxLength: 40 }), kills, (flow, acts, restarts) => {
        const world: World = { at: "a", tree: new Map(), process: [] };
        world.process.push(turn(world, "human", "a", false));
        let at = 0;
        for (const killed of restarts) runLoop(flow, world, () => acts[at++ % acts.length], killed);
        const met = new Map<string, number>();
        for (const one of world.process.slice(1).filter((each) => !each.attempt)) {
          if (one.to === "human") continue;
          const key = `${one.to} ${one.commit.tree}`;
          met.set(key, (met.get(key) ?? 0) + 1);
        }
        expect(Math.max(0, ...met.values())).toBeLessThanOrEqual(3);
      }),
      { numRuns: 500 },
    );
  });
});
