import type { Definition, Source } from "../compiler/definition.ts";
import type { Row, Workflow } from "../engine/types.ts";
import { compareFindings, type Finding } from "../finding.ts";
import { analyseWorkflow } from "./analysis.ts";
import { applyIgnores } from "./ignore.ts";
import type { Fault, Rule, Subject } from "./rule.ts";
import { RULES } from "./rules/index.ts";
import { checkScripts, SHELL_RULE, type CheckSyntax } from "./shell.ts";
import { renderWitness, type Witness } from "./witness.ts";

/** A finding with what shows it. */
export interface CheckFinding extends Finding {
  readonly witness?: Witness;
}

export interface CheckInput {
  readonly workflow: Workflow;
  readonly definition: Definition;
  /** The key under which each row was declared. */
  readonly declared: ReadonlyMap<Row, string>;
  readonly locate: (pointer: readonly string[], part?: "key" | "value") => Pick<Finding, "path" | "range">;
  /** The configuration's files with their texts; none when the bundled workflow itself is looked at. */
  readonly sources: readonly Source[];
  /** Whether a file is there for this workflow alone; what others leave unused is nobody's mistake. */
  readonly owns?: (path: string) => boolean;
  /** Whether somebody is to see notes: only then examples are made for them. */
  readonly notes?: boolean;
  /** The workflow that was asked for by name, which no file of the configuration names. */
  readonly named?: string;
  /** What is wrong with a script; scripts are left alone without it. */
  readonly checkSyntax?: CheckSyntax;
}

/** Looks at a bound workflow with every rule; sorted by place, what comments silence left out. Runs scripts' templates. */
export async function checkWorkflow(input: CheckInput): Promise<readonly CheckFinding[]> {
  const { workflow, definition, declared } = input;
  // The shell reads scripts while the rules are at work.
  const reading = input.checkSyntax === undefined ? [] : checkScripts(workflow, input.checkSyntax);
  const subject: Subject = {
    analysis: analyseWorkflow(workflow),
    definition,
    keyOf: (row) => declared.get(row) ?? row.pattern.source,
  };
  const rules = RULES.flatMap((rule) => rule.check(subject).map((fault) => [rule, fault] as const));
  const findings = [
    ...[...rules, ...(await reading).map((fault) => [SHELL_RULE, fault] as const)].flatMap(([rule, fault]) =>
      placeFault(input, rule, fault),
    ),
    ...[...subject.analysis.undecidable].map(([state, why]) => tellUndecidable(input, state, why)),
  ];
  const names = [...RULES, SHELL_RULE].map(({ name }) => name);
  return applyIgnores(findings, input.sources, names).toSorted(compareFindings);
}

function placeFault(input: CheckInput, { name, severity }: Omit<Rule, "check">, fault: Fault): readonly CheckFinding[] {
  const { message, pointer, state, hint } = fault;
  const place = input.locate(pointer);
  const isForeign = input.sources.length > 0 && place.path.startsWith("bundled:");
  if (name === "unused" && (isForeign || input.owns?.(place.path) === false)) return [];
  const shown = isForeign ? foreignPlace(input, place) : place;
  const witness = severity === "info" && input.notes !== true ? undefined : fault.witness?.();
  const lines = [
    ...(witness === undefined || "path" in witness ? [] : [`for example: ${renderWitness(witness)}`]),
    ...(hint === undefined ? [] : [hint]),
  ];
  return [
    {
      code: name,
      severity,
      message: isForeign ? `${message} (in the bundled workflow "${place.path.slice("bundled:".length)}")` : message,
      ...shown,
      ...(lines.length === 0 ? {} : { hint: lines.join("\n") }),
      ...(state === undefined ? {} : { state }),
      ...(witness === undefined ? {} : { witness }),
    },
  ];
}

/** What is wrong with a bundled workflow is shown where a file names it. */
function foreignPlace(
  { locate, named }: CheckInput,
  place: Pick<Finding, "path" | "range">,
): Pick<Finding, "path" | "range"> {
  return named === undefined ? locate(["workflow"]) : place;
}

function tellUndecidable({ locate }: CheckInput, state: string, why: string): CheckFinding {
  return {
    code: "undecidable",
    severity: "info",
    message: `the rows of state "${state}" cannot be compared: ${why}`,
    ...locate(["states", state]),
    state,
  };
}
