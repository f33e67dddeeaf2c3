import type { Definition } from "../../compiler/definition.ts";
import { measureDistance, suggestName } from "../../report/suggest.ts";
import { checkTemplate } from "../../template/check.ts";
import type { Fault, Rule } from "../rule.ts";

/** A template that reaches for variables by other means than their names may use any of them. */
const ANY =
  /\bvars\s*(?:\?\.)?\[\s*(?!["'])|\bit\.vars\s*(?![\w\s?.[])|\{[^}]*\bvars\b[^}]*\}\s*=\s*it\b|\bwith\s*\(\s*it/;

/** Letters in which a misspelt variable differs; names of one sort, like "lintCommand" and "testCommand", differ in more. */
const SLIPS = 2;

const TAG = /<%[\s\S]*?%>/g;

/** Variables and modes that nothing uses. */
export const unused: Rule = {
  name: "unused",
  severity: "error",
  check: ({ analysis: { workflow }, definition }) => {
    const texts = textsOf([definition.states, definition.modes]);
    const read = new Set(texts.filter((text) => text.includes("<%")).flatMap((text) => checkTemplate(text).vars));
    const readsAny = texts.some((text) => (text.match(TAG) ?? []).some((tag) => ANY.test(tag)));
    const named = (name: string): boolean => texts.some((text) => text.includes(`GTD_${name.toUpperCase()}`));
    const vars = Object.keys(workflow.vars).filter((name) => !readsAny && !read.has(name) && !named(name));
    return [
      ...vars.map((name) => faultOf(name, read)),
      ...listUnusedModes(definition).map((name) => ({
        message: `no state has the mode "${name}"`,
        pointer: ["modes", name],
      })),
    ];
  },
};

function faultOf(name: string, read: ReadonlySet<string>): Fault {
  const fault = { message: `no template reads the variable "${name}"`, pointer: ["vars", name] };
  const close = suggestName(
    name,
    [...read].filter((one) => measureDistance(name, one) <= SLIPS),
  );
  return close === undefined ? fault : { ...fault, hint: `did you mean "${close}"?` };
}

function listUnusedModes({ modes, states }: Definition): readonly string[] {
  const used = new Set(states.map(([, { mode }]) => mode));
  return modes.map(([name]) => name).filter((name) => !used.has(name));
}

/** Every text in a value, keys of rows included. */
function textsOf(value: unknown): readonly string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsOf) : [];
}
