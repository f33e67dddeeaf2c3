import DOMPurify from "dompurify";

/** A diagram as Mermaid's own parser reads it, entity codes resolved. */
export interface ParsedDiagram {
  readonly states: ReadonlyMap<string, string>;
  readonly edges: readonly { readonly from: string; readonly to: string; readonly label: string }[];
}

// Without a browser DOMPurify is a function without methods; only the grammar is looked at here.
Object.assign(DOMPurify, { addHook: () => {}, sanitize: (text: string) => text });

interface StateDb {
  readonly getRelations: () => readonly { id1: string; id2: string; relationTitle?: string }[];
  readonly getStates: () => ReadonlyMap<string, { readonly descriptions?: readonly string[] }>;
}

/** Reads a diagram; throws where Mermaid would draw nothing. */
export async function parseMermaid(text: string): Promise<ParsedDiagram> {
  const { default: mermaid } = await import("mermaid");
  // Reading once has it load the kinds of diagram that there are.
  await mermaid.parse(text);
  const { db } = await mermaid.mermaidAPI.getDiagramFromText(text);
  const { getRelations, getStates } = db as unknown as StateDb;
  return {
    states: new Map([...getStates.call(db)].map(([id, { descriptions = [] }]) => [id, decode(descriptions.join(" "))])),
    edges: getRelations
      .call(db)
      .map(({ id1, id2, relationTitle = "" }) => ({ from: id1, to: id2, label: decode(relationTitle) })),
  };
}

/** Mermaid keeps `#42;` as a mark of its own until it draws. */
function decode(text: string): string {
  return text.replace(/ﬂ°°(\d+)¶ß/g, (_, code: string) => String.fromCodePoint(Number(code)));
}
