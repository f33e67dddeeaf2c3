import type { Scene } from "./scene.ts";

function usage(name: string, run: string): Scene {
  return { name: `usage.${name}`, run, bare: true };
}

/** Command lines that say what gtd does not know, all before anything is looked at. */
export const USAGE_SCENES: readonly Scene[] = [
  usage("command", "gtd staus"),
  usage("command-far", "gtd frobnicate"),
  usage("help", "gtd help staus"),
  usage("command-help", "gtd staus --help"),
  usage("option", "gtd step --dry-rum"),
  usage("option-far", "gtd step --frobnicate"),
  usage("option-alone", "gtd --max-turn 3"),
  usage("surplus", "gtd status now"),
  usage("surplus-two", "gtd step agent human"),
  usage("missing-argument", "gtd start"),
  usage("missing-value", "gtd loop --until"),
  usage("choice", "gtd window opne"),
  usage("choice-option", "gtd check --format githbu"),
  usage("choice-shell", "gtd completion zhs"),
  usage("shell", "gtd completion"),
  usage("number", "gtd loop --max-turns many"),
  usage("amount", "gtd step --cost dear"),
  usage("exit", "gtd step check --exit 999"),
  usage("percentage", "gtd test --coverage-min 120"),
  usage("blank", 'gtd init --agent " "'),
  usage("conflict", "gtd mermaid --write a.md --check a.md"),
  { name: "usage.output", run: "gtd step check --output out.log" },
  { name: "usage.model", run: "gtd step agent --model opus" },
  { name: "usage.tokens", run: "gtd step agent --tokens 12k" },
  { name: "usage.duration", run: "gtd step agent --duration 5" },
  { name: "usage.line", run: 'gtd step agent --session " "' },
  usage("entry", 'gtd start ""'),
  { name: "usage.replay", run: "gtd test a.yaml --replay main..HEAD" },
  { name: "usage.supposition", run: "gtd explain --if src/a.ts" },
  { name: "usage.clean", run: 'gtd explain --if C "A src/a.ts"' },
  { name: "usage.signal", run: "gtd explain --if @pased" },
  { name: "usage.signal-far", run: "gtd explain --if @frobnicated" },
  usage("json", "gtd staus --json"),
];
