import { homedir } from "node:os";
import type { Definition, Settings, Source } from "../compiler/definition.ts";
import type { Workflow } from "../engine/types.ts";
import type { Repository } from "../git/types.ts";

/** Where and how a command was started. */
export interface Place {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** A repository with its configuration, compiled and trusted. */
export interface Project {
  readonly repo: Repository;
  readonly definition: Definition;
  readonly workflow: Workflow;
  readonly settings: Settings;
  /** Every file that made the configuration. */
  readonly sources: readonly Source[];
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** The user's home directory as the environment tells it. */
export function homeOf(env: Place["env"]): string {
  return env["HOME"] || homedir();
}
