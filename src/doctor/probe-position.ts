import { UserError } from "../errors.ts";
import { diagnoseError, type Diagnosis } from "./diagnosis.ts";
import type { Scene } from "./scene.ts";

const PROBE = "position";

/** Where the process stands, and whether commits or a changed workflow are in its way. */
export function probePosition({ rest }: Pick<Scene, "rest">): readonly Diagnosis[] {
  if (rest === undefined) return [];
  if (rest instanceof UserError) return [diagnoseError(PROBE, rest)];
  const { foreign, unknownState } = rest.position;
  const found: Diagnosis[] = [
    { probe: PROBE, level: "ok", message: `rests at "${rest.state.name}", waiting for "${rest.actor}"` },
  ];
  if (foreign.length > 0)
    found.push({
      probe: PROBE,
      level: "fault",
      message: `${foreign.length === 1 ? "a commit" : `${foreign.length} commits`} not made by gtd ${foreign.length === 1 ? "lies" : "lie"} on top of the unfinished process`,
      detail: foreign.map(({ hash, message }) => `${hash.slice(0, 10)} ${message.split("\n")[0] ?? ""}`),
      fix: ["gtd adopt  # makes them part of the present turn", "gtd abandon --keep-commits  # ends the process there"],
    });
  if (unknownState !== undefined)
    found.push({
      probe: PROBE,
      level: "fault",
      message: `the last turn led to "${unknownState}", which the workflow does not have: it begins anew`,
      fix: [`put the state "${unknownState}" back into the workflow, to go on where it was left`],
    });
  const strays = rest.snapshot.changes.filter(({ path }) => /\.gtd-\d+$/.test(path));
  if (strays.length > 0)
    found.push({
      probe: PROBE,
      level: "note",
      message: "a command that was cut off while it wrote a file left its draft",
      fix: strays.map(({ path }) => `rm "${path}"`),
    });
  return found;
}
