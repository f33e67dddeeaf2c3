import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { checkCommand, type CheckOptions } from "../../../src/commands/check.ts";
import type { Context } from "../../../src/runtime/context.ts";

export interface CheckRun {
  readonly code: number;
  readonly output: string;
}

/** Runs `gtd check --workflow <name>` in a directory of its own, outside of any repository, where the file lies alone. */
export async function runCheck(
  name: string,
  text: string,
  options: Omit<CheckOptions, "workflow"> & { readonly workflow?: string | undefined } = {},
  json = false,
  env: Readonly<Record<string, string>> = {},
  beside: Readonly<Record<string, string>> = {},
): Promise<CheckRun> {
  const directory = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), "gtd-check-")));
  try {
    for (const [file, content] of Object.entries({ ...beside, [name]: text }))
      fs.writeFileSync(path.join(directory, file), content);
    let output = "";
    const context: Context = {
      cwd: directory,
      env: { PATH: process.env["PATH"], HOME: directory, GTD_TRUST: "1", LC_ALL: "C", ...env },
      out: (chunk) => (output += chunk),
      err: () => {},
      json,
      color: false,
      signal: new AbortController().signal,
    };
    const { workflow = "workflow" in options ? undefined : name, ...others } = options;
    const code = await checkCommand(context, { ...others, ...(workflow === undefined ? {} : { workflow }) });
    return { code, output };
  } finally {
    fs.rmSync(directory, { recursive: true, force: true });
  }
}
