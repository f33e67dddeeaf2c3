import { AGENT_SCENES } from "./agent-scenes.ts";
import { ANSWER_SCENES } from "./answer-scenes.ts";
import { FINDING_SCENES } from "./finding-scenes.ts";
import { REPOSITORY_SCENES } from "./repository-scenes.ts";
import type { Scene } from "./scene.ts";
import { USAGE_SCENES } from "./usage-scenes.ts";
import { WORKFLOW_SCENES } from "./workflow-scenes.ts";

/** Every error as it comes about, by its code. */
export const SCENES: readonly Scene[] = [
  ...REPOSITORY_SCENES,
  ...WORKFLOW_SCENES,
  ...AGENT_SCENES,
  ...USAGE_SCENES,
  ...ANSWER_SCENES,
  ...FINDING_SCENES,
];
