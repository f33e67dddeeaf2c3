import { examine } from "../doctor/examine.ts";
import { renderDiagnoses } from "../doctor/render-diagnoses.ts";
import { openScene } from "../doctor/scene.ts";
import { EXIT, type ExitCode } from "../errors.ts";
import { renderCount } from "../report/plural.ts";
import { report, type Context } from "../runtime/context.ts";

/** `gtd doctor`: looks at all that gtd needs, says how to mend each, and changes nothing; exit 1 when something must be done. */
export async function doctorCommand(context: Context): Promise<ExitCode> {
  const diagnoses = await examine(await openScene(context));
  const faults = diagnoses.filter(({ level }) => level === "fault").length;
  const verdict = faults === 0 ? "nothing must be done\n" : `${renderCount(faults, "thing")} must be done\n`;
  report(context, { healthy: faults === 0, diagnoses }, `${renderDiagnoses(diagnoses, context.color)}${verdict}`);
  return faults === 0 ? EXIT.done : EXIT.refused;
}
