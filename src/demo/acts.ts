import {
  CHUNKS,
  COMMIT_MESSAGE,
  INFINITY,
  OPEN_PLAN,
  RANGE_ERROR,
  README,
  renderCalc,
  renderCalcTest,
  renderCli,
  renderCliTest,
  renderCommentPackage,
  renderPackages,
  renderSettledPlan,
  renderUsageTest,
} from "./texts.ts";

/** What the scripted agent sees of the repository. */
export interface View {
  /** Text of a file, undefined when there is none. */
  readonly read: (path: string) => string | undefined;
  /** What the loop asks for, as text. */
  readonly prompt: string;
  /** Output of a git command. */
  readonly git: (...args: readonly string[]) => Promise<string>;
}

/** What the agent does in one turn. */
export interface Work {
  /** One line for the terminal. */
  readonly say: string;
  readonly write?: Readonly<Record<string, string>>;
  readonly remove?: readonly string[];
}

export type Act = (view: View) => Work | Promise<Work>;

const TODO = ".gtd/TODO.md";
const NEXT = ".gtd/NEXT.md";
const PACKAGES = ".gtd/packages";
const BLOCKED = ".gtd/BLOCKED.md";
const VERDICT = ".gtd/VERDICT.md";
const REVIEW = ".gtd/REVIEW.md";

/** The work of each state of the bundled workflow that awaits an agent. */
export const ACTS: Readonly<Record<string, Act>> = {
  grilling,
  decomposing,
  building,
  fixing,
  vetting,
  addressing,
  reviewing,
  revising,
  squashing: () => ({ say: "writing the commit message", write: { ".gtd/COMMIT_MSG.md": COMMIT_MESSAGE } }),
};

function grilling({ read }: View): Work {
  const plan = read(TODO) ?? "";
  if (!plan.includes("## Open Questions"))
    return { say: "one question is worth asking: what does dividing by zero give?", write: { [TODO]: OPEN_PLAN } };
  const decision = decisionOf(plan);
  return {
    say: `decided: dividing by zero gives ${decision}`,
    write: { [TODO]: renderSettledPlan(`It gives ${decision}.`) },
  };
}

function decomposing({ read }: View): Work {
  const packages = Object.entries(renderPackages(decisionOf(read(TODO) ?? "")));
  return {
    say: `cutting the plan into ${packages.length} packages`,
    write: Object.fromEntries(packages.map(([name, text]) => [`${PACKAGES}/${name}`, text])),
  };
}

/** The ticked option, or what was decided before; else what is recommended. */
function decisionOf(plan: string): string {
  const answered = /^- \[[xX]\] (.*)/m.exec(plan)?.[1] ?? plan.split("## Answered Questions")[1] ?? "";
  return answered.includes("RangeError") ? RANGE_ERROR : INFINITY;
}

function building(view: View): Work {
  const { text, name } = currentPackage(view);
  const zero = text.includes("RangeError") ? RANGE_ERROR : INFINITY;
  const tests = view.read("test.js") ?? "";
  if (name.startsWith("01-")) {
    return {
      say: "adding divide with its tests",
      // The operands are swapped: a real mistake, for the tests to find.
      write: {
        "calc.js": renderCalc(view.read("calc.js") ?? "", "b / a", zero),
        "test.js": renderCalcTest(tests, zero),
      },
    };
  }
  if (name.startsWith("02-"))
    return {
      say: "adding the command line with its tests",
      write: { "cli.js": renderCli(false), "test.js": renderCliTest(tests) },
    };
  if (text.includes("README")) return { say: "writing the README", write: { "README.md": README } };
  return block(`The scripted agent of the demo does not know how to build "${name}".`);
}

function fixing({ read }: View): Work {
  const calc = read("calc.js") ?? "";
  if (!(read(".gtd/FEEDBACK.md") ?? "").includes("divides") || !calc.includes("b / a")) {
    return block("The tests fail in a way that the scripted agent of the demo does not know.");
  }
  return {
    say: "the test run shows it: divide has its operands swapped",
    write: { "calc.js": calc.replace("b / a", "a / b") },
  };
}

function vetting(view: View): Work {
  const { text } = currentPackage(view);
  if (text.includes("usage") && !(view.read("cli.js") ?? "").includes("USAGE")) {
    return {
      say: "rejected: an unknown operator is not answered",
      write: {
        [VERDICT]:
          "Verdict: reject\n\n- `cli.js`: an operator that it does not know makes it crash; the package asks for the usage.\n",
      },
    };
  }
  return { say: "approved", write: { [VERDICT]: "Verdict: approve\n" } };
}

function addressing({ read }: View): Work {
  if (!(read(VERDICT) ?? "").includes("`cli.js`"))
    return block("The scripted agent of the demo does not know this fault.");
  return {
    say: "answering an unknown operator with the usage, and testing it",
    write: { "cli.js": renderCli(true), "test.js": renderUsageTest(read("test.js") ?? "") },
  };
}

async function reviewing({ prompt, git }: View): Promise<Work> {
  const base = /base: ([0-9a-f]{40,64})/.exec(prompt)?.[1];
  if (base === undefined) throw new Error("the prompt names no base");
  const listed = await git("diff", "--name-only", "-z", "--no-renames", base, "--", ".", ":(exclude).gtd");
  const paths = listed.split("\0").filter((path) => path !== "");
  return { say: `leading through ${paths.length} changed files`, write: { [REVIEW]: renderReview(base, paths) } };
}

function renderReview(base: string, paths: readonly string[]): string {
  const known = CHUNKS.map(({ title, about, notes }) => ({
    title,
    about,
    boxes: paths.flatMap((path) => renderBox(path, notes[path])),
  }));
  const others = paths
    .filter((path) => CHUNKS.every(({ notes }) => notes[path] === undefined))
    .map((path) => `- [ ] \`./${path}\``);
  const chunks = [...known, { title: "Everything else", about: "What else changed.", boxes: others }].filter(
    ({ boxes }) => boxes.length > 0,
  );
  const all =
    chunks.length > 0 ? chunks : [{ title: "Nothing changed", about: "The diff is empty.", boxes: ["- [ ] seen"] }];
  const rendered = all.map(({ title, about, boxes }) => `## ${title}\n\n${about}\n\n${boxes.join("\n")}\n`);
  return [`# Review: ${base.slice(0, 7)}\n`, `<!-- base: ${base} -->\n`, ...rendered].join("\n");
}

function renderBox(path: string, note: string | undefined): readonly string[] {
  return note === undefined ? [] : [`- [ ] ./${path}#1: ${note}`];
}

async function revising({ git }: View): Promise<Work> {
  const shown = await git("show", "--format=", "--unified=0", "--no-color", "--no-ext-diff", "HEAD", "--", REVIEW);
  const comment = shown
    .split("\n")
    .filter((line) => /^\+(?!\+\+ )(?!- \[)\s*\S/.test(line))
    .map((line) => line.slice(1).trim())
    .join(" ");
  if (comment === "") return { say: "nothing to act on", remove: [REVIEW] };
  return {
    say: "the comment becomes a package",
    write: { [`${PACKAGES}/03-review.md`]: renderCommentPackage(comment) },
  };
}

function currentPackage({ read }: View): { readonly name: string; readonly text: string } {
  const path = (read(NEXT) ?? "").trim();
  return { name: path.slice(path.lastIndexOf("/") + 1), text: path === "" ? "" : (read(path) ?? "") };
}

function block(reason: string): Work {
  return { say: "blocked", write: { [BLOCKED]: `${reason}\n` } };
}
