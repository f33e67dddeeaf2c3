import { describe, expect, it } from "vitest";
import { matchGlobs, parseGlobs } from "../../../src/engine/glob.ts";
import { matchRow, parsePattern } from "../../../src/engine/pattern.ts";
import { isUnjudged } from "../../../src/engine/row.ts";
import type { DecideInput } from "../../../src/engine/types.ts";
import { changes, row } from "./workflow-fixture.ts";

function clauses(source: string) {
  const parsed = parsePattern(source);
  if ("fault" in parsed) throw new Error(parsed.fault);
  return parsed.clauses;
}

function fault(source: string) {
  const parsed = parsePattern(source);
  if (!("fault" in parsed)) throw new Error(`"${source}" has no fault`);
  return parsed;
}

describe("reading a pattern", () => {
  it("reads nothing pending", () => {
    expect(clauses("C")).toEqual([{ kind: "clean", source: "C" }]);
  });

  it.each([
    ["*", ["A", "M", "D"]],
    ["A", ["A"]],
    ["DMA", ["A", "M", "D"]],
    ["MD", ["M", "D"]],
  ])("reads the statuses %s", (word, statuses) => {
    expect(clauses(`${word} a b.md`)).toEqual([
      { kind: "change", source: `${word} a b.md`, only: false, statuses, globs: { include: "a b.md", exclude: [] } },
    ]);
  });

  it("reads only", () => {
    expect(clauses("only  AM  src/**")).toEqual([
      {
        kind: "change",
        source: "only  AM  src/**",
        only: true,
        statuses: ["A", "M"],
        globs: { include: "src/**", exclude: [] },
      },
    ]);
  });

  it("reads the tree clauses", () => {
    expect(clauses("E a & N b ! c")).toEqual([
      { kind: "tree", source: "E a", exists: true, globs: { include: "a", exclude: [] } },
      { kind: "tree", source: "N b ! c", exists: false, globs: { include: "b", exclude: ["c"] } },
    ]);
  });

  it("reads signals beside C", () => {
    expect(clauses("@passed & C")).toEqual([
      { kind: "signal", source: "@passed", name: "passed" },
      { kind: "clean", source: "C" },
    ]);
  });

  it("reads exclusions, and lets a leading ! without a blank be part of a glob", () => {
    expect(clauses("* ** ! a ! !b")[0]).toMatchObject({ globs: { include: "**", exclude: ["a", "!b"] } });
  });

  it("carries separators and blanks in quotes", () => {
    expect(clauses('A " a & b " ! "c ! d" & @x')).toMatchObject([
      { source: 'A " a & b " ! "c ! d"', globs: { include: " a & b ", exclude: ["c ! d"] } },
      { name: "x" },
    ]);
  });

  it("takes an escaped quote for a part of the glob, and one inside an unquoted glob too", () => {
    expect(clauses('A "a\\"b"')[0]).toMatchObject({ globs: { include: 'a\\"b' } });
    expect(clauses('A a"b')[0]).toMatchObject({ globs: { include: 'a"b' } });
  });

  it("takes separators that touch a glob for a part of it", () => {
    expect(clauses("A a&b & A c! & A &d")).toMatchObject([
      { globs: { include: "a&b" } },
      { globs: { include: "c!" } },
      { globs: { include: "&d" } },
    ]);
  });

  it("keeps the source of the whole as it is written", () => {
    expect(parsePattern("  C  &  @x ")).toMatchObject({
      source: "  C  &  @x ",
      clauses: [{ source: "C" }, { source: "@x" }],
    });
  });
});

describe("faults of a pattern", () => {
  it.each([
    ["", 0, "a clause is missing"],
    ["   ", 3, "a clause is missing"],
    ["& C", 0, "a clause is missing"],
    ["C &", 3, "a clause is missing"],
    ["C & & @x", 4, "a clause is missing"],
    ["! a", 0, "a clause is missing"],
    ["only ", 5, "a clause is missing"],
    ["only & A x", 5, "a clause is missing"],
    ["only", 0, '"only" begins no clause'],
    ["only E a", 5, '"E" begins no clause'],
    ["only C", 5, '"C" begins no clause'],
    ["only @x", 5, '"@x" begins no clause'],
    ["AA a", 0, '"AA" begins no clause'],
    ["*A a", 0, '"*A" begins no clause'],
    ["A", 1, "a glob is missing"],
    ["A ! b", 2, "a glob is missing"],
    ["A a !", 5, "a glob is missing"],
    ["A a ! & C", 6, "a glob is missing"],
    ['A ""', 2, "a glob is missing"],
    ['A "a', 2, "without its closing quote"],
    ['A "a\\"', 2, "without its closing quote"],
    ['A "a"b', 5, "something behind a quoted glob"],
    ['A "a" b', 5, "something behind a quoted glob"],
    ["C x", 2, 'something behind "C"'],
    ["@x ! y", 3, 'something behind "@x"'],
    ["@", 0, '"@" is no signal'],
    ["@a@b", 0, '"@a@b" is no signal'],
    ["@-a", 0, '"@-a" is no signal'],
    ["C & A x", 0, '"C" beside a change clause'],
    ["A x & C", 0, '"C" beside a change clause'],
    ["A a[", 2, 'unbalanced brackets in "a["'],
    ["A a & E b{", 8, 'unbalanced brackets in "b{"'],
    ["A *\\\\\\\\", 2, "ends in backslashes"],
    [`A ${"a".repeat(65_537)}`, 2, "a glob of 65537 characters"],
  ])("%j at %i: %s", (source, offset, text) => {
    const found = fault(source);
    expect(found.fault).toContain(text);
    expect(found.offset).toBe(offset);
  });

  it.each([
    ["R a", "a rename"],
    ["c", "a rename"],
    ["am a", 'write "AM"'],
    ["e a", 'write "E"'],
    ["src/** x", 'write "* src/**"'],
    ["*.md", 'write "* *.md"'],
    ["A ! b", "double quotes"],
    ['A "a" b', "in quotes"],
    ["C D", "join clauses"],
  ])("hints at what is meant by %j: %s", (source, hint) => {
    expect(fault(source).hint).toContain(hint);
  });

  it("has no hint where it cannot guess", () => {
    expect(fault("added").hint).toBeUndefined();
  });
});

describe("reading globs alone", () => {
  it("reads exclusions", () => {
    expect(parseGlobs(".gtd/** ! .gtd/keep.md")).toEqual({ include: ".gtd/**", exclude: [".gtd/keep.md"] });
  });

  it("has no clauses to join", () => {
    expect(parseGlobs("a & b")).toMatchObject({ offset: 2, fault: expect.stringContaining('"&" joins clauses') });
  });

  it("passes a fault on", () => {
    expect(parseGlobs("a ! (")).toMatchObject({ offset: 4, fault: expect.stringContaining("unbalanced") });
  });
});

describe("globs", () => {
  it.each([
    ["src/a.ts", "src/a.ts", true],
    ["src/a.ts", "src/b.ts", false],
    ["Src", "src", false],
    ["./a", "a", true],
    ["**", ".gtd/x", true],
    ["**", "a\nb/c\nd", true],
    ["*", "a\nb", true],
    ["*", ".hidden", true],
    ["*", "a/b", false],
    ["a/**", "a", true],
    ["a/**", "a/b/c", true],
    ["a/**", "ab", false],
    ["**/*.md", "x/y/z.md", true],
    ["**/*.md", "z.md", true],
    ["*.{ts,js}", "a.js", true],
    ["[ab].md", "b.md", true],
    ["[ab].md", "[ab].md", true],
    ["a?c", "abc", true],
    ["+(a|b)", "abab", true],
    ["!(a).md", "b.md", true],
    ["!(a).md", "a.md", false],
    ["!a", "!a", true],
    ["!a", "b", false],
    ["{.gtdrc*,gtd.config.*}", ".gtdrc.yaml", true],
    ["\\*", "*", true],
    ["\\*", "a", false],
  ])("%j on %j: %s", (include, path, matches) => {
    expect(matchGlobs({ include, exclude: [] })(path)).toBe(matches);
  });

  it("leave out what they exclude", () => {
    const matches = matchGlobs({ include: ".gtd/**", exclude: [".gtd/*.md", ".gtd/a"] });
    expect([".gtd/x", ".gtd/x.md", ".gtd/a", "x"].map(matches)).toEqual([true, false, false, false]);
  });

  it("match nothing else when they are faulty, and never throw", () => {
    expect(matchGlobs({ include: "*\\\\\\\\", exclude: [] })("a")).toBe(false);
    const long = "*".repeat(65_537);
    expect(matchGlobs({ include: "", exclude: [] })("a")).toBe(false);
    expect(matchGlobs({ include: long, exclude: [] })("a")).toBe(false);
    expect(matchGlobs({ include: "a[", exclude: [] })("a[")).toBe(true);
  });

  it("stay right when more globs are met than are kept", () => {
    for (let n = 0; n < 10_050; n += 1) expect(matchGlobs({ include: `f${n}`, exclude: [] })(`f${n}`)).toBe(true);
  });

  it.each(["a[b]", "{a,{b,c}}", "@(a|b)", "[]a]", "[^]a]", "[[:alpha:]]", "[[:]", "[\\]]", "\\[", "a[(]b", 'a"()"b'])(
    "balance: %s",
    (glob) => {
      expect(parseGlobs(glob)).toEqual({ include: glob, exclude: [] });
    },
  );

  it.each(["a]", "a(", ")", "{(})", "[]", "[^]", "\\[]", "{a", 'a(")"'])("do not balance: %s", (glob) => {
    expect(parseGlobs(glob)).toMatchObject({ fault: `unbalanced brackets in "${glob}"` });
  });
});

type Turn = Pick<DecideInput, "changes" | "tree" | "signals">;
const NOTHING: Turn = { changes: [], tree: [], signals: { events: [], conditions: [] } };

function match(source: string, turn: Partial<Turn>) {
  const { holds, answers, clauses: results } = matchRow(row(source), { ...NOTHING, ...turn });
  return {
    holds,
    answers,
    clauses: results.map((one) => (one.path === undefined ? one.holds : `${one.holds}: ${one.path}`)),
  };
}

describe("holding a row against a turn", () => {
  it.each([
    ["C", {}, { holds: true, answers: true, clauses: [true] }],
    ["C", { changes: changes("A x") }, { holds: false, answers: true, clauses: ["false: x"] }],
    ["A x", { changes: changes("M x") }, { holds: false, answers: true, clauses: [false] }],
    ["AM *", { changes: changes("D a", "M b", "A c") }, { holds: true, answers: true, clauses: ["true: b"] }],
    ["* a*", { changes: changes("D b", "D ab") }, { holds: true, answers: true, clauses: ["true: ab"] }],
    ["only * a*", { changes: changes("D a", "D ab") }, { holds: true, answers: true, clauses: [true] }],
    ["only A a*", { changes: changes("A a", "D ab") }, { holds: false, answers: true, clauses: ["false: ab"] }],
    ["only * **", {}, { holds: false, answers: false, clauses: [false] }],
    ["* **", {}, { holds: false, answers: false, clauses: [false] }],
    [
      "E a* & A x",
      { changes: changes("A x"), tree: ["b", "ab"] },
      { holds: true, answers: true, clauses: ["true: ab", "true: x"] },
    ],
    [
      "E a & A x",
      { changes: changes("A x"), tree: ["x"] },
      { holds: false, answers: true, clauses: [false, "true: x"] },
    ],
    [
      "N a & A x",
      { changes: changes("A x"), tree: ["a"] },
      { holds: false, answers: true, clauses: ["false: a", "true: x"] },
    ],
    ["N a", { changes: changes("A x"), tree: ["x"] }, { holds: true, answers: true, clauses: [true] }],
    ["E a", { tree: ["a"] }, { holds: false, answers: false, clauses: ["true: a"] }],
    ["E a & C", { tree: ["a"] }, { holds: true, answers: true, clauses: ["true: a", true] }],
    ["@open", { signals: { events: [], conditions: ["open"] } }, { holds: false, answers: false, clauses: [true] }],
    [
      "@open & C",
      { signals: { events: [], conditions: ["open"] } },
      { holds: true, answers: true, clauses: [true, true] },
    ],
    [
      "@open",
      { signals: { events: [], conditions: ["open"] }, changes: changes("A x") },
      { holds: true, answers: true, clauses: [true] },
    ],
    ["@passed", { signals: { events: ["passed"], conditions: [] } }, { holds: true, answers: true, clauses: [true] }],
    [
      "@open",
      { signals: { events: ["passed"], conditions: ["open"] } },
      { holds: false, answers: false, clauses: [true] },
    ],
    [
      "@passed",
      { signals: { events: ["failed"], conditions: [] } },
      { holds: false, answers: false, clauses: [false] },
    ],
  ])("%s on %j", (source, turn, expected) => {
    expect(match(source, turn)).toEqual(expected);
  });

  it("tells a row that only the tree could decide", () => {
    const { tree: _, ...without } = { ...NOTHING, changes: changes("A x") };
    expect(isUnjudged(matchRow(row("A x & E a"), without))).toBe(true);
    expect(isUnjudged(matchRow(row("A y & E a"), without))).toBe(false);
    expect(isUnjudged(matchRow(row("A x"), without))).toBe(false);
    expect(isUnjudged(matchRow(row("E a"), { ...without, changes: [] }))).toBe(false);
  });
});
