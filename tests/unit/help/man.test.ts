import { describe, expect, it } from "vitest";
import { describeProgram } from "../../../src/cli/describe.ts";
import { renderManual } from "../../../src/cli/manual.ts";
import { makeProgram } from "../../../src/cli/program.ts";
import { EXIT } from "../../../src/errors.ts";
import { renderMan } from "../../../src/help/man.ts";

describe("the manual page", () => {
  it("has every command, every option and every exit code", () => {
    const page = renderManual();
    const plain = page.replaceAll("\\-", "-");
    for (const { name, options } of describeProgram(makeProgram(() => {}, { out: () => {} }))) {
      if (name !== "") expect(plain).toContain(`.SS "gtd ${name}`);
      for (const { flags } of options) expect(plain).toContain(`.B ${flags}`);
    }
    for (const code of Object.values(EXIT)) expect(plain).toContain(`\n.B ${code}\n`);
  });

  it("takes no text for a request of its own", () => {
    const page = renderMan({
      version: "1",
      description: ".x",
      commands: [
        {
          name: "do",
          description: ".so /etc/passwd",
          arguments: [{ name: "file", required: true, variadic: true, description: "a\\b - 'c'" }],
          options: [{ flags: "--to <x>", long: "--to", description: ".TP", choices: ["a", "b"] }],
        },
      ],
      exits: [],
      environment: [],
      files: [],
    });
    expect(page).toContain('.SS "gtd do <file...>"\n\\&.so /etc/passwd\n.TP\n.I file\na\\eb \\- \\(aqc\\(aq\n');
    expect(page).toContain(".TP\n.B \\-\\-to <x>\n\\&.TP (a, b)\n");
  });
});
