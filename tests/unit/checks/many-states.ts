/** The text of a configuration with so many states, five to a round: an agent, tests, a repair, a verdict and a human. */
export function manyStates(count: number): string {
  const rounds = Math.floor((count - 2) / 5);
  const states = ['  idle: { actor: human, initial: true, message: Start., on: { "* **": build0 } }'];
  for (let round = 0; round < rounds; round += 1) {
    const next = round + 1 === rounds ? "done" : `build${round + 1}`;
    states.push(
      `  build${round}:
    actor: agent
    prompt: Build part ${round}.
    on:
      "* {.gtdrc*,gtd.config.*}": { refuse: No. }
      "AM .gtd/blocked-${round}.md": check${round}
      "* src/part${round}/**/*.ts ! src/part${round}/**/*.test.ts": check${round}
      "* ** ! .gtd/**": check${round}
      "* **": { refuse: Nothing was done. }
  check${round}:
    actor: check
    script: npm test -- part${round} && echo "part ${round}"
    capture: .gtd/output-${round}.md
    on: { "@passed": judge${round}, "@failed": fix${round}, "@missing": ask${round}, "@timeout": ask${round} }
  fix${round}:
    actor: agent
    prompt: Repair part ${round}.
    retry: { max: 3, otherwise: ask${round}, since: [build${round}, ask${round}] }
    on:
      "AM .gtd/blocked-${round}.md": check${round}
      "* src/part${round}/**": check${round}
      "* **": { refuse: Only part ${round}. }
  judge${round}:
    actor: agent
    prompt: Judge part ${round}.
    file: .gtd/verdict-${round}.md
    mode: verdict
    on:
      "* ** ! .gtd/verdict-${round}.md": { refuse: Only the verdict. }
      "@approve": ask${round}
      "@reject": ask${round}
      "* **": { refuse: Write a verdict. }
  ask${round}:
    actor: human
    message: Part ${round}.
    on:
      "C": ${next}
      "D .gtd/part-${round}/*.md": ${next}
      "* **": check${round}`,
    );
  }
  states.push("  done: { commit: Done., drop: [.gtd/**] }");
  const spare = count - 2 - rounds * 5;
  for (let index = 0; index < spare; index += 1)
    states.push(`  more${index}: { actor: human, entry: more${index}, message: More., on: { "* **": build0 } }`);
  const body = states.join("\n").replace(/^/gm, "  ");
  return `workflow:\n  states:\n${body}\n`;
}
