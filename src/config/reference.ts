import { readFileSync, realpathSync, statSync } from "node:fs";
import { dirname, relative, resolve, sep } from "node:path";
import type { Source } from "../compiler/definition.ts";
import { isInside } from "./inside.ts";
import { ownershipFault } from "./ownership.ts";

/** Bytes; nothing that a workflow refers to comes near it. */
const SIZE_LIMIT = 1_048_576;

type Read = Source | { readonly fault: string };

/**
 * Makes the reader of the files that a configuration names. A reference is relative to the file that declares it and
 * must lead, links resolved, into the repository, or, from a file outside it, into that file's directory.
 */
export function makeReferenceReader({
  root,
}: {
  readonly root: string | null;
}): (from: string, reference: string) => Read {
  return (from, reference) => {
    const path = resolve(dirname(from), reference);
    try {
      const real = realpathSync(path);
      const inside = root !== null && isInside(from, root);
      const border = inside ? root : dirname(from);
      if (!isInside(real, border)) {
        return { fault: `"${reference}" leads out of ${inside ? "the repository" : `"${border}"`}: "${real}"` };
      }
      if (relative(border, real).split(sep).includes(".git"))
        return { fault: `"${reference}" leads into a git directory` };
      const stats = statSync(real);
      if (!stats.isFile()) return { fault: `"${reference}" is no file` };
      const owned = inside ? undefined : ownershipFault(stats);
      if (owned !== undefined) return { fault: `"${reference}" is not read: ${owned}` };
      if (stats.size > SIZE_LIMIT) return { fault: `"${reference}" is larger than 1 MiB` };
      return { path: real, text: decode(readFileSync(real)) };
    } catch (error) {
      return { fault: describeFault(reference, error) };
    }
  };
}

function decode(bytes: Buffer): string {
  return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
}

function describeFault(reference: string, error: unknown): string {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  if (code === "ENOENT" || code === "ENOTDIR") return `"${reference}" does not exist`;
  if (code === "ERR_ENCODING_INVALID_ENCODED_DATA") return `"${reference}" is no UTF-8 text`;
  return `"${reference}" cannot be read: ${error instanceof Error ? error.message : String(error)}`;
}
