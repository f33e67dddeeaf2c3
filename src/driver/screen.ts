import { sanitizeText } from "../report/sanitize.ts";
import type { LoopEvent } from "./events.ts";
import { nextLive, renderLive, type LiveState } from "./live-line.ts";
import { renderEvent } from "./render-event.ts";

/** Milliseconds between two looks of the live line. */
const TICK = 1000;
/** What an agent says between two ticks is shown at the next; a first word is shown soon. */
const SOON = 100;

export interface Terminal {
  readonly write: (text: string) => void;
  readonly columns: () => number;
}

export interface Screen {
  readonly tell: (event: LoopEvent) => void;
  readonly close: () => void;
}

/** The loop on a terminal: a line for each finished turn, and one live line below them. */
export function openScreen(terminal: Terminal): Screen {
  let live: LiveState | undefined;
  let shown = false;
  let soon: NodeJS.Timeout | undefined;
  const clear = (): string => {
    const text = shown ? "\r\u001b[K" : "";
    shown = false;
    return text;
  };
  const draw = (): void => {
    soon = undefined;
    if (live === undefined) return;
    // The last column stays free: some terminals wrap when it is taken.
    const line = renderLive(live, performance.now(), Math.max(0, terminal.columns() - 1));
    terminal.write(`${clear()}${line}`);
    shown = line !== "";
  };
  const ticker = setInterval(draw, TICK);
  ticker.unref();
  return {
    tell: (event) => {
      live = nextLive(live, event, performance.now());
      const text = event.event === "beat" || event.event === "progress" ? "" : sanitizeText(renderEvent(event));
      const bell = event.event === "halt" && event.reason === "human" ? "\u0007" : "";
      if (text !== "" || live === undefined) terminal.write(`${clear()}${text}${bell}`);
      if (live !== undefined) soon ??= setTimeout(draw, SOON);
    },
    close: () => {
      clearInterval(ticker);
      clearTimeout(soon);
      terminal.write(clear());
    },
  };
}
