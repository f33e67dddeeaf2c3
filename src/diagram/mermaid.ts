import type { State, Workflow } from "../engine/types.ts";
import { escapeLabel, makeIds } from "./mermaid-text.ts";

export interface MermaidOptions {
  /** The resting state. */
  readonly current?: string;
  /** States entered in this process, oldest first. */
  readonly path?: readonly string[];
}

interface Edge {
  readonly from: string;
  readonly to: string;
  readonly labels: string[];
}

/** Looks of the actors; the first three are those of the conventional names, others take theirs in turn. */
const LOOKS: readonly (readonly [actor: string, look: string])[] = [
  ["human", "fill:#fff3c4,stroke:#b58900,color:#1a1a1a"],
  ["agent", "fill:#d6e8fa,stroke:#268bd2,color:#1a1a1a"],
  ["check", "fill:#e3f1d4,stroke:#6a8f00,color:#1a1a1a"],
  ["", "fill:#ecdff5,stroke:#6c71c4,color:#1a1a1a"],
  ["", "fill:#fbe0d6,stroke:#cb4b16,color:#1a1a1a"],
  ["", "fill:#d5f0ee,stroke:#2aa198,color:#1a1a1a"],
];

const MARKS = {
  commit: "fill:#e8e8e8,stroke:#555555,color:#1a1a1a,stroke-width:3px",
  visited: "stroke-width:3px",
  current: "stroke:#d33682,stroke-width:5px,font-weight:bold",
} as const;

/**
 * The workflow as a Mermaid `stateDiagram-v2`, one statement a line, with a final newline. Rows that lead to one state
 * from another share an edge, refusals are left out; `✓` marks the edges of the path taken.
 */
export function renderMermaid(workflow: Workflow, options: MermaidOptions): string {
  const ids = makeIds(workflow.states.keys());
  const id = (name: string): string => ids.get(name) ?? "";
  const states = [...workflow.states.values()];
  const statements = [
    ...states.filter(({ name }) => id(name) !== name).map(({ name }) => `state "${escapeLabel(name)}" as ${id(name)}`),
    `[*] --> ${id(workflow.initial)}`,
    ...states.flatMap(({ name, entry }) =>
      entry === undefined ? [] : [`[*] --> ${id(name)}: ${escapeLabel(`gtd start ${entry}`)}`],
    ),
    ...collectEdges(states, options).map(
      ({ from, to, labels }) => `${id(from)} --> ${id(to)}: ${labels.map(escapeLabel).join(", ")}`,
    ),
    ...states.filter((state) => state.actor === undefined).map(({ name }) => `${id(name)} --> [*]: one commit`),
    ...renderClasses(states, id, options),
  ];
  return `stateDiagram-v2\n${statements.map((statement) => `    ${statement}\n`).join("")}`;
}

function collectEdges(states: readonly State[], { path = [] }: MermaidOptions): readonly Edge[] {
  const edges = new Map<string, Edge>();
  const draw = (from: string, to: string, label: string): void => {
    const key = JSON.stringify([from, to]);
    const edge = edges.get(key) ?? { from, to, labels: [] };
    edge.labels.push(label);
    edges.set(key, edge);
  };
  for (const { name, rows, retry } of states) {
    for (const { pattern, target } of rows) if ("to" in target) draw(name, target.to, pattern.source);
    if (retry !== undefined) draw(name, retry.otherwise, `retry (max ${retry.max})`);
  }
  const initial = states.find((state) => state.initial)?.name ?? "";
  for (const [at, to] of path.entries()) {
    const labels = edges.get(JSON.stringify([path[at - 1] ?? initial, to]))?.labels;
    if (labels?.[0]?.startsWith("✓") === false) labels[0] = `✓ ${labels[0]}`;
  }
  return [...edges.values()];
}

function renderClasses(
  states: readonly State[],
  id: (name: string) => string,
  { current, path = [] }: MermaidOptions,
): readonly string[] {
  const actors = [...new Set(states.flatMap(({ actor }) => (actor === undefined ? [] : [actor])))];
  const classes = makeIds(actors, Object.keys(MARKS));
  const looks = chooseLooks(actors);
  const members = (wanted: (state: State) => boolean): readonly string[] =>
    states.filter(wanted).map(({ name }) => id(name));
  const groups: readonly (readonly [name: string, look: string, members: readonly string[]])[] = [
    ...actors.map(
      (actor, at) => [classes.get(actor) ?? "", looks[at] ?? "", members((state) => state.actor === actor)] as const,
    ),
    ["commit", MARKS.commit, members((state) => state.actor === undefined)],
    ["visited", MARKS.visited, members(({ name }) => path.includes(name))],
    ["current", MARKS.current, members(({ name }) => name === current)],
  ];
  const used = groups.filter(([, , ids]) => ids.length > 0);
  return [
    ...used.map(([name, look]) => `classDef ${name} ${look}`),
    ...used.map(([name, , ids]) => `class ${ids.join(",")} ${name}`),
  ];
}

function chooseLooks(actors: readonly string[]): readonly string[] {
  const spare = LOOKS.filter(([actor]) => !actors.includes(actor));
  let taken = 0;
  return actors.map((actor) => {
    const own = LOOKS.find(([name]) => name === actor)?.[1];
    if (own !== undefined && actor !== "") return own;
    const look = spare[taken % spare.length]?.[1] ?? "";
    taken += 1;
    return look;
  });
}
