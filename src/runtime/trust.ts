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
    next: ["gtd trust   after you have read it; in CI set GTD_TRUST=1"],
  });
}
