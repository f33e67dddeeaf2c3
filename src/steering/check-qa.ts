import type { Finding } from "../finding.ts";
import { checkTasks } from "./check-tasks.ts";
import { toFindings } from "./fault.ts";
import type { Fault } from "./fault.ts";
import { rangeOf } from "./markdown.ts";
import { isUnfilledSlot, outlineQa } from "./qa.ts";
import type { QaOutline } from "./qa.ts";
import type { ValidateInput } from "./types.ts";

/** Findings of a plan with questions; in a draft an option must not be ticked (document 5, qa). */
export function checkQa({ path, text, draft }: ValidateInput): readonly Finding[] {
  const outline = outlineQa(text);
  return toFindings(path, [
    ...checkTasks(outline.document),
    ...checkSections(outline),
    ...checkQuestions(outline),
    ...checkOptions(outline, draft),
    ...outline.stray.map(({ item, text: task }) => ({
      code: "qa-stray-task",
      message: `the task "${task}" belongs to no question; options stand under a question of level 3`,
      range: rangeOf(item),
      hint: EXAMPLE,
    })),
  ]);
}

const EXAMPLE = "## Open Questions\n\n### Which one?\n\n- [ ] This one (recommended)\n- [ ] _your answer_";

function checkSections({ sections, headings }: QaOutline): readonly Fault[] {
  const faults: Fault[] = [];
  for (const [index, { state, title, range }] of sections.entries()) {
    const first = sections.findIndex((section) => section.state === state);
    if (first === index) continue;
    const line = sections[first]?.range.start.line;
    faults.push({
      code: "qa-duplicate-section",
      message: `the section "${title}" stands on line ${line} already`,
      range,
      hint: `one "## ${NAMES[state]}" with all its questions`,
    });
  }
  for (const { text, range } of headings) {
    const state = MEANT.exec(text)?.[1]?.toLowerCase();
    if (state !== "open" && state !== "answered") continue;
    faults.push({
      code: "qa-section-heading",
      message: `the heading "${text}" is not read as a section; it needs level 2 and exactly the text "${NAMES[state]}"`,
      range,
      hint: `## ${NAMES[state]}`,
    });
  }
  return faults;
}

const NAMES = { open: "Open Questions", answered: "Answered Questions" } as const;
const MEANT = /^\P{L}*(open|answered)\P{L}+questions?\P{L}*$/iu;

function checkQuestions({ questions }: QaOutline): readonly Fault[] {
  const faults: Fault[] = [];
  const seen = new Map<string, number>();
  for (const { state, text, range, options } of questions) {
    const key = text.toLowerCase();
    const line = seen.get(key);
    if (text === "")
      faults.push({ code: "qa-question-text", message: "the question has no text", range, hint: "### Which one?" });
    else if (line === undefined) seen.set(key, range.start.line);
    else
      faults.push({
        code: "qa-duplicate-question",
        message: `the question "${text}" stands on line ${line} already`,
        range,
        hint: `### ${text} (what differs)`,
      });
    if (state === "open" && options.length === 0) {
      faults.push({
        code: "qa-no-options",
        message: `the open question "${text}" has no option; the first is the recommended one`,
        range,
        hint: "- [ ] This one (recommended)\n- [ ] _your answer_",
      });
    }
  }
  return faults;
}

function checkOptions({ questions }: QaOutline, draft: boolean): readonly Fault[] {
  const faults: Fault[] = [];
  for (const { state, tasks } of questions) {
    if (state !== "open") continue;
    for (const [index, { text, ticked, item }] of tasks.entries()) {
      if (text !== "" && isUnfilledSlot(text) && index < tasks.length - 1) {
        faults.push({
          code: "qa-slot-last",
          message: `the slot "${text}" is not the last option`,
          range: rangeOf(item),
          hint: "- [ ] Another one\n- [ ] _your answer_",
        });
      }
      if (draft && ticked) {
        faults.push({
          code: "qa-draft-tick",
          message: `the option "${text}" is ticked in a draft; a settled question moves to "Answered Questions"`,
          range: rangeOf(item),
          hint: `- [ ] ${text}`,
        });
      }
    }
  }
  return faults;
}
