import type { Finding } from "../../finding.ts";
import type { Model } from "../model.ts";
import { checkFiles } from "./files.ts";
import { checkReachable } from "./reachable.ts";
import { checkRetry } from "./retry.ts";
import { checkRows } from "./rows.ts";
import { checkStarts } from "./starts.ts";
import { checkStates } from "./states.ts";
import { checkTemplates } from "./templates.ts";
import { checkVars } from "./vars.ts";

/** What must hold of a workflow beyond its shape (docs/configuration.md). */
export const RULES: readonly ((model: Model) => readonly Finding[])[] = [
  checkStates,
  checkStarts,
  checkRows,
  checkRetry,
  checkFiles,
  checkVars,
  checkTemplates,
  checkReachable,
];
