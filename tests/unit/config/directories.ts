import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { onTestFinished } from "vitest";

/** A fresh directory, links resolved, with files in it; gone when the test ends. */
export function makeDirectory(files: Readonly<Record<string, string>> = {}): string {
  const directory = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), "gtd-config-")));
  onTestFinished(() => fs.rmSync(directory, { recursive: true, force: true }));
  for (const [name, text] of Object.entries(files)) {
    const file = path.join(directory, name);
    fs.mkdirSync(path.dirname(file), { recursive: true });
    fs.writeFileSync(file, text);
  }
  return directory;
}
