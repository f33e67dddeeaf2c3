import type { Source } from "../compiler/definition.ts";
import { readTrust, writeTrust } from "../config/trust.ts";
import { EXIT, UserError } from "../errors.ts";
import type { Repository } from "../git/types.ts";
import { sanitizeText } from "../report/sanitize.ts";
import type { Context } from "./context.ts";

/**
 * Lets a configuration pass only when every file that made it is trusted as it is now. A terminal is asked, with what
 * changed since it was trusted; without one throws `untrusted`.
 */
export async function requireTrust(
  context: Context,
  repo: Pick<Repository, "root">,
  sources: readonly Source[],
): Promise<void> {
  const trust = readTrust({ root: repo.root, sources, env: context.env });
  if (trust.trusted) return;
  if (context.confirm !== undefined) {
    context.err(sanitizeText(`${trust.diff}\n`));
    if (await context.confirm("This configuration runs commands. Trust it as shown?")) {
      writeTrust({ root: repo.root, sources, env: context.env });
      return;
    }
  }
  const names = sources.filter((source) => !source.path.startsWith("bundled:")).map((source) => source.path);
  throw new UserError(`the configuration is not trusted${trust.known ? " any more: it changed" : ""}`, {
    code: "untrusted",
    exit: EXIT.config,
    detail: names.join("\n"),
    next: ["gtd trust  # after you have read it; in CI set GTD_TRUST=1"],
  });
}

/**
 * The same for files that are named on the command line, which no configuration holds and `gtd trust` would not help.
 * Throws `untrusted` with the command that does.
 */
export async function requireFileTrust(
  context: Context,
  root: string,
  {
    sources,
    message,
    command,
  }: { readonly sources: readonly Source[]; readonly message: string; readonly command: string },
): Promise<void> {
  const own = sources.filter(({ path }) => !path.startsWith("bundled:"));
  if (own.length === 0 || readTrust({ root, sources: own, env: context.env }).trusted) return;
  if (context.confirm !== undefined) return requireTrust(context, { root }, own);
  throw new UserError(message, {
    code: "untrusted",
    exit: EXIT.config,
    detail: own.map(({ path }) => path).join("\n"),
    next: [`GTD_TRUST=1 ${command}  # after you have read them`, `${command}  # at a terminal, which asks once`],
  });
}
