/** What ends a running agent before it ends by itself. */
export type Ending = "idle" | "hard" | "final" | "interrupt";

export interface Clocks {
  /** Milliseconds without output and without a change in the tree. */
  readonly idle: number;
  /** Milliseconds in all. */
  readonly hard: number;
  /** Milliseconds that an agent may go on after its result. */
  readonly final: number;
}

export interface ClockOptions extends Clocks {
  readonly signal: AbortSignal;
  /** A fingerprint of the working tree; undefined when it cannot be told now. */
  readonly print: () => Promise<string | undefined>;
  /** The same at the start. */
  readonly first: string;
  readonly onTree: () => void;
}

export interface RunningClocks {
  /** Aborts when the agent is to be ended. */
  readonly signal: AbortSignal;
  readonly ending: () => Ending | undefined;
  /** A sign of life. */
  readonly touch: () => void;
  /** The result is there. */
  readonly finish: () => void;
  readonly stop: () => void;
}

/** The longest time that node's timers take. */
const LONGEST = 2 ** 31 - 1;
/** How often the tree is looked at, at most. */
const SAMPLE = 30_000;

/** Starts an agent's clocks, all monotonic; the idle clock starts again at every sign of life. */
export function startClocks({ idle, hard, final, signal, print, first, onTree }: ClockOptions): RunningClocks {
  const ender = new AbortController();
  let ending: Ending | undefined;
  let alive = performance.now();
  let stopped = false;
  let last = first;
  const end = (why: Ending) => (): void => {
    ending ??= why;
    ender.abort();
  };
  const touch = (): void => {
    alive = performance.now();
  };
  const interrupt = end("interrupt");
  const timers = [setTimeout(end("hard"), Math.min(hard, LONGEST))];
  const look = async (): Promise<void> => {
    const now = await print();
    if (now !== undefined && now !== last) {
      last = now;
      touch();
      onTree();
    }
    if (!stopped && performance.now() - alive >= idle) end("idle")();
    else if (!stopped && !ender.signal.aborted) plan();
  };
  let sampler: NodeJS.Timeout | undefined;
  const plan = (): void => {
    const left = idle - (performance.now() - alive);
    sampler = setTimeout(() => void look(), Math.max(10, Math.min(SAMPLE, idle / 4, left + 1)));
  };
  plan();
  if (signal.aborted) interrupt();
  signal.addEventListener("abort", interrupt, { once: true });
  return {
    signal: ender.signal,
    ending: () => ending,
    touch,
    finish: () => {
      timers.push(setTimeout(end("final"), final));
    },
    stop: () => {
      for (const timer of timers) clearTimeout(timer);
      clearTimeout(sampler);
      signal.removeEventListener("abort", interrupt);
      stopped = true;
    },
  };
}
