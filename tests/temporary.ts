import { spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";

const MEMORY = "/dev/shm";
const ENOUGH = 2 ** 31;

/** Where files are kept in memory, if there is room and scripts may run; else the system's temporary directory. */
function findRoom(): string {
  if (process.env["TMPDIR"] !== undefined || process.platform !== "linux") return os.tmpdir();
  try {
    const { bavail, bsize } = fs.statfsSync(MEMORY);
    if (bavail * bsize < ENOUGH) return os.tmpdir();
    const probe = path.join(fs.mkdtempSync(path.join(MEMORY, "gtd-probe-")), "run");
    try {
      fs.writeFileSync(probe, "#!/bin/sh\n", { mode: 0o755 });
      return spawnSync(probe).status === 0 ? MEMORY : os.tmpdir();
    } finally {
      fs.rmSync(path.dirname(probe), { recursive: true });
    }
  } catch {
    return os.tmpdir();
  }
}

/** One temporary directory for the whole run, so that nothing is left behind, whatever a killed worker leaves. */
export default function setup(): () => void {
  const dir = fs.realpathSync(fs.mkdtempSync(path.join(findRoom(), "gtd-test-")));
  process.env["TMPDIR"] = dir;
  return () => fs.rmSync(dir, { recursive: true, force: true, maxRetries: 3 });
}
