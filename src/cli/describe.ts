import type { Argument, Command, Option } from "commander";
import type { ArgumentHelp, CommandHelp, OptionHelp } from "../help/command-line.ts";

/** Every command of the program with its arguments and options, as data; the program's own first, without a name. */
export function describeProgram(program: Command): readonly CommandHelp[] {
  const own = { ...describeCommand(program), name: "", arguments: [] };
  const commands = program.createHelp().visibleCommands(program).map(describeCommand);
  const choices = commands.map(({ name }) => name);
  // What `gtd help` takes is a command's name.
  const named = (argument: ArgumentHelp): ArgumentHelp =>
    argument.name === "command" ? { ...argument, choices } : argument;
  return [own, ...commands.map((command) => Object.assign(command, { arguments: command.arguments.map(named) }))];
}

function describeCommand(command: Command): CommandHelp {
  const help = command.createHelp();
  return {
    name: command.name(),
    description: command.description(),
    arguments: command.registeredArguments.map(describeArgument),
    options: help.visibleOptions(command).map(describeOption),
  };
}

function describeArgument(argument: Argument): ArgumentHelp {
  const { required, variadic, description, argChoices } = argument;
  return {
    name: argument.name(),
    required,
    variadic,
    description,
    ...(argChoices === undefined ? {} : { choices: argChoices }),
  };
}

function describeOption({ flags, short, long, description, argChoices }: Option): OptionHelp {
  const value = /[<[]([\w-]+)(?:\.\.\.)?[>\]]/.exec(flags)?.[1];
  return {
    flags,
    ...(short === undefined ? {} : { short }),
    long: long ?? short ?? "",
    description,
    ...(value === undefined ? {} : { value }),
    ...(argChoices === undefined ? {} : { choices: argChoices }),
  };
}
