import { discoverConfig } from "../config/discover.ts";
import { listTrust, readTrust, revokeTrust, writeTrust } from "../config/trust.ts";
import { EXIT, UserError, type ExitCode } from "../errors.ts";
import { sanitizeText } from "../report/sanitize.ts";
import { report, type Context } from "../runtime/context.ts";
import { refuseInsideTurn } from "../runtime/inside-turn.ts";
import { loadConfiguration, openRepository } from "../runtime/open.ts";
import { homeOf } from "../runtime/project.ts";

export interface TrustOptions {
  readonly list?: boolean;
  readonly revoke?: boolean;
}

/** `gtd trust`: trusts the configuration as it is now; `--list` and `--revoke`. */
export async function trustCommand(context: Context, options: TrustOptions): Promise<ExitCode> {
  if (options.list === true) return list(context);
  const repo = openRepository(context);
  refuseInsideTurn(context, repo, "trust");
  if (options.revoke === true) {
    const revoked = revokeTrust({ root: repo.root, env: context.env });
    report(
      context,
      { root: repo.root, revoked },
      revoked ? "the configuration is no longer trusted\n" : "the configuration was not trusted\n",
    );
    return EXIT.done;
  }
  const layers = discoverConfig({ root: repo.root, cwd: context.cwd, home: homeOf(context.env) });
  const loaded = layers.length === 0 ? undefined : await loadConfiguration(repo, layers);
  if (loaded === undefined || !loaded.needsTrust) {
    report(context, { root: repo.root, trusted: true, files: [] }, "nothing in the configuration needs trust\n");
    return EXIT.done;
  }
  const trust = readTrust({ root: repo.root, sources: loaded.sources, env: context.env });
  if (!trust.trusted) {
    if (!context.json) context.err(sanitizeText(`${trust.diff}\n`));
    await ask(context);
  }
  writeTrust({ root: repo.root, sources: loaded.sources, env: context.env });
  const files = loaded.sources.map((source) => source.path).filter((path) => !path.startsWith("bundled:"));
  report(
    context,
    { root: repo.root, trusted: true, files },
    `trusted as it is now:\n${files.map((path) => `  ${path}\n`).join("")}`,
  );
  return EXIT.done;
}

/** Whoever types the command at a terminal sees what it is about before it is done; without one, typing it is the answer. */
async function ask(context: Context): Promise<void> {
  if (context.json || context.confirm === undefined) return;
  if (await context.confirm("This configuration runs commands. Trust it as shown?")) return;
  throw new UserError("the configuration stays untrusted", {
    code: "untrusted",
    exit: EXIT.config,
    next: ["gtd trust  # when you have read it"],
  });
}

function list(context: Context): ExitCode {
  const entries = listTrust({ env: context.env });
  report(
    context,
    { trusted: entries },
    entries.length === 0
      ? "nothing is trusted\n"
      : entries.map((entry) => `${entry.root}\n${entry.files.map((path) => `  ${path}\n`).join("")}`).join(""),
  );
  return EXIT.done;
}
