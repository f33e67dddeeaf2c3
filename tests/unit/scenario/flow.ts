/** A workflow with a bit of everything that scenarios can tell. */
export const FLOW = `
modes:
  adr: { signals: "cat <%= it.file %>" }
vars: { fixAttempts: 2, gate: "no" }
workflow:
  states:
    idle:
      actor: human
      initial: true
      message: Write.
      on:
        "AM plan.md": deciding
        "* **": building
    deciding:
      actor: agent
      prompt: Decide.
      file: decision.md
      mode: adr
      on:
        "@accepted": building
        "@rejected": { refuse: Think again. }
        "* **": { refuse: No decision. }
    building:
      actor: agent
      prompt: Build.
      on:
        "D plan.md": { refuse: Leave the plan. }
        "* **": checking
    checking:
      actor: check
      script: npm test
      capture: output.txt
      on:
        "@passed": judging
        "@failed": fixing
        "@missing": { refuse: npm is missing. }
        "@timeout": { refuse: It takes too long. }
    fixing:
      actor: agent
      prompt: Fix.
      retry: { max: "<%= it.vars.fixAttempts %>", otherwise: asking, since: building }
      on:
        "* **": checking
    asking:
      actor: human
      message: Help.
      on:
        "C": checking
    judging:
      actor: agent
      prompt: Judge.
      file: verdict.md
      mode: verdict
      on:
        "@approve": looking
        "* **": { refuse: Approve. }
    looking:
      actor: human
      message: Look.
      on:
        "C": done
        "* **": building
    done:
      commit: Done.
      drop: [plan.md, verdict.md]
`;
