import { spawnSync } from "node:child_process";
import { closeSync, constants, mkdtempSync, openSync, rmSync, writeFileSync } from "node:fs";
import { Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** What a child gets for its streams. Node's own are sockets, which break `cat /dev/stdin` and make bash read `~/.bashrc`. */
export interface Plumbing {
  /** File descriptors for the child: stdin, stdout, stderr; stdin may be nothing. */
  readonly stdio: readonly [number | "ignore", number, number];
  /** One for each stream that was asked for; ends when the last holder of the writing end is gone. */
  readonly readers: readonly Socket[];
  /** Gives up this process's hold of the child's ends; to be called once the child has them. */
  readonly release: () => void;
}

/**
 * Makes the child's input, a file that is read to its end, and its output, one pipe for both streams, in the order
 * they are written, or one for each. Nothing stays on disk. Throws the error of the system when `$TMPDIR` cannot be
 * written or named pipes cannot be made.
 */
export function openPlumbing(streams: 1 | 2, stdin: string | undefined): Plumbing {
  const directory = mkdtempSync(join(tmpdir(), "gtd-"));
  const opened: number[] = [];
  const open = (name: string, flags: number): number => {
    const descriptor = openSync(join(directory, name), flags);
    opened.push(descriptor);
    return descriptor;
  };
  try {
    const names = streams === 1 ? ["output"] : ["output", "errors"];
    makePipes(names.map((name) => join(directory, name)));
    // Readers first, without waiting for a writer; a writer then finds its reader.
    const readEnds = names.map((name) => open(name, constants.O_RDONLY | constants.O_NONBLOCK));
    const writeEnds = names.map((name) => open(name, constants.O_WRONLY));
    if (stdin !== undefined) writeFileSync(join(directory, "input"), stdin, { mode: 0o600 });
    const input = stdin === undefined ? "ignore" : open("input", constants.O_RDONLY);
    const [output = 0, errors = output] = writeEnds;
    const readers = readEnds.map((fd) => new Socket({ fd, readable: true, writable: false }));
    const held = opened.filter((descriptor) => !readEnds.includes(descriptor));
    return {
      stdio: [input, output, errors],
      readers,
      release: () => held.forEach((descriptor) => closeSync(descriptor)),
    };
  } catch (error) {
    for (const descriptor of opened) closeSync(descriptor);
    throw error;
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

/** POSIX; node has no call for it. */
const MAKER = "mkfifo";

function makePipes(paths: readonly string[]): void {
  const { status, error, stderr } = spawnSync(MAKER, ["-m", "600", ...paths], {
    stdio: ["ignore", "ignore", "pipe"],
    encoding: "utf8",
  });
  if (error !== undefined) throw error;
  if (status !== 0) throw new Error(`no pipe could be made: ${stderr.trim()}`);
}
