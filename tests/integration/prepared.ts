import { createHash } from "node:crypto";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import type { World } from "./world.ts";

const made = new Map<string, string>();

/**
 * Does what begins a scenario, once a worker for the same environment and the same directory: from then on its result
 * is copied, which saves several git processes each time.
 */
export function prepare(world: World, name: string, make: () => void): void {
  const key = `${name}\n${JSON.stringify(world.env).replaceAll(world.base, "")}\n${hashState(world)}`;
  const copy = made.get(key);
  if (copy !== undefined) {
    fs.rmSync(world.dir, { recursive: true, force: true });
    fs.cpSync(copy, world.dir, { recursive: true, verbatimSymlinks: true });
    return;
  }
  make();
  const kept = path.join(fs.mkdtempSync(path.join(os.tmpdir(), "gtd-prepared-")), "repo");
  fs.cpSync(world.dir, kept, { recursive: true, verbatimSymlinks: true });
  made.set(key, kept);
}

/** Of all that git may read: names, modes and contents; objects follow from the refs, and logs tell of times. */
function hashState(world: World): string {
  const hash = createHash("sha1");
  hash.update(fs.readFileSync(path.join(world.base, "home", "gitconfig")));
  list(world.dir, "");
  return hash.digest("hex");

  function list(dir: string, prefix: string): void {
    if (!fs.existsSync(dir)) return;
    for (const name of fs.readdirSync(dir).toSorted()) {
      const below = prefix + name;
      if (below === ".git/objects" || below === ".git/logs") continue;
      const file = path.join(dir, name);
      const stat = fs.lstatSync(file);
      hash.update(`${JSON.stringify(below)} ${stat.mode} `);
      if (stat.isDirectory()) list(file, `${below}/`);
      else if (stat.isSymbolicLink()) hash.update(fs.readlinkSync(file));
      else if (stat.isFile()) hash.update(fs.readFileSync(file));
    }
  }
}
