import { describe, expect, it } from "vitest";
import { embedDiagram } from "../../../src/diagram/embed.ts";

const DIAGRAM = "stateDiagram-v2\n    [*] --> a\n";
const BLOCK = "<!-- gtd:mermaid -->\n\n```mermaid\nstateDiagram-v2\n    [*] --> a\n```\n\n<!-- /gtd:mermaid -->\n";

describe("keeping a diagram in a document", () => {
  it("fills the place between the markers", () => {
    expect(embedDiagram("# A\n<!-- gtd:mermaid -->\n<!-- /gtd:mermaid -->\ntext", DIAGRAM)).toBe(`# A\n${BLOCK}text`);
  });

  it("replaces what stands there", () => {
    expect(embedDiagram("<!-- gtd:mermaid -->\n```mermaid\nold\n```\nmore\n<!-- /gtd:mermaid -->\n", DIAGRAM)).toBe(
      BLOCK,
    );
  });

  it("changes nothing when it is up to date", () => {
    expect(embedDiagram(`a\n${BLOCK}b\n`, DIAGRAM)).toBe(`a\n${BLOCK}b\n`);
  });

  it("keeps the document's line ends, also where they are mixed", () => {
    const document = "a\nb\r\n<!-- gtd:mermaid -->\r\n<!-- /gtd:mermaid -->\r\nc\n";
    const after = embedDiagram(document, DIAGRAM) ?? "";
    expect(after.startsWith("a\nb\r\n<!-- gtd:mermaid -->\r\n\r\n```mermaid\r\n")).toBe(true);
    expect(after.endsWith("```\r\n\r\n<!-- /gtd:mermaid -->\r\nc\n")).toBe(true);
    expect(embedDiagram(after, DIAGRAM)).toBe(after);
  });

  it.each([
    ["no marker", "# A\n"],
    ["only the first", "<!-- gtd:mermaid -->\n"],
    ["only the last", "<!-- /gtd:mermaid -->\n"],
    ["the wrong order", "<!-- /gtd:mermaid -->\n<!-- gtd:mermaid -->\n"],
    ["markers inside a line", "write `<!-- gtd:mermaid -->` and `<!-- /gtd:mermaid -->`\n"],
    ["markers in an example", "```md\n<!-- gtd:mermaid -->\n<!-- /gtd:mermaid -->\n```\n"],
    ["markers in an example that never ends", "~~~~\n~~~\n<!-- gtd:mermaid -->\n<!-- /gtd:mermaid -->\n"],
  ])("finds no place with %s", (_, document) => {
    expect(embedDiagram(document, DIAGRAM)).toBeUndefined();
  });

  it("finds the place below an example", () => {
    expect(embedDiagram(`\`\`\`\n<!-- gtd:mermaid -->\n\`\`\` js\n\`\`\`\n${BLOCK}`, DIAGRAM)).toContain(BLOCK);
  });
});
