/** Where an agent keeps its login, as far as it can be told without asking it. */
export interface Login {
  readonly env: readonly string[];
  /** Below the home directory. */
  readonly files: readonly string[];
  readonly fix: readonly string[];
}

/** By the name of the built-in adapter. On macOS some keep it in the keychain, so the absence of a sign is no fault. */
export const LOGINS: ReadonlyMap<string, Login> = new Map<string, Login>([
  [
    "claude",
    {
      env: [
        "ANTHROPIC_API_KEY",
        "ANTHROPIC_AUTH_TOKEN",
        "CLAUDE_CODE_OAUTH_TOKEN",
        "CLAUDE_CODE_USE_BEDROCK",
        "CLAUDE_CODE_USE_VERTEX",
      ],
      files: [".claude/.credentials.json"],
      fix: ["claude  # and log in", "export ANTHROPIC_API_KEY=…"],
    },
  ],
  [
    "codex",
    {
      env: ["CODEX_API_KEY", "OPENAI_API_KEY"],
      files: [".codex/auth.json"],
      fix: ["codex login", "export CODEX_API_KEY=…"],
    },
  ],
  [
    "copilot",
    {
      env: ["COPILOT_GITHUB_TOKEN", "GH_TOKEN", "GITHUB_TOKEN", "COPILOT_PROVIDER_API_KEY"],
      files: [".copilot/config.json"],
      fix: ["copilot  # and log in", "export COPILOT_GITHUB_TOKEN=…"],
    },
  ],
  [
    "gemini",
    {
      env: ["GEMINI_API_KEY", "GOOGLE_API_KEY", "GOOGLE_GENAI_USE_VERTEXAI"],
      files: [".gemini/oauth_creds.json"],
      fix: ["gemini  # and log in", "export GEMINI_API_KEY=…"],
    },
  ],
  [
    "opencode",
    {
      env: ["ANTHROPIC_API_KEY", "OPENAI_API_KEY", "OPENROUTER_API_KEY", "GEMINI_API_KEY"],
      files: [".local/share/opencode/auth.json", ".config/opencode/opencode.json"],
      fix: ["opencode auth login"],
    },
  ],
  [
    "qwen",
    {
      env: ["OPENAI_API_KEY", "DASHSCOPE_API_KEY"],
      files: [".qwen/oauth_creds.json"],
      fix: ["qwen  # and log in", "export OPENAI_API_KEY=…"],
    },
  ],
]);
