import { createHash } from "node:crypto";

/** The hash of a text, in lower-case hexadecimal. */
export function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
