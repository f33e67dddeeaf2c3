import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readOutput } from "../../../src/driver/read-output.ts";

const EVENTS = [
  { type: "start", id: "s1" },
  { type: "text", part: { text: "one " } },
  { type: "step", cost: 0.25, items: [{ n: 3 }] },
  { type: "text", part: { text: "two" } },
  { type: "step", cost: 0.5, items: [{ n: 4 }] },
];
const PICK = {
  session: { where: { type: ["start", "begin"] }, path: "id", take: "first" },
  text: { where: { type: "text" }, path: "part.text", take: "join" },
  cost: { where: { type: "step" }, path: "cost", take: "sum" },
  tokensIn: { path: ["nothing", "items.0.n"] },
  error: { where: { type: "error" }, path: "message" },
} as const;
const WANTED = { session: "s1", text: "one two", cost: "0.75", tokensIn: "4" };
/** A table of data is read-only; what the schema makes of it is not. */
const pick = JSON.parse(JSON.stringify(PICK)) as NonNullable<Parameters<typeof readOutput>[0]["pick"]>;

function readAll(adapter: Parameters<typeof readOutput>[0], chunks: readonly string[]) {
  const reader = readOutput(adapter);
  for (const chunk of chunks) reader.add(chunk);
  reader.end();
  return reader.picked();
}

describe("an agent's output", () => {
  it("is read off events line by line, however they are cut into pieces", () => {
    const whole = `noise\n${EVENTS.map((event) => JSON.stringify(event)).join("\n")}`;
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 20 }), { minLength: 1, maxLength: 8 }), (sizes) => {
        const chunks: string[] = [];
        for (let at = 0, i = 0; at < whole.length; i += 1) {
          const size = sizes[i % sizes.length] ?? 1;
          chunks.push(whole.slice(at, at + size));
          at += size;
        }
        expect(readAll({ output: "ndjson", pick }, chunks)).toEqual(WANTED);
      }),
      { numRuns: 50 },
    );
  });

  it("may be one document, or a list of events", () => {
    expect(readAll({ output: "json-array", pick }, ["[", JSON.stringify(EVENTS).slice(1)])).toEqual(WANTED);
    expect(readAll({ output: "json", pick }, ['{"type":"text",\n', '"part":{"text":"x"}}'])).toEqual({ text: "x" });
  });

  it("that is no JSON, or JSON of another shape, gives nothing and breaks nothing", () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(fc.string(), fc.json()), { maxLength: 6 }), (lines) => {
        for (const output of ["ndjson", "json", "json-array", "text"] as const)
          expect(() => readAll({ output, pick }, lines)).not.toThrow();
      }),
      { numRuns: 100 },
    );
  });

  it("of text is searched line by line", () => {
    const picked = readAll({ output: "text", pick: { cost: { regex: "^cost: (.*)$" } } }, [
      "a\ncost: 1\nco",
      "st: 2\nb",
    ]);
    expect(picked).toMatchObject({ cost: "2" });
    expect(picked.text).toBe("a\ncost: 1\ncost: 2\nb\n");
  });

  it("of one endless line is dropped, in bounded memory", () => {
    const reader = readOutput({ output: "ndjson", pick });
    const chunk = "x".repeat(1 << 20);
    for (let i = 0; i < 64; i += 1) reader.add(chunk);
    reader.add(`\n${JSON.stringify(EVENTS[1])}\n`);
    reader.end();
    expect(reader.picked()).toEqual({ text: "one " });
  });
});
