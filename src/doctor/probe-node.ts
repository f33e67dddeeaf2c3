import type { Diagnosis } from "./diagnosis.ts";

const PROBE = "node";

/** Whether this node is new enough; the prompts need a little more than the rest. */
export function probeNode(version = process.versions.node): readonly Diagnosis[] {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  if (major < 20)
    return [
      {
        probe: PROBE,
        level: "fault",
        message: `node ${version} is too old: gtd needs node 20 or newer`,
        fix: ["install node 20 or newer"],
      },
    ];
  if (major === 20 && minor < 12)
    return [
      {
        probe: PROBE,
        level: "note",
        message: `node ${version} works, but "gtd init" and "gtd answer" ask questions from node 20.12 on`,
        fix: ["install node 20.12 or newer"],
      },
    ];
  return [{ probe: PROBE, level: "ok", message: `node ${version}` }];
}
