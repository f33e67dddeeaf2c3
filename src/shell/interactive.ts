import { spawn } from "node:child_process";

export interface InteractiveOptions {
  /** Text for the shell; its arguments are `$1`, `$2`, … */
  readonly command: string;
  readonly args: readonly string[];
  readonly shell: string;
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
}

/** Runs a command that talks to the user, with this process's own streams, and waits for its end. Null when a signal ended it or it never started. */
export function runInteractive({ command, args, shell, cwd, env }: InteractiveOptions): Promise<number | null> {
  return new Promise((resolve) => {
    const child = spawn(shell, ["-c", command, shell, ...args], { cwd, env, stdio: "inherit" });
    child.once("error", () => resolve(null));
    child.once("exit", (code) => resolve(code));
  });
}
