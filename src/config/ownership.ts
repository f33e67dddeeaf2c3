import type { Stats } from "node:fs";

/** Why a file outside the repository is not to be read: it must belong to the user or root, and to nobody else to write. */
export function ownershipFault(
  { uid, mode }: Pick<Stats, "uid" | "mode">,
  user = process.getuid?.(),
): string | undefined {
  if (user === undefined) return undefined;
  if (uid !== user && uid !== 0) return "it belongs to another user";
  return (mode & 0o022) === 0 ? undefined : "others can write it: chmod go-w";
}
