import { describe, expect, it } from "vitest";
import { makeProgram } from "../../src/cli/program.ts";
import { describeProgram } from "../../src/cli/describe.ts";
import { renderManual } from "../../src/cli/manual.ts";
import { EXIT } from "../../src/errors.ts";
import type { ArgumentHelp } from "../../src/help/command-line.ts";
import { readDocument, readTable } from "./documents.ts";

const program = makeProgram(() => {}, { out: () => {} });

/** What `--help` prints, of the program or of one of its commands. */
function helpOf(command?: string): string {
  return (program.commands.find((one) => one.name() === command) ?? program).helpInformation();
}

/** The first words of the lines of one section of a help text. */
function listSection(help: string, title: string): readonly string[] {
  const section = help.split(/^(?=\w[\w ]*:)/m).find((part) => part.startsWith(`${title}:`)) ?? "";
  return [...section.matchAll(/^ {2}(\S.*?)(?: {2,}|$)/gm)].map((match) => match[1] ?? "");
}

function renderArgument({ name, required, variadic }: ArgumentHelp): string {
  const word = variadic ? `${name}...` : name;
  return required ? `<${word}>` : `[${word}]`;
}

const commands = listSection(helpOf(), "Commands")
  .map((usage) => usage.split(" ")[0] ?? "")
  .filter((name) => name !== "help");

describe("docs/cli.md", () => {
  it("lists every command, and none that is not there", () => {
    const documented = readTable("docs/cli.md", "command", "what it does").map(([cell = ""]) => cell);
    const names = documented
      .flatMap((cell) => cell.split(", "))
      .map((usage) => usage.split(" ")[1])
      .filter((name) => name !== undefined);
    expect([...new Set(names)].toSorted()).toEqual(commands.toSorted());
  });

  it("gives each command the arguments that it takes", () => {
    const documented = readTable("docs/cli.md", "command", "what it does").map(([cell = ""]) => cell);
    const usages = describeProgram(program).map(({ name, arguments: taken }) =>
      ["gtd", name, ...taken.map((one) => renderArgument(one))].filter(Boolean).join(" "),
    );
    const known = new Set([...documented.flatMap((cell) => cell.split(", ")), "gtd help [command]"]);
    expect(usages.filter((usage) => !known.has(usage))).toEqual([]);
  });

  it("says of every command what it prints with --json", () => {
    const documented = readTable("docs/cli.md", "command", "document").flatMap(([cell = ""]) => cell.split(", "));
    const events = ["loop", "continue"];
    const silent = commands.filter((name) => !helpOf(name).includes("--json"));
    expect([...documented, ...events, ...silent].toSorted()).toEqual(commands.toSorted());
  });

  it("lists every option with the commands that take it", () => {
    const documented = new Map(
      readTable("docs/cli.md", "option", "of").map(([option = "", of = ""]) => [option, of.split(", ")] as const),
    );
    const taken = new Map<string, string[]>();
    for (const command of commands) {
      for (const usage of listSection(helpOf(command), "Options")) {
        if (usage.startsWith("-h") || usage === "--json") continue;
        taken.set(usage, [...(taken.get(usage) ?? []), command]);
      }
    }
    documented.delete("--json");
    expect(Object.fromEntries([...documented].map(([option, of]) => [option, of.toSorted()]))).toEqual(
      Object.fromEntries([...taken].map(([option, of]) => [option, of.toSorted()])),
    );
  });

  it("lists every exit code", () => {
    const documented = readTable("docs/cli.md", "code", "meaning").map(([code]) => Number(code));
    expect(documented.toSorted((a, b) => a - b)).toEqual(Object.values(EXIT).toSorted((a, b) => a - b));
  });

  it("says of exits and variables what the manual page says", () => {
    const manual = renderManual().replaceAll("\\", "");
    for (const [code = "", meaning = ""] of readTable("docs/cli.md", "code", "meaning"))
      expect(manual, code).toContain(meaning);
    const [, variables = ""] = /^\.SH ENVIRONMENT\n([^]*?)\n\.SH /m.exec(manual) ?? [];
    const named = variables.match(/(?<!\.)\b[A-Z]+(?:_[A-Z]+)*\b/g) ?? [];
    expect(named).toContain("XDG_STATE_HOME");
    expect(named.filter((name) => !readDocument("docs/cli.md").includes(name))).toEqual([]);
  });
});
