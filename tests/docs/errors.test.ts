import { describe, expect, it } from "vitest";
import { EXIT } from "../../src/errors.ts";
import { readTable } from "./documents.ts";
import {
  isNamed,
  listErrorCodes,
  listExitNames,
  listFindingCodes,
  listPinnedFindings,
  readGolden,
} from "./messages/codes.ts";

/** Codes that cannot be had on purpose, each with why. */
const NOT_PINNED: Readonly<Record<string, string>> = {
  "too-slow-to-read": "it takes 20 s; tests/unit/steering/guard.test.ts has it with less",
  "turn-at-work": "it needs what outlived its gtd; tests/driver/killed-loop.test.ts has it",
  undecidable: "its patterns would be so large that telling so takes longer than all other tests together",
};

const errors = readTable("docs/errors.md", "code", "exit");
const codes = errors.map(([code = ""]) => code);
const findings = readTable("docs/errors.md", "finding").flatMap(([names = ""]) => names.split(/,\s*/));
const golden = readGolden("errors");

describe("docs/errors.md", () => {
  it("lists every error that the sources raise", () => {
    const raised = listErrorCodes();
    expect(raised.size).toBeGreaterThan(50);
    expect([...raised].filter((code) => !codes.includes(code)).toSorted()).toEqual([]);
  });

  it("gives each its exit", () => {
    const documented = new Set(errors.map(([code, exit]) => `${code} ${exit}`));
    const exits: Readonly<Record<string, number>> = EXIT;
    const wrong = listExitNames()
      .map(([code, exit]) => `${code} ${exits[exit]}`)
      // A mode that no state has is a refusal where a command has no file argument to say it by.
      .filter((one) => !documented.has(one) && one !== "unknown-mode 1");
    expect(wrong).toEqual([]);
  });

  it("lists nothing that the sources do not name", () => {
    expect([...codes, ...findings].filter((code) => !isNamed(code) && !code.startsWith("unknown-"))).toEqual([]);
  });

  it("is in alphabetical order, each once", () => {
    expect(codes).toEqual([...new Set(codes)].toSorted());
    expect(findings).toEqual([...new Set(findings)].toSorted());
  });

  it("lists every finding that the sources report", () => {
    const reported = listFindingCodes();
    expect(reported.size).toBeGreaterThan(50);
    const listed = new Set([...codes, ...findings]);
    expect([...reported].filter((code) => !listed.has(code)).toSorted()).toEqual([]);
  });
});

describe("the whole text", () => {
  it("of every error is pinned, and ends with its exit", () => {
    const exitsOf = (code: string): readonly (string | undefined)[] =>
      golden
        .filter(({ name }) => name === code || name.startsWith(`${code}.`))
        .map(({ text }) => /exit (\d+)\n$/.exec(text)?.[1]);
    const unpinned = errors.filter(([code = "", exit]) => !(code in NOT_PINNED) && !exitsOf(code).includes(exit));
    expect(unpinned.map(([code]) => code)).toEqual([]);
  });

  it("of every finding is pinned", () => {
    const pinned = listPinnedFindings();
    expect(findings.filter((code) => !(code in NOT_PINNED) && !pinned.has(code))).toEqual([]);
  });

  it("says under its name what the code under --json says", () => {
    const strangers = golden.map(({ name }) => name.split(".")[0] ?? "").filter((code) => !codes.includes(code));
    expect([...new Set(strangers)]).toEqual(["findings"]);
  });
});

/** Words that begin a command, by which a line of what to do next is known for one. */
const COMMAND = /^(?:[A-Z_]+=\S+ )?(?:gtd|git|rm|mv|cp|cat|echo|export|iconv|kill|source)(?: |$)/;

describe("each text", () => {
  const texts = golden.flatMap(({ name, text }) => {
    const said = /^gtd: (.*)$/m.exec(text)?.[1];
    const next = text.split("\nnext:\n")[1]?.split("\n").slice(0, -2) ?? [];
    return said === undefined ? [] : [{ name, said, next: next.map((line) => line.slice(2)), text }];
  });

  it("begins in lower case, or with a name", () => {
    const wrong = texts.filter(({ said }) => !/^(?:[a-z\d"]|HEAD\b)/.test(said));
    expect(wrong.map(({ name }) => name)).toEqual([]);
  });

  it("is a sentence without a full stop, with names in double quotes but where a program speaks", () => {
    const wrong = texts.filter(({ said }) => said.endsWith(".") || / '[\w./-]+'/.test(said.replace(/: .*/, "")));
    expect(wrong.map(({ name }) => name)).toEqual([]);
  });

  it("ends with what to do next", () => {
    expect(texts.filter(({ next }) => next.length === 0).map(({ name }) => name)).toEqual([]);
  });

  it("has no empty line", () => {
    const wrong = texts.filter(({ text }) => /^gtd: [\s\S]*\n\n/m.test(text));
    expect(wrong.map(({ name }) => name)).toEqual([]);
  });

  it("has commands that can be pasted, with a comment behind them at most", () => {
    const wrong = texts.flatMap(({ name, next }) =>
      next.filter((line) => COMMAND.test(line) && /\S {2,}[^#]/.test(line)).map((line) => `${name}: ${line}`),
    );
    expect(wrong).toEqual([]);
  });
});
