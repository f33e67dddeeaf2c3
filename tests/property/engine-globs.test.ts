import fc from "fast-check";
import micromatch from "micromatch";
import { describe, expect, it } from "vitest";
import { globFault, matchGlob } from "../../src/engine/glob-matcher.ts";

/** A path that git can hold: no empty segment, none of dots alone. */
const segment = fc
  .oneof(
    { weight: 4, arbitrary: fc.stringMatching(/^[ab.]{1,3}$/) },
    { weight: 1, arbitrary: fc.string({ minLength: 1, maxLength: 4, unit: "grapheme" }) },
    { weight: 1, arbitrary: fc.constantFrom("a\nb", " a", "!a", "a,b", "$", "^a", "@x", "a+b", "#", "~", "'") },
  )
  .filter((text) => text !== "." && text !== ".." && !text.includes("/") && !text.includes("\u0000"));
const path = fc.array(segment, { minLength: 1, maxLength: 4 }).map((segments) => segments.join("/"));

/** micromatch's answer, by its own matcher. */
function ask(glob: string, candidate: string): boolean {
  const options: object = { dot: true, nonegate: true, flags: "s" };
  return micromatch.matcher(glob, options)(candidate);
}

function near(text: string): fc.Arbitrary<string> {
  return fc.oneof(
    path,
    fc.constant(text),
    path.map((more) => `${text}/${more}`),
    path.map((more) => `${text}${more}`),
    path.map((more) => `${more}/${text}`),
  );
}

describe("globs answer as micromatch does", () => {
  it("when they are plain paths", () => {
    fc.assert(
      fc.property(
        path.chain((glob) => fc.tuple(fc.constant(glob), near(glob))),
        ([glob, candidate]) => {
          expect(matchGlob(glob)(candidate)).toBe(ask(glob, candidate));
        },
      ),
      { numRuns: 2000 },
    );
  });

  it("when they are a whole tree", () => {
    fc.assert(
      fc.property(path, (candidate) => {
        expect(matchGlob("**")(candidate)).toBe(ask("**", candidate));
      }),
      { numRuns: 1000 },
    );
  });

  it("when they are a folder", () => {
    fc.assert(
      fc.property(
        path.chain((base) => fc.tuple(fc.constant(base), near(base))),
        ([base, candidate]) => {
          expect(matchGlob(`${base}/**`)(candidate)).toBe(ask(`${base}/**`, candidate));
        },
      ),
      { numRuns: 2000 },
    );
  });

  it("when they are how a name ends, in a folder or below it", () => {
    const end = fc.stringMatching(/^[ab.!+@,-]{0,3}$/);
    const folder = fc.oneof(
      fc.constant(""),
      path.map((text) => `${text}/`),
    );
    const glob = fc
      .tuple(folder, fc.constantFrom("", "**/"), end)
      .map(([base, deep, text]) => `${base}${deep}*${text}`);
    fc.assert(
      fc.property(
        glob.chain((source) => fc.tuple(fc.constant(source), near(source.replaceAll(/\*\*?/g, "a")))),
        ([source, candidate]) => {
          expect(matchGlob(source)(candidate)).toBe(ask(source, candidate));
        },
      ),
      { numRuns: 4000 },
    );
  });

  it("when they are anything", () => {
    const glob = fc.stringMatching(/^[ab./*?!+@|,{}[\]\\"-]{1,8}$/);
    fc.assert(
      fc.property(glob, path, (source, candidate) => {
        fc.pre(!source.endsWith("\\\\\\\\"));
        expect(matchGlob(source)(candidate)).toBe(ask(source, candidate));
      }),
      { numRuns: 3000 },
    );
  });
});

describe("unbalanced brackets", () => {
  it("are found wherever micromatch finds them", () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[ab:!^/*(){}[\]\\"]{1,10}$/), (glob) => {
        fc.pre(globFault(glob) === undefined);
        expect(() => micromatch.makeRe(glob, { dot: true, nonegate: true, strictBrackets: true })).not.toThrow();
      }),
      { numRuns: 5000 },
    );
  });
});
