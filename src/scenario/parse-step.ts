import { entryOf, type Entry, type MapNode, type Node } from "../compiler/tree.ts";
import type { Workflow } from "../engine/types.ts";
import { hintFor, type NodeReader } from "./node-reader.ts";
import type { Deed, Expectation, ScenarioStep } from "./types.ts";

const OUTCOMES = ["lands", "stays", "refused"] as const;
const EXPECTED = [...OUTCOMES, "row", "instead"] as const;
const DEED = ["exit", "output", "write", "delete", "signals"] as const;
const EXAMPLE = "{ agent: { write: { src/a.ts: x } }, lands: checking }";

/** Reads one step: a key that names the actor with what it does, and where that has to lead. */
export function readStep(node: Node, workflow: Workflow, reader: NodeReader): ScenarioStep | undefined {
  const map = reader.map(node, "a step", EXAMPLE);
  if (map === undefined) return undefined;
  const actors = actorsOf(workflow);
  const acting = [...map.entries].filter(([key]) => !EXPECTED.some((known) => known === key));
  const strangers = acting.filter(([key]) => !actors.includes(key));
  for (const [key, { place }] of strangers)
    reader.report(
      place,
      "unknown-key",
      `"${key}" is neither an actor of the workflow nor a key of a step`,
      hintFor(key, [...actors, ...EXPECTED]),
    );
  const [first, second] = acting.filter(([key]) => actors.includes(key));
  if (second !== undefined)
    reader.report(
      second[1].place,
      "actors",
      `a step is one actor's; "${first?.[0]}" acts in it already`,
      "write it as a step of its own",
    );
  const expects = readExpectation(map, workflow, reader);
  if (first === undefined) {
    if (strangers.length === 0)
      reader.report(
        map.place,
        "required",
        "the step does not say who acts",
        `${actors[0] ?? "human"}: {}   (the actors are: ${actors.join(", ")})`,
      );
    return undefined;
  }
  const [actor, { place, value }] = first;
  const does = readDeed(value, actor, reader);
  return expects === undefined ? undefined : { actor, place, does, expects };
}

function actorsOf(workflow: Workflow): readonly string[] {
  return [...new Set([...workflow.states.values()].flatMap(({ actor }) => (actor === undefined ? [] : [actor])))];
}

function readExpectation(map: MapNode, workflow: Workflow, reader: NodeReader): Expectation | undefined {
  const said = OUTCOMES.filter((key) => map.entries.has(key));
  const [kind, other] = said;
  if (kind === undefined || other !== undefined) {
    const message =
      kind === undefined
        ? "the step does not say where it leads"
        : `the step leads to one outcome: "${kind}" or "${other}"`;
    reader.report(
      other === undefined ? map.place : (entryOf(map, other)?.place ?? map.place),
      "outcome",
      message,
      "lands: <state>, stays: true, or refused: <part of the sentence>",
    );
    return undefined;
  }
  const entry = entryOf(map, kind);
  const outcome = entry === undefined ? undefined : readOutcome(kind, entry, workflow, reader);
  const row = readRow(map, reader);
  const instead = readInstead(map, workflow, reader);
  if (outcome === undefined || entry === undefined) return undefined;
  return {
    place: entry.value.place,
    outcome,
    ...(row === undefined ? {} : { row }),
    ...(instead === undefined ? {} : { instead }),
  };
}

function readOutcome(
  kind: (typeof OUTCOMES)[number],
  { value }: Entry,
  workflow: Workflow,
  reader: NodeReader,
): Expectation["outcome"] | undefined {
  if (kind === "lands") {
    const state = reader.text(value, '"lands"');
    if (state === undefined || !reader.known(value.place, state, [...workflow.states.keys()], "state"))
      return undefined;
    return { kind, state };
  }
  if (value.kind === "scalar" && value.value === true) return { kind };
  if (kind === "refused") {
    const text = reader.text(value, '"refused"');
    if (value.kind === "scalar" && value.value === false) {
      reader.report(value.place, "value", '"refused" is false', "lands: <state>, or stays: true");
      return undefined;
    }
    return text === undefined ? undefined : { kind, text };
  }
  reader.report(value.place, "value", '"stays" takes true alone', "stays: true");
  return undefined;
}

function readRow(map: MapNode, reader: NodeReader): string | undefined {
  const entry = entryOf(map, "row");
  return entry === undefined ? undefined : reader.text(entry.value, '"row"');
}

function readInstead(map: MapNode, workflow: Workflow, reader: NodeReader): string | undefined {
  const entry = entryOf(map, "instead");
  const name = entry === undefined ? undefined : reader.text(entry.value, '"instead"');
  if (entry === undefined || name === undefined) return undefined;
  const capped = [...workflow.states.values()].filter(({ retry }) => retry !== undefined).map((state) => state.name);
  return reader.known(entry.value.place, name, capped, "state with a retry cap") ? name : undefined;
}

function readDeed(node: Node, actor: string, reader: NodeReader): Deed {
  const nothing: Deed = { write: new Map(), remove: [] };
  if (node.kind === "scalar" && node.value === null) return nothing;
  const map = reader.map(node, `"${actor}"`, EXAMPLE);
  if (map === undefined) return nothing;
  reader.keys(map, DEED, `what "${actor}" does`);
  const [exit, output, removed, signals] = (["exit", "output", "delete", "signals"] as const).map((key) =>
    entryOf(map, key),
  );
  const code = exit === undefined ? undefined : readExit(exit.value, reader);
  const text = output === undefined ? undefined : reader.text(output.value, '"output"');
  return {
    ...(code === undefined ? {} : { exit: code }),
    ...(text === undefined ? {} : { output: text }),
    write: reader.files(entryOf(map, "write"), '"write"'),
    remove:
      removed === undefined
        ? []
        : reader
            .texts(removed.value, '"delete"')
            .flatMap(({ text: path, place }) => (reader.path(path, place) ? [path] : [])),
    ...(signals === undefined
      ? {}
      : { signals: reader.texts(signals.value, '"signals"').map(({ text: name }) => name.replace(/^@/, "")) }),
  };
}

function readExit(node: Node, reader: NodeReader): number | "timeout" | undefined {
  const { value } = node.kind === "scalar" ? node : { value: undefined };
  if (value === "timeout") return value;
  if (typeof value === "number" && Number.isInteger(value) && value >= 0 && value <= 255) return value;
  reader.report(node.place, "value", '"exit" says how the script ended', "exit: 0 (or 1 to 255, or timeout)");
  return undefined;
}
