import { ACTS } from "../../../src/demo/acts.ts";
import { decide } from "../../../src/engine/decide.ts";
import { SCRIPT_EVENTS } from "../../../src/engine/types.ts";
import type { Change, Signals, State, Workflow } from "../../../src/engine/types.ts";
import { formatMarkdown } from "../../../src/steering/format.ts";
import { STEERING_MODES } from "../../../src/steering/index.ts";
import { renderTemplate } from "../../../src/template/render.ts";
import { makeFacts } from "../template/facts.ts";
import type { Repo } from "../workflows/repo.ts";

/** One turn as it was taken. */
export interface Taken {
  readonly from: string;
  readonly to: string;
  readonly changes: readonly string[];
  /** What the mode of the state finds in an agent's draft. */
  readonly findings: readonly unknown[];
}

/** Plays a workflow in a repository with the real scripts, modes and decisions, a commit for each turn. */
export class Stage {
  readonly taken: Taken[] = [];
  #state: string;
  readonly #repo: Repo;
  readonly #workflow: Workflow;
  readonly #start: string;
  #head: string;
  readonly #entries: { readonly state: string; readonly commit: string; readonly parent: string }[] = [];

  constructor(repo: Repo, workflow: Workflow) {
    this.#repo = repo;
    this.#workflow = workflow;
    this.#state = workflow.initial;
    this.#start = repo.git("rev-parse", "HEAD").trim();
    this.#head = this.#start;
  }

  get state(): string {
    return this.#state;
  }

  /** Goes on as the loop does: a human's change first, then everyone else, until a human or a commit state is reached. */
  async play(): Promise<void> {
    await this.#turn();
    while (this.#at().actor !== "human" && this.#at().content.kind !== "commit") await this.#turn();
  }

  #at(): State {
    const state = this.#workflow.states.get(this.#state);
    if (state === undefined) throw new Error(`no state "${this.#state}"`);
    return state;
  }

  async #turn(): Promise<void> {
    const state = this.#at();
    const file = state.file === undefined ? undefined : this.#render(state.file);
    const before = file === undefined ? undefined : this.#committed(file);
    const events = state.content.kind === "script" ? [this.#runScript(state)] : [];
    if (state.content.kind === "prompt") await this.#act(state);
    const mode = state.mode === undefined ? undefined : STEERING_MODES.get(state.mode);
    if (mode?.formats === true && file !== undefined) await this.#format(file, before);
    const changes = this.#changes();
    const text = file === undefined ? undefined : this.#repo.read(file);
    const conditions = file === undefined ? [] : (mode?.signals?.({ path: file, before, after: text, changes }) ?? []);
    const draft = state.content.kind === "prompt";
    const review = { changedPaths: state.mode === "review" ? this.#changedPaths() : [], baseIsAncestor: true };
    const findings =
      file === undefined || text === undefined ? [] : (mode?.validate?.({ path: file, text, draft, review }) ?? []);
    this.#move(state, changes, { events, conditions }, findings);
  }

  #move(state: State, changes: readonly Change[], signals: Signals, findings: readonly unknown[]): void {
    const repo = this.#repo;
    const tree = repo
      .git("ls-files", "-z", "-c", "-o", "--exclude-standard")
      .split("\0")
      .filter((path) => path !== "" && repo.read(path) !== undefined);
    const trace = this.#entries.map((entry) => entry.state);
    const decision = decide({
      workflow: this.#workflow,
      state: state.name,
      actor: state.actor ?? "",
      changes,
      tree,
      signals,
      trace,
    });
    if (decision.kind !== "advance" && decision.kind !== "squash")
      throw new Error(`no way on: ${JSON.stringify(decision)}`);
    const { from, to } = decision;
    this.taken.push({ from, to, changes: changes.map(({ status, path }) => `${status} ${path}`), findings });
    repo.commit(`gtd(${state.actor ?? ""}): ${from} → ${to}`);
    const parent = this.#head;
    this.#head = repo.git("rev-parse", "HEAD").trim();
    this.#entries.push({ state: to, commit: this.#head, parent });
    this.#state = to;
  }

  #runScript(state: State): string {
    const { code, output } = this.#repo.run(this.#render(state.content.template, true));
    const event = code === 0 ? "passed" : code === 126 || code === 127 ? "missing" : "failed";
    if (state.capture !== undefined) {
      const path = this.#render(state.capture);
      if (event !== "passed") this.#repo.write(path, output);
      else if (this.#repo.read(path) !== undefined) this.#repo.remove(path);
    }
    return SCRIPT_EVENTS.find((name) => name === event) ?? event;
  }

  async #act(state: State): Promise<void> {
    const repo = this.#repo;
    const prompt = this.#render(state.content.template);
    const git = (...args: readonly string[]): Promise<string> => Promise.resolve(repo.git(...args));
    const work = await ACTS[state.name]?.({ read: (path) => repo.read(path), prompt, git });
    for (const [path, text] of Object.entries(work?.write ?? {})) repo.write(path, text);
    for (const path of work?.remove ?? []) repo.remove(path);
  }

  async #format(path: string, before: string | undefined): Promise<void> {
    const text = this.#repo.read(path);
    if (text !== undefined && text !== before) this.#repo.write(path, await formatMarkdown(text));
  }

  #render(template: string, shell = false): string {
    const entry = (state: string) => this.#entries.findLast((one) => one.state === state);
    const facts = makeFacts({
      vars: this.#workflow.vars,
      state: this.#state,
      readFile: (path) => this.#repo.read(path),
      entered: (state) => entry(state)?.commit,
      visits: (state) => this.#entries.filter((one) => one.state === state).length,
      start: this.#start,
      head: this.#head,
      reviewBase: this.#reviewBase(),
    });
    return renderTemplate(template, facts, { shell });
  }

  /** The parent of the latest entry of what the window's `since` names, else the start. */
  #reviewBase(): string {
    const since = [...this.#workflow.states.values()].find((state) => state.window !== undefined)?.window?.since;
    return this.#entries.findLast((one) => one.state === since)?.parent ?? this.#start;
  }

  #changedPaths(): readonly string[] {
    return this.#repo
      .git("diff", "--name-only", "-z", this.#reviewBase(), "--", ".", ":!.gtd")
      .split("\0")
      .filter(Boolean);
  }

  #committed(path: string): string | undefined {
    return this.#repo.git("ls-tree", "--name-only", "HEAD", "--", path) === ""
      ? undefined
      : this.#repo.git("show", `HEAD:${path}`);
  }

  #changes(): readonly Change[] {
    return this.#repo.pending().map((line) => {
      const path = line.slice(3);
      return { status: line.startsWith("??") ? "A" : line.slice(0, 2).includes("D") ? "D" : "M", path };
    });
  }
}
