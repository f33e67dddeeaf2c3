import fc from "fast-check";

/** Pieces that steering files and near misses of them are made of; joined at random they meet in odd places. */
const LINES = [
  "# Plan", "# Review: 1a2b3c4", "<!-- base: 1a2b3c4d -->", "## Open Questions", "## answered questions", "## Add the calculator", "### Which one?", "### `a` or *b*?",
  "Verdict: approve", "Verdict: reject", "- [ ] SQLite (recommended)", "- [x] Postgres", "- [ ] _your answer_", "  - [X] nested", "* [ ] star", "+ [ ] plus", "1. [ ] one", "2) [x] two",
  "- [ ] ./src/calc.ts#1: the new function", "- [ ] ./src/__tests__/a_b.ts#1-3 – *why*", "- [x] `./a b.ts`#3: note", "- [ ] [calc](./src/calc%20x.ts#4)", "- [ ] ./pkg/__init__.py",
  "- [~] bad", "- [] bad", "- [ x] bad", "– [ ] dash", "-[ ] tight", "- [ ]tight", "- [ ]", "[ ] bare", "- [x](url) link", "- plain", "```", "~~~~", "    indented", "<!--", "-->", "<div>", "> quoted",
  "> - [ ] quoted task", "| a | b |", "| - | :-: |", "| 1 | `2` |", "---", "===", "", "", "", "Some prose that is long enough to be wrapped by a formatter when it goes past the width of eighty.",
  "trailing blanks  ", "back\\", "*emphasis* __strong__ ***both***", "a * b _ c", "[ref]: ./x 'title'", "[ref] and [^1] and ![img](x.png)", "1986. A year", "- ", "#hash", "日本語の文章はこうして", "折り返される。", "\u00A0nbsp", "&amp; &lt;", "\ttab",
];

export const markdown = fc
  .tuple(fc.array(fc.oneof({ weight: 8, arbitrary: fc.constantFrom(...LINES) }, { weight: 1, arbitrary: fc.string({ unit: "grapheme", maxLength: 20 }) }), { maxLength: 25 }), fc.constantFrom("\n", "\n", "\r\n"), fc.constantFrom("", "", "\uFEFF"), fc.boolean())
  .map(([lines, end, bom, closed]) => bom + lines.join(end) + (closed ? end : ""));

/** Any text at all, lone surrogates and controls included. */
export const anyText = fc.oneof(fc.string({ unit: "binary" }), markdown, fc.array(fc.constantFrom(..."-[]x ~#`<!>\n\r\t*_\\\0")).map((signs) => signs.join("")));
