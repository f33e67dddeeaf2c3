import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { bindWorkflow } from "../../../src/compiler/bind.ts";
import { loadDefinition } from "../../../src/compiler/load.ts";
import { decide } from "../../../src/engine/decide.ts";
import { SCRIPT_EVENTS } from "../../../src/engine/types.ts";
import type { Change, Decision, Row, Status, Workflow } from "../../../src/engine/types.ts";
import type { Finding } from "../../../src/finding.ts";

const FOLDER = join(import.meta.dirname, "../../../src/workflows");

/** The bundled workflow, compiled from its sources and bound to variables. */
export function bindDefault(env: Readonly<Record<string, string>> = {}): {
  workflow: Workflow;
  findings: readonly Finding[];
} {
  const loaded = loadDefinition({
    layers: [{ path: join(FOLDER, ".gtdrc"), text: "workflow: ./default.yaml" }],
    readReference: (from, reference) => {
      const path = join(dirname(from), reference);
      return existsSync(path) ? { path, text: readFileSync(path, "utf8") } : { fault: `no file "${reference}"` };
    },
    bundled: { names: [], read: () => undefined },
  });
  const { workflow, findings } = bindWorkflow(loaded, env, (text) => String(text.length));
  if (workflow === undefined)
    throw new Error(`the bundled workflow does not bind: ${JSON.stringify(findings, null, 1)}`);
  return { workflow, findings };
}

/** What an actor did: `"A path"` for a change, `"@name"` for a signal; nothing at all for a clean step. */
export type Did = string;

/** Walks a workflow turn by turn, as the engine decides, and keeps the tree and the trace. */
export class Walk {
  readonly workflow: Workflow;
  readonly fired = new Set<Row>();
  state: string;
  #trace: string[] = [];
  #tree = new Set<string>();

  constructor(workflow: Workflow, state = workflow.initial) {
    this.workflow = workflow;
    this.state = state;
  }

  decide(did: readonly Did[]): Decision {
    const changes = did.filter((one) => !one.startsWith("@")).map(parseChange);
    const names = did.filter((one) => one.startsWith("@")).map((one) => one.slice(1));
    const isEvent = (name: string) => SCRIPT_EVENTS.some((event) => event === name);
    const decision = decide({
      workflow: this.workflow,
      state: this.state,
      actor: this.workflow.states.get(this.state)?.actor ?? "",
      changes,
      tree: [...applied(this.#tree, changes)],
      signals: { events: names.filter(isEvent), conditions: names.filter((name) => !isEvent(name)) },
      trace: this.#trace,
    });
    if ("row" in decision) this.fired.add(decision.row);
    if (decision.kind === "advance" || decision.kind === "squash") {
      this.#tree = applied(this.#tree, changes);
      this.state = decision.to;
      this.#trace.push(decision.to);
    }
    return decision;
  }

  /** Takes turns, and says where each led; a refusal is told by its sentence, staying by "stay". */
  take(...turns: readonly (readonly Did[])[]): readonly string[] {
    return turns.map((did) => {
      const decision = this.decide(did);
      if (decision.kind === "refuse") return decision.reason === "by-row" ? decision.text : decision.reason;
      return decision.kind === "stay" ? "stay" : decision.to;
    });
  }
}

const STATUS: Readonly<Record<string, Status>> = { A: "A", M: "M", D: "D" };

function parseChange(text: string): Change {
  const status = STATUS[text.slice(0, 1)];
  if (status === undefined || text[1] !== " ") throw new Error(`no change: ${text}`);
  return { status, path: text.slice(2) };
}

function applied(tree: ReadonlySet<string>, changes: readonly Change[]): Set<string> {
  const next = new Set(tree);
  for (const { status, path } of changes) {
    if (status === "D") next.delete(path);
    else next.add(path);
  }
  return next;
}
