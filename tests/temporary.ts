import fs from "node:fs";
import os from "node:os";
import path from "node:path";

/** One temporary directory for the whole run, so that nothing is left behind, whatever a killed worker leaves. */
export default function setup(): () => void {
  const dir = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), "gtd-test-")));
  process.env["TMPDIR"] = dir;
  return () => fs.rmSync(dir, { recursive: true, force: true, maxRetries: 3 });
}
