import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { acceptsText } from "../../src/checks/automaton.ts";
import { automatonOf, PATHS } from "../../src/checks/glob-automaton.ts";
import { globFault, matchGlob } from "../../src/engine/glob-matcher.ts";

const segment = fc
  .oneof(
    { weight: 4, arbitrary: fc.stringMatching(/^[abc.]{1,3}$/) },
    {
      weight: 1,
      arbitrary: fc.constantFrom("a\nb", " a", "!a", "a,b", "$", "^a", "@x", "a+b", "12", "é", "[a]", "(a)"),
    },
  )
  .filter((text) => text !== "." && text !== "..");
const path = fc.array(segment, { minLength: 1, maxLength: 4 }).map((segments) => segments.join("/"));
const part = fc.oneof(
  segment,
  fc.constantFrom("**", "*", "?", "a*", "*b", "*.a", ".*", "[ab]", "[!a]*", "[^b]", "[a-c]?", "[[:alpha:]]", "{a,b}"),
  fc.constantFrom(
    "!(a)",
    "!(a|b)c",
    "!(*.a)",
    "+(a|b)",
    "*(ab)",
    "@(a|b*)",
    "?(a)b",
    "a**",
    "**b",
    "{1..3}",
    "\\*",
    "(a|b)",
    "*(!(a))",
  ),
  fc.constantFrom(
    "{a,b/c}",
    "{a,!(b)}",
    "*{a,.b}",
    "a!(b)",
    "!(a)*",
    "*!(a)",
    ".!(a)",
    "@(!(a)|b)",
    "[]a]",
    "a|b",
    '"a"',
    "\\d",
    "[\\w]",
  ),
);
const glob = fc.array(part, { minLength: 1, maxLength: 4 }).map((parts) => parts.join("/"));

describe("the automaton of a glob", () => {
  it("accepts the paths that the engine matches, and no other", () => {
    fc.assert(
      fc.property(glob, fc.array(path, { minLength: 20, maxLength: 20 }), (source, paths) => {
        fc.pre(globFault(source) === undefined);
        const automaton = automatonOf(source);
        for (const each of [...paths, source.replaceAll("*", "a")]) {
          if (!acceptsText(PATHS, each)) continue;
          expect([source, each, acceptsText(automaton, each)]).toEqual([source, each, matchGlob(source)(each)]);
        }
      }),
      { numRuns: 300 },
    );
  });

  it("does so for globs of any signs", () => {
    fc.assert(
      fc.property(
        fc.stringMatching(/^[ab./*?!+@|,{}()[\]\\-]{1,9}$/),
        fc.array(path, { minLength: 20, maxLength: 20 }),
        (source, paths) => {
          fc.pre(globFault(source) === undefined && !/\\[b1-9]/i.test(source));
          const automaton = automatonOf(source);
          for (const each of paths)
            expect([source, each, acceptsText(automaton, each)]).toEqual([source, each, matchGlob(source)(each)]);
        },
      ),
      { numRuns: 300 },
    );
  });
});

describe("the paths that git can hold", () => {
  it.each(["a", "a/b", ".gtd/x", "...", ".gitignore", "a b", "a\nb", ".github/x"])("has %j", (text) =>
    expect(acceptsText(PATHS, text)).toBe(true),
  );
  it.each(["", "/", "a/", "/a", "a//b", ".", "..", "a/../b", "./a", ".git", ".git/x", "a/.GIT/x", "a\0"])(
    "has no %j",
    (text) => expect(acceptsText(PATHS, text)).toBe(false),
  );
});
