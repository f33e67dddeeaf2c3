import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { analyseWorkflow } from "../../src/checks/analysis.ts";
import { unboundedLoop } from "../../src/checks/rules/unbounded-loop.ts";
import { humanBypass } from "../../src/checks/rules/human-bypass.ts";
import { noWayOut } from "../../src/checks/rules/no-way-out.ts";
import type { Fault, Rule } from "../../src/checks/rule.ts";
import { decide } from "../../src/engine/decide.ts";
import { parsePattern } from "../../src/engine/pattern.ts";
import type { Retry, State, Workflow } from "../../src/engine/types.ts";
import { stateOf, workflowOf } from "./checks-turns.ts";

const NAMES = ["a", "b", "c", "d", "e"] as const;
/** One file for each row, so that a play picks a row by what it changes. */
const FILES = ["0", "1", "2"] as const;

const retry: fc.Arbitrary<Retry> = fc.record({
  max: fc.integer({ min: 0, max: 2 }),
  otherwise: fc.constantFrom(...NAMES),
  since: fc.subarray([...NAMES], { maxLength: 2 }),
});
const node = fc.record({
  targets: fc.array(fc.constantFrom(...NAMES, "done"), { minLength: 1, maxLength: 3 }),
  kind: fc.constantFrom("prompt" as const, "prompt" as const, "prompt" as const, "message" as const),
  retry: fc.option(retry, { nil: undefined }),
});

/** Five states whose rows lead anywhere, some of them capped, and a commit state. */
const workflow: fc.Arbitrary<Workflow> = fc.tuple(...NAMES.map(() => node)).map((nodes) => {
  const states = nodes.map(({ targets, kind, retry }, index): State => {
    const rows = targets.flatMap((to, file) => {
      const pattern = parsePattern(`A ${FILES[file]}`);
      return "fault" in pattern ? [] : [{ pattern, target: { to } }];
    });
    return stateOf(NAMES[index] ?? "", rows, {
      content: { kind, template: "" },
      ...(retry === undefined ? {} : { retry }),
      initial: index === 0,
    });
  });
  return workflowOf([...states, { ...stateOf("done", []), content: { kind: "commit", template: "" } }]);
});

interface Play {
  readonly state: string;
  readonly trace: readonly string[];
}

/** Every play that one more turn makes of this one, by the engine's own decision. */
function turnsFrom(made: Workflow, { state, trace }: Play): readonly Play[] {
  return FILES.flatMap((path) => {
    const tree = [path];
    const decision = decide({
      workflow: made,
      state,
      actor: "agent",
      changes: [{ status: "A", path }],
      tree,
      signals: { events: [], conditions: [] },
      trace,
    });
    if (decision.kind !== "advance" && decision.kind !== "squash") return [];
    const { to } = decision;
    return [{ state: to, trace: to === made.initial ? [] : [...trace, to] }];
  });
}

function check(rule: Rule, made: Workflow): readonly Fault[] {
  return rule.check({
    analysis: analyseWorkflow(made),
    definition: { name: "", vars: [], modes: [], states: [] },
    keyOf: (row) => row.pattern.source,
  });
}

function isHuman(made: Workflow, name: string): boolean {
  return made.states.get(name)?.content.kind === "message";
}

/** The longest that random plays without a human go on, up to a limit. */
function playOn(made: Workflow, choices: readonly number[], start: string): number {
  let play: Play = { state: start, trace: start === made.initial ? [] : [start] };
  for (const [turn, choice] of choices.entries()) {
    const next = turnsFrom(made, play).filter(({ state }) => !isHuman(made, state) && state !== "done");
    const chosen = next[choice % Math.max(1, next.length)];
    if (chosen === undefined) return turn;
    play = chosen;
  }
  return choices.length;
}

describe("a loop that is called bounded", () => {
  it("ends under every random play", () => {
    let bounded = 0;
    const plays = fc.array(fc.array(fc.nat(5), { minLength: 150, maxLength: 150 }), { minLength: 3, maxLength: 3 });
    fc.assert(
      fc.property(workflow, plays, (made, choices) => {
        if (check(unboundedLoop, made).length > 0) return;
        bounded += 1;
        for (const start of NAMES) {
          if (isHuman(made, start)) continue;
          for (const each of choices) expect(playOn(made, each, start)).toBeLessThan(150);
        }
      }),
      { numRuns: 300 },
    );
    expect(bounded).toBeGreaterThan(20);
  });
});

describe("a loop that is called unbounded", () => {
  it("is one of states without a human, each led to by the one before", () => {
    fc.assert(
      fc.property(workflow, (made) => {
        for (const { witness } of check(unboundedLoop, made)) {
          const shown = witness?.();
          if (shown === undefined || !("path" in shown)) throw new Error("no path");
          expect(shown.path.length).toBeGreaterThan(1);
          expect(shown.path.at(-1)).toBe(shown.path[0]);
          for (const name of shown.path) expect(isHuman(made, name)).toBe(false);
        }
      }),
      { numRuns: 200 },
    );
  });
});

describe("a way around the human", () => {
  it("is found exactly where the engine lets a play take it", () => {
    let found = 0;
    fc.assert(
      fc.property(workflow, (made) => {
        const [fault] = check(humanBypass, made);
        const shown = fault?.witness?.();
        const commits = commitsWithoutHuman(made);
        expect(shown !== undefined).toBe(commits !== undefined);
        if (shown === undefined || !("path" in shown)) return;
        found += 1;
        expect(shown.path).toHaveLength(commits ?? 0);
        expect(followPath(made, shown.path)).toBe(true);
      }),
      { numRuns: 300 },
    );
    expect(found).toBeGreaterThan(20);
  });
});

/** Length of the shortest play to the commit state on which no human acts but at the start; breadth first, up to 12 turns. */
function commitsWithoutHuman(made: Workflow): number | undefined {
  let plays: readonly Play[] = [{ state: made.initial, trace: [] }];
  const met = new Set<string>();
  for (let length = 2; length <= 14; length += 1) {
    const next = plays.flatMap((play) => turnsFrom(made, play));
    if (next.some(({ state }) => state === "done")) return length;
    plays = next
      .filter(({ state, trace }) => {
        const key = JSON.stringify([state, trace]);
        if (isHuman(made, state) || met.has(key)) return false;
        met.add(key);
        return true;
      })
      .slice(0, 3000);
  }
  return undefined;
}

function followPath(made: Workflow, path: readonly string[]): boolean {
  let plays: readonly Play[] = [{ state: path[0] ?? "", trace: [] }];
  for (const name of path.slice(1))
    plays = plays.flatMap((play) => turnsFrom(made, play)).filter(({ state }) => state === name);
  return plays.length > 0;
}

describe("a state with no way out", () => {
  it("is one from which no random play reaches a human or a commit", () => {
    fc.assert(
      fc.property(workflow, fc.array(fc.nat(5), { minLength: 40, maxLength: 40 }), (made, choices) => {
        for (const { state = "" } of check(noWayOut, made)) {
          let play: Play = { state, trace: [state] };
          for (const choice of choices) {
            const next = turnsFrom(made, play);
            expect(next.some((one) => one.state === "done" || isHuman(made, one.state))).toBe(false);
            play = next[choice % Math.max(1, next.length)] ?? play;
          }
        }
      }),
      { numRuns: 200 },
    );
  });
});
