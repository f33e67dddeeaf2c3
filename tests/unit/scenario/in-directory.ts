import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import type { Context } from "../../../src/runtime/context.ts";

/** Runs something in a directory of its own, outside of any repository, that holds these files. */
export async function inDirectory<T>(
  files: Readonly<Record<string, string>>,
  work: (context: Context, output: () => string) => Promise<T>,
): Promise<T> {
  const directory = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), "gtd-scenarios-")));
  try {
    for (const [file, content] of Object.entries(files)) {
      fs.mkdirSync(path.dirname(path.join(directory, file)), { recursive: true });
      fs.writeFileSync(path.join(directory, file), content);
    }
    let output = "";
    const context: Context = {
      cwd: directory,
      env: { PATH: process.env["PATH"], HOME: directory, GTD_TRUST: "1", LC_ALL: "C" },
      out: (chunk) => (output += chunk),
      err: () => {},
      json: false,
      color: false,
      signal: new AbortController().signal,
    };
    return await work(context, () => output);
  } finally {
    fs.rmSync(directory, { recursive: true, force: true });
  }
}
