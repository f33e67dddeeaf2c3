import { execFileSync } from "node:child_process";
import { tmpdir } from "node:os";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseGlobs } from "../../src/engine/glob.ts";
import { parsePattern } from "../../src/engine/pattern.ts";
import { actorFault, formatSubject, nameFault, parseSubject } from "../../src/engine/subject.ts";
import { formatMessage, listTrailers, parseTrailers, stripTrailers } from "../../src/engine/trailers.ts";

const text = fc.string({ unit: "binary", maxLength: 30 });

describe("patterns", () => {
  it("are read or refused, whatever is written, and a fault lies inside the text", () => {
    const source = fc.oneof(text, fc.stringMatching(/^[AMDCEN*@! &"a./\\(){}[\]only-]{0,16}$/));
    fc.assert(
      fc.property(source, (pattern) => {
        for (const parsed of [parsePattern(pattern), parseGlobs(pattern)]) {
          if (!("fault" in parsed)) continue;
          expect(parsed.offset).toBeGreaterThanOrEqual(0);
          expect(parsed.offset).toBeLessThanOrEqual(pattern.length);
        }
      }),
      { numRuns: 5000 },
    );
  });
});

describe("subjects", () => {
  const name = fc.oneof(text, fc.stringMatching(/^[ab →():]{1,8}$/), fc.constantFrom("1", "constructor", "__proto__"));

  it("carry every name that is not refused", () => {
    fc.assert(
      fc.property(name, name, name, (actor, from, to) => {
        fc.pre((actorFault(actor) ?? nameFault(from) ?? nameFault(to)) === undefined);
        expect(parseSubject(formatSubject(actor, from, to))).toEqual({ actor, from, to });
      }),
      { numRuns: 3000 },
    );
  });

  it("are read or not, whatever is written; what is read is written the same", () => {
    fc.assert(
      fc.property(name, name, (actor, rest) => {
        const parsed = parseSubject(`gtd(${actor}): ${rest}`);
        if (parsed === undefined || (parsed.from === parsed.to && rest !== parsed.to)) return;
        expect(formatSubject(parsed.actor, parsed.from, parsed.to)).toBe(`gtd(${actor}): ${rest}`);
      }),
      { numRuns: 3000 },
    );
  });
});

describe("messages", () => {
  const key = fc.stringMatching(/^Gtd-[A-Za-z]{1,6}$/);
  const value = fc
    .string({ maxLength: 12 })
    .filter((one) => !/[\n\r\0]/.test(one))
    .map((one) => one.replace(/^[ \t]+|[ \t]+$/g, ""));
  const line = fc.constantFrom(
    "title",
    "Key: value",
    "Signed-off-by: a <b>",
    " folded",
    "# comment",
    "",
    "  ",
    "prose: of, a kind",
    "prose",
    "Conflicts:",
    "\tfile",
    "---",
    "A : b",
    "(cherry picked from commit 1)",
  );
  const body = fc.array(line, { maxLength: 8 }).map((lines) => `${lines.join("\n")}\n`);

  it("give back the trailers that were written, last, below any body", () => {
    fc.assert(
      fc.property(body, fc.array(fc.tuple(key, value), { minLength: 1, maxLength: 4 }), (prose, trailers) => {
        const message = formatMessage({ subject: "subject", body: prose, trailers });
        expect(listTrailers(message).slice(-trailers.length)).toEqual(trailers.map(([k, v]) => ({ key: k, value: v })));
      }),
      { numRuns: 2000 },
    );
  });

  it("hold no trailer of ours after stripping", () => {
    fc.assert(
      fc.property(
        fc.oneof(body, text),
        fc.array(fc.tuple(key, value), { maxLength: 3 }),
        body,
        (prose, trailers, tail) => {
          const stripped = stripTrailers(
            `${formatMessage({ subject: "subject", body: prose, trailers })}${tail}`,
            "Gtd-",
          );
          expect([...parseTrailers(stripped).keys()].filter((one) => one.startsWith("Gtd-"))).toEqual([]);
          expect(stripTrailers(stripped, "Gtd-")).toBe(stripped);
        },
      ),
      { numRuns: 2000 },
    );
  });

  it("are read as git reads them", () => {
    const env = {
      PATH: process.env["PATH"],
      GIT_CONFIG_GLOBAL: "/dev/null",
      GIT_CONFIG_NOSYSTEM: "1",
      GIT_DIR: "/dev/null",
      LC_ALL: "C.UTF-8",
    };
    fc.assert(
      fc.property(body, (message) => {
        const theirs = execFileSync("git", ["interpret-trailers", "--parse", "--no-divider"], {
          input: message,
          encoding: "utf8",
          cwd: tmpdir(),
          env,
        });
        expect(
          listTrailers(message)
            .map((one) => `${one.key}: ${one.value}\n`)
            .join(""),
        ).toBe(theirs);
      }),
      { numRuns: 100 },
    );
  });
});
