import type { Rule } from "../rule.ts";
import { deadRow } from "./dead-row.ts";
import { fileMode } from "./file-mode.ts";
import { gradesOwnWork } from "./grades-own-work.ts";
import { humanBypass } from "./human-bypass.ts";
import { neverRow } from "./never-row.ts";
import { noCleanRow } from "./no-clean-row.ts";
import { noWayOut } from "./no-way-out.ts";
import { notTotal } from "./not-total.ts";
import { overlap } from "./overlap.ts";
import { retryCycle } from "./retry-cycle.ts";
import { retrySince } from "./retry-since.ts";
import { unboundedLoop } from "./unbounded-loop.ts";
import { unhandledSignal } from "./unhandled-signal.ts";
import { unused } from "./unused.ts";

/** Everything that `gtd check` looks for in a workflow that compiles (docs/checks.md). */
export const RULES: readonly Rule[] = [
  deadRow,
  neverRow,
  notTotal,
  unhandledSignal,
  unboundedLoop,
  noWayOut,
  retryCycle,
  retrySince,
  humanBypass,
  gradesOwnWork,
  unused,
  fileMode,
  overlap,
  noCleanRow,
];
