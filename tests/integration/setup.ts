// Files share their worker's modules, because loading the steps costs more than most scenarios; so they are
// registered once a worker, although vitest runs this file before every feature.
export {};

const REGISTERED = Symbol.for("gtd.steps");

if (!Reflect.has(globalThis, REGISTERED)) {
  Reflect.set(globalThis, REGISTERED, true);
  await import("./world.ts");
  await Promise.all([import("./steps/given.ts"), import("./steps/when.ts"), import("./steps/then.ts")]);
}
