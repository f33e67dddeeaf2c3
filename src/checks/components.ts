import type { Graph } from "./graph.ts";

/**
 * The groups of these states that can reach one another and themselves without leaving them: the strongly connected
 * components that hold a cycle, states in the order given.
 */
export function findComponents(graph: Graph, names: readonly string[]): readonly (readonly string[])[] {
  const inside = new Set(names);
  const order: string[] = [];
  const finished = new Set<string>();
  for (const name of names) visit(name, (state) => nextOf(graph, state, inside), finished, order);
  const before = reverse(graph, inside);
  const taken = new Set<string>();
  const components = order.toReversed().map((name) => {
    const component: string[] = [];
    visit(name, (state) => before.get(state) ?? [], taken, component);
    return component;
  });
  return components
    .filter(([first = "", ...others]) => others.length > 0 || graph.get(first)?.has(first) === true)
    .map((component) => names.filter((name) => component.includes(name)))
    .toSorted((a, b) => names.indexOf(a[0] ?? "") - names.indexOf(b[0] ?? ""));
}

/** Walks in depth, without recursion, and adds every state that was not met yet when it is done with it. */
function visit(start: string, next: (state: string) => readonly string[], met: Set<string>, done: string[]): void {
  if (met.has(start)) return;
  met.add(start);
  const stack = [{ state: start, rest: [...next(start)] }];
  for (let top = stack.at(-1); top !== undefined; top = stack.at(-1)) {
    const following = top.rest.shift();
    if (following === undefined) {
      done.push(top.state);
      stack.pop();
    } else if (!met.has(following)) {
      met.add(following);
      stack.push({ state: following, rest: [...next(following)] });
    }
  }
}

function nextOf(graph: Graph, state: string, inside: ReadonlySet<string>): readonly string[] {
  return [...(graph.get(state) ?? [])].filter((next) => inside.has(next));
}

function reverse(graph: Graph, inside: ReadonlySet<string>): ReadonlyMap<string, readonly string[]> {
  const before = new Map<string, string[]>();
  for (const state of inside) {
    for (const next of nextOf(graph, state, inside)) before.set(next, [...(before.get(next) ?? []), state]);
  }
  return before;
}
