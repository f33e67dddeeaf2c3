import { flow, type Scene } from "./scene.ts";

const FLOW = flow(`idle: { actor: human, initial: true, message: Say., on: { "* **": work } }
work: { actor: agent, prompt: Do., retry: { max: 2, otherwise: ended }, on: { "* **": idle, "* end.md": done } }
ended: { actor: human, message: See., on: { "* **": idle } }
done: { commit: "feat: done" }`);

/** Faults in scenarios, and in a file whose mode has commands; those of configurations and modes are golden files. */
export const FINDING_SCENES: readonly Scene[] = [
  {
    name: "findings.scenarios",
    run: "gtd test",
    make: (place) =>
      place.write(".gtdrc.yaml", FLOW).write(
        ".gtdrc.scenarios.yaml",
        `- scenario: twice
  at: done
  given: { ../a.md: x }
  steps: [{ human: {}, lands: wrok }]
- scenario: twice
  at: idel
  vars: { testComand: x }
  stepz: []
- scenario: deeds
  run: perhaps
  steps:
    - { human: {}, agent: {}, lands: work }
    - { humna: {}, lands: work }
    - { lands: work }
    - { human: {} }
    - { human: { exit: 999, wirte: {} }, stays: false }
    - { agent: {}, lands: idle, instead: enden }
- 7
`,
      ),
  },
  {
    name: "findings.scenarios-empty",
    run: "gtd test",
    make: (place) => place.write(".gtdrc.yaml", FLOW).write(".gtdrc.scenarios.yaml", ""),
  },
  {
    name: "findings.mode",
    run: "gtd validate",
    make: (place) =>
      place
        .configure(
          flow(
            'idle: { actor: human, initial: true, message: Answer., file: PLAN.md, mode: adr, on: { "* **": idle } }',
            'modes: { adr: { validate: "echo PLAN.md:1:3: the title says nothing; echo and more; exit 1" } }\n',
          ),
        )
        .write("PLAN.md", "# Plan\n"),
  },
];
