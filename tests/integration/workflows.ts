import type { ImportedTurn } from "./import-turns.ts";

/**
 * A workflow small enough to be read beside a scenario: a note by the human, work by the agent, a check,
 * a human's look, and one commit. `check.sh` is the check; `out.txt` takes a red check's output.
 */
export const SMALL = `workflow:
  states:
    idle:
      actor: human
      initial: true
      message: "Write notes.md, then run gtd step."
      on:
        "AM notes.md": { to: working, action: "Hand the note over", describe: "The agent works on it." }
    working:
      actor: agent
      prompt: |
        Work on this note:
        <%= it.read("notes.md") %>
      model: smart
      memory: work
      label: Working
      on:
        "D notes.md": { refuse: "notes.md must stay until the work is done." }
        "* src/**": checking
    checking:
      actor: check
      script: sh ./check.sh
      capture: out.txt
      on:
        "@passed": looking
        "@failed": working
        "@missing": { refuse: "The check cannot be run." }
        "@timeout": { refuse: "The check takes too long." }
    looking:
      actor: human
      message: "Look at it: gtd step on a clean tree accepts, an edit sends it back."
      on:
        "C": done
        "* **": working
    done:
      commit: "feat: <%= it.read('notes.md').trim() %>"
      drop: [notes.md, out.txt]
`;

/** Its check: red while a file "red" exists. */
export const CHECK = "if [ -e red ]; then echo 'one test failed'; exit 1; fi\necho 'all green'\n";

/** The bundled workflow with a test command that is red while a file "red" exists. */
export const BUNDLED = 'vars:\n  testCommand: "sh ./test.sh"\n';

/** A cycle of the bundled workflow as its history looks, up to the review; one package, no questions. */
export const TOUR: readonly ImportedTurn[] = [
  { subject: "gtd(human): idle → capturing", write: { ".gtd/TODO.md": "Greet the user.\n" } },
  { subject: "gtd(check): capturing → baseline" },
  { subject: "gtd(check): baseline → grilling" },
  { subject: "gtd(agent): grilling → decomposing", write: { ".gtd/TODO.md": "# Plan\n\nGreet the user.\n" } },
  { subject: "gtd(agent): decomposing → picking", write: { ".gtd/packages/01-greet.md": "# Greet\n" } },
  { subject: "gtd(check): picking → building", write: { ".gtd/NEXT.md": ".gtd/packages/01-greet.md\n" } },
  { subject: "gtd(agent): building → checking", write: { "src/greet.txt": "hello\n" } },
  { subject: "gtd(check): checking → vetting" },
  { subject: "gtd(agent): vetting → picking", write: { ".gtd/VERDICT.md": "Verdict: approve\n" } },
  {
    subject: "gtd(check): picking → reviewing",
    remove: [".gtd/NEXT.md", ".gtd/VERDICT.md", ".gtd/packages/01-greet.md"],
  },
];
