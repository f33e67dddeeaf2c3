// By hand, not in CI (npm run test:vendor): takes real agents from npm through one whole turn, with a call of a tool
// that writes a file, and through the errors of a provider on this machine. Says what each did.
const { execFileSync, spawn } = require("node:child_process");
const fs = require("node:fs");
const os = require("node:os");
const path = require("node:path");
const { startProvider } = require("./provider.cjs");

const ROOT = path.resolve(__dirname, "../..");
const PACKAGES = {
  claude: "@anthropic-ai/claude-code",
  codex: "@openai/codex",
  gemini: "@google/gemini-cli",
  qwen: "@qwen-code/qwen-code",
  opencode: "opencode-ai",
  copilot: "@github/copilot",
};
const WORKFLOW = {
  states: {
    idle: { actor: "human", initial: true, message: "Ask.", on: { "* ask.md": "working" } },
    working: { actor: "agent", prompt: "Write made.txt.", memory: "work", on: { "* **": "looking" } },
    looking: { actor: "human", message: "Look.", on: { C: "idle" } },
  },
};
/** What the loop must end with, by the provider's fault; "wait" where it is to wait and was then interrupted. */
const EXPECTED = { ok: 0, limit: 3, overload: 3, auth: 5, quota: 5, context: 5, model: 5 };

function pointAt(agent, port, home) {
  const url = `http://127.0.0.1:${port}`;
  switch (agent) {
    case "claude":
      return {
        ANTHROPIC_BASE_URL: url,
        ANTHROPIC_API_KEY: "x",
        CLAUDE_CODE_MAX_RETRIES: "1",
        DISABLE_AUTOUPDATER: "1",
        CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
      };
    case "codex":
      fs.mkdirSync(path.join(home, ".codex"), { recursive: true });
      fs.writeFileSync(
        path.join(home, ".codex/config.toml"),
        `model = "mock"\nmodel_provider = "mk"\n[model_providers.mk]\nname = "mk"\nbase_url = "${url}/v1"\nenv_key = "OPENAI_API_KEY"\nwire_api = "responses"\nrequest_max_retries = 1\nstream_max_retries = 1\n`,
      );
      return { OPENAI_API_KEY: "x" };
    case "gemini":
      writeSettings(home, ".gemini/settings.json", {
        security: { auth: { selectedType: "gemini-api-key" } },
        privacy: { usageStatisticsEnabled: false },
        // It tries ten times by itself, which takes minutes.
        general: { enableAutoUpdate: false, maxAttempts: 2 },
      });
      return { GEMINI_API_KEY: "x", GOOGLE_GEMINI_BASE_URL: url };
    case "qwen":
      writeSettings(home, ".qwen/settings.json", {
        security: { auth: { selectedType: "openai" } },
        privacy: { usageStatisticsEnabled: false },
        general: { enableAutoUpdate: false },
      });
      return { OPENAI_API_KEY: "x", OPENAI_BASE_URL: `${url}/v1`, OPENAI_MODEL: "mock" };
    case "opencode":
      writeSettings(home, ".config/opencode/opencode.json", {
        model: "mk/mock",
        small_model: "mk/mock",
        autoupdate: false,
        share: "disabled",
        provider: {
          mk: {
            npm: "@ai-sdk/openai-compatible",
            options: { baseURL: `${url}/v1`, apiKey: "x" },
            models: { mock: { name: "mock" } },
          },
        },
      });
      return {};
    default:
      return {
        COPILOT_OFFLINE: "true",
        COPILOT_PROVIDER_BASE_URL: `${url}/v1`,
        COPILOT_PROVIDER_API_KEY: "x",
        COPILOT_MODEL: "mock",
      };
  }
}

function writeSettings(home, name, settings) {
  const file = path.join(home, name);
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.writeFileSync(file, JSON.stringify(settings));
}

async function takeTurn(agent, fault, bin, base) {
  const home = fs.mkdtempSync(path.join(base, `${agent}-${fault}-`));
  const dir = path.join(home, "repo");
  fs.mkdirSync(dir);
  const provider = await startProvider(fault, dir);
  const env = {
    PATH: `${bin}:${process.env.PATH}`,
    HOME: home,
    GIT_CONFIG_NOSYSTEM: "1",
    GTD_TRUST: "1",
    NO_COLOR: "1",
    TERM: "dumb",
    ...pointAt(agent, provider.port, home),
  };
  const git = (...args) =>
    execFileSync("git", ["-c", "user.name=Ada", "-c", "user.email=ada@example.org", ...args], {
      cwd: dir,
      env,
      encoding: "utf8",
    });
  git("init", "-q");
  git("config", "user.name", "Ada");
  git("config", "user.email", "ada@example.org");
  const permission = agent === "codex" ? "full" : "edit";
  fs.writeFileSync(
    path.join(dir, ".gtdrc.json"),
    JSON.stringify({
      workflow: WORKFLOW,
      agent,
      permission,
      limits: { wait: "1s" },
      timeouts: { hard: "3m", idle: "2m" },
    }),
  );
  git("add", "-A");
  git("commit", "-qm", "chore: begin");
  fs.writeFileSync(path.join(dir, "ask.md"), "ask\n");
  const child = spawn(process.execPath, [path.join(ROOT, "bin/gtd.cjs"), "loop"], {
    cwd: dir,
    env,
    stdio: ["ignore", "pipe", "pipe"],
  });
  let said = "";
  for (const each of [child.stdout, child.stderr]) each.setEncoding("utf8").on("data", (chunk) => (said += chunk));
  const begun = performance.now();
  const code = await new Promise((resolve) => child.on("close", resolve));
  const seconds = Math.round((performance.now() - begun) / 1000);
  provider.close();
  const made = fs.existsSync(path.join(dir, "made.txt"));
  const right = code === EXPECTED[fault] && (fault !== "ok" || made);
  process.stdout.write(
    `${right ? "ok  " : "FAIL"} ${agent} ${fault}: exit ${code} after ${seconds} s${fault === "ok" ? `, file ${made ? "written" : "missing"}` : ""}\n`,
  );
  process.stdout.write(said.replace(/^(?=.)/gm, "     "));
  if (fault === "ok") process.stdout.write(git("log", "-1", "--format=%B").trim().replace(/^/gm, "     ") + "\n");
  return right;
}

async function main([prefix, ...only]) {
  const base = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), "gtd-vendor-")));
  try {
    const where = prefix ?? path.join(base, "agents");
    if (prefix === undefined) {
      fs.mkdirSync(where);
      execFileSync("npm", ["install", "--no-audit", "--no-fund", "--prefix", where, ...Object.values(PACKAGES)], {
        stdio: "inherit",
      });
    }
    // Of the words, those that name agents choose agents, and those that name faults choose faults.
    const asked = (name, among) => only.includes(name) || !only.some((word) => word in among);
    let right = true;
    for (const agent of Object.keys(PACKAGES))
      for (const fault of Object.keys(EXPECTED))
        if (asked(agent, PACKAGES) && asked(fault, EXPECTED))
          right = (await takeTurn(agent, fault, path.join(where, "node_modules/.bin"), base)) && right;
    process.exitCode = right ? 0 : 1;
  } finally {
    fs.rmSync(base, { recursive: true, force: true, maxRetries: 3 });
  }
}

void main(process.argv.slice(2));
