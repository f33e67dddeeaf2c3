import { SCENARIOS } from "./generated/scenarios.js";

/** The scenarios of the bundled workflows, as they are written: the workflow's name to YAML. */
export const BUNDLED_SCENARIOS: ReadonlyMap<string, string> = SCENARIOS;
