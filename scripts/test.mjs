// Everything that must hold: generated files, types, lint, build, then every test. Ends with "N passed, N failed".
// Arguments go to vitest, as in `npm test -- --project unit`; with any, only vitest runs, and the build where there is none.
import { spawn } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const cache = join(root, "node_modules", ".cache", "gtd");
const report = join(cache, `vitest-${process.pid}.json`);
const binary = (name) => join(root, "node_modules", ".bin", name);

/** Runs one command to its end; its output is shown whole afterwards, so that parallel ones do not mix. */
function run(name, command, args, { live = false } = {}) {
  const started = performance.now();
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: root,
      stdio: ["ignore", live ? "inherit" : "pipe", live ? "inherit" : "pipe"],
    });
    let output = "";
    child.stdout?.on("data", (chunk) => (output += chunk));
    child.stderr?.on("data", (chunk) => (output += chunk));
    child.on("error", (error) => resolve(finish(1, error.message)));
    child.on("close", (code) => resolve(finish(code ?? 1, output)));
  });
  function finish(code, output) {
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    if (code !== 0 && output !== "") process.stdout.write(`${output.trimEnd()}\n`);
    process.stdout.write(`${live ? "\n" : ""}${code === 0 ? "ok  " : "FAIL"} ${name} (${seconds} s)\n`);
    return code === 0;
  }
}

/** Tests of the last vitest run; a run that wrote no report, or files that did not load, count as failed. */
function readCounts(ok) {
  try {
    const { numPassedTests, numFailedTests, numFailedTestSuites } = JSON.parse(readFileSync(report, "utf8"));
    const failed = numFailedTests > 0 ? numFailedTests : numFailedTestSuites;
    return { passed: numPassedTests, failed: failed > 0 ? failed : ok ? 0 : 1 };
  } catch {
    return { passed: 0, failed: 1 };
  }
}

const only = process.argv.slice(2);
mkdirSync(cache, { recursive: true });
const checks = [];
if (only.length === 0) {
  checks.push(await run("generate", process.execPath, [join("scripts", "generate.mjs")]));
  const info = join(cache, "tsc.tsbuildinfo");
  checks.push(
    ...(await Promise.all([
      run("build", process.execPath, [join("scripts", "build.mjs"), "--quiet"]),
      run("typecheck", binary("tsc"), ["--noEmit", "--incremental", "--tsBuildInfoFile", info]),
      run("lint", process.execPath, [join("scripts", "lint.mjs")]),
    ])),
  );
} else if (!existsSync(join(root, "dist", "gtd.js"))) {
  checks.push(await run("build", process.execPath, [join("scripts", "build.mjs"), "--quiet"]));
}
const tests = await run(
  "tests",
  binary("vitest"),
  ["run", "--reporter=dot", "--reporter=json", `--outputFile.json=${report}`, ...only],
  { live: true },
);
const counts = readCounts(tests);
rmSync(report, { force: true });
const passed = counts.passed + checks.filter(Boolean).length;
const failed = counts.failed + checks.filter((ok) => !ok).length;
process.stdout.write(`${passed} passed, ${failed} failed\n`);
process.exitCode = failed === 0 ? 0 : 1;
