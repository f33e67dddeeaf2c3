import { makeWaiter } from "../../../src/driver/wait.ts";
import { flow, type Scene } from "./scene.ts";

/** An agent at once. */
function agent(config: string, state = ""): string {
  return flow(
    `work: { actor: agent, initial: true, prompt: Do it.${state}, on: { "* **": rest } }
rest: { actor: human, message: See., on: { "* **": work } }`,
    config,
  );
}

/** An adapter that any shell can be. */
const MINE = 'name: mine, command: [sh, -c, "true"], prompt: stdin, output: text';

function waiter(total: number, deadline?: number) {
  return makeWaiter({
    total,
    deadline,
    signal: new AbortController().signal,
    stopAsked: () => false,
    onWait: () => {},
    random: () => 0,
  });
}

/** What goes wrong while an agent or the loop is at work. */
export const AGENT_SCENES: readonly Scene[] = [
  {
    name: "agent-failed",
    run: "gtd loop",
    make: (place) => place.configure(agent('agent: "echo the model is not loaded >&2; exit 3"\n')),
  },
  {
    name: "agent-failed.billing",
    run: "gtd loop",
    make: (place) => place.configure(agent('agent: "echo your credit balance is too low >&2; exit 1"\n')),
  },
  {
    name: "agent-failed.start",
    run: "gtd loop",
    make: (place) => place.configure(agent('agent: "true"\nshell: no-such-shell\n')),
  },
  {
    name: "agent-invalid",
    run: "gtd loop",
    make: (place) => place.configure(agent("agent: { name: mine }\n")),
  },
  {
    name: "agent-login",
    run: "gtd loop",
    make: (place) => place.configure(agent(`agent: { ${MINE}, needs: [MY_KEY] }\n`)),
  },
  { name: "agent-missing", run: "gtd loop", make: (place) => place.configure(agent("agent: cluade\n")) },
  { name: "agent-missing.far", run: "gtd loop", make: (place) => place.configure(agent("agent: my-own-agent\n")) },
  {
    name: "agent-moved",
    run: "gtd loop",
    make: (place) => place.configure(agent('agent: "git switch -q -c elsewhere"\n')),
  },
  {
    name: "agent-moved.history",
    run: "gtd loop",
    make: (place) => place.configure(agent('agent: "git commit -q --amend --allow-empty -m mine"\n')),
  },
  {
    name: "config-changed",
    run: "gtd loop",
    make: (place) => place.write(".gtdrc.yaml", agent('agent: "echo >> .gtdrc.yaml"\n')).commit("chore: configure"),
  },
  {
    name: "editor-failed",
    run: "gtd loop --edit",
    make: (place) =>
      place
        .configure(
          flow(
            'idle: { actor: human, initial: true, message: Say., file: TODO.md, mode: prose, on: { "* **": idle } }',
          ),
        )
        .set("EDITOR", "false"),
  },
  {
    name: "interrupted.loop",
    run: "gtd loop",
    make: (place) => {
      place.configure(agent('agent: "sleep 60"\n'));
      place.interrupt.abort();
    },
  },
  { name: "no-agent", run: "gtd loop", make: (place) => place.configure(agent("")) },
  {
    name: "no-agent.found",
    run: "gtd loop",
    make: (place) => {
      place.configure(agent(""));
      place.program("claude", "exit 0");
    },
  },
  {
    name: "no-editor",
    run: "gtd loop --edit",
    make: (place) =>
      place.configure(
        flow('idle: { actor: human, initial: true, message: Say., file: TODO.md, mode: prose, on: { "* **": idle } }'),
      ),
  },
  {
    name: "permission-missing",
    run: "gtd loop",
    make: (place) =>
      place.configure(agent(`agent: { ${MINE}, permission: { read: [], edit: [] } }\npermission: full\n`)),
  },
  {
    name: "steering-stalled",
    run: "gtd loop",
    make: (place) =>
      place.configure(
        agent("agent: \"printf '# Plan\\\\n\\\\n- [ ] stray\\\\n' > PLAN.md\"\n", ", file: PLAN.md, mode: qa"),
      ),
  },
  {
    name: "time-limit",
    run: "gtd loop --max-minutes 1",
    call: () => waiter(1e9, performance.now() + 60_000).wait("rate limit reached", 120_000),
  },
  {
    name: "wait-limit",
    run: "gtd loop",
    call: () => waiter(60_000).wait("rate limit reached", 120_000),
  },
  {
    name: "interrupted.wait",
    run: "gtd loop",
    call: () =>
      makeWaiter({
        total: 1e9,
        deadline: undefined,
        signal: AbortSignal.abort(),
        stopAsked: () => false,
        onWait: () => {},
        random: () => 0,
      }).wait("rate limit reached", 120_000),
  },
];
