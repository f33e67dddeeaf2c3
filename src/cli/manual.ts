import { EXIT } from "../errors.ts";
import { renderMan } from "../help/man.ts";
import { VERSION } from "../version.ts";
import { describeProgram } from "./describe.ts";
import { makeProgram } from "./program.ts";

/** In the words of docs/cli.md. */
const EXITS: readonly (readonly [code: number, meaning: string])[] = [
  [EXIT.done, "done, or nothing to do"],
  [EXIT.refused, "refused, invalid, or findings"],
  [EXIT.usage, "usage error"],
  [EXIT.limit, "loop: stopped because a limit was reached"],
  [EXIT.stalled, "loop: stopped because of no progress"],
  [EXIT.agent, "the agent could not be run, or failed for good"],
  [EXIT.unfit, "the repository is busy or in an unfit condition"],
  [EXIT.config, "configuration or workflow invalid, or not trusted"],
  [EXIT.gate, "loop --exit-code: a human is awaited"],
  [EXIT.interrupted, "interrupted"],
];

const ENVIRONMENT: readonly (readonly [name: string, meaning: string])[] = [
  ["GTD_<NAME>", "overrides the variable of that name, upper-cased, of the workflow"],
  ["GTD_TRUST", "1 trusts every configuration; meant for CI"],
  ["NO_COLOR, FORCE_COLOR, CI", "turn colour off, on, off; under CI no question is asked either"],
  ["VISUAL, EDITOR", "the editor that --edit opens"],
  ["XDG_STATE_HOME", "where trust is kept, in gtd/trust"],
];

const FILES: readonly (readonly [path: string, meaning: string])[] = [
  [".gtdrc.yaml", "the configuration; also .gtdrc, .gtdrc.json, .gtdrc.yml, gtd.config.json, .yaml, .yml"],
  [".git/gtd/", "lock, journal, review window and the logs of turns"],
  ["$XDG_STATE_HOME/gtd/trust/", "the configurations that are trusted"],
];

/** The manual page, made of what the help tells. */
export function renderManual(): string {
  const program = makeProgram(() => {}, { out: () => {} });
  return renderMan({
    version: VERSION,
    description: program.description(),
    commands: describeProgram(program),
    exits: EXITS,
    environment: ENVIRONMENT,
    files: FILES,
  });
}
