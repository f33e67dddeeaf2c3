import type { Diagnosis } from "./diagnosis.ts";
import type { Scene } from "./scene.ts";

const PROBE = "trust";

/** Whether the configuration may run. */
export function probeTrust({ trust, loaded }: Pick<Scene, "trust" | "loaded">): readonly Diagnosis[] {
  if (loaded === undefined) return [];
  if (trust === undefined) return [{ probe: PROBE, level: "ok", message: "nothing in the configuration needs trust" }];
  if (trust.trusted) return [{ probe: PROBE, level: "ok", message: "the configuration is trusted as it is" }];
  return [
    {
      probe: PROBE,
      level: "fault",
      message: `the configuration is not trusted${trust.known ? " any more: it changed" : ""}`,
      fix: ["gtd trust  # after you have read it"],
    },
  ];
}
