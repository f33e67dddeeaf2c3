import type { State, Workflow } from "../engine/types.ts";
import { renderTemplate, TemplateError } from "../template/render.ts";
import { NeedFact, type TemplateFacts } from "../template/types.ts";
import type { Fault, Rule } from "./rule.ts";
import { renderPath } from "./state-model.ts";

/** What the shell says of each of some scripts that it cannot read; undefined for those that it can. */
export type CheckSyntax = (scripts: readonly string[]) => Promise<readonly (string | undefined)[]>;

/** A rendered script that the configured shell rejects; it runs outside of this folder, so it is no rule like the others. */
export const SHELL_RULE: Omit<Rule, "check"> = { name: "shell", severity: "error" };

/** Has every script read by the shell, without running it. A script that cannot be rendered without a process is left alone. */
export async function checkScripts(workflow: Workflow, checkSyntax: CheckSyntax): Promise<readonly Fault[]> {
  const states = [...workflow.states.values()].filter(({ content }) => content.kind === "script");
  const rendered = states.map((state) => ({ state, scripts: renderings(workflow, state) }));
  const scripts = [...new Set(rendered.flatMap((one) => one.scripts))].filter((script) => !isPlain(script));
  const verdicts = scripts.length === 0 ? [] : await checkSyntax(scripts);
  return rendered.flatMap((one) => {
    const verdict = one.scripts.map((script) => verdicts[scripts.indexOf(script)]).find((said) => said !== undefined);
    return verdict === undefined ? [] : [faultOf(one.state.name, verdict)];
  });
}

/** A command of plain words, which every shell can read. */
const PLAIN = /^[\w./:@%+,-]+(?: [\w./:@%+=,-]+)*\n?$/;
const RESERVED =
  /^(?:if|then|else|elif|fi|do|done|case|esac|while|until|for|select|function|time|coproc|repeat|foreach|end|begin|switch|and|or|not)\b/;

function isPlain(script: string): boolean {
  return PLAIN.test(script) && !RESERVED.test(script);
}

function faultOf(state: string, verdict: string): Fault {
  return {
    message: `the shell cannot read the script of state "${state}"`,
    pointer: ["states", state, "script"],
    state,
    hint: verdict,
  };
}

/** The script as it reads when files that it asks for are there, and when they are not. */
function renderings(workflow: Workflow, state: State): readonly string[] {
  const texts = [undefined, "true"].flatMap((content) => {
    try {
      return [renderTemplate(state.content.template, factsFor(workflow, state, content), { shell: true })];
    } catch (error) {
      if (error instanceof TemplateError || error instanceof NeedFact) return [];
      throw error;
    }
  });
  return [...new Set(texts)];
}

/** Stand-ins for what only a process knows. */
function factsFor(workflow: Workflow, state: State, content: string | undefined): TemplateFacts {
  const hash = "0".repeat(40);
  return {
    vars: workflow.vars,
    state: state.name,
    actor: state.actor ?? "",
    file: state.file === undefined ? undefined : (renderPath(state.file, workflow) ?? "file"),
    edges: [],
    start: hash,
    head: hash,
    reviewBase: hash,
    readFile: () => content,
    entered: () => (content === undefined ? undefined : hash),
    visits: () => 1,
    diff: () => "",
    retainedDiff: () => "",
    previous: hash,
    paths: () => [],
    costByModel: [],
  };
}
