import { spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { ROOT } from "./packed.ts";

it("empties no directory that node_modules is only a link to", () => {
  const dir = fs.mkdtempSync(path.join(os.tmpdir(), "gtd-ensure-"));
  onTestFinished(() => fs.rmSync(dir, { recursive: true, force: true }));
  for (const name of ["scripts", "shared"]) fs.mkdirSync(path.join(dir, name));
  fs.copyFileSync(path.join(ROOT, "scripts/ensure.mjs"), path.join(dir, "scripts/ensure.mjs"));
  fs.writeFileSync(path.join(dir, "package.json"), '{"name":"x","version":"1.0.0"}');
  fs.writeFileSync(
    path.join(dir, "package-lock.json"),
    '{"name":"x","version":"1.0.0","lockfileVersion":3,"packages":{"":{"name":"x","version":"1.0.0"}}}',
  );
  fs.writeFileSync(path.join(dir, "shared/kept"), "kept");
  fs.symlinkSync("shared", path.join(dir, "node_modules"));
  const { status, stderr } = spawnSync("node", ["scripts/ensure.mjs"], { cwd: dir, encoding: "utf8" });
  expect(fs.readdirSync(path.join(dir, "shared"))).toEqual(["kept"]);
  expect(status).toBe(1);
  expect(stderr).toContain("rm node_modules && npm ci");
});
