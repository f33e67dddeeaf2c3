import { closeSync, writeSync } from "node:fs";
import type { Repository } from "../git/types.ts";
import { stripControl } from "../shell/control.ts";
import { createLog, renderHead } from "./logs.ts";

/** Bytes of one log. */
const LIMIT = 64 << 20;
/** Characters of a line that are held back until its end, so that a sequence is not cut in two. */
const LINE = 1 << 16;

export interface TurnLog {
  /** Undefined when it could not be made. */
  readonly path: string | undefined;
  readonly write: (chunk: string) => void;
  readonly close: () => void;
}

export interface TurnLogOptions {
  readonly repo: Repository;
  readonly process: string;
  readonly state: string;
  readonly actor: string;
  readonly limit?: number;
  /** Told once when nothing can be written any more; the turn goes on without. */
  readonly onFault: (why: string) => void;
}

/** Takes all output of a turn into a file, control sequences stripped, in bounded memory. A full disk ends the log, not the turn. */
export function openTurnLog({ repo, process, state, actor, limit = LIMIT, onFault }: TurnLogOptions): TurnLog {
  let open: ReturnType<typeof createLog> | undefined;
  let written = 0;
  let held = "";
  const fail = (error: unknown): void => {
    close();
    onFault(error instanceof Error ? error.message : String(error));
  };
  const put = (text: string): void => {
    if (open === undefined || text === "") return;
    try {
      const bytes = Buffer.from(text);
      writeAll(open.descriptor, bytes);
      written += bytes.length;
      if (written > limit) {
        writeAll(open.descriptor, Buffer.from(`\n[… more was said: a log takes ${limit} bytes …]\n`));
        close();
      }
    } catch (error) {
      fail(error);
    }
  };
  const close = (): void => {
    const descriptor = open?.descriptor;
    open = undefined;
    if (descriptor !== undefined) closeSync(descriptor);
  };
  try {
    open = createLog(repo, state);
  } catch (error) {
    fail(error);
  }
  const path = open?.path;
  put(renderHead(process, state, actor));
  return {
    path,
    write: (chunk) => {
      if (open === undefined) return;
      const text = held + chunk;
      const end = text.length > LINE ? text.length : text.lastIndexOf("\n") + 1;
      held = text.slice(end);
      put(stripControl(text.slice(0, end)));
    },
    close: () => {
      put(stripControl(held));
      held = "";
      close();
    },
  };
}

function writeAll(descriptor: number, bytes: Uint8Array): void {
  for (let at = 0; at < bytes.length;) at += writeSync(descriptor, bytes, at);
}
