import { Argument, Command, CommanderError, Option } from "commander";
import { EXIT, type ExitCode } from "../errors.ts";
import { NAME_KINDS, type NameKind } from "../help/command-line.ts";
import type { Context } from "../runtime/context.ts";
import { VERSION } from "../version.ts";
import { describeProgram } from "./describe.ts";
import { accidents, loopOptions } from "./options.ts";
import { findUnknown, usageError } from "./usage-error.ts";
import { amount, exitCode, nonBlank, percentage, wholeNumber } from "./values.ts";

type Run = (context: Context) => Promise<ExitCode>;

/** Parses the arguments, loads the one command they name, and runs it. Throws `usage` for anything it does not know. */
export async function runProgram(argv: readonly string[], context: Context): Promise<ExitCode> {
  let run: Run | undefined;
  const program = makeProgram((chosen) => {
    run = chosen;
  }, context);
  // With --help behind it, commander would show the program's own.
  const unknown = findUnknown(argv, program);
  if (unknown !== undefined) throw unknown;
  try {
    program.parse(argv, { from: "user" });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (error.exitCode === 0) return EXIT.done;
    throw usageError(error, argv, program);
  }
  if (run === undefined) throw new Error("no command was chosen");
  return run(context);
}

/** Every command with its arguments and options; `choose` takes what is to be run. */
export function makeProgram(choose: (run: Run) => void, context: Pick<Context, "out">): Command {
  const program = new Command("gtd")
    .description("drive coding agents from a rough idea to one clean, reviewed commit")
    .version(VERSION, "-V, --version", "print the version")
    .helpOption("-h, --help", "show help")
    .helpCommand("help [command]", "show help for a command")
    .showSuggestionAfterError(true)
    .allowExcessArguments(false)
    .enablePositionalOptions()
    .exitOverride()
    .configureOutput({ writeOut: context.out, writeErr: () => {}, outputError: () => {} });

  const command = (usage: string, description: string): Command => {
    const made = program
      .command(usage)
      .description(description)
      .allowExcessArguments(false)
      .option("--json", "print one JSON document on one line");
    return made.showSuggestionAfterError(true);
  };
  const loop = (options: object): void =>
    choose(async (ctx) => (await import("../commands/loop.ts")).loopCommand(ctx, options));

  loopOptions(program.option("--json", "print one event a line")).action((options: object) => loop(options));
  loopOptions(command("loop", "drive the workflow until a human is needed or it is settled (also: gtd alone)")).action(
    (options: object) => loop({ ...program.opts(), ...options }),
  );
  loopOptions(command("continue", "drive on and pass a clean human gate that allows it")).action((options: object) =>
    loop({ ...program.opts(), ...options, continue: true }),
  );
  command("stop", "have the loop of this worktree halt when its turn is taken")
    .option("--now", "end its agent or script at once; what it did stays in the tree")
    .action((options: object) =>
      choose(async (ctx) => (await import("../commands/stop.ts")).stopCommand(ctx, options)),
    );
  command("logs", "print the log of the latest turn, or of the one with a number")
    .argument("[number]", "a turn's number", wholeNumber)
    .option("-f, --follow", "go on while the loop does")
    .option("--list", "list the logs of this worktree")
    .action((number: number | undefined, options: object) =>
      choose(async (ctx) =>
        (await import("../commands/logs.ts")).logsCommand(ctx, {
          ...options,
          ...(number === undefined ? {} : { number }),
        }),
      ),
    );

  accidents(command("step", "capture the pending changes as one turn of the actor"))
    .argument("[actor]", "who acts", "human")
    .option("--exit <code>", "how a script that was run elsewhere ended: a number or timeout", exitCode)
    .option("--output <file>", "what that script printed; also /dev/stdin")
    .option("--cost <n>", "cost of the turn", amount)
    .option("--model <name>", "whose cost it is")
    .option("--tokens <n>", "tokens of the turn")
    .option("--duration <d>", "how long the turn took")
    .option("--session <id>", "the agent's session")
    .option("--attempt", "record a turn that changed nothing at a prompt")
    .option("--dry-run", "say what a step would do")
    .action((actor: string, options: object) =>
      choose(async (ctx) => (await import("../commands/step.ts")).stepCommand(ctx, actor, options)),
    );

  accidents(command("run", "run the resting script and step its actor with the exit")).action((options: object) =>
    choose(async (ctx) => (await import("../commands/run.ts")).runCommand(ctx, options)),
  );
  command("next", "print what the awaited actor has to do").action(() =>
    choose(async (ctx) => (await import("../commands/next.ts")).nextCommand(ctx)),
  );
  command("status", "show the state, the awaited actor, what is pending and where a step would lead").action(() =>
    choose(async (ctx) => (await import("../commands/status.ts")).statusCommand(ctx)),
  );
  command("explain", "show each row in order, clause by clause, and why it holds or not")
    .option("--if <facts...>", 'suppose a turn: "A path", "M path", "D path", @signal, or C for no change')
    .option("--at <state>", "at another state")
    .action((options: object) =>
      choose(async (ctx) => (await import("../commands/explain.ts")).explainCommand(ctx, options)),
    );
  command("validate", "format and validate the resting state's steering file, or the named one")
    .argument("[file]", "a steering file")
    .addOption(new Option("--mode <mode>", "the mode of the named file"))
    .action((file: string | undefined, options: object) =>
      choose(async (ctx) => (await import("../commands/validate.ts")).validateCommand(ctx, file, options)),
    );
  command("start", "start a process at a named entry of the workflow")
    .argument("<entry>", "the entry's name")
    .option("--base <ref>", "review against the merge base with this revision")
    .action((entry: string, options: object) =>
      choose(async (ctx) => (await import("../commands/start.ts")).startCommand(ctx, { ...options, entry })),
    );
  command("review", "start a review of what lies between a revision and HEAD")
    .argument("[ref]", "the revision; default: the default branch")
    .action((ref: string | undefined) =>
      choose(async (ctx) =>
        (await import("../commands/start.ts")).startCommand(ctx, { entry: "review", base: ref ?? "" }),
      ),
    );
  command("fix", "start a repair: run the tests, and have what is red fixed").action(() =>
    choose(async (ctx) => (await import("../commands/start.ts")).startCommand(ctx, { entry: "fix" })),
  );
  command("undo", "take back the last turn, its changes stay pending").action(() =>
    choose(async (ctx) => (await import("../commands/undo.ts")).undoCommand(ctx)),
  );
  command("abandon", "end the process and keep its changes pending")
    .option("--keep-commits", "end it where it stands, its commits stay")
    .action((options: object) =>
      choose(async (ctx) => (await import("../commands/abandon.ts")).abandonCommand(ctx, options)),
    );
  command("restore", "bring back what a squash or abandon collapsed").action(() =>
    choose(async (ctx) => (await import("../commands/restore.ts")).restoreCommand(ctx)),
  );
  command("adopt", "make commits that gtd did not make part of the present turn").action(() =>
    choose(async (ctx) => (await import("../commands/adopt.ts")).adoptCommand(ctx)),
  );
  command("window", "open or close the review window by hand")
    .addArgument(new Argument("<action>", "open or close").choices(["open", "close"]))
    .action((action: string) =>
      choose(async (ctx) => (await import("../commands/window.ts")).windowCommand(ctx, action)),
    );
  command("log", "show the process turn by turn, and what it took")
    .option("-n, --turns <n>", "only so many of the latest turns", wholeNumber)
    .action((options: object) => choose(async (ctx) => (await import("../commands/log.ts")).logCommand(ctx, options)));
  command("questions", "print the open questions of the plan").action(() =>
    choose(async (ctx) => (await import("../commands/questions.ts")).questionsCommand(ctx)),
  );
  command("changesets", "print the chunks of the review").action(() =>
    choose(async (ctx) => (await import("../commands/changesets.ts")).changesetsCommand(ctx)),
  );
  command("answer", "answer the open questions or the review without an editor, and step once nothing is left open")
    .argument("[number]", "a question or box by its number; default: one after another, at a terminal", wholeNumber)
    .argument("[text]", "an answer to the question in your own words")
    .option("--option <n>", "tick this option of the question", wholeNumber)
    .option("--approve", "tick the box of the review; without a number every box")
    .option("--comment <text>", "write a comment below the box of the review", nonBlank)
    .option("--list", "list what can be answered, with its numbers, and where a step would lead")
    .option("--no-step", "write the answer, and leave the file for later")
    .action((number: number | undefined, text: string | undefined, options: object) =>
      choose(async (ctx) =>
        (await import("../commands/answer.ts")).answerCommand(ctx, {
          ...options,
          ...(number === undefined ? {} : { number }),
          ...(text === undefined ? {} : { text }),
        }),
      ),
    );
  command("format", "format one markdown file with the built-in formatter")
    .argument("<file>", "a markdown file")
    .action((file: string) => choose(async (ctx) => (await import("../commands/format.ts")).formatCommand(ctx, file)));
  command("check", "look for faults in the workflow before it runs")
    .option("--workflow <file>", "look at this workflow instead: a file, or a bundled one's name")
    .option("--strict", "fail on warnings too")
    .option("--notes", "show notes too")
    .addOption(
      new Option("--format <format>", "how findings are printed").choices(["plain", "github"]).conflicts("json"),
    )
    .action((options: object) =>
      choose(async (ctx) => (await import("../commands/check.ts")).checkCommand(ctx, options)),
    );
  command("test", "play the scenarios of the workflow, and tell which rows none of them fires")
    .argument("[files...]", "files of scenarios; default: those beside the configuration")
    .option("--workflow <file>", "test this workflow instead: a file, or a bundled one's name")
    .option("--coverage-min <percent>", "fail when fewer of the rows and retry caps are covered", percentage)
    .addOption(
      new Option("--replay <range>", "decide the turns of these commits again instead").conflicts("coverageMin"),
    )
    .action((files: readonly string[], options: object) =>
      choose(async (ctx) => (await import("../commands/test.ts")).testCommand(ctx, files, options)),
    );
  command("mermaid", "print the workflow as a Mermaid state diagram")
    .option("--current", "mark the resting state and the path taken")
    .addOption(new Option("--write <file>", "keep the diagram in a document up to date").conflicts("check"))
    .addOption(new Option("--check <file>", "fail when the diagram in a document is stale"))
    .action((options: object) =>
      choose(async (ctx) => (await import("../commands/mermaid.ts")).mermaidCommand(ctx, options)),
    );
  command("workflow", "print the compiled workflow as JSON")
    .option("--print", "print its source")
    .action((options: object) =>
      choose(async (ctx) => (await import("../commands/workflow.ts")).workflowCommand(ctx, options)),
    );
  command("init", "write a commented .gtdrc.yaml")
    .option("--test <command>", "the command that tests the project", nonBlank)
    .option("--agent <agent>", "the agent: a built-in one by its name, or a shell command", nonBlank)
    .option("--dry-run", "print it instead")
    .action((options: object) =>
      choose(async (ctx) => (await import("../commands/init.ts")).initCommand(ctx, options)),
    );
  command("config", "print the merged configuration")
    .option("--show-origin", "where each value comes from, as a comment behind it")
    .action((options: object) =>
      choose(async (ctx) => (await import("../commands/config.ts")).configCommand(ctx, options)),
    );
  command("doctor", "look at all that gtd needs, and say how to mend it").action(() =>
    choose(async (ctx) => (await import("../commands/doctor.ts")).doctorCommand(ctx)),
  );
  command("trust", "trust the configuration as it is now")
    .addOption(new Option("--list", "list what is trusted").conflicts("revoke"))
    .addOption(new Option("--revoke", "trust it no longer"))
    .action((options: object) =>
      choose(async (ctx) => (await import("../commands/trust.ts")).trustCommand(ctx, options)),
    );
  command("completion", "print the completion script of a shell")
    .addArgument(new Argument("[shell]", "bash, zsh or fish").choices(["bash", "zsh", "fish"]))
    .addOption(new Option("--list <kind>", "print the names that the scripts ask for").choices(NAME_KINDS))
    .action((shell: string | undefined, options: { readonly list?: NameKind }) =>
      choose(async (ctx) =>
        (await import("../commands/completion.ts")).completionCommand(ctx, {
          ...options,
          ...(shell === undefined ? {} : { shell }),
          commands: describeProgram(program),
        }),
      ),
    );
  command("demo", "run the bundled workflow in a throw-away repository with a scripted agent").action(() =>
    choose(async (ctx) => (await import("../commands/demo.ts")).demoCommand(ctx)),
  );
  return program;
}
