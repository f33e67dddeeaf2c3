// What the fake agents share: they note how they were called, do what FAKE says the n-th time, and write a file.
const fs = require("node:fs");
const path = require("node:path");

const CALLS = path.join(process.env.HOME, "calls.jsonl");

/** Notes the call; answers how this one is to behave: the n-th word of FAKE, the last for ever. */
exports.begin = function begin() {
  const before = fs.existsSync(CALLS) ? fs.readFileSync(CALLS, "utf8").trim().split("\n").length : 0;
  const prompt = process.stdin.isTTY ? "" : fs.readFileSync(0, "utf8");
  fs.appendFileSync(CALLS, `${JSON.stringify({ args: process.argv.slice(2), prompt })}\n`);
  const plan = (process.env.FAKE ?? "ok").split(" ");
  const mode = plan[Math.min(before, plan.length - 1)];
  if (mode === "ok") fs.writeFileSync(`made-${before + 1}.txt`, "made\n");
  return { mode, call: before + 1, after };
};

exports.say = (...events) => {
  for (const event of events) fs.writeSync(1, `${JSON.stringify(event)}\n`);
};
exports.complain = (text) => fs.writeSync(2, `${text}\n`);

function after(flag) {
  const at = process.argv.indexOf(flag);
  return at < 0 ? undefined : process.argv[at + 1];
}
