// Whether the version in package.json may be published from HEAD:
//   node scripts/check-release.mjs [tag]
//   node scripts/check-release.mjs --commits <range>   whether the commits of the range are conventional, no more
// It says all that stands in the way, each with what to do, and exits 1; or says nothing.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const TYPES = ["feat", "fix", "perf", "refactor", "docs", "test", "build", "ci", "style", "chore", "revert"];
/** https://www.conventionalcommits.org/en/v1.0.0/ */
const CONVENTIONAL = new RegExp(`^(${TYPES.join("|")})(\\([\\w./-]+\\))?(!)?: \\S`);
const BUMPS = ["patch", "minor", "major"];

/** @returns how far a commit moves the version, undefined for a message that is not conventional */
export function parseBump(message) {
  const match = CONVENTIONAL.exec(message);
  if (match === null) return undefined;
  if (match[3] !== undefined || /^BREAKING[ -]CHANGE: /m.test(message)) return "major";
  return match[1] === "feat" ? "minor" : "patch";
}

/** The lowest version after `last` that the bumps ask for; before 1.0.0 what breaks moves the second number. */
export function nextVersion(last, bumps) {
  const [major, minor, patch] = last.split(".").map(Number);
  const most = BUMPS.findLast((bump) => bumps.includes(bump)) ?? "patch";
  if (most === "major" && major > 0) return `${major + 1}.0.0`;
  return most === "patch" ? `${major}.${minor}.${patch + 1}` : `${major}.${minor + 1}.0`;
}

const isBelow = (one, other) => one.localeCompare(other, "en", { numeric: true }) < 0;

const describeOdd = ({ id, message }) =>
  `${id.slice(0, 10)} "${message.split("\n")[0]}" is no conventional commit: begin with one of ${TYPES.join(", ")}, as in "fix(git): …"`;

/** @returns sentences, one for each message that is not conventional */
export const checkCommits = (commits) =>
  commits.filter(({ message }) => parseBump(message) === undefined).map(describeOdd);

/**
 * @param release `version`; `tag`, where one is asked for; `tags`, those of HEAD; `changelog`, its text; `last`, the
 *   version before, where there is one; `commits` since then, each `{id, message}`
 * @returns sentences, one for each thing that stands in the way
 */
export function checkRelease({ version, tag, tags, changelog, last, commits }) {
  const found = checkCommits(commits);
  const wanted = `v${version}`;
  if (tag !== undefined && tag !== wanted)
    found.push(`the tag is "${tag}", but package.json says ${version}: tag "${wanted}", or npm version the other`);
  else if (!tags.includes(wanted)) found.push(`HEAD is not tagged "${wanted}": git tag -s ${wanted}`);
  if (!new RegExp(`^## \\[${version.replaceAll(".", "\\.")}\\] - \\d{4}-\\d\\d-\\d\\d$`, "m").test(changelog))
    found.push(`CHANGELOG.md has no heading "## [${version}] - <date>": move what is under "Unreleased" below one`);
  if (last !== undefined) {
    const least = nextVersion(
      last,
      commits.map(({ message }) => parseBump(message)),
    );
    if (isBelow(version, least))
      found.push(`the commits since ${last} ask for ${least} at least, package.json says ${version}`);
  }
  return found;
}

const git = (...args) => execFileSync("git", args, { cwd: root, encoding: "utf8" });
const readText = (name) => readFileSync(join(root, name), "utf8");

function readCommits(range) {
  const records = git("log", "--no-merges", "--format=%H%n%B%x00", range).split("\0\n");
  return records.filter(Boolean).map((record) => ({ id: record.slice(0, 40), message: record.slice(41) }));
}

function readRelease(tag) {
  const { version } = JSON.parse(readText("package.json"));
  const tags = git("tag", "--points-at", "HEAD").split("\n");
  const before = git("tag", "--merged", "HEAD", "--sort=-version:refname", "v*").split("\n");
  const last = before.find((one) => /^v\d+\.\d+\.\d+$/.test(one) && !tags.includes(one))?.slice(1);
  const commits = readCommits(last === undefined ? "HEAD" : `v${last}..HEAD`);
  return { version, tag, tags, changelog: readText("CHANGELOG.md"), last, commits };
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const [first, range] = process.argv.slice(2);
  const found = first === "--commits" ? checkCommits(readCommits(range)) : checkRelease(readRelease(first));
  for (const sentence of found) process.stderr.write(`${sentence}\n`);
  process.exitCode = found.length === 0 ? 0 : 1;
}
