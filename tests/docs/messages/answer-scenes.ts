import { openRest } from "../../../src/runtime/open.ts";
import { readAnswerable } from "../../../src/runtime/answerable.ts";
import { fileChanged, putAnswer, putAnswerLater } from "../../../src/runtime/put-answer.ts";
import type { Place } from "./place.ts";
import { flow, type Scene } from "./scene.ts";

const PLAN = "## Open Questions\n\n### Which port?\n\n- [ ] 80\n- [ ] _your answer_\n";
const PLANNED = flow(
  'idle: { actor: human, initial: true, message: Answer., file: PLAN.md, mode: qa, on: { "* **": idle } }',
);
const REVIEWED = PLANNED.replace("PLAN.md, mode: qa", "REVIEW.md, mode: review");

/** A state that asks what a file holds. */
function asking(text: string | Buffer | undefined): (place: Place) => void {
  return (place) => {
    place.configure(PLANNED);
    if (text !== undefined) place.write("PLAN.md", text);
  };
}

/** What `gtd answer` says where it writes nothing. */
export const ANSWER_SCENES: readonly Scene[] = [
  {
    name: "answer-unfit",
    run: "gtd answer 1 --comment Why?",
    make: (place) => {
      place.configure(REVIEWED);
      place.write("REVIEW.md", "- [ ] ./a.ts\n  ```\n  code\n");
    },
  },
  {
    name: "file-changed",
    run: "gtd answer 1 --option 1",
    make: asking(PLAN),
    call: async (_, context) => {
      throw fileChanged(await readAnswerable(await openRest(context)));
    },
  },
  {
    name: "moved-meanwhile.answer",
    run: "gtd answer",
    make: asking(PLAN),
    call: async (place, context) => {
      const open = await readAnswerable(await openRest(context));
      putAnswer(open, { kind: "option", number: 1, option: 1 });
      await place.run("gtd step");
      place.text = "";
      return putAnswerLater(open, { kind: "option", number: 1, option: 1 });
    },
  },
  { name: "no-terminal", run: "gtd answer", make: asking(PLAN) },
  { name: "nothing-to-answer", run: "gtd answer", make: asking("# Plan\n") },
  { name: "nothing-to-answer.absent", run: "gtd answer", make: asking(undefined) },
  { name: "nothing-to-answer.state", run: "gtd answer" },
  {
    name: "out-of-turn.answer",
    run: "gtd answer",
    make: (place) =>
      place.configure(
        flow('idle: { actor: agent, initial: true, prompt: Work., file: PLAN.md, mode: qa, on: { "* **": idle } }'),
      ),
  },
  {
    name: "steering-bytes",
    run: "gtd answer 1 --option 1",
    make: asking(Buffer.from(PLAN.replace("port", "p\u00f6rt"), "latin1")),
  },
  { name: "usage.answer-number", run: "gtd answer 2 --option 1", make: asking(PLAN) },
  { name: "usage.answer-option", run: "gtd answer 1 --option 3", make: asking(PLAN) },
  { name: "usage.answer-slot", run: "gtd answer 1 --option 2", make: asking(PLAN) },
  { name: "usage.answer-text", run: 'gtd answer 1 "your answer"', make: asking(PLAN) },
  { name: "usage.answer-kind", run: "gtd answer 1 --approve", make: asking(PLAN) },
  { name: "usage.answer-two", run: "gtd answer 1 8080 --option 1", make: asking(PLAN) },
];
