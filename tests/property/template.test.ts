import fc from "fast-check";
import { expect, it } from "vitest";
import { runEta } from "../../src/template/eta-engine.ts";
import { buildVarsContext } from "../../src/template/context.ts";
import { quoteShell } from "../../src/template/quote.ts";
import { normalizeBreaks, renderVars } from "../../src/template/render.ts";

const value = fc.string({
  unit: fc.constantFrom("a", " ", "'", '"', "\\", "$", "`", "\n", "\r", "é", "\u2028", "%>", "<%", "-"),
});
const text = value.filter((piece) => !piece.includes("<%"));
const tag = fc.constantFrom(
  "<%= it.vars.a %>",
  "<%~ it.vars.a %>",
  "<%=it.vars.b%>",
  "<%~\n it.vars.b\n%>",
  "<% = it.vars.a %>",
);

it("text and variables render alike with and without the engine", () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(text, tag), { maxLength: 6 }), value, value, fc.boolean(), (pieces, a, b, shell) => {
      const source = pieces.join("");
      fc.pre(!source.endsWith("<"));
      expect(renderVars(source, { a, b }, { shell })).toBe(
        runEta(normalizeBreaks(source), buildVarsContext({ a, b }).it, shell),
      );
    }),
    { numRuns: 300 },
  );
});

it("a quoted value is one word that reads back as the value", () => {
  fc.assert(
    fc.property(value, (word) => {
      const quoted = quoteShell(word);
      const read = quoted.startsWith("'") ? quoted.slice(1, -1).split(`'\\''`).join("'") : quoted;
      expect(read).toBe(word);
      expect(/^'(?:[^']|'\\'')*'$|^[A-Za-z0-9_./:@%+=,-]+$/.test(quoted)).toBe(true);
    }),
  );
});
