// Installs the development dependencies when they are missing or stale; nothing else is needed but node and git.
import { execFileSync } from "node:child_process";
import { existsSync, lstatSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const stamp = join(root, "node_modules", ".package-lock.json");
const lock = join(root, "package-lock.json");

if (!existsSync(stamp) || statSync(stamp).mtimeMs < statSync(lock).mtimeMs) {
  const modules = dirname(stamp);
  if (lstatSync(modules, { throwIfNoEntry: false })?.isSymbolicLink() === true) {
    console.error(`"${modules}" is a link, and stale: npm would empty what it leads to.`);
    console.error("next:\n  rm node_modules && npm ci");
    process.exit(1);
  }
  const npm = process.platform === "win32" ? "npm.cmd" : "npm";
  // Whatever npm was told that started this, such as `npm publish --dry-run`, all is needed, and here.
  const whole = ["--include=dev", "--dry-run=false", "--global=false"];
  execFileSync(npm, ["ci", ...whole, "--no-audit", "--no-fund", "--loglevel=error"], {
    cwd: root,
    // The output of `npm pack --json` is a document.
    stdio: ["ignore", 2, 2],
  });
}
