import { isAbsolute, relative, sep } from "node:path";

/** Whether a path is a directory or lies below it; both absolute, links resolved. */
export function isInside(path: string, directory: string): boolean {
  const rest = relative(directory, path);
  return rest === "" || (rest !== ".." && !rest.startsWith(`..${sep}`) && !isAbsolute(rest));
}
